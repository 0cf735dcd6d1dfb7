"""Members' views and presses in real browser windows.

The page's own parts are found by role and name, the bot's drawings by their verbs, so that no test depends on
their wording.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from textwrap import indent
from typing import Final

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, Locator, Page, expect

from bot.blocks.blocks import Press
from bot.locale.glyphs import AS_TEXT
from sandbox.driver import Member
from sandbox.objects import Channel
from sandbox.view import Message
from tests.browser.support.windows import DESKTOP, Make, Windows
from tests.e2e.support.house import House

CARDS: Final = ("play", "pick")
"""The verbs of buttons for cards and answers."""
SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
CARD: Final = re.compile(f"(10|[2-9AJQK])([{''.join(SUITS)}]){AS_TEXT}")
"""A card in a text."""
PATIENCE: Final = 60_000
CALLS: Final = """() => document.querySelector("#channels .badge")?.firstChild.textContent ?? null"""
"""The number of calls in other channels that a window shows."""
SHOWN: Final = f"""(calls) => ({CALLS})() !== calls
  && [...document.images].every((image) => image.complete && image.naturalWidth)
"""
"""Whether a window shows another number of calls than before, and all its pictures are there."""
AXE: Final = Axe().axe_script
"""The script that a window needs once before anything in it is checked."""
SERIOUS: Final = """async ([wheres, rules]) => {
  const list = document.getElementById("messages");
  const every = [...list.children];
  if (wheres) list.replaceChildren(...every.filter((item) => item.matches(wheres.join())));
  const what = wheres ? list : document;
  const told = { resultTypes: ["violations"], selectors: false };
  const { violations } = await axe.run(what, rules ? { ...told, runOnly: rules } : told);
  if (wheres) list.replaceChildren(...every);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}"""
"""Returns axe-core's findings, in messages or in all of a page, limited to the question.

All findings take long to hand over, and so does a look at the surroundings of messages.
"""
BUILT: Final = """(wheres) => {
  const named = /^(class|dir|disabled|hidden|lang|role|style|tabindex|type|aria-(?!label|desc|contr).*)$/;
  const own = (node) => [...node.attributes].map(({ name, value }) =>
    named.test(name) ? `${name}=${value}` : `${name}${value.trim() && "=…"}`).sort();
  const path = (node) => node ? `${path(node.parentElement)}>${node.localName}[${own(node)}]` : innerWidth;
  const has = (node) => [...node.childNodes].map((inner) => inner.localName ?? !!inner.textContent.trim());
  return wheres.map((where) => {
    const item = document.querySelector(where);
    const each = [item, ...item.querySelectorAll("*")];
    return [...new Set(each.map((node) => `${path(node)}(${[...new Set(has(node))]})`))];
  });
}"""
"""Returns the structure of messages: every element with its ancestors and descendants, without any words."""
COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules that depend on a theme."""
_sound: Final = set[str]()
"""The structures of messages in which axe-core has found nothing."""
expect.set_options(timeout=PATIENCE)


def asking(*verbs: str, notation: str = "") -> str:
    """Return the selector of the buttons with one of these verbs and a notation that begins so."""
    more = [f"[data-id^='t:'][data-id*=':{verb}:{notation}']" for verb in verbs]
    plain = [] if notation else [f"[data-id^='t:'][data-id$=':{verb}']" for verb in verbs]
    return f"button:is({', '.join([*more, *plain])})"


@dataclass
class Screen:
    """One member's window."""

    page: Page
    member: Member

    @property
    def messages(self) -> Locator:
        return self.page.locator("li[data-message]")

    def item(self, message: Message) -> Locator:
        """Return the element of a message."""
        return self.page.locator(f'li[data-message="{message.id}"]')

    @property
    def table(self) -> Locator:
        """Return the newest board."""
        return (
            self.page.locator("li[data-message]:not([data-private])")
            .filter(has=self.page.locator("[data-id]"))
            .last
        )

    @property
    def panel(self) -> Locator:
        """Return the newest private message of a table."""
        return (
            self.page.locator("li[data-message][data-private]")
            .filter(has=self.page.locator("[data-id]"))
            .last
        )

    @property
    def suggestions(self) -> Locator:
        """Return the suggestions for the text being typed."""
        return self.page.get_by_role("listbox").get_by_role("option")

    async def command(self, words: str) -> None:
        """Type a slash command, choose it from the suggestions and send it."""
        box = self.page.get_by_role("textbox", name="Message")
        await box.click()
        await box.press_sequentially(f"/{words}")
        await self.suggestions.filter(has_text=f"/{words}").first.wait_for(timeout=PATIENCE)
        await box.press("Enter")
        await box.press("Enter")

    async def press(self, where: Locator, verb: str, notation: str = "") -> None:
        """Press the first button of a message with this verb."""
        await where.locator(asking(verb, notation=notation)).first.click(timeout=PATIENCE)

    @property
    def cards(self) -> Locator:
        """Return the buttons of the cards in the panel."""
        return self.panel.locator(asking(*CARDS))

    @property
    def live(self) -> Locator:
        """Return the panel's buttons for plays: there are some on the member's turn."""
        return self.panel.locator(asking("play", "pick")).and_(self.page.locator(":enabled"))

    async def held(self) -> list[str]:
        """Return the member's cards in the panel, as texts such as `7H`.

        They are buttons on the member's turn, and the last cards of its text otherwise.
        """
        ids = await self.cards.evaluate_all("(buttons) => buttons.map((button) => button.dataset.id)")
        if ids:
            return [press.notation.split()[0] for id_ in ids if (press := Press.parse(id_))]
        lines = "\n".join(await self.panel.all_inner_texts()).splitlines()
        told = [found for line in lines if (found := CARD.findall(line))]
        return [f"{rank.replace('10', 'T')}{SUITS[suit]}" for rank, suit in told[-1]] if told else []

    async def holds(self, number: int) -> None:
        """Wait until the panel shows so many of the member's cards."""
        async with asyncio.timeout(PATIENCE / 1000):
            while len(await self.held()) != number:
                await self.page.wait_for_timeout(50)

    async def play(self) -> bool:
        """Play the first card of Cicera, with the first capture if it has any; return whether it has."""
        card = self.live.first
        press = Press.parse(await card.get_attribute("data-id", timeout=PATIENCE) or "")
        assert press is not None
        await card.click(timeout=PATIENCE)
        if press.verb == "pick":
            await expect(self.panel.locator(asking("back"))).to_have_count(1)
            await self.press(self.panel, "play")
        await expect(self.panel.locator(f"[data-id^='t:{press.table}:{press.number}:']")).to_have_count(0)
        return press.verb == "pick"

    async def overflow(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        wide: int = await self.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return wide

    async def text(self) -> str:
        """Return the whole document, attributes included."""
        return await self.page.content()


@dataclass
class Screens:
    """The windows of a house's members; each stays open until it, or all of them, are closed."""

    windows: Windows
    house: House
    opened: list[Screen] = field(default_factory=list)
    _elsewhere: Channel | None = None

    async def context(self, size: tuple[int, int] = DESKTOP) -> BrowserContext:
        """Return a fresh browser profile with windows of that size."""
        return await self.windows.profile(Make(size))

    async def open(
        self,
        member: Member,
        size: tuple[int, int] = DESKTOP,
        dark: bool = True,
        scale: int = 1,
        channel: Channel | None = None,
    ) -> Screen:
        """Open a member's own window on a channel, the house's if none is named, and wait for it."""
        page = await self.windows.open(Make(size, dark, scale))
        made, where = self.house, channel or self.house.channel
        await page.goto(f"{made.sandbox.url}/?member={made.guild.id}/{member.id}&channel={where.id}")
        await expect(page.locator("#text")).to_be_enabled(timeout=PATIENCE)
        screen = Screen(page, member)
        self.opened.append(screen)
        return screen

    async def close(self, screen: Screen) -> None:
        """Close a member's window."""
        self.opened.remove(screen)
        await self.windows.close(screen.page)

    async def shown(self, *screens: Screen) -> None:
        """Wait until windows, or every one, show everything so far, pictures too.

        Each then shows a call in another channel that came after it.
        """
        if self._elsewhere is None:
            self._elsewhere = self.house.guild.add_channel("elsewhere")
        wanted = screens or tuple(self.opened)
        caller = self.house.sandbox.join(self.house.guild, "caller")
        called = " ".join(f"<@{screen.member.id}>" for screen in wanted)
        before = [await screen.page.evaluate(CALLS) for screen in wanted]
        await caller.say(self._elsewhere, called)
        for screen, calls in zip(wanted, before, strict=True):
            await screen.page.wait_for_function(SHOWN, arg=calls, timeout=PATIENCE)

    async def everybody(self, size: tuple[int, int] = DESKTOP) -> list[Screen]:
        """Open a window for each member."""
        return [await self.open(member, size) for member in self.house.people]

    async def start(self) -> list[Screen]:
        """Open a window for each member; from the first open a table, seat all and start, by clicks."""
        ann, *others = everyone = await self.everybody()
        await ann.command("cicera start")
        async with self.told():
            for screen, side in zip(others, "101", strict=True):
                # A new message would move the buttons, under the mouse of a member who clicks just then.
                await self.shown(screen)
                await screen.press(screen.table, "join", side)
                await screen.panel.wait_for(timeout=PATIENCE)
            await ann.press(ann.table, "start")
        for screen in everyone:
            await screen.holds(12)
        return everyone

    @asynccontextmanager
    async def told(self) -> AsyncIterator[None]:
        """Add the contents of every window, and the stand-in's state, to a failure."""
        try:
            yield
        except Exception as error:
            sandbox = self.house.sandbox
            for screen in self.opened:
                texts = await screen.messages.all_inner_texts()
                error.add_note(
                    "\n".join([f"{screen.member.name} sees:", *(indent(t, "    ") for t in texts)])
                )
            error.add_note(f"The table is: {self.house.public().text}")
            error.add_note(
                f"The last requests: {[(r.method, r.route, r.status) for r in sandbox.requests][-12:]}"
            )
            error.add_note(f"Violations: {list(sandbox.violations)}")
            raise


async def serious_in_both_themes(screen: Screen) -> list[str]:
    """Return the serious faults of a page that is dark, and of its colours once it is light."""
    page = screen.page
    found = await serious(page)
    await page.emulate_media(color_scheme="light")
    found += await serious(page, rules=COLOURS)
    await page.emulate_media(color_scheme="dark")
    return found


async def serious(
    page: Page, messages: Sequence[Message] | None = None, rules: Sequence[str] | None = None
) -> list[str]:
    """Return axe-core's serious findings for people who cannot see or point well.

    They are of a whole page, or of messages, by some rules, or by all. A message without a new structure is
    not looked at, as that takes long.
    """
    wheres = [f'li[data-message="{message.id}"]' for message in messages or ()]
    fresh = set[str]()
    looked_at = []
    for where, built in zip(wheres, await page.evaluate(BUILT, wheres), strict=True):
        if not set(built) <= _sound | fresh:
            looked_at.append(where)
            fresh.update(built)
    if messages is not None and not looked_at:
        return []
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(AXE)
    found: list[str] = await page.evaluate(SERIOUS, [looked_at or None, rules])
    if not found:
        _sound.update(fresh)
    return found

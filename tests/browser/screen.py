"""What members see and press in real browser windows, found as a person finds it: by role, name and text."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from textwrap import indent
from typing import Final

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from sandbox.driver import Member
from tests.e2e.house import House

PHONE: Final = (375, 812)
DESKTOP: Final = (1280, 800)
CARD: Final = re.compile(r"^(10|[2-9AJQK])[♠♥♦♣]( •)?$")
PATIENCE: Final = 60_000
expect.set_options(timeout=PATIENCE)


@dataclass
class Screen:
    """One member's window."""

    page: Page
    member: Member

    @property
    def messages(self) -> Locator:
        return self.page.locator("li[data-message]")

    @property
    def table(self) -> Locator:
        """Return the newest public message of a table."""
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
        """Return what is suggested while one types."""
        return self.page.get_by_role("listbox").get_by_role("option")

    async def command(self, words: str) -> None:
        """Type a slash command, choose it from the suggestions and send it."""
        box = self.page.get_by_role("textbox", name="Message")
        await box.click()
        await box.press_sequentially(f"/{words}")
        await self.suggestions.filter(has_text=f"/{words}").first.wait_for(timeout=PATIENCE)
        await box.press("Enter")
        await box.press("Enter")

    async def press(self, where: Locator, label: str | re.Pattern[str]) -> None:
        """Press the button of that label in a message."""
        exact = isinstance(label, str)
        await where.get_by_role("button", name=label, exact=exact).click(timeout=PATIENCE)

    @property
    def cards(self) -> Locator:
        """Return the buttons of the cards in the panel, on one's turn those that can be pressed."""
        return self.panel.get_by_role("button", name=CARD)

    async def play(self) -> bool:
        """Play the first card, taking the first capture where a choice opens; return whether one did."""
        await expect(self.panel).to_contain_text("Your turn", timeout=PATIENCE)
        card = self.cards.first
        captures = (await card.inner_text()).endswith("•")
        await card.click(timeout=PATIENCE)
        if captures:
            choice = self.panel.filter(has_text="can take")
            await choice.get_by_role("button").first.click(timeout=PATIENCE)
        await expect(self.panel).not_to_contain_text("can take", timeout=PATIENCE)
        await expect(self.panel).not_to_contain_text("Your turn", timeout=PATIENCE)
        return captures

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
    """The windows of a house's members; each stays open until the browser closes."""

    browser: Browser
    house: House
    opened: list[Screen] = field(default_factory=list)

    async def context(self, size: tuple[int, int] = DESKTOP, dark: bool = True) -> BrowserContext:
        """Return a fresh browser profile with windows of that size."""
        return await self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=size[0] == PHONE[0],
            device_scale_factor=2 if size[0] == PHONE[0] else 1,
            reduced_motion="reduce",
        )

    async def open(self, member: Member, size: tuple[int, int] = DESKTOP, dark: bool = True) -> Screen:
        """Open a member's own window on the channel, and wait until it shows the channel."""
        page = await (await self.context(size, dark)).new_page()
        made = self.house
        await page.goto(f"{made.sandbox.url}/?member={made.guild.id}/{member.id}&channel={made.channel.id}")
        await expect(page.get_by_role("textbox", name="Message")).to_be_enabled(timeout=PATIENCE)
        screen = Screen(page, member)
        self.opened.append(screen)
        return screen

    async def everybody(self, size: tuple[int, int] = DESKTOP) -> list[Screen]:
        """Open a window for each member."""
        return [await self.open(member, size) for member in self.house.people]

    async def start(self) -> list[Screen]:
        """Open a window each, and a table from the first; seat everybody and start, by clicks alone."""
        ann, *others = everyone = await self.everybody()
        await ann.command("cicera start")
        for screen, side in zip(others, "BAB", strict=True):
            await screen.press(screen.table, f"Join {side}")
        await ann.press(ann.table, "Start")
        for screen in everyone:
            await expect(screen.panel.get_by_role("button", name=CARD)).to_have_count(12, timeout=PATIENCE)
        return everyone

    @asynccontextmanager
    async def told(self) -> AsyncIterator[None]:
        """Have a failure tell what every window shows, and what the stand-in knows."""
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


async def serious(page: Page) -> list[str]:
    """Return what axe-core finds seriously wrong with a page for people who cannot see or point well."""
    found = await Axe().run(page)
    return [
        f"{violation['id']}: {node['html']}"
        for violation in found.response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]

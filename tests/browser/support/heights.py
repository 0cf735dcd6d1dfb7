"""The height of a message on a phone, and its parts that cannot be read there."""

from __future__ import annotations

import json
import math
import re
import textwrap
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.locale import Catalogue, Words
from sandbox.driver import Member
from sandbox.objects import Channel
from sandbox.view import Message
from tests.browser.support.kinds import Kind, Tour
from tests.browser.support.screen import Screen, Screens
from tests.browser.support.walks import ALOUD, ON, PICTURES, PLAIN, Manner, Step, walking
from tests.browser.support.windows import PHONE, Windows
from tests.e2e.support.house import NAMES
from tests.e2e.support.pseudo import disguised, longer

MOST: Final = 600
"""The greatest height of a message on a phone, in CSS pixels."""
TURN: Final = 450
"""The greatest height of a panel with a full hand on the member's turn, where there is no picture."""
REPLAYED: Final = 812
"""The greatest height of a replay: all that is shown and pressed there is in sight on a phone at once."""
LOBBY: Final = 420
"""The greatest height of a lobby as everybody sees it."""
WIDE: Final = tuple("W" * 31 + letter for letter in "WMQGO")
"""Names of 32 letters, as wide as letters are."""
HIGH: Final = 700
"""The greatest height of a panel in words, where each fact is told once."""
TWO_LINES: Final = 40
"""How much higher such a panel may be with wide names."""
LONG: Final = "de"
"""The language that nobody speaks here: English, 40 % longer."""

MEASURE: Final = r"""(ids) => ids.map((id) => {
  const item = document.querySelector(`li[data-message="${id}"]`);
  const box = (node) => node.getBoundingClientRect();
  const inside = item.querySelector(".inside") ?? item;
  const parts = [...inside.children].filter((part) => box(part).height);
  const isCard = ({ dataset }) => /^t:[0-9a-f]+:[0-9]+:(play|pick|wait):/.test(dataset.id);
  const cards = [...inside.querySelectorAll(".row [data-id]")].filter(isCard);
  const hides = (node) => getComputedStyle(node).overflow !== "visible" && !node.closest(".popup, .unseen");
  const cut = (node) =>
    (node.clientWidth && node.scrollWidth > node.clientWidth + 1) ||
    (node.scrollHeight > node.clientHeight + 1 && hides(node));
  // Who has used a command is named on one line in Discord.
  const used = item.querySelector(":scope > .context");
  const more = used ? box(used).height - parseFloat(getComputedStyle(used).lineHeight) : 0;
  const page = document.documentElement;
  const scroller = document.getElementById("scroller");
  return {
    height: box(item).height - more,
    reach: cards.length ? box(cards.at(-1)).bottom - box(parts[0]).top : 0,
    sideways: Math.max(page.scrollWidth - page.clientWidth, scroller.scrollWidth - scroller.clientWidth),
    cut: [...inside.querySelectorAll("*")].filter(cut).map((node) => node.outerHTML),
    blocks: parts.map((part) => [
      part.className, box(part).height, part.innerText, cards.some((card) => part.contains(card)),
    ]),
  };
})"""


SAMPLE: Final = "The quick brown fox jumps over the lazy dog"
SAMPLE_WIDTH: Final = 335
"""The most CSS pixels of the sample in a font as wide as Discord's, such as Liberation Sans."""
WIDTH: Final = """(text) => {
  const span = document.createElement("span");
  span.textContent = text;
  span.style.whiteSpace = "nowrap";
  document.body.append(span);
  const { width } = span.getBoundingClientRect();
  span.remove();
  return width;
}"""
WIDER: Final = "the font here is wider than Discord's: install Debian's package fonts-liberation"


class Look(NamedTuple):
    """The message of one step; for a refusal, also the message before it."""

    step: Step
    seen: Copy
    before: Copy | None

    @property
    def message(self) -> Message:
        return self.seen.message

    def __str__(self) -> str:
        return f"{self.step.kind.name} {self.step.manner.name}"


Further = Callable[[Screen, Sequence[Look]], Awaitable[list[str]]]
"""A function that returns further faults of messages in a window."""


async def nothing(screen: Screen, looks: Sequence[Look]) -> list[str]:
    """Return no further faults."""
    return []


class Block(NamedTuple):
    """One of the blocks of a message from top to bottom; `cards`: it is a row with cards to press."""

    kind: str
    height: float
    text: str
    cards: bool

    def __str__(self) -> str:
        return f"{self.height:4.0f} {self.kind}: {textwrap.shorten(self.text, 60)}"


class Measured(NamedTuple):
    """A browser's measures of a message, in CSS pixels.

    `reach` is from its first block's top to the last card's bottom, `sideways` by how much the page is wider
    than its window, `cut` has the texts that are not shown whole.
    """

    height: float
    reach: float
    sideways: float
    cut: Sequence[str]
    blocks: Sequence[Block]


async def measured(screen: Screen, *messages: Message) -> list[Measured]:
    """Return the measures of messages by a window's browser."""
    every = await screen.page.evaluate(MEASURE, [str(message.id) for message in messages])
    return [Measured(**{**found, "blocks": [Block(*block) for block in found["blocks"]]}) for found in every]


def faults(found: Measured, most: float) -> list[str]:
    """Return the faults of a message with this greatest height."""
    told = []
    if found.height > most:
        blocks = "".join(f"\n    {block}" for block in found.blocks)
        told.append(f"is {found.height:.0f} high and may be {most}:{blocks}")
    if found.reach > max(most, MOST):
        told.append(f"has its last card {found.reach:.0f} below its top")
    if found.sideways > 0:
        told.append(f"makes the page {found.sideways:.0f} too wide")
    if found.cut:
        told.append(f"is cut: {found.cut}")
    return told


def astray(before: Measured, after: Measured) -> list[str]:
    """Return the faults in the place of a refusal: every text that it has added, beside the cards."""
    old = [block.text for block in before.blocks]
    fresh = [number for number, block in enumerate(after.blocks) if block.text not in old]
    around = {number: after.blocks[max(0, number - 1) : number + 2] for number in fresh}
    far = [number for number, near in around.items() if not any(block.cards for block in near)]
    told = [f"says away from the cards: {after.blocks[number]}" for number in far]
    return told if fresh else ["says nothing"]


def wants(kind: Kind, manner: Manner) -> bool:
    """Return whether a kind is looked at in a manner.

    Kinds that are the same without pictures are left out there, and members who watch want no words.
    """
    if manner.words == ON:
        return not kind.watched
    return not kind.plain or manner == PICTURES


async def looked_at(
    windows: Windows,
    folder: Path,
    tour: Tour,
    manners: Sequence[Manner],
    names: Sequence[str] = NAMES,
    locale: str = "en-US",
    dark: bool = True,
    further: Further = nothing,
    high: bool = False,
) -> AsyncIterator[str]:
    """Yield the faults on a phone of any kind of message of a tour, seen in these manners.

    Any height is allowed in a longer language, or for `high` messages.
    """
    catalogue = longest() if locale == LONG else None
    async with walking(folder, tour, manners, names, locale, catalogue) as walk:
        house = walk.sight.evening.house
        album, looks = Album(Screens(windows, house), walk.sight.me), list[Look]()
        async for step in walk.steps(wants):
            before = album.copy(walk.sight.private()) if step.kind.refusal else None
            looks.append(Look(step, album.copy(await step.come()), before))
        copies = [copy for look in looks for copy in (look.before, look.seen) if copy]
        found = dict[Copy, Measured]()
        async for screen, sheet in album.sheets(copies, dark):
            if await screen.page.evaluate(WIDTH, SAMPLE) > SAMPLE_WIDTH:
                pytest.skip(WIDER)
            found |= zip(sheet, await measured(screen, *(copy.message for copy in sheet)), strict=True)
            for fault in await further(screen, [look for look in looks if look.seen in sheet]):
                yield fault
        for look in looks:
            most = math.inf if high or locale == LONG else highest(look.step, names)
            told = faults(found[look.seen], most)
            told += astray(found[look.before], found[look.seen]) if look.before else []
            for fault in told:
                yield f"{look} {fault}"
        refused = [request for request in house.sandbox.requests if request.status == 400]
        assert not refused, "Discord takes no such message"


def highest(step: Step, names: Sequence[str]) -> float:
    """Return the greatest height of a message."""
    if step.manner == ALOUD:
        return (REPLAYED if step.kind.replayed else HIGH) + TWO_LINES * (names == WIDE)
    if step.kind.replayed:
        return REPLAYED
    if step.kind.lobby:
        return LOBBY
    return TURN if step.kind.turn and step.manner == PLAIN else MOST


def longest() -> Catalogue:
    """Return English, and as another language the same 40 % longer."""
    texts, _ = disguised("en", longer)
    return Catalogue({"en": Catalogue.load().words("en"), LONG: Words(LONG, texts)})


SHEET: Final = 100
"""Messages shown at once; a window has up to 200."""
TIME: Final = re.compile(r"<t:(\d+)")


@dataclass(eq=False)
class Copy:
    """A copy of a message that a member has seen, and its time."""

    message: Message
    seen: float


@dataclass
class Album:
    """The copies of an evening, the member to whom all are shown, and a channel for that.

    The bot hears nothing of that channel.
    """

    screens: Screens
    viewer: Member
    _channel: Channel = field(init=False)

    def __post_init__(self) -> None:
        self._channel = self.screens.house.guild.add_channel("album")

    def copy(self, message: Message) -> Copy:
        """Return a copy of a message in its current state, for the viewer if it is private."""
        stored = message.stored
        viewer = self.viewer.id if message.ephemeral else None
        made = replace(stored, channel=self._channel, viewer=viewer, attachments=list(stored.attachments))
        return Copy(Message(made), self.screens.house.sandbox.clock.now())

    async def sheets(
        self, copies: Sequence[Copy], dark: bool = True
    ) -> AsyncIterator[tuple[Screen, Sequence[Copy]]]:
        """Show copies on the viewer's phone, some at a time, with points in time as far away as then."""
        screen = await self.screens.open(self.viewer, PHONE, dark, channel=self._channel)
        for start in range(0, len(copies), SHEET):
            sheet = copies[start : start + SHEET]
            self._put(sheet)
            await self.screens.shown()
            yield screen, sheet
        await self.screens.close(screen)

    def _put(self, sheet: Sequence[Copy]) -> None:
        world, messages = self.screens.house.sandbox.world, self._channel.messages
        messages.clear()
        for copy in sheet:
            later, stored = round(world.clock.now() - copy.seen), copy.message.stored
            # No window shows private messages from before it was opened.
            stored.id = world.clock.snowflake()
            stored.components = json.loads(_shifted(json.dumps(stored.components), later))
            stored.content, stored.created = _shifted(stored.content, later), stored.created + later
            # A message drawn again since has lost its old pictures.
            world.attachments |= {file.id: file for file in stored.attachments}
            messages[stored.id] = world.messages[stored.id] = stored
        world.changed()


def _shifted(text: str, seconds: int) -> str:
    """Return a text with its points in time so much later."""
    return TIME.sub(lambda found: f"<t:{int(found[1]) + seconds}", text)

"""How high every kind of message is on a phone, and that all of it can be read there."""

import math
import textwrap
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.async_api import Browser

from bot.locale import Catalogue, Words
from bot.votes import GIVE, STOP, WAIT
from sandbox.view import Message
from tests.browser.kinds import LOBBY, Kind, Reach, Sight, Tour, call, hand
from tests.browser.screen import Screen
from tests.browser.tours import TOURS
from tests.browser.walks import walking
from tests.e2e.house import NAMES
from tests.e2e.pseudo import disguised, longer

MOST: Final = 600
"""CSS pixels that a message may be high on a phone."""
TURN: Final = 450
"""Those of a panel with a full hand on one's turn, where there is no picture."""
WIDE: Final = tuple("W" * 31 + letter for letter in "WMQGO")
"""Names of 32 letters, as wide as letters are."""
ON, OFF = "on", "off"
LONG: Final = "de"
"""The language that nobody speaks here: English, 40 % longer."""

MEASURE: Final = r"""(item) => {
  const box = (node) => node.getBoundingClientRect();
  const inside = item.querySelector(".inside") ?? item;
  const parts = [...inside.children].filter((part) => box(part).height);
  const isCard = ({ dataset }) => /^t:[0-9a-f]+:[0-9]+:(play|pick|wait):/.test(dataset.id);
  const cards = [...inside.querySelectorAll(".row [data-id]")].filter(isCard);
  const hides = (node) => getComputedStyle(node).overflow !== "visible" && !node.closest(".popup, .unseen");
  const cut = (node) =>
    (node.clientWidth && node.scrollWidth > node.clientWidth + 1) ||
    (hides(node) && node.scrollHeight > node.clientHeight + 1);
  const page = document.documentElement;
  const scroller = document.getElementById("scroller");
  return {
    height: box(item).height,
    reach: cards.length ? box(cards.at(-1)).bottom - box(parts[0]).top : 0,
    sideways: Math.max(page.scrollWidth - page.clientWidth, scroller.scrollWidth - scroller.clientWidth),
    cut: [...inside.querySelectorAll("*")].filter(cut).map((node) => node.outerHTML),
    blocks: parts.map((part) => [
      part.className, box(part).height, part.innerText, cards.some((card) => part.contains(card)),
    ]),
  };
}"""


SAMPLE: Final = "The quick brown fox jumps over the lazy dog"
SAMPLE_WIDTH: Final = 335
"""CSS pixels that the sample takes at most in a font as wide as Discord's, such as Liberation Sans."""
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


class Block(NamedTuple):
    """One of the blocks that a message has from top to bottom; `cards`: it is a row with cards to press."""

    kind: str
    height: float
    text: str
    cards: bool

    def __str__(self) -> str:
        return f"{self.height:4.0f} {self.kind}: {textwrap.shorten(self.text, 60)}"


class Measured(NamedTuple):
    """What a browser finds of a message, in CSS pixels.

    `reach` is from its first block's top to the last card's bottom, `sideways` by how much the page is wider
    than its window, `cut` has what is not shown whole.
    """

    height: float
    reach: float
    sideways: float
    cut: Sequence[str]
    blocks: Sequence[Block]


async def measured(screen: Screen, message: Message) -> Measured:
    """Return what a window's browser finds of a message."""
    found = await screen.item(message).evaluate(MEASURE)
    return Measured(**{**found, "blocks": [Block(*block) for block in found["blocks"]]})


def faults(found: Measured, most: float) -> list[str]:
    """Return what is wrong with a message that may be so high."""
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
    """Return what is wrong with where a refusal stands: every text that it has brought, beside the cards."""
    old = [block.text for block in before.blocks]
    fresh = [number for number, block in enumerate(after.blocks) if block.text not in old]
    around = {number: after.blocks[max(0, number - 1) : number + 2] for number in fresh}
    far = [number for number, near in around.items() if not any(block.cards for block in near)]
    told = [f"says away from the cards: {after.blocks[number]}" for number in far]
    return told if fresh else ["says nothing"]


async def looked_at(
    browser: Browser,
    folder: Path,
    tour: Tour,
    pictures: str,
    names: Sequence[str] = NAMES,
    locale: str = "en-US",
) -> AsyncIterator[tuple[Kind, Measured, list[str]]]:
    """Give every kind of message of a tour as it is on a phone, with what is wrong with it.

    What is the same with other names and without pictures is left out there. A longer language may be higher.
    """
    every = (pictures, names) == (ON, NAMES)
    catalogue = longest() if locale == LONG else None
    async with walking(browser, folder, tour, names, pictures, locale=locale, catalogue=catalogue) as walk:
        if await walk.mine.page.evaluate(WIDTH, SAMPLE) > SAMPLE_WIDTH:
            pytest.skip(WIDER)
        async for step in walk.steps(lambda kind: every or not kind.plain):
            before = None
            if step.kind.refusal:
                await walk.screens.shown()
                before = await measured(walk.mine, walk.sight.private())
            found = await measured(step.screen, await step.come())
            most = TURN if step.kind.turn and pictures == OFF else MOST
            told = faults(found, math.inf if locale == LONG else most)
            yield step.kind, found, told + (astray(before, found) if before else [])
        sent = walk.screens.house.sandbox.requests
        assert not [request for request in sent if request.status == 400], "Discord takes no such message"


def longest() -> Catalogue:
    """Return English, and as another language the same 40 % longer."""
    texts, _ = disguised("en", longer)
    return Catalogue({"en": Catalogue.load().words("en"), LONG: Words(LONG, texts)})


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
@pytest.mark.parametrize("pictures", [ON, OFF], ids=["pictures", "words"])
@pytest.mark.parametrize("tour", TOURS.values(), ids=TOURS)
async def test_every_kind_of_message_fits_a_phone(
    browser: Browser, tmp_path: Path, tour: Tour, pictures: str, names: Sequence[str]
) -> None:
    every = looked_at(browser, tmp_path, tour, pictures, names)
    wrong = [f"{kind.name} {fault}" async for kind, _, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("tour", "pictures"),
    [
        ("cicera", ON),
        ("cicera", OFF),
        ("ciapano", ON),
        ("ciapano-of-five", OFF),
        ("civil-suits", ON),
        ("civil-suits", OFF),
    ],
)
async def test_every_kind_of_message_fits_a_phone_in_italian(
    browser: Browser, tmp_path: Path, tour: str, pictures: str
) -> None:
    every = looked_at(browser, tmp_path, TOURS[tour], pictures, locale="it")
    wrong = [f"{kind.name} {fault}" async for kind, _, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("tour", ["cicera", "ciapano", "civil-suits"])
async def test_nothing_runs_over_or_is_cut_in_a_longer_language(
    browser: Browser, tmp_path: Path, tour: str
) -> None:
    every = looked_at(browser, tmp_path, TOURS[tour], ON, locale=LONG)
    wrong = [f"{kind.name} {fault}" async for kind, _, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


def voted(seat: int, *names: str) -> Reach:
    """Return what has a seat say yes in votes, and looks at the table's message."""

    async def reach(sight: Sight) -> Message:
        table = await sight.evening.table()
        user_id = next(row.user_id for row in table.seats if row.seat == seat)
        for name in names:
            await sight.evening.bot.seats.vote(table.row.id, user_id, name)
        await sight.evening.house.shown()
        return sight.public

    return reach


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
@pytest.mark.parametrize("pictures", [ON, OFF], ids=["pictures", "words"])
async def test_so_many_votes_as_there_can_be_fit_a_phone(
    browser: Browser, tmp_path: Path, pictures: str, names: Sequence[str]
) -> None:
    """All four are asked at once, and three of them away."""
    tour, give = TOURS["civil-suits"], [f"{GIVE}-{seat}" for seat in range(4)]
    kinds = (
        *(*LOBBY, Kind("call", call), Kind("dealt", hand), Kind("one vote", voted(3, WAIT))),
        *(Kind("two votes", voted(3, give[0])), Kind("three", voted(3, STOP))),
        *(Kind("five", voted(3, *give[1:3])), Kind("six", voted(0, give[3]))),
    )
    every = looked_at(browser, tmp_path, tour._replace(kinds=kinds), pictures, names)
    wrong = [f"{kind.name} {fault}" async for kind, _, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)

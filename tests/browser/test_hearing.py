"""The page read to a member who listens: everything sent, in order, and nothing in the way of it."""

import re
from collections.abc import Sequence
from difflib import unified_diff
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from engine import GAMES
from sandbox.view import Message
from tests.browser.support.endings import command
from tests.browser.support.finishing import FINISHING
from tests.browser.support.hearing import due, heard_of_all
from tests.browser.support.heights import WIDE, Look, looked_at
from tests.browser.support.kinds import Kind, Sight, pressed
from tests.browser.support.screen import Screen, serious
from tests.browser.support.tours import TOURS
from tests.browser.support.walks import ALOUD, PICTURES, PLAIN, Manner
from tests.browser.support.windows import Windows
from tests.e2e.support.house import NAMES
from tests.e2e.tables.test_leaderboard import write_results

pytestmark = pytest.mark.long

TOURED: Final = [game for game in GAMES if game in TOURS]
LIGHT: Final = "ciapano"
"""The game in a light client; the others are in a dark one."""
SIGN: Final = re.compile("[♠♥♦♣①Ⓓ▶⏳🤖👁🔨⭐✓✗•·→×]")
"""Signs that a screen reader reads badly or not at all."""


async def missed(screen: Screen, looks: Sequence[Look]) -> list[str]:
    """Return the differences between messages read and sent, and faults of their words.

    Without pictures the reading is the same as with them.
    """
    every, found = await heard_of_all(screen.page), list[str]()
    for look in looks:
        if look.step.manner == PLAIN:
            continue
        told, wanted = every[look.message.id], due(look.message, screen.member)
        wrong = [*unified_diff(wanted, told, "sent", "heard", lineterm="", n=0)]
        wrong += signs(look, told) if look.step.manner == ALOUD else []
        found += [f"{look} {fault}" for fault in wrong]
    return found


async def unheard(screen: Screen, looks: Sequence[Look]) -> list[str]:
    """Return these, and whatever is in the way of hearing the messages."""
    messages = [look.message for look in looks if look.step.manner != PLAIN]
    return await missed(screen, looks) + await serious(screen.page, messages)


async def unheard_elsewhere(screen: Screen, looks: Sequence[Look]) -> list[str]:
    """Return the same in another language, in which no panel with a picture has anything else in its way."""
    others = [
        look.message
        for look in looks
        if look.step.manner == ALOUD or (look.step.manner == PICTURES and not look.message.ephemeral)
    ]
    return await missed(screen, looks) + await serious(screen.page, others)


def signs(look: Look, heard_of_it: Sequence[str]) -> list[str]:
    """Return the faults of a private message in words: signs, or news before the question."""
    # Sentences of clients come last: that nobody else sees it, and how to dismiss it.
    *told, _, _ = heard_of_it
    found = [f"says {part}" for part in told if SIGN.search(part)]
    if "<:" in look.message.text or any(button.emoji for button in look.message.buttons):
        found.append("shows an emoji")
    if look.step.kind.turn and "heading" not in told[0]:
        found.append(f"begins with {told[0]}")
    return found


def manners(tour: str) -> tuple[Manner, ...]:
    """Return the manners in which a tour is heard."""
    return (PICTURES, PLAIN, ALOUD) if tour in TOURED else (PICTURES, PLAIN)


@pytest.mark.parametrize(
    "tour", [LIGHT, *(pytest.param(tour, marks=pytest.mark.slow) for tour in TOURS if tour != LIGHT)]
)
async def test_every_kind_of_message_fits_a_phone_and_is_heard_as_it_was_sent(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    """A member with cards in words hears no sign, and the question comes before anything else.

    Names are as long as can be; in Italian they are short.
    """
    dark = tour != LIGHT
    every = looked_at(windows, tmp_path, TOURS[tour], manners(tour), WIDE, dark=dark, further=unheard)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("game", TOURED)
async def test_every_kind_of_message_fits_a_phone_and_is_heard_in_italian(
    windows: Windows, tmp_path: Path, game: str
) -> None:
    """Ciapano without pictures is looked at with five players, in `test_heights.py`."""
    seen = (PICTURES, ALOUD) if game == "ciapano" else manners(game)
    every = looked_at(windows, tmp_path, TOURS[game], seen, locale="it", further=unheard_elsewhere)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(("locale", "names"), [("en-US", WIDE), ("it", NAMES)])
async def test_a_game_that_computers_finish_fits_a_phone_and_is_heard_as_it_was_sent(
    windows: Windows, tmp_path: Path, locale: str, names: Sequence[str]
) -> None:
    tour, heard = TOURS["ciapano-of-five"]._replace(kinds=FINISHING), (PICTURES, PLAIN, ALOUD)
    every = looked_at(windows, tmp_path, tour, heard, names, locale, further=unheard_elsewhere)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)


async def _ranked(sight: Sight) -> Message:
    """Open a leaderboard of two pages, on which many share a rank."""
    house = sight.evening.house
    members = [*house.people, sight.watcher, house.sandbox.join(house.guild, "eva")]
    pairs = list(combinations(sorted(member.id for member in members), 2))
    await write_results(house, [(pair, 31, (1, 2), 22) for pair in pairs])
    return await command("cicera leaderboard")(sight)


async def _not_yours(sight: Sight) -> Message:
    """Press a button that only the host may press; the answer is a sentence."""
    await sight.evening.lobby(sight.tour.game)
    page = await sight.press(sight.private(), "lobby")
    button = next(b for b in page.buttons if (b.custom_id or "").endswith("cancel"))
    assert button.custom_id is not None
    await sight.watcher.forge(sight.public, button.custom_id)
    await sight.evening.house.shown()
    return sight.private(sight.watcher)


@pytest.mark.parametrize("locale", ["en-US", "it"])
async def test_a_leaderboard_and_a_sentence_are_heard_as_they_were_sent(
    windows: Windows, tmp_path: Path, locale: str
) -> None:
    kinds = (
        Kind("nobody-ranked", command("cicera leaderboard")),
        Kind("ranked", _ranked),
        Kind("ranked-2", pressed("b:.*"), onward=True),
        Kind("not-yours", _not_yours, watched=True),
    )
    tour = TOURS["cicera"]._replace(kinds=kinds)
    every = looked_at(windows, tmp_path, tour, (PICTURES,), locale=locale, further=unheard, high=True)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)

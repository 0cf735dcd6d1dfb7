"""What a member hears to whom the page is read: all that was sent, in order, and nothing in the way of it."""

import re
from difflib import unified_diff
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from engine import GAMES
from sandbox.view import Message
from tests.browser.hearing import due, heard
from tests.browser.heights import ON, faults, looked_at, measured
from tests.browser.kinds import LOBBY, Kind, Sight, at, call, command, hand, pressed, turn
from tests.browser.screen import serious
from tests.browser.tours import TOURS
from tests.browser.walks import Step, walking
from tests.browser.windows import Windows
from tests.e2e.test_leaderboard import write_results

TOURED: Final = [game for game in GAMES if game in TOURS]
LIGHT: Final = "ciapano"
"""The game that is looked at in a light client; the others are in a dark one."""
HIGH: Final = 1200
"""CSS pixels that a panel in words may be high: nothing is left out there, and it is heard."""
SIGN: Final = re.compile("[♠♥♦♣①Ⓓ▶⏳🤖👁🔨⭐✓✗•·→×]")
"""What is said badly or not at all."""


async def missed(step: Step, message: Message) -> list[str]:
    """Return how what is heard of a message differs from what was sent."""
    told, wanted = await heard(step.screen.item(message)), due(message, step.screen.member)
    return [*unified_diff(wanted, told, f"{step.kind.name} sent", "heard", lineterm="", n=0)]


async def unheard(step: Step, message: Message) -> list[str]:
    """Return that, and what is in the way of hearing it; after the last message also anywhere on the page."""
    last = step.kind is step.sight.tour.kinds[-1]
    around = await serious(step.screen.page) if last else []
    return await missed(step, message) + await serious(step.screen.page, message) + around


@pytest.mark.parametrize("tour", TOURS)
async def test_every_kind_of_message_fits_a_phone_and_is_heard_as_it_was_sent(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    every = looked_at(windows, tmp_path, TOURS[tour], ON, dark=tour != LIGHT, further=unheard)
    wrong = [f"{kind.name} {fault}" async for kind, told in every for fault in told]
    assert not wrong, "\n" + "\n".join(wrong)


async def test_a_member_hears_the_page_in_italian(windows: Windows, tmp_path: Path) -> None:
    kinds = (*LOBBY, Kind("call", call), Kind("dealt", hand), Kind("turn", at(turn(12)), turn=True))
    tour = TOURS["cicera"]._replace(kinds=kinds)
    wrong: list[str] = []
    async with walking(windows, tmp_path, tour, locale="it") as walk:
        async for step in walk.steps():
            wrong += await missed(step, await step.come())
    assert not wrong, "\n" + "\n".join(wrong)


async def _ranked(sight: Sight) -> Message:
    """Look at a leaderboard of two pages, on which many share a rank."""
    house = sight.evening.house
    members = [*house.people, sight.watcher, house.sandbox.join(house.guild, "eva")]
    pairs = list(combinations(sorted(member.id for member in members), 2))
    await write_results(house, [(pair, 31, (1, 2), 22) for pair in pairs])
    return await command("cicera leaderboard")(sight)


async def _not_yours(sight: Sight) -> Message:
    """Press what only the host may; the answer is a sentence."""
    await sight.evening.lobby(sight.tour.game)
    button = next(b for b in sight.private().buttons if (b.custom_id or "").endswith("cancel"))
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
    wrong: list[str] = []
    async with walking(windows, tmp_path, TOURS["cicera"]._replace(kinds=kinds), locale=locale) as walk:
        async for step in walk.steps():
            message = await step.come()
            wrong += await missed(step, message)
            wrong += [f"{step.kind.name}: {fault}" for fault in await serious(step.screen.page, message)]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("locale", ["en-US", "it"])
@pytest.mark.parametrize("game", TOURED)
async def test_a_member_with_cards_in_words_hears_no_sign(
    windows: Windows, tmp_path: Path, game: str, locale: str
) -> None:
    """Their panels ask before they tell anything else, and can be read on a phone, too."""
    wrong: list[str] = []
    async with walking(windows, tmp_path, TOURS[game], locale=locale, words="on") as walk:
        async for step in walk.steps(lambda kind: not kind.watched):
            message = await step.come()
            found = await missed(step, message) + await serious(step.screen.page, message)
            found += faults(await measured(step.screen, message), HIGH)
            if message.ephemeral:
                # What only clients say comes last: that nobody else sees it, and how to be rid of it.
                *told, _, _ = await heard(step.screen.item(message))
                found += [f"says {part}" for part in told if SIGN.search(part)]
                found += (
                    ["shows an emoji"]
                    if "<:" in message.text or any(b.emoji for b in message.buttons)
                    else []
                )
                found += [f"begins with {told[0]}"] if step.kind.turn and "heading" not in told[0] else []
            wrong += [f"{step.kind.name}: {fault}" for fault in found]
    assert not wrong, "\n" + "\n".join(wrong)

"""SIGKILL around **Play alone now**: a lobby as it was or a dealt game, and nothing in between."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.lobby.seating import GENTLE
from bot.store import Status
from sandbox.driver import Answer
from tests.e2e.restarts.test_delivered_again import AGAIN, dies_of, opened, own
from tests.e2e.restarts.test_kill_rematch import stopped
from tests.e2e.support.faulty import only
from tests.e2e.support.house import tap, until
from tests.e2e.support.killable import IN_TRANSACTION
from tests.e2e.support.mortal import Mortal

pytestmark = pytest.mark.long

SEATS = [None, GENTLE, "medium", GENTLE]


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Mortal]:
    """Return a bot at work, with a lobby of one member."""
    async with Mortal.born(tmp_path, players=1, cut_seconds="60", PAUSE_SECONDS="600") as made:
        await made.start()
        await opened(made.house)
        await made.caught_up()
        yield made
        only(made.house, AGAIN)


async def press(mortal: Mortal) -> Answer:
    """Press **Play alone now** on the private panel."""
    ann = mortal.house.people[0]
    return await ann.forge(own(mortal.house, ann), f"t:{mortal.table_id}:0:alone")


async def begun(mortal: Mortal) -> bool:
    """Return whether the game is dealt; else the lobby must be as it was."""
    stored = await mortal.stored()
    deals = [entry for entry in stored.log if entry.seat is None]
    whole = (Status.PLAYING, SEATS, 21, 1)
    found = (
        stored.table.status,
        [row.level for row in stored.seats],
        stored.table.options["target"],
        len(deals),
    )
    assert found in (whole, (Status.LOBBY, [None], 51, 0))
    assert stored.table.cutter is None
    return found == whole


async def test_a_lobby_is_a_lobby_or_a_game_wherever_the_bot_dies(mortal: Mortal) -> None:
    for point, happened in (
        ("before the deal", False),
        (IN_TRANSACTION, False),
        ("after the deal", True),
    ):
        await mortal.arm(point)
        assert await mortal.attempt(press(mortal)) is None
        await mortal.dead()
        await mortal.revive(point)
        assert await begun(mortal) == happened, point
        await mortal.caught_up()
    await mortal.hands()
    await mortal.caught_up()


@pytest.mark.parametrize("point", ["before the deal", "after the deal", "after the acknowledgement"])
async def test_a_press_that_comes_again_shows_the_cards_of_one_game(mortal: Mortal, point: str) -> None:
    await dies_of(mortal, point, press(mortal))
    assert await begun(mortal)
    await mortal.hands()
    await mortal.caught_up()


@pytest.mark.parametrize("point", ["after creating", "before the deal", "after the deal"])
async def test_the_next_game_begins_by_itself_wherever_the_bot_dies(mortal: Mortal, point: str) -> None:
    await press(mortal)
    await mortal.hands()
    house, (ann,) = mortal.house, mortal.house.people
    ended = await stopped(mortal)
    await mortal.arm(point)
    await mortal.attempt(tap(ann, ended, "rematch"))
    await mortal.dies(point)
    await mortal.start()

    async def playing() -> bool:
        rows = await mortal.store.live(guild_id=house.guild.id)
        return [row.status for row in rows] == [Status.PLAYING]

    await until(playing)
    await house.sandbox.until(lambda: house.public() != ended, what="the next game")
    assert await begun(mortal)
    await mortal.caught_up()

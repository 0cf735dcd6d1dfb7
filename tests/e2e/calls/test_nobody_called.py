"""A play that calls nobody enters no module of calls."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bot.table.deadlines import SLOW_FROM
from sandbox.driver import Member
from tests.e2e.calls.test_calls import AWAY, likes, until_nudged
from tests.e2e.support.faulty import easy, only, play, playing
from tests.e2e.support.referee import Referee

CALLS = ("cogs/calls/", "cogs/messages/turn_messages.py")
LOOKED_AT = "busy"
"""The only function that is entered although no call is made: the tests wait by it."""


@contextmanager
def entered() -> Iterator[Counter[str]]:
    """Count the functions of `cogs` that are entered, by file and name."""
    found: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        _, mark, file = frame.f_code.co_filename.rpartition("/cogs/")
        if event == "call" and mark and frame.f_code.co_name != LOOKED_AT:
            found[f"cogs/{file} {frame.f_code.co_name}"] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)


async def entered_by_a_play(referee: Referee) -> Counter[str]:
    """Return the functions that a press of a card enters until everything is shown."""
    await easy(referee)
    with entered() as found:
        await play(referee)
        await referee.house.shown()
    return found


def of_calls(found: Counter[str]) -> list[str]:
    return [name for name in found if name.startswith(CALLS)]


def following(referee: Referee) -> Member:
    """Return the member whom the next play asks."""
    found: Member = referee.people[1 - referee.state.turn]
    return found


@pytest.mark.parametrize("seconds", [120, SLOW_FROM])
async def test_a_play_that_calls_nobody_enters_no_module_of_calls(tmp_path: Path, seconds: int) -> None:
    async with playing(tmp_path, nudge_seconds=30, turn_seconds=seconds) as (made, referee):
        found = await entered_by_a_play(referee)
        assert any(name.startswith("cogs/messages/boards.py") for name in found)
        assert any(name.startswith("cogs/messages/panels.py") for name in found)
        assert of_calls(found) == []
        assert made.calls() == []
        only(made)


async def test_a_play_that_asks_a_member_who_is_always_called_enters_them(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        await likes(made, following(referee), pings="always")
        found = await entered_by_a_play(referee)
        assert "cogs/calls/standing.py post" in found
        assert len(made.pings()) == 1
        only(made)


async def test_a_play_that_asks_a_member_with_digests_enters_those_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, turn_seconds=SLOW_FROM) as (made, referee):
        await easy(referee)
        await likes(made, following(referee), digest="on")
        found = await entered_by_a_play(referee)
        assert {name.split()[0] for name in of_calls(found)} == {
            "cogs/calls/digests.py",
            "cogs/calls/standing.py",
        }
        only(made)


async def test_a_play_of_the_member_who_was_called_deletes_the_call(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        await made.pass_time(AWAY)
        await until_nudged(made)
        (ping,) = made.pings()
        found = await entered_by_a_play(referee)
        assert "cogs/calls/pings.py clear" in found
        assert ping.deleted
        # The next play finds nothing to delete.
        assert of_calls(await entered_by_a_play(referee)) == []
        only(made)

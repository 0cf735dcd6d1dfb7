"""A database that will refuse again until its host mends it: members are not asked to press again."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from sandbox.driver import Answer
from tests.e2e.faults.test_store_faults import all_answered, game, play, troubled
from tests.e2e.support.house import House

LASTING = "pressing again will not help"


@pytest.mark.parametrize(
    ("missing", "act"),
    [
        ("log", lambda house: play(house)),
        ("preferences", lambda house: house.people[0].slash(house.channel, "cards me")),
        ("ratings", lambda house: house.people[0].slash(house.channel, "cicera leaderboard")),
    ],
)
async def test_what_the_database_will_refuse_again_is_not_pressed_again(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    missing: str,
    act: Callable[[House], Awaitable[Answer]],
) -> None:
    async with troubled(tmp_path) as (house, _):
        await game(house)
        await house.shown()
        with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
            other.execute(f"ALTER TABLE {missing} RENAME TO aside")
            caplog.clear()
            answer = await act(house)
            await house.sandbox.until(
                lambda: any(LASTING in m.text for person in house.people for m in person.sees(house.channel))
            )
            named = [said for said in caplog.messages if f"no such table: {missing}" in said]
            assert len(named) == 1
            other.execute(f"ALTER TABLE aside RENAME TO {missing}")
        # Nothing of it is left once the host has mended the database.
        caplog.clear()
        again = await act(house)
        assert "no such table" not in caplog.text
        all_answered(house, answer, again)

"""The height of every kind of message on a phone, where all of it can be read."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.table.votes import GIVE, STOP, WAIT
from sandbox.view import Message
from tests.browser.support.heights import LONG, WIDE, looked_at
from tests.browser.support.kinds import LOBBY, Kind, Reach, Sight, call, called, hand
from tests.browser.support.tours import TOURS
from tests.browser.support.walks import BIG, PICTURES, PLAIN
from tests.browser.support.windows import Windows
from tests.e2e.support.house import NAMES

pytestmark = pytest.mark.long


@pytest.mark.slow
async def test_every_kind_of_message_fits_a_phone_in_italian_where_five_play(
    windows: Windows, tmp_path: Path
) -> None:
    """Other tables are looked at in Italian, and those with long names, in the tests of hearing."""
    tour = TOURS["ciapano-of-five"]
    wrong = [fault async for fault in looked_at(windows, tmp_path, tour, (PICTURES, PLAIN), locale="it")]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("tour", ["cicera", "ciapano-of-five", "civil-suits"])
async def test_every_kind_of_message_fits_a_phone_in_big_text(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    wrong = [fault async for fault in looked_at(windows, tmp_path, TOURS[tour], (BIG,), locale="it")]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("tour", ["cicera", "ciapano", "civil-suits"])
async def test_nothing_runs_over_or_is_cut_in_a_longer_language(
    windows: Windows, tmp_path: Path, tour: str
) -> None:
    wrong = [fault async for fault in looked_at(windows, tmp_path, TOURS[tour], (PICTURES,), locale=LONG)]
    assert not wrong, "\n" + "\n".join(wrong)


def voted(seat: int, *names: str) -> Reach:
    """Return a reach of the board after a seat's yes in these votes."""

    async def reach(sight: Sight) -> Message:
        table = await sight.evening.table()
        user_id = next(row.user_id for row in table.seats if row.seat == seat)
        for name in names:
            await sight.evening.bot.seats.vote(table.row.id, user_id, name)
        await sight.evening.house.shown()
        return sight.public

    return reach


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short names", "long names"])
async def test_so_many_votes_as_there_can_be_fit_a_phone(
    windows: Windows, tmp_path: Path, names: Sequence[str]
) -> None:
    """All four are asked at once, and three of them are away."""
    tour, give = TOURS["civil-suits"], [f"{GIVE}-{seat}" for seat in range(4)]
    kinds = (
        *(*LOBBY, Kind("call", call, again=called), Kind("dealt", hand), Kind("one vote", voted(3, WAIT))),
        *(Kind("two votes", voted(3, give[0])), Kind("three", voted(3, STOP))),
        *(Kind("five", voted(3, *give[1:3])), Kind("six", voted(0, give[3]))),
    )
    every = looked_at(windows, tmp_path, tour._replace(kinds=kinds), (PICTURES, PLAIN), names)
    wrong = [fault async for fault in every]
    assert not wrong, "\n" + "\n".join(wrong)

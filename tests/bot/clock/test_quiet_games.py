"""Slow games pause in quiet hours, even after votes, outages and restarts, and warn in time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock.due import put_off
from bot.clock.outages import GRACE_SECONDS, Outage
from bot.preferences.quiet_hours import QuietHours
from bot.store import Scope
from bot.table.deadlines import DAY, WARNED
from bot.table.table import Table
from bot.table.votes import WAIT
from tests.bot.clock.test_due import passes
from tests.bot.preferences.test_quiet_hours import HOUR, free, moment, quiet
from tests.bot.tavern import PEOPLE, Tavern

NIGHT = quiet("22-08")
QUARTER = WARNED * DAY
NOON = moment("2026-01-10T12:00")
"""In Rome, ten hours before it is quiet there."""


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Tavern]:
    """A tavern at noon, whose tables have a clock of a day and whose members have quiet hours at night."""
    tavern = await opened(tmp_path)
    yield tavern
    await tavern.close()


async def opened(folder: Path, at: float = NOON) -> Tavern:
    tavern = await Tavern.open(folder, turn_seconds=int(DAY), nudge_seconds=0)
    tavern.at = at
    for user_id in PEOPLE:
        tavern.preferences.members[user_id] = {"quiet": "22-08", "zone": "europe-rome"}
    return tavern


def due(table: Table) -> float:
    """Return the deadline of the turn."""
    assert table.row.due_at is not None
    return table.row.due_at


async def when_warned(tavern: Tavern, table: Table) -> float:
    """Return when members are warned that the turn's time runs out."""
    while not tavern.now(table).row.warned:
        wakes = tavern.now(table).row.wake_at
        assert wakes is not None
        await passes(tavern, table, max(0.0, wakes - tavern.at))
        assert not any(row.overdue for row in tavern.now(table).seats)
    return tavern.at


async def when_late(tavern: Tavern, table: Table) -> float:
    """Return when the turn's time has run out."""
    while not any(row.overdue for row in tavern.now(table).seats):
        wakes = tavern.now(table).row.wake_at
        assert wakes is not None
        await passes(tavern, table, max(0.0, wakes - tavern.at))
    return tavern.at


async def test_the_warning_comes_when_a_quarter_of_ones_own_time_is_left(slow: Tavern) -> None:
    table = await slow.game()
    assert due(table) == moment("2026-01-12T08:00")
    # Ten hours of the first day, and eight of the second.
    assert await when_warned(slow, table) == moment("2026-01-11T16:00")
    assert due(slow.now(table)) == moment("2026-01-12T08:00")
    assert await when_late(slow, table) == moment("2026-01-12T08:00")


async def test_of_all_who_are_asked_everybody_has_a_quarter_left_when_warned(slow: Tavern) -> None:
    others = ("01-10", "00-08", "21-07")
    for user_id, span in zip(PEOPLE[1:], others, strict=False):
        slow.preferences.members[user_id] = {"quiet": span, "zone": "america-new-york"}
    table = await slow.game("civil-suits")
    assert len(table.waits_for()) == 4
    warned = await when_warned(slow, table)
    late = await when_late(slow, table)
    for row in table.seats:
        hours = QuietHours.of(await slow.preferences.of(Scope.MEMBER, row.user_id))
        assert free(hours, warned, late) >= QUARTER
        assert free(hours, NOON, late) >= DAY


async def test_a_vote_to_wait_adds_time_that_runs(slow: Tavern) -> None:
    table = await slow.game()
    slow.at = moment("2026-01-10T20:00")
    player = next(row.user_id for row in table.seats if row.seat not in table.waits_for())
    table = await slow.seats.vote(table.row.id, player, WAIT)
    assert due(table) == NIGHT.due(NOON, 2 * DAY)
    assert await when_warned(slow, table) == NIGHT.due(NOON, 2 * DAY - QUARTER)
    assert await when_late(slow, table) == NIGHT.due(NOON, 2 * DAY)


@pytest.mark.parametrize("began", ["2026-01-10T20:00", "2026-01-11T15:00", "2026-01-12T07:00"])
async def test_an_outage_takes_none_of_ones_own_time(slow: Tavern, began: str) -> None:
    table = await slow.game()
    outage = Outage(moment(began))
    slow.at = outage.since + 5 * HOUR
    before = free(NIGHT, NOON, outage.since)
    await put_off(slow.tables, table.row.id, outage)
    back = slow.at
    warned, late = await when_warned(slow, table), await when_late(slow, table)
    assert before + free(NIGHT, back, late) >= DAY
    assert not NIGHT.at(late)
    assert free(NIGHT, max(warned, back), late) >= min(QUARTER, GRACE_SECONDS)


@pytest.mark.parametrize("stopped", ["2026-01-10T20:00", "2026-01-11T15:00", "2026-01-11T21:30"])
@pytest.mark.parametrize("down", [2.0, 8.0, 11.0, 16.0])
async def test_after_a_restart_nobodys_time_runs_out_at_night(
    tmp_path: Path, stopped: str, down: float
) -> None:
    first = await opened(tmp_path)
    table = await first.game()
    await passes(first, table, moment(stopped) - NOON)
    await first.store.lived(first.at)
    await first.close()
    tavern = await opened(tmp_path, first.at + down * HOUR)
    await tavern.clock.forgive(tavern.tables)
    table = await tavern.tables.get(table.row.id)
    back, warned_before = tavern.at, table.row.warned
    warned = back if warned_before else await when_warned(tavern, table)
    late = await when_late(tavern, table)
    assert not NIGHT.at(late)
    if warned_before:
        # At least as much as had been left.
        assert free(NIGHT, back, late) >= free(NIGHT, moment(stopped), moment("2026-01-12T08:00"))
    else:
        assert free(NIGHT, warned, late) >= QUARTER
    await tavern.agrees(table)
    await tavern.close()

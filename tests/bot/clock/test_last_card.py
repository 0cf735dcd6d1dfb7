"""The last card of a member who is away, where it can be played in one way only, is played by the clock."""

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.clock.calls import turn_at
from bot.clock.due import do_what_is_due, put_off
from bot.clock.outages import GRACE_SECONDS, START_SECONDS, Outage
from bot.messages.ledger import HERE_SECONDS, TOKEN_SECONDS
from bot.preferences.declared import ALWAYS, values_of
from bot.store import PanelRow, Scope, SeatRow
from bot.table import situation
from bot.table.deadlines import DAY, LAST_CARD_SECONDS
from bot.table.table import Table
from bot.tables.records import log_of
from engine import GAMES
from tests.bot.clock.test_due import passes
from tests.bot.clock.test_quiet_games import opened
from tests.bot.tavern import Tavern, refusal

CLOCK = 60
RNG = random.Random(11)


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Tavern]:
    """A tavern whose tables have a clock of a minute, and call people after half of it."""
    tavern = await Tavern.open(tmp_path, turn_seconds=CLOCK, nudge_seconds=30, pause_seconds=0)
    yield tavern
    await tavern.close()


async def play_to(tavern: Tavern, game: str, wanted: Callable[[Table], object]) -> Table:
    """Return a game that people play at random to a wanted moment; a new one begins where none comes."""
    table = await tavern.game(game)
    while not wanted(table):
        if situation.formality(table) is not None:
            tavern.at += 4
            await do_what_is_due(tavern.tables, table.row.id)
            table = tavern.now(table)
        elif not table.waits_for():
            table = await tavern.game(game)
        else:
            seat = table.waits_for()[0]
            row = asked(table)
            action = str(RNG.choice(table.game.legal(table.state, seat)))
            table = await tavern.play.submit(table.row.id, row.user_id, action, table.asked[seat])
    return table


def due(table: Table) -> bool:
    """Return whether a last card can be played in one way; an answer without a choice comes sooner."""
    return situation.last_card(table) is not None and situation.formality(table) is None


def led_by_another(table: Table) -> bool:
    """Return whether a last card can be played in one way, after the play of another seat."""
    last = situation.last_card(table)
    return last is not None and table.story[-1].seat != last[0]


def asked(table: Table) -> SeatRow:
    """Return the row of the first seat that is asked."""
    row = table.at(table.waits_for()[0])
    assert row is not None
    return row


def pressed(table: Table, at: float) -> None:
    """Let the member asked have pressed their panel at a time."""
    user_id = asked(table).user_id
    ends = at + TOKEN_SECONDS
    table.ledger.panels[user_id] = PanelRow(table.row.id, user_id, 5, "token", ends)


@pytest.mark.parametrize("game", GAMES)
async def test_it_is_played_after_five_seconds_and_no_turn_is_missed(timed: Tavern, game: str) -> None:
    table = await play_to(timed, game, due)
    row, before = asked(table), table
    last = situation.last_card(table)
    assert last is not None
    number = table.asked[row.seat]
    table = await passes(timed, table, LAST_CARD_SECONDS - 0.1)
    assert table.seq == before.seq
    timed.at += 0.1
    # One thing alone: answers without a choice may follow at once.
    await do_what_is_due(timed.tables, table.row.id)
    table = timed.now(table)
    assert table.seq == before.seq + 1
    entry = (await log_of(timed.store, table))[-1]
    assert (entry.seat, entry.action, entry.user_id) == (row.seat, str(last[1]), None)
    after = table.at(row.seat)
    assert after is not None
    assert (after.present, after.overdue, after.missed) == (True, False, 0)
    assert (timed.told.nudged, timed.told.late) == ([], [])
    # It is told as a computer's play in their place.
    assert table.story[-1].stood_in
    late = timed.play.submit(table.row.id, row.user_id, str(last[1]), number)
    assert await refusal(late) in {"refused.stale", "refused.not-your-turn", "refused.played"}
    await timed.agrees(table)


async def test_who_is_here_plays_it_themselves(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, turn_seconds=0, nudge_seconds=30)
    table = await play_to(tavern, "ciapano", situation.last_card)
    pressed(table, tavern.at)
    seq = table.seq
    table = await passes(tavern, table, HERE_SECONDS - 0.1)
    assert table.seq == seq
    # By then they may have put their phone away.
    table = await passes(tavern, table, 0.1)
    assert (table.seq, tavern.told.nudged) == (seq + 1, [])
    await tavern.close()


async def test_a_last_card_with_two_captures_is_a_choice(timed: Tavern) -> None:
    def chooses(table: Table) -> bool:
        return any(
            len(seen.hand) == 1 and len(seen.legal) > 1
            for seat in table.waits_for()
            if (seen := table.game.observe(table.state, seat))
        )

    table = await play_to(timed, "cicera", chooses)
    assert situation.last_card(table) is None
    seq = table.seq
    table = await passes(timed, table, CLOCK - 1)
    assert table.seq == seq
    assert len(timed.told.nudged) == 2  # after half a minute, and with the warning


async def test_neither_a_call_nor_a_new_message_announces_it(timed: Tavern) -> None:
    # Nobody is called to a turn that their own play has led to.
    table = await play_to(timed, "ciapano", led_by_another)
    always = values_of(Scope.MEMBER, {"pings": ALWAYS}, ())
    row = asked(table)
    assert turn_at(table, row, always, timed.at) > timed.at + DAY
    pressed(table, timed.at)
    assert turn_at(table, row, always, timed.at) == timed.at


async def test_it_waits_for_a_take_back_of_the_play_before(tmp_path: Path) -> None:
    back = 3 * LAST_CARD_SECONDS
    tavern = await Tavern.open(tmp_path, turn_seconds=0, undo_seconds=back)

    def offered(table: Table) -> bool:
        return situation.last_card(table) is not None and table.row.undo_until is not None

    table = await play_to(tavern, "ciapano", offered)
    assert table.row.nudge_at == table.row.undo_until == tavern.at + back
    seq = table.seq
    assert (await passes(tavern, table, back)).seq == seq + 1
    await tavern.close()


async def test_no_quiet_hours_hold_it_back(tmp_path: Path) -> None:
    slow = await opened(tmp_path)
    table = await play_to(slow, "ciapano", situation.last_card)
    slow.at += 12 * 3600.0  # past ten in the evening
    async with slow.tables.held(table.row.id) as held:
        await slow.tables.commit(held, table, **await slow.tables.pacing.timed(table))
    seq = table.seq
    assert (await passes(slow, slow.now(table), LAST_CARD_SECONDS)).seq == seq + 1
    await slow.close()


async def test_time_in_which_nobody_could_play_is_not_charged(timed: Tavern, tmp_path: Path) -> None:
    table = await play_to(timed, "ciapano", situation.last_card)
    due, seq = table.row.nudge_at, table.seq
    assert due is not None
    await put_off(timed.tables, table.row.id, Outage(timed.at - 10))
    assert timed.now(table).row.nudge_at == timed.at + LAST_CARD_SECONDS + GRACE_SECONDS
    # Nor is a restart, after which it is played all the same.
    down = 1000.0
    await timed.store.lived(timed.at)
    fresh = await Tavern.open(tmp_path, at=timed.at + down, turn_seconds=CLOCK)
    await fresh.clock.forgive(fresh.tables)
    again = await fresh.tables.get(table.row.id)
    assert again.row.nudge_at is not None
    least = fresh.at + LAST_CARD_SECONDS + GRACE_SECONDS + START_SECONDS
    assert again.row.nudge_at >= least
    assert (await passes(fresh, again, again.row.nudge_at - fresh.at)).seq == seq + 1
    await fresh.close()

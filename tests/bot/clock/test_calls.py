"""When a table may call which members: each setting, quiet hours, and the state after a restart."""

import math
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.clock.calls import (
    alone,
    asked_number,
    call_not_before,
    calls_to_seat,
    calls_to_turn,
    hand_now,
    note_nudged,
    nudged,
    open_calls,
    tells_at,
    turn_at,
)
from bot.messages.ledger import (
    ENDING_SECONDS,
    HERE_SECONDS,
    TO_HAND,
    TO_TURN,
    TOKEN_SECONDS,
    Call,
    Ledger,
    Telling,
)
from bot.preferences.declared import Values, values_of
from bot.store import PanelRow, Scope, SeatRow, Status, WaiterRow
from bot.table import situation
from bot.table.deadlines import SLOW_FROM
from bot.table.table import Table
from tests.bot.tavern import PEOPLE, Tavern, golden

NEVER = math.inf
NIGHT = datetime(2026, 1, 1, 22, tzinfo=UTC).timestamp()
NINE_HOURS = 9 * 3600.0


def member(**chosen: str) -> Values:
    """Return a member's settings, these besides the defaults."""
    return values_of(Scope.MEMBER, {"zone": "utc", **chosen}, ())


def asked(table: Table) -> SeatRow:
    """Return the seat asked."""
    (seat,) = table.waits_for()
    row = table.at(seat)
    assert row is not None
    return row


def has_panel(table: Table, row: SeatRow, pressed_at: float) -> None:
    """Give a member a private panel that was pressed then."""
    ends = pressed_at + TOKEN_SECONDS
    table.ledger.panels[row.user_id] = PanelRow(table.row.id, row.user_id, 5, "token", ends)


def played(table: Table) -> Table:
    """Return the table after a play of the seat asked."""
    seat = asked(table).seat
    return table.with_play(seat, table.game.legal(table.state, seat)[-1])


async def test_each_is_called_as_they_have_chosen(tavern: Tavern) -> None:
    table = played(await tavern.game())
    row, now = asked(table), tavern.at
    has_panel(table, row, now - 1.0)
    assert turn_at(table, row, member(pings="always"), now) == now
    assert turn_at(table, row, member(), now) == NEVER
    table.ledger.nudged[row.user_id] = table.asked[row.seat]
    assert turn_at(table, row, member(), now) == now - 1.0 + HERE_SECONDS
    assert turn_at(table, row, member(), now + 500.0) == now + 500.0
    assert turn_at(table, row, member(pings="never"), now) == NEVER
    # Another question is another call.
    following = played(played(table))
    assert asked(following).seat == row.seat
    assert turn_at(following, row, member(), now + 500.0) == NEVER


async def test_whom_a_digest_tells_of_a_slow_game_is_not_called_to_it(tavern: Tavern) -> None:
    live = played(await tavern.game()).with_row(clock=SLOW_FROM - 1)
    row, now, values = asked(live), tavern.at, member(pings="always", digest="on")
    slow = live.with_row(clock=SLOW_FROM)
    assert turn_at(live, row, values, now) == now
    assert turn_at(slow, row, values, now) == NEVER
    assert turn_at(slow, row, member(pings="always"), now) == now
    assert hand_now(live, row.user_id, values, now)
    assert not hand_now(slow, row.user_id, values, now)


async def test_whom_a_new_private_message_tells_is_called_once_they_may_be_away(tavern: Tavern) -> None:
    table = played(await tavern.game())
    row, now, ledger = asked(table), tavern.at, table.ledger
    number = table.asked[row.seat]
    has_panel(table, row, now - 500.0)
    ledger.nudged[row.user_id] = number
    # A message that is about to come, and one that has come.
    for told in (None, number):
        ledger.panels[row.user_id] = replace(ledger.panels[row.user_id], told=told)
        ledger.telling[row.user_id] = Telling(number, now + HERE_SECONDS)
        for pings in ("always", "later"):
            values = member(pings=pings, call="on")
            assert call_not_before(table, row.user_id, values, now) == now + HERE_SECONDS
            assert turn_at(table, row, values, now) == now + HERE_SECONDS
            assert turn_at(table, row, values, now + HERE_SECONDS) == now + HERE_SECONDS
            assert turn_at(table, row, member(pings=pings), now) == now
    assert turn_at(table, row, member(pings="never", call="on"), now) == NEVER
    # A later press keeps the member there for longer.
    panel = replace(ledger.panels[row.user_id], expires_at=now + 60.0 + TOKEN_SECONDS)
    ledger.panels[row.user_id] = panel
    assert call_not_before(table, row.user_id, member(call="on"), now + 60.0) == now + 60.0 + HERE_SECONDS
    # A message that could not be sent calls nobody; nor does one whose arrival is unknown.
    values = member(pings="always", call="on")
    ledger.untold[row.user_id] = number
    assert turn_at(table, row, values, now) == now
    ledger.untold[row.user_id] -= 1
    assert turn_at(table, row, values, now) > now
    ledger.panels[row.user_id] = replace(panel, former_id=5)
    assert turn_at(table, row, values, now) == now


async def test_who_was_told_of_another_question_is_called_to_this_one(tavern: Tavern) -> None:
    table = played(await tavern.game())
    row, now, ledger = asked(table), tavern.at, table.ledger
    number, values = table.asked[row.seat], member(pings="always", call="on")
    has_panel(table, row, now - 1.0)
    assert call_not_before(table, row.user_id, values, now) == -NEVER
    ledger.panels[row.user_id] = replace(ledger.panels[row.user_id], told=number - 1)
    ledger.telling[row.user_id] = Telling(number - 1, now + HERE_SECONDS)
    assert call_not_before(table, row.user_id, values, now) == -NEVER
    assert turn_at(table, row, values, now) == now


async def test_a_message_tells_a_question_once_what_led_to_it_has_been_looked_at(tavern: Tavern) -> None:
    table = played(await tavern.game()).with_row(calm_at=None)
    row, now, ledger = asked(table), tavern.at, table.ledger
    assert tells_at(table, row.user_id, now) == NEVER
    has_panel(table, row, now)
    assert tells_at(table, row.user_id, now) == now
    held = table.with_row(calm_at=now + 2.0)
    assert tells_at(held, row.user_id, now) == now + 2.0
    # The row keeps that the hand has been held.
    assert tells_at(held, row.user_id, now + 3.0) == now + 3.0
    assert tells_at(table, row.user_id, now + TOKEN_SECONDS - ENDING_SECONDS) == NEVER
    other = next(one for one in table.seats if one != row)
    has_panel(table, other, now)
    assert tells_at(table, other.user_id, now) == NEVER
    panel = ledger.panels[row.user_id]
    ledger.panels[row.user_id] = replace(panel, told=table.asked[row.seat])
    assert tells_at(table, row.user_id, now) == NEVER
    ledger.panels[row.user_id] = panel
    ledger.untold[row.user_id] = table.asked[row.seat]
    assert tells_at(table, row.user_id, now) == NEVER


async def test_a_question_is_what_the_game_waits_for(tavern: Tavern) -> None:
    table = await tavern.game()
    row = asked(table)
    (other,) = [one for one in table.seats if one != row]
    assert asked_number(table, row.user_id) == table.asked[row.seat] == 1
    assert asked_number(table, other.user_id) is None
    assert asked_number(table, 12345) is None
    following = played(table)
    assert asked_number(following, row.user_id) is None
    assert asked_number(following, other.user_id) == 2
    # The seat asked to cut the first deck counts as asked as well.
    undealt = replace(table, seq=0, state=table.game.start(table.options), asked={})
    assert asked_number(undealt, row.user_id) is None
    cut = undealt.with_row(cutter=row.seat)
    assert asked_number(cut, row.user_id) == 0
    assert asked_number(cut, other.user_id) is None


async def test_who_is_not_asked_is_not_called(tavern: Tavern) -> None:
    table = await tavern.game()
    other = next(row for row in table.seats if row != asked(table))
    assert turn_at(table, other, member(pings="always"), tavern.at) == NEVER


async def test_whose_time_has_run_out_is_not_called(tavern: Tavern) -> None:
    table = played(await tavern.game())
    row = asked(table)
    table.ledger.nudged[row.user_id] = table.asked[row.seat]
    assert turn_at(table, row, member(), tavern.at) == tavern.at
    late = table.marked(row, overdue=True)
    assert turn_at(late, asked(late), member(), tavern.at) == NEVER


async def test_only_where_no_time_runs_out_nobody_is_called_who_is_alone(tavern: Tavern) -> None:
    table = (await tavern.game()).with_row(clock=60)
    assert not alone(table)
    left = table.marked(table.seats[1], level="medium")
    # The person who stayed has the clock of the game.
    assert not alone(left)
    assert alone(left.with_row(clock=0))
    assert not alone(table.with_row(clock=0))
    computer = left.with_seats(left.seats[0], replace(left.seats[1], user_id=-1))
    assert alone(computer)
    assert not alone(computer.with_row(timed=True))


async def test_a_table_tells_whether_its_nudge_has_been(tavern: Tavern) -> None:
    table, settings = played(await tavern.game()), tavern.tables.settings
    pending = table.with_row(nudge_at=tavern.at + 30)
    assert not nudged(pending, settings)
    assert nudged(table.with_row(nudge_at=None), settings)
    # A warning calls the member, whenever the nudge would come.
    assert nudged(pending.with_row(warned=True), settings)
    never = settings.model_copy(update={"nudge_seconds": 0})
    assert not nudged(table.with_row(nudge_at=None), never)
    assert not nudged(table.with_row(nudge_at=None, status=Status.STOPPED), settings)


async def test_quiet_hours_put_a_call_off_until_they_end(tavern: Tavern) -> None:
    table = played(await tavern.game())
    row = asked(table)
    values = member(pings="always", quiet="22-07")
    assert turn_at(table, row, values, NIGHT - 1) == NIGHT - 1
    assert turn_at(table, row, values, NIGHT) == NIGHT + NINE_HOURS
    values = member(quiet="22-07")
    table.ledger.nudged[row.user_id] = table.asked[row.seat]
    assert turn_at(table, row, values, NIGHT) == NIGHT + NINE_HOURS
    # A press shortly before quiet hours ends its absence only within them.
    has_panel(table, row, NIGHT - 1)
    assert turn_at(table, row, values, NIGHT - 1) == NIGHT + NINE_HOURS
    assert turn_at(table, row, member(pings="never", quiet="22-07"), NIGHT) == NEVER


async def test_nobody_is_called_at_once_to_what_their_own_press_has_led_to(tavern: Tavern) -> None:
    always, now = member(pings="always"), tavern.at
    own = others = 0
    # In a rare deal no last player wins the trick, and leads.
    while not (own and others):
        table = await tavern.game("ciapano", players=3)
        for row in table.seats:
            has_panel(table, row, now)
        before, table = asked(table), played(table)
        while not table.between_hands:
            row = asked(table)
            at = turn_at(table, row, always, now)
            assert at == (NEVER if row == before else now)
            own += row == before
            others += row != before
            before, table = row, played(table)
    # A deal makes it known while the press is answered.
    table = await tavern.game()
    row = asked(table)
    has_panel(table, row, now)
    assert turn_at(table, row, always, now) == now
    table.ledger.led[row.user_id] = table.asked[row.seat]
    assert turn_at(table, row, always, now) == NEVER
    # The clock's nudge still calls all of them, once they may be away.
    table.ledger.nudged[row.user_id] = table.asked[row.seat]
    assert turn_at(table, row, always, now) == now + HERE_SECONDS


@pytest.mark.parametrize("computers", [1, 2])
async def test_computers_that_play_on_are_part_of_the_press_before(tavern: Tavern, computers: int) -> None:
    table, always = await tavern.recorded(golden("ciapano-three"), 1), member(pings="always")
    for row in table.seats:
        has_panel(table, row, tavern.at)
    sitting = [replace(row, level="easy") if row.seat < computers else row for row in table.seats]
    table = table.with_seats(*sitting)
    pressed_last: SeatRow | None = None
    seen = set()
    while not table.between_hands:
        row = asked(table)
        if row.present:
            at = turn_at(table, row, always, tavern.at)
            assert at == (NEVER if row == pressed_last else tavern.at)
            seen.add(at)
            pressed_last = row
        table = played(table)
    assert NEVER in seen
    assert tavern.at in seen


async def test_what_a_computer_plays_for_somebody_is_no_press_of_theirs(tavern: Tavern) -> None:
    # In the hand of this record a seat soon plays last to a trick and takes it.
    table = await tavern.recorded(golden("ciapano-three"), 1)
    own = 0
    while not own:
        before = asked(table)
        has_panel(table, before, tavern.at)
        action = table.game.legal(table.state, before.seat)[-1]
        for_them = table.with_play(before.seat, action, stood_in=True)
        table = table.with_play(before.seat, action)
        if asked(table) == before:
            own += 1
            assert turn_at(table, before, member(pings="always"), tavern.at) == NEVER
            assert turn_at(for_them, before, member(pings="always"), tavern.at) == tavern.at


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_question_is_called_to_once_also_after_a_restart(tavern: Tavern, restarted: bool) -> None:
    table, now = played(await tavern.game()), tavern.at
    row = asked(table)
    number = table.asked[row.seat]
    ledger = table.ledger
    if restarted:
        calls = ((row.user_id, TO_TURN, number),)
        ledger = Ledger(replace(ledger.place, ping_id=6, ping_channel_id=8, calls=calls))
        table = replace(table, ledger=ledger)
    else:
        ledger.calls = {row.user_id: Call(TO_TURN, number)}
    assert open_calls(table) == {row.user_id: Call(TO_TURN, number)}
    ledger.nudged[row.user_id] = number
    for values in (member(), member(pings="always")):
        assert turn_at(table, row, values, now) == NEVER
    following = played(table)
    assert open_calls(following) == {}
    assert turn_at(following, asked(following), member(pings="always"), now) == now


async def test_people_without_a_panel_are_called_to_their_cards(tavern: Tavern) -> None:
    table, now = await tavern.game(), tavern.at
    row = asked(table)
    # They are called to their cards, and not to their turn as well.
    assert turn_at(table, row, member(pings="always"), now) == NEVER
    for user_id in PEOPLE[:2]:
        assert hand_now(table, user_id, member(), now)
        assert not hand_now(table, user_id, member(pings="never"), now)
        assert not hand_now(table, user_id, member(quiet="22-07"), NIGHT)
        assert hand_now(table, user_id, member(quiet="22-07"), NIGHT - 1)
    assert not hand_now(table, 999, member(), now)
    # A member who has opened their cards meanwhile needs no call to them.
    has_panel(table, row, now - HERE_SECONDS - 1)
    assert not hand_now(table, row.user_id, member(), now)
    del table.ledger.panels[row.user_id]
    table.ledger.calls = {PEOPLE[0]: Call(TO_HAND, table.seq)}
    assert open_calls(table) == table.ledger.calls
    assert not hand_now(table, PEOPLE[0], member(), now)
    assert open_calls(played(table)) == {}
    assert open_calls(played(table)) == {}


async def test_a_table_is_looked_at_for_calls_to_turns_only_if_it_calls_to_one(tavern: Tavern) -> None:
    table = played(await tavern.game())
    row, now, settings = asked(table), tavern.at, tavern.tables.settings
    has_panel(table, row, now - 1.0)
    assert not nudged(table, settings)
    assert not calls_to_turn(table, {}, settings, now)
    assert not calls_to_turn(table, {row.user_id: member()}, settings, now)
    assert not calls_to_turn(table, {row.user_id: member(pings="never")}, settings, now)
    assert calls_to_turn(table, {row.user_id: member(pings="always")}, settings, now)
    # Also for a call that comes later.
    late = member(pings="always", quiet="22-07")
    assert turn_at(table, row, late, NIGHT) > NIGHT
    assert calls_to_turn(table, {row.user_id: late}, settings, NIGHT)
    # Whoever has been nudged is called once they may be away.
    note_nudged(table)
    assert calls_to_turn(table, {row.user_id: member()}, settings, now)
    table.ledger.nudged.clear()
    assert calls_to_turn(table.with_row(nudge_at=None), {row.user_id: member()}, settings, now)


async def test_a_table_is_looked_at_for_calls_to_seats_only_if_a_seat_or_a_call_is_there(
    tavern: Tavern,
) -> None:
    table = await tavern.game()
    waiting = WaiterRow(table.row.id, 99, 1.0)
    assert not calls_to_seat(table)
    table.ledger.waiters[99] = waiting
    assert situation.open_to(table) is None
    assert not calls_to_seat(table)
    table.ledger.waiters[99] = replace(waiting, call_id=5, channel_id=6, called_to="claim")
    assert calls_to_seat(table)
    table.ledger.waiters[99] = waiting
    assert calls_to_seat(table.with_row(status=Status.FINISHED))
    assert calls_to_seat(table.with_row(status=Status.CLOSED))
    # A member who has found a seat waits no more.
    seated = table.seats[0].user_id
    table.ledger.waiters = {seated: replace(waiting, user_id=seated)}
    assert calls_to_seat(table)

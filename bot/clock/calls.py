"""The calls of a table: users to call now or later, and the time of a member's next digest."""

import math
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from bot.host.settings import Settings
from bot.messages.ledger import ENDING_SECONDS, HERE_SECONDS, TO_CUT, TO_HAND, TO_SEAT, TO_TURN, Call, Telling
from bot.preferences.declared import ALWAYS, NEVER, ON, Values
from bot.preferences.quiet_hours import QuietHours
from bot.store import SeatRow, Status
from bot.table import situation
from bot.table.deadlines import DAY, SLOW_FROM, last_card_left, offered_until
from bot.table.table import Table
from engine.game import DEALER

EVERY: Final = DAY
"""Seconds from a digest to the next."""
FIRST_DEAL: Final = 1
"""The number of the question that the first deal of a game asks."""


def open_calls(table: Table) -> dict[int, Call]:
    """Return the open calls of a game, by user."""
    return {user_id: call for user_id, call in table.ledger.calls.items() if is_open(table, user_id, call)}


def is_open(table: Table, user_id: int, call: Call) -> bool:
    """Return whether a call still has its reason.

    That is the user's turn, the moment before or after the first deal, or the seat kept for them.
    """
    if call.kind == TO_SEAT:
        return table.row.status is Status.LOBBY and situation.kept_for(table, user_id) is not None
    if call.kind in (TO_HAND, TO_CUT):
        return table.playing and table.seq == call.number
    return situation.asked_of(table, user_id) == call.number


def asked_number(table: Table, user_id: int) -> int | None:
    """Return the number of the question that a user has to answer, the cut of a deck among them.

    None if the game does not wait for them, or they have no choice.
    """
    row, cutter = table.seat_of(user_id), situation.cutter(table)
    if row is None or (cutter is not None and cutter.user_id == user_id):
        return None if row is None else table.seq
    number = situation.asked_of(table, user_id)
    return None if number is None or table.game.formality(table.state, row.seat) is not None else number


def call_not_before(table: Table, user_id: int, member: Values, now: float) -> float:
    """Return until when a new private message counts as the call; -inf without one.

    A message that is about to be sent counts as well.
    """
    ledger, number = table.ledger, asked_number(table, user_id)
    panel = ledger.panel_of(user_id, now)
    if member["call"] != ON or panel is None or panel.left or number in (None, ledger.untold.get(user_id)):
        return -math.inf
    here = ledger.pressed_at(user_id) + HERE_SECONDS if panel.told == number else -math.inf
    telling = ledger.telling.get(user_id)
    return max(here, telling.until) if telling is not None and telling.number == number else here


def tells_at(table: Table, user_id: int, now: float) -> float:
    """Return when a new private message may tell a user of their turn, infinity for never.

    The play before it can be looked at first, and may be taken back.
    """
    ledger, number = table.ledger, asked_number(table, user_id)
    panel = ledger.panel_of(user_id, now)
    if number is None or panel is None or panel.left or panel.expires_at <= now + ENDING_SECONDS:
        return math.inf
    if number in (panel.told, ledger.untold.get(user_id)) or last_card_left(table, now) is not None:
        return math.inf
    return max(now, table.row.calm_at or now, offered_until(table) or now)


def comes_down(table: Table, user_id: int) -> bool:
    """Return whether to send a user's panel anew below the board, above which it stands.

    It comes down as long as nobody has played, and after that once its user is asked.
    """
    ledger = table.ledger
    panel = ledger.panels.get(user_id)
    if panel is None or not table.playing or panel.message_id in ledger.stuck:
        return False
    if not ledger.above(panel.message_id, ledger.channels.get(user_id)):
        return False
    return table.seq <= FIRST_DEAL or asked_number(table, user_id) is not None


def expect_messages(table: Table, now: float) -> set[int]:
    """Note the questions that new private messages may be about to tell, and return the users asked."""
    ledger, asked = table.ledger, set[int]()
    for user_id in ledger.panels:
        at = tells_at(table, user_id, now)
        if math.isfinite(at) and (number := asked_number(table, user_id)) is not None:
            ledger.telling[user_id] = Telling(number, at + HERE_SECONDS)
            asked.add(user_id)
    return asked


def note_led(table: Table, users: Iterable[int]) -> None:
    """Note that the users' own presses have led to the questions that they are asked now."""
    _note(table.ledger.led, table, users)


def note_nudged(table: Table) -> None:
    """Note that everybody who is asked has been nudged to their question."""
    _note(table.ledger.nudged, table, situation.people_asked(table))


def _note(numbers: dict[int, int], table: Table, users: Iterable[int]) -> None:
    """Note of users the numbers of the questions that they are asked now."""
    for user_id in users:
        number = situation.asked_of(table, user_id)
        if number is not None:
            numbers[user_id] = number


def alone(table: Table) -> bool:
    """Return whether a lone person plays computers without a clock: nobody is called there."""
    return not table.clock and sum(row.present for row in table.seats) < 2


def nudged(table: Table, settings: Settings) -> bool:
    """Return whether people have been nudged to this turn, or warned of its end: it shows in the row."""
    if not (settings.nudge_seconds and table.playing) or situation.formality(table) is not None:
        return False
    return table.row.warned or table.row.nudge_at is None


def by_digest(table: Table, member: Values) -> bool:
    """Return whether a digest, and no ping, tells a member that a table waits for them."""
    return member["digest"] == ON and table.row.clock >= SLOW_FROM


def awaited(table: Table) -> list[int]:
    """Return the users to be called to the seats kept for them; none once they have been called."""
    if any(call.kind == TO_SEAT for call in table.ledger.calls.values()):
        return []
    return [user for _, user, _ in table.row.reserved] if table.row.status is Status.LOBBY else []


def calls_to_seat(table: Table) -> bool:
    """Return whether waiting members may be called to a seat of a table or the next game, or a call may end.

    While there is no seat for them, and none was, they only wait.
    """
    rows = table.ledger.waiters.values()
    if rows and (situation.open_to(table) is not None or not table.open):
        return True
    return any(row.call_id is not None or table.seat_of(row.user_id) is not None for row in rows)


def seat_now(member: Values, now: float) -> bool:
    """Return whether a member may be called now to the seat kept for them."""
    return member["pings"] != NEVER and not QuietHours.of(member).at(now)


def hand_now(table: Table, user_id: int, member: Values, now: float) -> bool:
    """Return whether a user without a private panel is called to their cards, or to cut the deck.

    In quiet hours they are not: their turn calls them when these end, and **My hand** is there all the time.
    """
    row = table.seat_of(user_id)
    if row is None or not row.present or user_id in open_calls(table) or member["pings"] == NEVER:
        return False
    if by_digest(table, member) or table.ledger.panel_of(user_id, now) is not None:
        return False
    return not table.ledger.pressed_within(user_id, HERE_SECONDS, now) and not QuietHours.of(member).at(now)


def turn_at(table: Table, row: SeatRow, member: Values, now: float) -> float:
    """Return when the person in a seat may be called to their turn, infinity while that is open.

    A person whose time has run out is not called: a computer is about to play for them. Nor is one who is
    away and whose last card the clock is about to play.
    """
    ledger, number = table.ledger, situation.asked_of(table, row.user_id)
    if number is None or row.overdue or member["pings"] == NEVER or by_digest(table, member):
        return math.inf
    if open_calls(table).get(row.user_id) == Call(TO_TURN, number):
        return math.inf
    # At the first deal a user without a panel is called to their cards instead.
    dealt_to = number == FIRST_DEAL and ledger.panel_of(row.user_id, now) is None
    if member["pings"] == ALWAYS and not dealt_to and not _own(table, row, number):
        # The play before this turn may be taken back at once.
        at = max(now, offered_until(table) or now)
    elif ledger.nudged.get(row.user_id) == number:
        at = max(now, ledger.pressed_at(row.user_id) + HERE_SECONDS)
    else:
        return math.inf
    if last_card_left(table, now) is not None:
        return math.inf
    return QuietHours.of(member).end_after(max(at, call_not_before(table, row.user_id, member, now)))


def calls_to_turn(table: Table, members: Mapping[int, Values], settings: Settings, now: float) -> bool:
    """Return whether a table calls one of these members to their turn, now or later.

    Until the table, a nudge, or a member's choice changes that, nobody has to look at it for calls.
    """
    if alone(table) or not members:
        return False
    if nudged(table, settings):
        return True
    rows = [row for row in table.seats if row.user_id in members]
    return any(math.isfinite(turn_at(table, row, members[row.user_id], now)) for row in rows)


def _own(table: Table, row: SeatRow, number: int) -> bool:
    """Return whether a person's own press has led to their turn: its answer has asked them.

    Plays of computers since then count as part of that press.
    """
    if table.ledger.led.get(row.user_id) == number:
        return True
    for told in reversed(table.story[: number - table.dealt + 1]):
        actor = table.at(told.seat) if told.seat != DEALER else None
        if actor is None:
            return False
        if actor.present and not told.stood_in:
            return actor is row
    return False


def waits(table: Table, user_id: int, now: float) -> bool:
    """Return whether a slow game waits for a user without an open call.

    It does not wait for a user whose time has run out or whose last card is about to be played for them, or
    who plays computers alone without a clock.
    """
    due_at = table.row.due_at
    if (
        table.row.clock < SLOW_FROM
        or due_at is None
        or due_at <= now
        or situation.asked_of(table, user_id) is None
        or last_card_left(table, now) is not None
    ):
        return False
    return not (alone(table) or user_id in open_calls(table))


def due_at(
    waiting: Collection[Table], user_id: int, member: Values, sent_at: float | None, now: float
) -> float:
    """Return when a member's next digest is due while these tables wait for them, infinity for never.

    A member who has pressed a panel lately, or got a new one, has read it. The last digest was sent at
    `sent_at`.
    """
    if not waiting or member["pings"] == NEVER:
        return math.inf
    away = min(
        max(table.ledger.pressed_at(user_id) + HERE_SECONDS, call_not_before(table, user_id, member, now))
        for table in waiting
    )
    earliest = -math.inf if sent_at is None else sent_at + EVERY
    return QuietHours.of(member).end_after(max(now, away, earliest))

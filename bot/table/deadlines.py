"""The deadlines of a table, and the next moment at which the clock has to look at it.

Each column of a deadline means one thing (`bot/store/model/rows.py`), and `wake_at` follows from all of them
in one place, with every commit. So a clock that comes late does all in order, one thing at a time.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from bot.host.settings import Settings
from bot.messages.ledger import HERE_SECONDS
from bot.preferences.quiet_hours import QuietHours
from bot.store import SeatRow, Status
from bot.table import situation
from bot.table.situation import formality_of
from bot.table.table import Table
from bot.table.votes import decided, expires_at, silence
from engine.game import DEALER

LAST_CARD_SECONDS: Final = 5.0
"""Seconds until the clock plays the last card of a member who is away, where there is one way to play it.

It counts as no turn missed, and no quiet hours hold it back. Nothing hidden is told by that time: the card
comes before anybody else acts, and the take-back before it is over.
"""
WARNED: Final = 0.25
"""The part of a turn's time that is left when people are warned."""
SLOW_FROM: Final = 3600
"""A clock of at least so many seconds a turn is slow: it does not run in quiet hours."""
DAY: Final = 86_400.0
FADE_SECONDS: Final = 7 * DAY
FADE_CLOCKS: Final = 3
"""An untouched game ends after `FADE_SECONDS` or so many of its clocks, whichever is longer."""


def idle_at(settings: Settings, now: float) -> float:
    """Return when a lobby closes that nobody touches from now on."""
    return now + 60 * settings.lobby_minutes


def fades_at(table: Table, now: float) -> float:
    """Return when a game ends that nobody touches from now on."""
    return now + max(FADE_SECONDS, FADE_CLOCKS * table.clock)


def runs_out(quiet: Collection[QuietHours], start: float, seconds: float) -> float:
    """Return when so many seconds outside their `quiet` hours have passed for everybody.

    Every deadline that quiet hours may move comes from here: after a turn, a vote, an outage.
    """
    return max([hours.due(start, seconds) for hours in quiet], default=start + seconds)


def limits(table: Table, start: float, quiet: Collection[QuietHours] = ()) -> dict[str, Any]:
    """Return the deadlines of a turn that begins at `start`, as columns of the row.

    Once people are warned, everybody has a quarter of the time left.
    """
    warn = runs_out(quiet, start, (1 - WARNED) * table.clock)
    due = max(runs_out(quiet, start, table.clock), least(table, warn, quiet))
    return {"due_at": due, "warn_at": warn, "warned": False}


def least(table: Table, warned_at: float, quiet: Collection[QuietHours]) -> float:
    """Return the earliest end of a turn whose warning came at `warned_at`.

    A start shifts deadlines in SQL, without quiet hours, so the clock asks here before it calls a turn over.
    """
    return runs_out(quiet, warned_at, WARNED * table.clock)


def timing(
    table: Table,
    settings: Settings,
    now: float,
    start: float,
    quiet: Collection[QuietHours] = (),
    moment: float = 0.0,
) -> dict[str, Any]:
    """Return the deadlines of a game that has just reached this state, as columns of the row.

    The time of people begins at `start`, once what was played has been looked at.

    At `due_at` the next hand is dealt, or a computer plays for people whose time has run out. Time does not
    run in the `quiet` hours of the members asked. A seat without a choice shows the same time to everybody,
    but is answered for a `moment` after it is asked, before anybody would be nudged: no time tells the cards
    of a hand.
    """
    values: dict[str, Any] = {"due_at": None, "warn_at": None, "warned": False}
    nudge: float | None = None
    waits = table.to_act
    asked = [row for row in table.seats if row.present and row.seat in waits]
    if table.seq == 0:
        values["due_at"] = start + settings.cut_seconds
    elif waits == (DEALER,):
        # Computers need no time to read a score sheet.
        watched = any(row.present for row in table.seats if row.seat in table.active())
        values["due_at"] = start + (settings.next_hand_seconds if watched else moment)
    else:
        if asked and table.clock:
            values = limits(table, start, quiet)
        if formality_of(table.game, table.state) is not None:
            nudge = answers_at(table, now, moment)
        elif situation.last_card(table) is not None:
            nudge = max(start + LAST_CARD_SECONDS, table.row.calm_at or now, offered_until(table) or now)
        elif asked and settings.nudge_seconds:
            nudge = start + settings.nudge_seconds
    return {**values, "nudge_at": nudge}


def answers_at(table: Table, now: float, moment: float) -> float:
    """Return when the clock answers for the seat without a choice that is asked from now on.

    For a person it does so a moment after the pause: its end is known to the second, and an answer right then
    would tell. For a computer it does so when that would play if it had a choice.
    """
    (seat, _), calm = formality_of(table.game, table.state) or (DEALER, None), table.row.calm_at or now
    row = table.at(seat)
    return max(now, calm) + moment if row is not None and row.present else plays_at(table, now, moment)


def last_card_left(table: Table, now: float) -> tuple[int, Any] | None:
    """Return the seat and the play of `situation.last_card` if its person is away, else None.

    A person counts as here for a while after each press on their panel.
    """
    last = situation.last_card(table)
    row = table.at(last[0]) if last is not None else None
    here = row is None or table.ledger.pressed_within(row.user_id, HERE_SECONDS, now)
    return None if here else last


def plays_at(table: Table, now: float, moment: float) -> float:
    """Return when a computer plays that is asked from now on: after its moment, and not within the pause."""
    return max(now + moment, table.row.calm_at or now)


def wake_at(table: Table) -> float | None:
    """Return when the clock next has to look at a table, None without anything to do."""
    row = table.row
    if row.status is Status.LOBBY:
        kept = row.reserved_until if row.reserved else None
        at = (row.touched_at if situation.begins(table) else None, kept, row.due_at)
        return min((moment for moment in at if moment is not None), default=None)
    if row.status is Status.FINISHED:
        return row.calm_at if row.held else None
    return min(_moments(table), default=None) if table.playing else None


def warns_at(table: Table) -> float | None:
    """Return when people are warned that the time of a turn runs out, None without a warning."""
    row = table.row
    if row.due_at is None or row.warned or not situation.people_asked(table):
        return None
    # A formality is answered for by the clock, and nobody's time runs out.
    return None if situation.formality(table) is not None else row.warn_at


def calms_at(table: Table) -> float | None:
    """Return the end of a held view or of a take-back, None if none ends or a computer plays on just then."""
    row = table.row
    if row.held:
        return row.calm_at
    stays = situation.computer_to_act(table) is not None or situation.formality(table) is not None
    return None if stays else offered_until(table)


def offered_until(table: Table) -> float | None:
    """Return the end of a take-back that others wait for; None alone, where no time ends it."""
    return None if situation.solo(table.seats) else table.row.undo_until


def _moments(table: Table) -> Iterator[float]:
    row = table.row
    for at in (row.due_at, row.nudge_at, warns_at(table), calms_at(table)):
        if at is not None:
            yield at
    if row.fades_at is not None:
        yield row.fades_at if row.fading else row.fades_at - DAY
    for seat in table.seats:
        for vote, said_at in seat.votes:
            yield expires_at(vote, said_at)
    if (asked := silence(table)) is not None and asked.silent_at is not None:
        yield asked.silent_at
    if decided(table) is not None:
        yield row.touched_at


def overdue(table: Table) -> list[SeatRow]:
    """Return the seats of people whose time has run out, before a computer has played for them.

    The mark lets a computer play this one turn, as computers always do; a press that comes first plays as
    usual.
    """
    return [row for row in table.seats if row.overdue]

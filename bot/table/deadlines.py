"""When something is due at a table, and when the clock next has to look at it."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from bot.host.settings import Settings
from bot.preferences.quiet_hours import QuietHours
from bot.store import SeatRow, Status
from bot.table import situation
from bot.table.situation import formality_of
from bot.table.table import Table
from bot.table.votes import EXPIRE_SECONDS, decided
from engine.game import DEALER

MOMENT: Final = (0.26, 0.48)
"""The shortest and longest pause, as parts of `pause_seconds`, before an answer that nobody presses: a
computer's, or that of a seat without a choice. Both take the same, so that the time a computer takes does not
tell whether it had a choice.
"""

WARNED: Final = 0.25
"""The part of a turn's time that is left when everybody is warned that it runs out."""
SLOW_FROM: Final = 3600
"""A clock with at least so many seconds a turn is slow: it does not run in quiet hours."""
DAY: Final = 86_400.0
FADE_SECONDS: Final = 7 * DAY
FADE_CLOCKS: Final = 3
"""A game that nobody touches ends after this time, or after so many of its clocks, whichever is longer."""


def idle_at(settings: Settings, now: float) -> float:
    """Return when a lobby closes if nobody touches it from now on."""
    return now + 60 * settings.lobby_minutes


def fades_at(table: Table, now: float) -> float:
    """Return when a game ends if nobody touches it from now on."""
    return now + max(FADE_SECONDS, FADE_CLOCKS * table.clock)


def runs_out(quiet: Collection[QuietHours], start: float, seconds: float) -> float:
    """Return when so many seconds outside their `quiet` hours have passed for everybody."""
    return max([hours.due(start, seconds) for hours in quiet], default=start + seconds)


def limits(table: Table, start: float, quiet: Collection[QuietHours] = ()) -> dict[str, Any]:
    """Return what a row becomes when those who are asked have the time of a turn from `start` on.

    Once they are warned, everybody has a quarter of it left.
    """
    warn = runs_out(quiet, start, (1 - WARNED) * table.clock)
    due = max(runs_out(quiet, start, table.clock), least(table, warn, quiet))
    return {"due_at": due, "warn_at": warn, "warned": False}


def least(table: Table, warned_at: float, quiet: Collection[QuietHours]) -> float:
    """Return when the time of those who are asked runs out at the earliest, if they were warned at
    `warned_at`.
    """
    return runs_out(quiet, warned_at, WARNED * table.clock)


def timing(
    table: Table, settings: Settings, now: float, quiet: Collection[QuietHours] = (), moment: float = 0.0
) -> dict[str, Any]:
    """Return what a row becomes when a game has just reached this state: when what is asked is due.

    Then the next hand is dealt, or a computer plays for people whose time has run out. Time does not run in
    the `quiet` hours of those who are asked. A seat without a choice is given the same time, which everybody
    sees, but it is answered for a `moment` after it is asked, before anybody would be told.
    """
    values: dict[str, Any] = {"due_at": None, "warn_at": None, "warned": False}
    nudge: float | None = None
    waits = table.game.to_act(table.state)
    asked = [row for row in table.seats if row.present and row.seat in waits]
    if table.seq == 0:
        values["due_at"] = now + settings.cut_seconds
    elif waits == (DEALER,):
        # Computers need no time to read a score sheet.
        watched = any(row.present for row in table.seats if row.seat in table.active())
        values["due_at"] = now + (settings.next_hand_seconds if watched else moment)
    else:
        if asked and table.clock:
            values = limits(table, now, quiet)
        if formality_of(table.game, table.state) is not None:
            # When a play can no longer be taken back is known to the second: an answer then would tell.
            nudge = max(now, table.row.calm_at or now) + moment
        elif asked and settings.nudge_seconds:
            nudge = now + settings.nudge_seconds
    return {**values, "nudge_at": nudge}


def wake_at(table: Table) -> float | None:
    """Return when the clock next has to look at a table, None where it has nothing to do."""
    row = table.row
    if row.status is Status.LOBBY:
        kept = row.reserved_until if row.reserved else None
        at = (row.touched_at if situation.begins(table) else None, kept, row.due_at)
        return min((moment for moment in at if moment is not None), default=None)
    if row.status is Status.FINISHED:
        return row.calm_at if row.held else None
    return min(_moments(table), default=None) if table.playing else None


def warns_at(table: Table) -> float | None:
    """Return when everybody is to be warned that the time for a turn runs out, None where nobody is."""
    row = table.row
    if row.due_at is None or row.warned or not situation.people_asked(table):
        return None
    # A formality is answered for by the clock, and nobody's time runs out.
    return None if situation.formality(table) is not None else row.warn_at


def calms_at(table: Table) -> float | None:
    """Return when what is shown for a moment only is over, None where a computer plays on just then."""
    row = table.row
    if row.held:
        return row.calm_at
    alone = situation.computer_to_act(table) is None and situation.formality(table) is None
    return row.undo_until if alone else None


def _moments(table: Table) -> Iterator[float]:
    row = table.row
    for at in (row.due_at, row.nudge_at, warns_at(table), calms_at(table)):
        if at is not None:
            yield at
    if row.fades_at is not None:
        yield row.fades_at if row.fading else row.fades_at - DAY
    for seat in table.seats:
        for _, said_at in seat.votes:
            yield said_at + EXPIRE_SECONDS
    if decided(table) is not None:
        yield row.touched_at


def overdue(table: Table) -> list[SeatRow]:
    """Return the seats of people whose time has run out, for whom a computer has not played yet."""
    return [row for row in table.seats if row.overdue]

"""The pause after a play: it can be looked at and taken back, and nothing happens by itself.

`calm_at` holds back computers and automatic answers, and nobody's press. At the end of a hand the row is
`held`: everybody sees the table as the last card left it, although the hand is counted and a result stored.
The clock ends the pause, so a restart does.

After the last card of a game the row stays held, while the clock has the sheet of that hand counted aloud, in
parts. How far that has come is in the snapshot alone: where it is lost, the end is shown at once.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from bot.host.settings import Settings
from bot.store import TableRow
from bot.table import situation
from bot.table.table import Table

NO_PAUSE: Final[Mapping[str, Any]] = MappingProxyType(
    {"calm_at": None, "undo_until": None, "turn_left": None, "warn_left": None, "held": False}
)
"""The columns of a row without a held view and without a take-back."""
WHOLE: Final = 3
"""The last of the parts in which a sheet is counted: with it the whole is in sight."""
STANDS: Final = 4
"""The times of a held view for which the whole sheet stands before the winners are told."""
SOLO_HOLD: Final = 0.7
"""The part of `hold_seconds` for which a play is held in view where nobody else looks on."""


def held_seconds(after: Table, settings: Settings) -> float:
    """Return the seconds for which a table is left as the last play has made it, to be looked at.

    They follow the last card of a hand, and the events that its game holds in sight.
    """
    if after.last_play is None:
        return 0.0
    if after.hand_over:
        return settings.hold_seconds
    part = SOLO_HOLD if situation.solo(after.seats) else 1.0
    return part * settings.hold_seconds if _told(after, after.game.HOLDS) else 0.0


def pause_after(before: Table, after: Table, settings: Settings, now: float) -> dict[str, Any]:
    """Return the pause after the play or deal between two snapshots, as columns of the row."""
    hold, row = held_seconds(after, settings), before.row
    alone = situation.solo(after.seats)
    # A person whose time has run out is not given more, where others wait for it.
    late = not alone and after.last_play is not None and _overdue(before, after.last_play.seat)
    offered = row.undo and settings.undo_seconds and not late and situation.undoable(after) is not None
    undo = settings.undo_seconds if offered else 0.0
    # Nobody else is bothered, or a second press has confirmed the play: nothing waits for another thought.
    waited = 0.0 if alone or _told(after, after.game.CONFIRMED) else undo
    ends = now + max(hold, waited)
    if situation.shared(after) and row.calm_at is not None:
        # The play of another seat may still be looked at.
        ends = max(ends, row.calm_at)
    timed = offered and not alone and row.due_at is not None and row.warn_at is not None
    return {
        "calm_at": ends if ends > now else None,
        "undo_until": now + undo if offered else None,
        "turn_left": (row.due_at or now) - now if timed else None,
        "warn_left": (row.warn_at or now) - now if timed else None,
        "held": bool(hold) and after.hand_over,
    }


def counted_on(table: Table, settings: Settings, now: float, *, whole: bool) -> Table:
    """Return the table with the next part of its last sheet in sight, or after all of it with the winners.

    With `whole` all parts come at once.
    """
    if table.counting == WHOLE:
        return with_winners(table)
    part = WHOLE if whole else (table.counting or 0) + 1
    seconds = settings.hold_seconds * (STANDS if part == WHOLE else 1)
    return replace(table, counting=part).with_row(calm_at=now + seconds)


def with_winners(table: Table) -> Table:
    """Return the table with its winners told."""
    return replace(table, counting=None).with_row(**NO_PAUSE)


def _told(table: Table, names: Collection[str]) -> bool:
    """Return whether the last entry of the log has an event with one of these names."""
    return any(event.name in names for event in table.story[-1].events)


def _overdue(table: Table, seat: int) -> bool:
    """Return whether the time of the person in a seat has run out."""
    row = table.at(seat)
    return row is not None and row.overdue


def taken_up(row: TableRow, now: float) -> dict[str, Any]:
    """Return the columns of a turn that is taken up again: its time goes on where it stopped."""
    if row.turn_left is None or row.warn_left is None:
        return {}
    return {
        "due_at": now + row.turn_left,
        "warn_at": now + row.warn_left,
        # People have been warned already, if that was due.
        "warned": row.warn_left <= 0,
    }

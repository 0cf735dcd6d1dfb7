"""The pause after a play, in which it can be looked at and taken back and nothing happens by itself."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.host.settings import Settings
from bot.store import TableRow
from bot.table import situation
from bot.table.table import Table

NO_PAUSE: Final[Mapping[str, Any]] = MappingProxyType(
    {"calm_at": None, "undo_until": None, "turn_left": None, "warn_left": None, "held": False}
)
"""What a row becomes where nothing is held in sight and nothing can be taken back."""


def held_seconds(after: Table, settings: Settings) -> float:
    """Return for how long a table is left as the last play has made it, to be looked at.

    That is so after the last card of a hand, and after the events that its game holds in sight.
    """
    if after.last_play is None:
        return 0.0
    holds = after.hand_over or any(event.name in after.game.HOLDS for event in after.story[-1].events)
    return settings.hold_seconds if holds else 0.0


def pause_after(before: Table, after: Table, settings: Settings, now: float) -> dict[str, Any]:
    """Return what the row of `before` becomes by the play or deal that has made `after` of it."""
    hold, row = held_seconds(after, settings), before.row
    # Somebody whose time has run out is not given more.
    late = (
        after.last_play is not None and (seat := before.at(after.last_play.seat)) is not None and seat.overdue
    )
    offered = row.undo and settings.undo_seconds and not late and situation.undoable(after) is not None
    undo = settings.undo_seconds if offered else 0.0
    ends = now + max(hold, undo)
    if situation.shared(after) and row.calm_at is not None:
        # What somebody else has played may still be looked at.
        ends = max(ends, row.calm_at)
    timed = offered and row.due_at is not None and row.warn_at is not None
    return {
        "calm_at": ends if ends > now else None,
        "undo_until": now + undo if offered else None,
        "turn_left": (row.due_at or now) - now if timed else None,
        "warn_left": (row.warn_at or now) - now if timed else None,
        "held": bool(hold) and after.hand_over,
    }


def taken_up(row: TableRow, now: float) -> dict[str, Any]:
    """Return what a row becomes when a turn is taken up again: its time goes on where it stopped."""
    if row.turn_left is None or row.warn_left is None:
        return {}
    return {
        "due_at": now + row.turn_left,
        "warn_at": now + row.warn_left,
        # Everybody has been told already, where that was due.
        "warned": row.warn_left <= 0,
    }

"""When somebody gets a digest of the slow games that wait for them, which is at most once a day."""

import math
from collections.abc import Collection
from typing import Final

from bot.calling import alone, standing, told_until
from bot.deadlines import DAY, SLOW
from bot.messages.ledger import HERE_SECONDS
from bot.preferences.declared import NEVER, Values
from bot.preferences.quiet_hours import Quiet
from bot.table import Table

EVERY: Final = DAY
"""Seconds from a digest to the next."""


def waits(table: Table, user_id: int, now: float) -> bool:
    """Return whether a slow game waits for somebody whom no ping calls to it.

    It does not wait for somebody whose time has run out, or who plays with computers alone and has no clock.
    """
    due_at = table.row.due_at
    if table.row.clock < SLOW or due_at is None or due_at <= now or table.asked_of(user_id) is None:
        return False
    return not (alone(table) or user_id in standing(table))


def due_at(
    waiting: Collection[Table], user_id: int, member: Values, sent_at: float | None, now: float
) -> float:
    """Return when somebody's next digest is due while these tables wait for them, infinity for never.

    Somebody who has pressed their panel lately, or been told by a new one, knows what it says. The last
    digest was sent at `sent_at`.
    """
    if not waiting or member["pings"] == NEVER:
        return math.inf
    away = min(
        max(table.ledger.pressed_at(user_id) + HERE_SECONDS, told_until(table, user_id, member, now))
        for table in waiting
    )
    earliest = -math.inf if sent_at is None else sent_at + EVERY
    return Quiet.of(member).after(max(now, away, earliest))

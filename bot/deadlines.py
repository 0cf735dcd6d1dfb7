"""When the clock next has to do something at a table, and what for."""

import random
from typing import Final

from bot.config import Settings
from bot.table import Table, formality
from engine.game import DEALER

MOMENT: Final = (0.2, 0.75)
"""The parts of `pause_seconds` between which answers come that nobody presses: a computer's, and those of who
has no choice. They are the same, so that the time which a computer takes does not tell whether it had one."""


def idle_at(settings: Settings, now: float) -> float:
    """Return when a lobby closes that nobody touches from now on."""
    return now + 60 * settings.lobby_minutes


def wake_at(table: Table, settings: Settings, now: float) -> float | None:
    """Return when the clock looks at a game that has just come to this, None where it has nothing to do.

    It then deals the next hand, answers for a seat that has no choice, or nudges people.
    """
    waits = table.game.to_act(table.state)
    present = {row.seat for row in table.seats if row.present}
    if waits == (DEALER,):
        # Computers need no time to read a score sheet.
        watched = present.intersection(table.active())
        return now + (settings.next_hand_seconds if watched else settings.pause_seconds)
    if formality(table.game, table.state) is not None:
        return now + settings.pause_seconds * random.uniform(*MOMENT)
    if present.intersection(waits) and settings.nudge_seconds:
        return now + settings.nudge_seconds
    return None

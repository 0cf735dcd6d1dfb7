"""Computers at play: each thinks in a thread, waits a human-like moment, and plays like a person.

Its play is submitted with the number of its question, and is refused if the game has moved on meanwhile.
"""

import asyncio
import logging
import random
import time
import traceback
from functools import cache
from typing import Any

from bot.computers.at_tables import AtTables
from bot.computers.thinking import Thinking
from bot.table import situation
from bot.table.table import Table
from bot.tables.play import STAND_IN, Plays
from bot.tables.tables import Tables
from engine.ai import AnyPlayer, named
from engine.game import AnySeen

log = logging.getLogger(__name__)


@cache
def player(game: str, level: str) -> AnyPlayer:
    """Return the player of a level, made once: a searching one compiles its kernel when it is made."""
    return named(game, level)


def choose_action(game: str, level: str, seen: AnySeen, seed: int) -> Any:
    """Return the action of a level's computer, or a random one if it fails: no fault holds up a game."""
    rng = random.Random(seed)
    try:
        action = player(game, level).choose(seen, rng)
        if action in seen.legal:
            return action
        fault = "an illegal action"
    except Exception as error:  # noqa: BLE001  # the table goes on after any error
        # An error's text may name hidden cards: only its class and place are logged.
        place = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__} at {place.filename}:{place.lineno}"
    log.error("the %s player of %s plays anything: %s", level, game, fault)
    return player(game, "random").choose(seen, rng)


class Computers(AtTables):
    """All computers at play, with at most one move under way at a table."""

    def __init__(self, thinking: Thinking) -> None:
        super().__init__()
        self.thinking = thinking
        self.rng = random.Random()

    def wanted(self, table: Table) -> bool:
        """Return whether a computer is to act at a table."""
        return situation.computer_to_act(table) is not None

    async def work(self, tables: Tables, table: Table) -> None:
        """Think for a seat, wait a moment, and play; Stale if the seat no longer waits for a computer."""
        seat = situation.computer_to_act(table)
        assert seat is not None
        row = table.at(seat)
        assert row is not None
        seen, number = table.game.observe(table.state, seat), table.asked[seat]
        began = time.monotonic()
        seed = self.rng.getrandbits(64)
        level = self.thinking.kernels.player(table.row.game, row.level or STAND_IN)
        action = await self.thinking.think(choose_action, table.row.game, level, seen, seed)
        # The same with one legal card as with many: a quick play would give away that the hand has no other.
        moment = began + await tables.pacing.moment(table) - time.monotonic()
        await asyncio.sleep(max(0.0, moment))
        # Another player may have played meanwhile, if several are asked at once.
        while (wait := (tables.current(table).row.calm_at or 0.0) - tables.now()) > 0:  # noqa: ASYNC110  # till then
            await asyncio.sleep(wait)
        await Plays(tables).play_for(table.row.id, seat, action, number)

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

from bot.computers.thinking import Thinking
from bot.errors import NoTable, Refused, SetAside, Stale
from bot.store import RETRY_SECONDS, patiently
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


class Computers:
    """All computers at play, with at most one move under way at a table; `run` is their task."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.rng = random.Random()
        self._asked: asyncio.Queue[str] = asyncio.Queue()
        self._at: dict[str, asyncio.Task[None]] = {}

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        """Queue a table at which a computer is to act now."""
        if situation.computer_to_act(table) is not None:
            self._asked.put_nowait(table.row.id)

    async def run(self, tables: Tables) -> None:
        """Play at every table where a computer is to act, until cancelled; first at those of the last run.

        A move that is not stored at the cancellation is thought of again after the next start.
        """
        try:
            for table_id in await patiently(tables.store.with_computers, "the tables with computers"):
                self._asked.put_nowait(table_id)
            while True:
                table_id = await self._asked.get()
                if table_id not in self._at:
                    self._at[table_id] = asyncio.create_task(self._play(tables, table_id))
        finally:
            playing = list(self._at.values())
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def _play(self, tables: Tables, table_id: str) -> None:
        """Play for the computers of a table until none of them is to act."""
        try:
            while await self._played(tables, table_id):
                pass
        finally:
            del self._at[table_id]

    async def _played(self, tables: Tables, table_id: str) -> bool:
        """Play once at a table; return whether to look again for a computer to act."""
        try:
            table = await tables.get(table_id)
            seat = situation.computer_to_act(table)
            if seat is not None:
                await self._move(tables, table, seat)
            return seat is not None
        except (SetAside, NoTable) as refused:
            log.warning("no computer plays at table %s: %s", table_id, refused.key)
            return False
        except Stale:
            return True
        except Refused as refused:
            log.warning("a computer at table %s tries again: %s", table_id, refused.key)
        except Exception:
            log.exception("a computer at table %s tries again", table_id)
        await asyncio.sleep(RETRY_SECONDS)
        return True

    async def _move(self, tables: Tables, table: Table, seat: int) -> None:
        """Think for a seat, wait a moment, and play; Stale if the seat no longer waits for a computer."""
        row = table.at(seat)
        assert row is not None
        seen, number = table.game.observe(table.state, seat), table.asked[seat]
        began = time.monotonic()
        seed = self.rng.getrandbits(64)
        level = self.thinking.kernels.player(table.row.game, row.level or STAND_IN)
        action = await self.thinking.think(choose_action, table.row.game, level, seen, seed)
        # The same with one legal card as with many: a quick play would give away that the hand has no other.
        moment = began + await tables.pacing.moment(table.row.guild_id) - time.monotonic()
        await asyncio.sleep(max(0.0, moment))
        # Another player may have played meanwhile, if several are asked at once.
        while (wait := (tables.current(table).row.calm_at or 0.0) - tables.now()) > 0:  # noqa: ASYNC110  # till then
            await asyncio.sleep(wait)
        await Plays(tables).play_for(table.row.id, seat, action, number)

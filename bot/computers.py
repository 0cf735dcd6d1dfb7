"""Plays the seats that computers hold: thinks in a thread, takes a human-like moment, then asks like anybody.

What a computer does goes through `Tables` like a press: it is refused if the game has moved on meanwhile.
"""

import asyncio
import logging
import random
import time
import traceback
from functools import cache
from typing import Any, Final

from bot.live import MOMENT, Refused
from bot.store import StoreError
from bot.table import Table
from bot.tables import Tables
from bot.thinking import Thinking
from engine.ai import Player, named

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5.0
FORCED: Final = (0.05, 0.2)
"""The parts of the setting between which a computer's moment lies where all know that it has no choice."""


@cache
def player(game: str, level: str) -> Player:
    """Return the player of a level, made once: a searching one compiles its kernel when it is made."""
    return named(game, level)


def choose(game: str, level: str, seen: Any, seed: int) -> Any:
    """Return what the computer of a level does; a fault in it may cost a trick, but holds up nobody."""
    rng = random.Random(seed)
    try:
        action = player(game, level).choose(seen, rng)
        if action in seen.legal:
            return action
        fault = "an illegal action"
    except Exception as error:  # noqa: BLE001  # whatever it is, the table goes on
        # An error's text may name hidden cards: its kind and place are all that may be told.
        place = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__} at {place.filename}:{place.lineno}"
    log.error("the %s player of %s plays anything: %s", level, game, fault)
    return player(game, "random").choose(seen, rng)


class Computers:
    """All computer players at work; at most one move a table is under way."""

    def __init__(self, tables: Tables, thinking: Thinking) -> None:
        self.tables = tables
        self.thinking = thinking
        self.rng = random.Random()
        self._at: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        tables.moved = self.look

    def look(self, table: Table) -> None:
        """Let a computer play if one is to act at a table that has just changed."""
        if self._closed or table.row.id in self._at:
            return
        if table.computer_to_act() is not None:
            self._at[table.row.id] = asyncio.create_task(self._play(table.row.id))

    async def resume(self) -> None:
        """Go on at the tables where a computer was to act when the bot was last stopped."""
        waiting = await self._waiting()
        while waiting:
            again = []
            for table_id in waiting:
                try:
                    self.look(await self.tables.get(table_id))
                except Refused as refused:
                    log.warning("no computer plays at table %s: %s", table_id, refused.key)
                    if refused.key == "refused.not-read":
                        again.append(table_id)
                except Exception:
                    log.exception("no computer plays at table %s", table_id)
            waiting = again
            if waiting:
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        """Stop playing; what has not been stored is thought of again after the next start.

        The last presses may still change tables: nobody plays there any more.
        """
        self._closed = True
        tasks = list(self._at.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _waiting(self) -> list[str]:
        while True:
            try:
                return await self.tables.store.with_computers()
            except StoreError as error:
                log.warning("the tables with computers could not be read: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _play(self, table_id: str) -> None:
        """Play for the computers of a table until none is to act."""
        try:
            while await self._moved(table_id):
                pass
        finally:
            del self._at[table_id]

    async def _moved(self, table_id: str) -> bool:
        """Play once, and return whether a computer may be to act after it."""
        try:
            table = await self.tables.get(table_id)
            seat = table.computer_to_act()
            if seat is not None:
                await self._move(table, seat)
            return seat is not None
        except Refused as refused:
            if refused.key in ("refused.parked", "refused.no-table"):
                return False
            if refused.key != "refused.stale":
                log.warning("a computer at table %s tries again: %s", table_id, refused.key)
                await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("a computer at table %s tries again", table_id)
            await asyncio.sleep(RETRY_SECONDS)
        return True

    async def _move(self, table: Table, seat: int) -> None:
        """Think for a seat, take a moment, and play; Refused if a computer is not to play there any more."""
        row = table.at(seat)
        assert row is not None
        assert row.level is not None
        seen, number = table.game.observe(table.state, seat), table.asked[seat]
        began = time.monotonic()
        seed = self.rng.getrandbits(64)
        level = self.thinking.kernels.player(table.row.game, row.level)
        action = await self.thinking.think(choose, table.row.game, level, seen, seed)
        # A quick play of one legal card among several would tell what the others are not.
        last_card = len(seen.legal) == 1 and seen.counts[seat] <= 1
        share = self.rng.uniform(*(FORCED if last_card else MOMENT))
        moment = share * self.tables.settings.pause_seconds
        await asyncio.sleep(max(0.0, began + moment - time.monotonic()))
        table = await self.tables.play_for(table.row.id, seat, action, number)
        self.tables.publisher.changed(table)

"""The rest of a game that only computers decide, played at once and stored as one change.

They think in the thread that all computers share, in short pieces, so that other tables wait for none of it.
The table is not held meanwhile. No computer plays there, but the clock may deal: then the rest is played
anew.
"""

import random
import time
from dataclasses import replace
from typing import Final

from bot.computers.at_tables import AtTables
from bot.computers.players import choose_action
from bot.computers.thinking import Thinking
from bot.errors import Stale
from bot.store import LogRow
from bot.table import situation
from bot.table.table import Table
from bot.table.votes import FINISH
from bot.tables.play import STAND_IN, Plays
from bot.tables.tables import Tables
from engine.ai import UNCOMPILED, names
from engine.game import DEALER

THOUGHT_SECONDS: Final = 3.0
"""Seconds for the rest of a game, after which computers that search play on by rules of thumb."""
_PIECE_SECONDS: Final = 0.01
"""Seconds after which other work of the thread comes in between."""


class Finisher(AtTables):
    """The games under way that computers play to their end, `thought` being the seconds for each."""

    def __init__(self, thinking: Thinking, thought: float = THOUGHT_SECONDS) -> None:
        super().__init__()
        self.thinking = thinking
        self.thought = thought

    def wanted(self, table: Table) -> bool:
        """Return whether the rest of a game is to be played at once."""
        return situation.finishing(table)

    async def work(self, tables: Tables, table: Table) -> None:
        """Play the rest of a game and store it; Stale if the table has moved on meanwhile."""
        ready = self.thinking.kernels.player
        levels = {row.seat: ready(table.row.game, row.level or STAND_IN) for row in table.seats}
        rest = Rest(table, levels, tables.now(), self.thought)
        while not await self.thinking.think(rest.go_on):
            pass  # Other work of the thread comes in between.
        async with tables.held(table.row.id) as held:
            now = held.table
            if now.seq != table.seq or not situation.finishing(now):
                raise Stale
            # Nobody has seen the last card, so it is not held in sight.
            after = replace(rest.table, row=now.row, seats=now.seats, last_play=None)
            ended = f"{FINISH}-{hand_of(table)}"
            await Plays(tables).play(held, after, rest.entries, ended=ended)


class Rest:
    """The rest of a game, as computers of these `levels`, by seat, play it from a snapshot on.

    Those that search do so for `thought` seconds from now. `table` is the last snapshot so far, and `entries`
    are those of the log that lead to it.
    """

    def __init__(self, table: Table, levels: dict[int, str], at: float, thought: float) -> None:
        self.table = table
        self.entries: list[LogRow] = []
        self._levels = levels
        self._at = at
        self._until = time.monotonic() + thought
        self._rng = random.Random()

    def go_on(self) -> bool:
        """Play on for a moment; return whether the game is over."""
        ends = time.monotonic() + _PIECE_SECONDS
        while self.table.to_act and time.monotonic() < ends:
            self.play()
        return not self.table.to_act

    def play(self) -> None:
        """Make the next play, or deal the next hand."""
        table, game = self.table, self.table.game
        seat = table.to_act[0]
        if seat == DEALER:
            dealt = Plays.next_deal(table)
            self.entries.append(LogRow(table.seq, None, str(dealt), None, self._at))
            # Computers are not asked to cut the decks that follow.
            self.table = table.with_deal(dealt).with_row(cutter=None, cut=0)
            return
        level = self._levels[seat]
        if time.monotonic() >= self._until:
            level = by_rule_of_thumb(table.row.game, level)
        seen, seed = game.observe(table.state, seat), self._rng.getrandbits(64)
        action = choose_action(table.row.game, level, seen, seed)
        self.entries.append(LogRow(table.seq, seat, str(action), None, self._at))
        self.table = table.replayed(self.entries[-1])


def by_rule_of_thumb(game: str, level: str) -> str:
    """Return the player of a game that plays a level without searching, or the level if there is none."""
    quick = UNCOMPILED.get(level, level)
    return quick if quick in names(game) else level


def hand_of(table: Table) -> int:
    """Return the number of the hand under way, or of the one that is dealt next."""
    return len(table.game.outcome(table.state).hands) + 1

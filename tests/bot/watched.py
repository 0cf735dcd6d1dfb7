"""A game of Ciapano that only computers still play: its people are out, and watch."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from bot.computers.finishing import Finisher
from bot.computers.thinking import Thinking
from bot.store import LogRow
from bot.table.pauses import NO_PAUSE
from bot.table.table import Table
from bot.tables.play import Plays
from bot.tables.tables import Tables
from engine.ai import named
from engine.ciapano import Play
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.game import DEALER
from tests.bot.tavern import Tavern, until


class Waiting(Thinking):
    """A thread that thinks only once it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.let = asyncio.Event()

    async def think(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Note that it is asked, wait, and think."""
        self.asked.set()
        await self.let.wait()
        return await super().think(work, *arguments)


def played_until_watched(table: Table, at: float, *playing: int) -> tuple[Table, list[LogRow]]:
    """Return the table once everybody present is out but the seats still `playing`, and the log until then.

    The first hand after that is under way.
    """
    for seed in range(50):
        after, entries = _played(table, at, random.Random(seed), playing)
        if after.waits_for():
            return after.with_row(**NO_PAUSE), entries
    raise AssertionError("somebody wins before the people are out")


def _played(
    table: Table, at: float, rng: random.Random, playing: tuple[int, ...]
) -> tuple[Table, list[LogRow]]:
    """Return the table once the leaving players are out, or the game is over.

    They take every trick they can.
    """
    entries: list[LogRow] = []
    careful = named("ciapano", "easy")
    leaving = {row.seat for row in table.seats if row.present and row.seat not in playing}
    while (leaving.intersection(table.active()) or table.between_hands) and table.game.to_act(table.state):
        seat = table.game.to_act(table.state)[0]
        if seat == DEALER:
            dealt = Plays.next_deal(table)
            entries.append(LogRow(table.seq, None, str(dealt), None, at))
            table = table.with_deal(dealt)
            continue
        seen = table.game.observe(table.state, seat)
        action: Any = careful.choose(seen, rng)
        if seat in leaving and isinstance(action, Play):
            action = max(seen.legal, key=lambda play: (STRENGTH[play.card], THIRDS[play.card]))
        row = table.at(seat)
        assert row is not None
        user_id = row.user_id if row.present else None
        entries.append(LogRow(table.seq, seat, str(action), user_id, at))
        table = table.replayed(entries[-1])
    return table, entries


async def watched(tavern: Tavern, people: int = 1, players: int = 4, level: str = "easy") -> Table:
    """Return a game of Ciapano in which so many people are out, and computers play on."""
    table = await tavern.lobby("ciapano", players=players)
    for number in range(1, people):
        table = await tavern.lobbies.join(table.row.id, tavern.person(number))
    for _ in range(people, players):
        table = await tavern.lobbies.seat_computers(table.row.id, table.row.host_id, level)
    return await gone_out(tavern.tables, await tavern.lobbies.start(table.row.id, table.row.host_id))


async def gone_out(tables: Tables, table: Table, *playing: int) -> Table:
    """Return the game once everybody present is out but the seats still `playing`."""
    async with tables.held(table.row.id) as held:
        after, entries = played_until_watched(held.table, tables.now(), *playing)
        await tables.commit(held, after, entries, **await tables.pacing.timed(after))
    return held.table


async def over(tavern: Tavern, table: Table) -> Table:
    """Return the table once its game is over."""
    await until(lambda: not tavern.now(table).playing)
    return tavern.now(table)


def said(table: Table) -> dict[int, list[str]]:
    """Return the votes that stand on the seats, by user."""
    return {row.user_id: [name for name, _ in row.votes] for row in table.seats if row.votes}


@asynccontextmanager
async def thinking_of(tavern: Tavern, table: Table) -> AsyncIterator[asyncio.Task[None]]:
    """Think of the rest of a game for the length of the block, and yield the task that then stores it."""
    waiting = Waiting()
    working = asyncio.create_task(Finisher(waiting).work(tavern.tables, table))
    await waiting.asked.wait()
    yield working
    waiting.let.set()
    await asyncio.wait({working})
    waiting.close()

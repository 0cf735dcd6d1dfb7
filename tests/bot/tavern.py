"""Tables on a real store, with a clock set by hand and a publisher that records its messages.

Below them: refusals, a write that is lost, and games against computers.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bench.unlimited import NO_QUOTAS, NO_WAITS
from bot.clock.clock import Clock
from bot.clock.outages import Outages
from bot.computers.at_tables import AtTables
from bot.computers.finishing import Finisher
from bot.computers.players import Computers
from bot.computers.thinking import Thinking
from bot.errors import Refused
from bot.host.settings import Settings
from bot.lobby.alone import Alone
from bot.lobby.lobby import Lobbies
from bot.lobby.rematch import Rematches
from bot.preferences.declared import Values, values_of
from bot.store import LogRow, Scope, SeatRow, Status, Store, Stored
from bot.table import situation
from bot.table.table import Table
from bot.tables.beginners import Beginners
from bot.tables.outbox import Outbox
from bot.tables.pacing import Pacing
from bot.tables.play import Plays
from bot.tables.seats import Seats
from bot.tables.tables import Tables
from engine import GAMES
from engine.game import DEALER
from engine.record import Record, read
from tests.bot.store.empty import empty
from tests.bot.store.troubled import Troubled

PEOPLE = (101, 102, 103, 104, 105)
OPTIONS: dict[str, dict[str, Any]] = {"cicera": {"players": 2}}
GOLDEN = Path(__file__).parents[1] / "engine" / "golden"


def golden(name: str) -> Record:
    """Return one of the golden playthroughs."""
    return read((GOLDEN / f"{name}.json").read_bytes())


class Told(Outbox):
    """An outbox from which nobody takes, and everything put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[tuple[str, int, bool]] = []
        self.nudged: list[tuple[str, tuple[int, ...]]] = []
        self.late: list[tuple[str, tuple[int, ...]]] = []
        self.redrawn: list[tuple[str, int]] = []
        self.ended: list[tuple[str, int]] = []
        self.first_deals: list[tuple[str, int]] = []
        self.beginnings: list[str] = []
        self.put_aside: list[str] = []

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        self.changes.append((table.row.id, table.row.version, panels))
        if only is not None:
            self.redrawn.append((table.row.id, only))

    def nudge(self, table: Table) -> None:
        waits = table.waits_for()
        called = tuple(row.seat for row in table.seats if row.present and row.seat in waits)
        self.nudged.append((table.row.id, called))

    def dealt(self, table: Table) -> None:
        self.first_deals.append((table.row.id, table.seq))

    def begun(self, table: Table) -> None:
        self.beginnings.append(table.row.id)

    def missed(self, table: Table, users: tuple[int, ...]) -> None:
        self.late.append((table.row.id, users))

    def ending(self, table_id: str, user_id: int) -> None:
        self.ended.append((table_id, user_id))

    def parked(self, stored: Stored) -> None:
        self.put_aside.append(stored.table.id)


class Chosen:
    """Settings in memory: by member, those that are not the default."""

    def __init__(self) -> None:
        self.members: dict[int, dict[str, str]] = {}

    async def of(self, scope: Scope, owner_id: int) -> Values:
        """Return the settings of a server, which are the default, or of a member."""
        return values_of(scope, self.members.get(owner_id, {}) if scope is Scope.MEMBER else {}, ())


@cache
def _settings(**chosen: Any) -> Settings:
    """Return settings that are built once, because reading their sources takes time."""
    return Settings(_env_file=None, **chosen)  # type: ignore[call-arg]  # pydantic-settings' switch


@dataclass
class Tavern:
    """The place where the tests of tables, lobbies and the clock play."""

    store: Store
    tables: Tables
    play: Plays
    lobbies: Lobbies
    rematches: Rematches
    seats: Seats
    told: Told
    clock: Clock
    computers: Computers
    finisher: Finisher
    preferences: Chosen
    beginners: Beginners
    alone: Alone
    at: float = 1_000_000.0

    @classmethod
    async def open(
        cls, folder: Path, kind: type[Store] = Store, at: float = 1_000_000.0, **values: Any
    ) -> "Tavern":
        """Return a tavern on the database in `folder`, as a bot that has just started would."""
        usual = {"turn_seconds": 0, "nudge_seconds": 30, "next_hand_seconds": 45}
        chosen = {**NO_QUOTAS, **NO_WAITS, **usual, **values}
        settings = _settings(**chosen).model_copy()
        store = await kind.open(await empty(folder / "cards.db"))
        told, computers = Told(), Computers(Thinking())
        finisher = Finisher(computers.thinking)
        clock = Clock(Outages(lambda guild_id: 0, lambda: made.at))
        preferences = Chosen()
        pacing = Pacing(settings, lambda: made.at, preferences)
        beginners = Beginners(store)
        tables = Tables(
            store, settings, told, (clock, computers, finisher, beginners), lambda: made.at, pacing
        )
        lobbies = Lobbies(tables)
        made = cls(
            store,
            tables,
            Plays(tables),
            lobbies,
            Rematches(lobbies, beginners),
            Seats(tables),
            told,
            clock,
            computers,
            finisher,
            preferences,
            beginners,
            Alone(lobbies, beginners),
            at,
        )
        return made

    async def close(self) -> None:
        """Stop as the bot does."""
        await self.tables.ledgers.deferred.close()
        await self.store.close()
        self.computers.thinking.close()

    def person(self, number: int) -> SeatRow:
        """Return a person on the way to a seat."""
        return SeatRow(0, PEOPLE[number], f"P{number}", 9000 + number)

    async def lobby(self, game: str = "cicera", **options: Any) -> Table:
        """Return a lobby that its host has opened; one of Cicera is for two."""
        return await self.lobbies.open(
            game,
            OPTIONS.get(game, {}) | options,
            guild_id=7,
            channel_id=8,
            language="en",
            host=self.person(0),
        )

    async def full(self, game: str = "cicera", **options: Any) -> Table:
        """Return a lobby with all seats taken, P0 at seat 0 and so on."""
        table = await self.lobby(game, **options)
        for number in range(1, table.size):
            table = await self.lobbies.join(table.row.id, self.person(number))
        return table

    async def game(self, game: str = "cicera", **options: Any) -> Table:
        """Return a game with its first hand dealt."""
        table = await self.full(game, **options)
        return await self.lobbies.start(table.row.id, PEOPLE[0])

    async def recorded(self, record: Record, entries: int) -> Table:
        """Return the game of a record, up to so many entries of its log."""
        table = await self.full(record.game, **record.options)
        began, log = table, list[LogRow]()
        deals, actions = iter(record.deals), iter(record.actions)
        for seq in range(entries):
            if table.game.to_act(table.state) == (DEALER,):
                deal = next(deals)
                log.append(LogRow(seq, None, str(deal), None, self.at))
            else:
                seat, _, action = next(actions).partition(" ")
                log.append(LogRow(seq, int(seat), action, PEOPLE[int(seat)], self.at))
            table = table.replayed(log[-1])
        table = table.with_row(status=Status.PLAYING, entropy=table.entropy).marked(ready=False)
        table = table.with_row(**await self.tables.pacing.timed(table))
        async with self.tables.held(table.row.id) as held:
            assert held.table is began
            await self.tables.commit(held, table, log)
        return held.table

    def now(self, table: Table) -> Table:
        """Return the newest snapshot of a table in memory."""
        return self.tables.current(table)

    def next_play(self, table: Table) -> tuple[int, str, int]:
        """Return the user on turn, one of their legal plays, and the state's number."""
        seat = table.waits_for()[0]
        row = table.at(seat)
        assert row is not None
        return row.user_id, str(table.game.legal(table.state, seat)[-1]), table.asked[seat]

    async def plays(self, table: Table) -> Table:
        """Return the table after one more play."""
        user_id, action, number = self.next_play(table)
        return await self.play.submit(table.row.id, user_id, action, number)

    async def play_hand(self, table: Table) -> Table:
        """Return the table with the hand played to its end."""
        while table.playing and table.game.to_act(table.state) != (DEALER,):
            table = await self.plays(table)
        return table

    async def agrees(self, table: Table) -> None:
        """Check that the table in memory is the one that is stored; nobody changes it meanwhile."""
        async with self.tables.held(table.row.id) as held:
            table, stored = held.table, await self.store.load(table.row.id)
        assert stored is not None
        assert (stored.table.version, stored.table.status) == (table.row.version, table.row.status)
        assert stored.table.wake_at == table.row.wake_at
        again = Table.restore(stored)
        assert (again.state, again.rewound) == (table.state, table.rewound)
        if table.open:
            # Of a game that is over only the plays that stand are kept.
            assert len(stored.log) == table.seq
            assert (again.asked, stored.seats) == (table.asked, table.seats)


async def refusal(work: Awaitable[object]) -> str:
    """Return the key of the sentence that refuses a request to the tables."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.key


def lose(tavern: Tavern, happened: bool) -> None:
    """Let the next write leave its outcome open, whether it has happened or not."""
    assert isinstance(tavern.store, Troubled)
    tavern.store.writer.lose = "after" if happened else "before"


# Computers at the table


@asynccontextmanager
async def playing(tavern: Tavern, *at_work: AtTables) -> AsyncIterator[None]:
    """Let computers play in the tavern and finish games until the block ends, or only those `at_work`."""
    workers = at_work or (tavern.computers, tavern.finisher)
    running = [asyncio.create_task(worker.run(tavern.tables)) for worker in workers]
    try:
        yield
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def against(
    tavern: Tavern, game: str, level: str = "easy", *, people: int = 1, **options: Any
) -> Table:
    """Return a game of one person, at seat 0, against computers, or of several `people`."""
    number = max(map(max, GAMES[game].sides(GAMES[game].options(options)))) + 1 - people
    table = await tavern.lobbies.open(
        game,
        options,
        guild_id=7,
        channel_id=8,
        language="en",
        host=tavern.person(0),
        computers=number,
        level=level,
    )
    for other in range(1, people):
        table = await tavern.lobbies.join(table.row.id, tavern.person(other))
    return await tavern.lobbies.start(table.row.id, PEOPLE[0])


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition on a table holds, looking every millisecond; TimeoutError after a minute."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0.001)


async def moved(tavern: Tavern, table: Table) -> Table:
    """Return a table once no computer is to act any longer."""
    await until(lambda: situation.computer_to_act(tavern.now(table)) is None)
    return tavern.now(table)

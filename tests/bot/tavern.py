"""Tables on a real store, with a clock set by hand and a publisher that writes down what it is told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.config import Settings
from bot.lobby import Lobbies
from bot.store import LogRow, SeatRow, Status, Store, TableRow
from bot.table import Table
from bot.tables import Tables
from engine.game import DEALER
from engine.record import Record, read

PEOPLE = (101, 102, 103, 104, 105)
OPTIONS: dict[str, dict[str, Any]] = {"cicera": {"players": 2}}
GOLDEN = Path(__file__).parents[1] / "engine" / "golden"


def golden(name: str) -> Record:
    """Return one of the golden playthroughs."""
    return read((GOLDEN / f"{name}.json").read_bytes())


@dataclass
class Told:
    """A publisher without Discord."""

    changes: list[tuple[str, bool, int | None]] = field(default_factory=list)
    nudged: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    put_aside: list[str] = field(default_factory=list)

    def changed(self, table: Table, *, panels: bool = True, but: int | None = None) -> None:
        self.changes.append((table.row.id, panels, but))

    def nudge(self, table: Table, seats: Sequence[int]) -> None:
        self.nudged.append((table.row.id, tuple(seats)))

    def parked(self, row: TableRow) -> None:
        self.put_aside.append(row.id)


@dataclass
class Tavern:
    """Where the tests of tables, lobbies and the clock play."""

    store: Store
    tables: Tables
    lobbies: Lobbies
    told: Told
    at: float = 1_000_000.0

    @classmethod
    async def open(cls, folder: Path, kind: type[Store] = Store, **values: Any) -> "Tavern":
        """Return a tavern on the database in `folder`, as a bot that has just started would."""
        chosen = {"nudge_seconds": 30, "next_hand_seconds": 45} | values
        settings = Settings(_env_file=None, **chosen)  # type: ignore[call-arg]  # pydantic-settings' switch
        store = await kind.open(f"sqlite+aiosqlite:///{folder}/cards.db")
        tables = Tables(store, settings, lambda: made.at)
        made = cls(store, tables, Lobbies(tables), Told())
        tables.publisher = made.told
        return made

    async def close(self) -> None:
        """Stop as the bot does."""
        await self.tables.notes.close()
        await self.store.close()

    def person(self, number: int) -> SeatRow:
        """Return somebody on the way to a seat."""
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
        for number in range(1, table.places):
            await self.lobbies.join(table.row.id, self.person(number))
        return table

    async def game(self, game: str = "cicera", **options: Any) -> Table:
        """Return a game with its first hand dealt."""
        table = await self.full(game, **options)
        return await self.lobbies.start(table.row.id, PEOPLE[0])

    async def recorded(self, record: Record, entries: int) -> Table:
        """Return a game as a record has it, up to so many entries of its log."""
        table = await self.full(record.game, **record.options)
        log: list[LogRow] = []
        deals, actions = iter(record.deals), iter(record.actions)
        for seq in range(entries):
            if table.game.to_act(table.state) == (DEALER,):
                deal = next(deals)
                log.append(LogRow(seq, None, str(deal), None, self.at))
            else:
                seat, _, action = next(actions).partition(" ")
                log.append(LogRow(seq, int(seat), action, PEOPLE[int(seat)], self.at))
            table.advance(log[-1])
        wake_at = self.tables.wake_at(table.game, table.state, table.seats)
        await self.store.append(table.row.id, log, status=Status.PLAYING, wake_at=wake_at)
        table.doubtful = True
        return await self.tables.get(table.row.id)

    def next_play(self, table: Table) -> tuple[int, str, int]:
        """Return who is to play (a user), something that they may play, and the number of the state."""
        seat = table.waits_for()[0]
        row = table.at(seat)
        assert row is not None
        return row.user_id, str(table.game.legal(table.state, seat)[-1]), table.asked[seat]

    async def play(self, table: Table) -> Table:
        """Return the table after one more play."""
        user_id, action, number = self.next_play(table)
        return await self.tables.submit(table.row.id, user_id, [action], number)

    async def play_hand(self, table: Table) -> Table:
        """Return the table with the hand played to its end."""
        while table.playing and table.game.to_act(table.state) != (DEALER,):
            table = await self.play(table)
        return table

    async def agrees(self, table: Table) -> None:
        """Check that the table in memory is the one that is stored."""
        stored = await self.store.load(table.row.id)
        assert stored is not None
        assert len(stored.log) == table.seq
        assert (stored.table.version, stored.table.status) == (table.row.version, table.row.status)
        assert (stored.table.wake_at, stored.seats) == (table.row.wake_at, table.seats)
        again = Table.restore(stored)
        assert (again.state, again.asked) == (table.state, table.asked)

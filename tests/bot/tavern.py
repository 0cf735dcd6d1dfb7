"""Tables on a real store, with a clock set by hand and a publisher that writes down what it is told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.config import Settings
from bot.lobby import Lobbies
from bot.store import SeatRow, Store, TableRow
from bot.table import Table
from bot.tables import Tables
from engine.game import DEALER

PEOPLE = (101, 102, 103, 104)
OPTIONS: dict[str, Any] = {"players": 2}


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

    async def lobby(self, **options: Any) -> Table:
        """Return a lobby for two that its host has opened."""
        return await self.lobbies.open(
            "cicera",
            OPTIONS | options,
            guild_id=7,
            channel_id=8,
            language="en",
            host=self.person(0),
        )

    async def game(self, **options: Any) -> Table:
        """Return a game of two with its first hand dealt."""
        table = await self.lobby(**options)
        await self.lobbies.join(table.row.id, self.person(1), 1)
        return await self.lobbies.start(table.row.id, PEOPLE[0])

    def next_play(self, table: Table) -> tuple[int, str, int]:
        """Return who is to play (a user), something that they may play, and the number of the state."""
        (seat,) = table.waits_for()
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

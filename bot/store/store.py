"""The one door to the bot's database: each method is one transaction.

Writes return once they are committed and durable; reads see one consistent moment. Servers take turns with
their writes, so callers that know the server of a table give its `guild_id`; the writes of one server keep
their order. Tables change by `create` and `commit`. All other writes of a table note its messages and how far
it has been shown, except `put_off`, which moves deadlines before any table is in memory.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.application import StoredApplication
from bot.store.calls import StoredCalls
from bot.store.database.address import parsed
from bot.store.database.engine import async_engine
from bot.store.database.readers import Readers
from bot.store.database.write_counts import WriteCounts
from bot.store.database.writer import Writer
from bot.store.forgetting import StoredMembers
from bot.store.interactions import StoredInteractions, noting
from bot.store.model.rows import (
    Change,
    PanelRow,
    PlaceRow,
    Room,
    Scope,
    SeatRow,
    Shards,
    Status,
    Stored,
    TableRow,
)
from bot.store.old_games import OldGames
from bot.store.played import StoredGames
from bot.store.queries import games, members, reads, writes
from bot.store.ratings.stored import StoredRatings
from bot.store.retention import Retention
from bot.store.upkeep import migrate
from bot.store.upkeep.forgotten import ForgottenList

UNLIMITED: Final = Room()

_PING: Final = ("ping_id", "ping_channel_id", "calls")
OPEN: Final = (Status.LOBBY, Status.PLAYING, Status.PARKED)


class Store:
    """The store of one process; `own` are its shards where several processes share a database.

    Results that are not asked for by a table's id (deadlines, tables to show again) are then of its own
    servers only. Every read goes through `readers`, every write through `writer`. Calls, interactions, games
    played, ratings, members, the bot's application and the end of what is kept have parts of their own.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        own: Shards | None = None,
        readers: Readers | None = None,
        writer: Writer | None = None,
    ) -> None:
        self._engine = engine
        self.readers = readers or Readers(engine)
        self.writer = writer or Writer(engine)
        self.calls = StoredCalls(self.readers, self.writer, own)
        self.application = StoredApplication(self.readers, self.writer)
        self.interactions = StoredInteractions(self.readers)
        self.played = StoredGames(self.readers, self.writer)
        self.ratings = StoredRatings(self.readers, self.writer, own)
        self.old_games = OldGames(self.readers, self.writer)
        self.retention = Retention(self.readers, self.writer, own)
        self.members = StoredMembers(engine.url, self.readers, self.writer)
        owned = reads.owned(own)
        self._behind = reads.UNSHOWN.where(owned)
        self._next_wake = reads.NEXT_WAKE.where(owned)
        self._due = reads.DUE.where(owned)
        self._to_hasten = reads.TO_HASTEN.where(owned)
        self._ending = reads.ENDING.where(owned)
        self._replacing = reads.REPLACING.where(owned)
        self._with_computers = reads.WITH_COMPUTERS.where(owned)
        self._untimed = reads.UNTIMED.where(owned)
        self._postpone_lobbies = writes.POSTPONE_LOBBIES.where(owned)
        self._keep_seats = writes.KEEP_SEATS.where(owned)
        self._shift_games = writes.SHIFT_GAMES.where(owned)
        self._shards = "all" if own is None else f"{own.count}: {','.join(map(str, sorted(own.ids)))}"
        self._by_status = reads.BY_STATUS.where(owned)

    @classmethod
    async def open(cls, url: str, own: Shards | None = None, forgotten: Path | None = None) -> Self:
        """Return the store at a SQLAlchemy URL, migrated to this version; StoreError if that fails.

        `forgotten` is the file with the list of forgotten members, None for its usual place.
        """
        parts = parsed(url)
        await migrate.upgrade(parts)
        store = cls(async_engine(parts), own)
        if forgotten is not None:
            store.members.forgotten = ForgottenList(forgotten)
        return store

    async def close(self) -> None:
        """Close the database once all requests under way have ended; later ones are refused."""
        await asyncio.gather(self.writer.close(), self.readers.close())
        await self._engine.dispose()

    @property
    def writes(self) -> WriteCounts:
        """Return the counts of the writes so far."""
        return self.writer.writes

    async def create(
        self, table: TableRow, place: PlaceRow, seated: Sequence[SeatRow], room: Room = UNLIMITED
    ) -> None:
        """Add a table with its first seats; Conflict if it or the rematch exists, Full if no room is left."""
        work = noting(lambda connection: writes.create(connection, table, place, seated, room), table.id)
        await self.writer.write(work, table.guild_id)

    async def load(self, table_id: str) -> Stored | None:
        """Return all rows of a table, as of one moment."""
        return await self.readers.read(lambda connection: games.stored(connection, table_id))

    async def commit(self, change: Change, guild_id: int | None = None) -> None:
        """Store a change of a table whole, or nothing of it; Conflict if another has come first."""

        def work(connection: Connection) -> None:
            writes.apply(connection, change)
            if change.columns.get("status") in games.OVER:
                games.end(connection, change.table_id, change.ended_at)

        await self.writer.write(noting(work, change.table_id), guild_id)

    async def finish(self, table_id: str, guild_id: int | None = None) -> None:
        """Return once no other write of a table is under way; StoreError while nothing can be written.

        After an uncertain commit, a `load` that follows tells the truth.
        """

        def work(connection: Connection) -> None:
            # A write of its own, because reading is not enough: it waits for a commit that PostgreSQL may
            # still have under way, and overwrites the rest of a failed one in SQLite's log. For a `create`
            # alone PostgreSQL does not wait: there is no row yet to wait for.
            connection.execute(writes.STEP_BACK, {"table": table_id})

        await self.writer.write(work, guild_id)

    async def put_off(self, at: float, *, lobbies_until: float, games_by: float) -> None:
        """Put off every deadline of lobbies and games, and note that time has been given until `at`.

        Lobbies close at `lobbies_until` at the earliest, and keep seats longer. The note makes sure that no
        downtime is forgiven twice. Tables in memory do not notice: this is for the start.
        """

        def work(connection: Connection) -> None:
            self._note_life(connection, at)
            connection.execute(self._postpone_lobbies, {"until": lobbies_until})
            connection.execute(self._keep_seats, {"at": at, "by": games_by})
            connection.execute(self._shift_games, {"by": games_by})

        await self.writer.write(work)

    async def lived(self, at: float, now: float | None = None) -> None:
        """Note that this process was at work at a time, or that time has been given until then.

        Panels that can no longer be edited at `now` are forgotten, and with them their tokens.
        """

        def work(connection: Connection) -> None:
            self._note_life(connection, at)
            if now is not None:
                connection.execute(writes.DROP_PANELS, {"now": now})

        await self.writer.write(work)

    def _note_life(self, connection: Connection, at: float) -> None:
        connection.execute(writes.LIVED[connection.dialect.name], {"shards": self._shards, "at": at})

    async def alive_at(self) -> float | None:
        """Return the last such time noted by the process of these shards, None if it noted none."""
        return await self.readers.read(
            lambda connection: connection.scalar(reads.ALIVE, {"shards": self._shards})
        )

    async def set_message(self, place: PlaceRow) -> None:
        """Note the place of a table's board."""
        await self._set_place(place, "channel_id", "message_id", "parent_id")

    async def set_ping(self, place: PlaceRow) -> None:
        """Note a table's ping, its channel, and the calls that the table has made."""
        await self._set_place(place, *_PING)

    async def about_to_ping(self, place: PlaceRow) -> None:
        """Note a ping before it is sent, without its id; `set_ping` replaces the note."""
        await self._set_place(place, *_PING)

    async def _set_place(self, place: PlaceRow, *names: str) -> None:
        columns = {name: getattr(place, name) for name in names}
        await self.writer.write(
            lambda connection: writes.change_table(connection, place.table_id, columns), place.guild_id
        )

    async def save_panel(self, panel: PanelRow, guild_id: int | None = None) -> None:
        """Note a member's newest panel in place of the one before."""
        await self.writer.write(lambda connection: writes.save_panels(connection, [panel]), guild_id)

    async def drop_panel(self, table_id: str, user_id: int, guild_id: int | None = None) -> None:
        """Forget a member's panel, if there is one."""
        await self.writer.write(lambda connection: writes.drop_panel(connection, table_id, user_id), guild_id)

    async def untimed(self) -> list[str]:
        """Return the games under way without a running deadline, and the lobbies of rematches.

        Members may be called to them, or have been.
        """
        return await self.readers.read(lambda connection: list(connection.scalars(self._untimed)))

    async def drop_panels(self, now: float) -> None:
        """Forget every panel that can no longer be edited."""

        def work(connection: Connection) -> None:
            connection.execute(writes.DROP_PANELS, {"now": now})

        await self.writer.write(work)

    async def mark_published(self, versions: Mapping[str, int], panels: Sequence[PanelRow] = ()) -> None:
        """Note the shown version of each table, never lowering one, and these newest panels."""
        rows = [{"table": table_id, "shown": version} for table_id, version in sorted(versions.items())]

        def work(connection: Connection) -> None:
            if rows:
                connection.execute(writes.MARK_PUBLISHED, rows)
            if panels:
                writes.save_panels(connection, panels)

        if rows or panels:
            await self.writer.write(work)

    async def behind(self) -> list[str]:
        """Return the tables, of any status, that have not been shown as they are."""
        return await self.readers.read(lambda connection: list(connection.scalars(self._behind)))

    async def live(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> list[TableRow]:
        """Return the tables that are not over, newest first, of a server, a channel or a seated user."""
        statement = reads.live(guild_id, channel_id, user_id)
        return await self.readers.read(
            lambda connection: [reads.as_table(row) for row in connection.execute(statement)]
        )

    async def next_wake(self) -> float | None:
        """Return the earliest deadline of all live tables."""
        return await self.readers.read(lambda connection: connection.scalar(self._next_wake))

    async def due(self, now: float) -> list[str]:
        """Return the live tables whose deadline is not after `now`, earliest first."""
        return await self.readers.read(lambda connection: list(connection.scalars(self._due, {"now": now})))

    async def to_hasten(self, now: float) -> list[str]:
        """Return the live tables whose deadline is not after `now`, or that hold a play in sight."""
        return await self.readers.read(
            lambda connection: list(connection.scalars(self._to_hasten, {"now": now}))
        )

    async def ending(self, now: float, until: float) -> list[tuple[str, int, float]]:
        """Return table, user and end of the open tables' panels that can be edited now but not after `until`.

        The panels that end first come first.
        """
        key = {"now": now, "until": until}
        return await self.readers.read(
            lambda connection: [tuple(row) for row in connection.execute(self._ending, key)]
        )

    async def replacing(self, now: float) -> list[tuple[str, int]]:
        """Return table and user of the panels that can be edited and may have a second one beside them."""
        return await self.readers.read(
            lambda connection: [tuple(row) for row in connection.execute(self._replacing, {"now": now})]
        )

    async def with_computers(self) -> list[str]:
        """Return the games under way in which a computer plays a seat."""
        return await self.readers.read(lambda connection: list(connection.scalars(self._with_computers)))

    async def by_status(self) -> dict[str, int]:
        """Return the number of open tables of each status."""
        rows = await self.readers.read(lambda connection: connection.execute(self._by_status).all())
        found = {row.status: row.number for row in rows}
        return {status.value: found.get(status, 0) for status in OPEN}

    async def rematch_of(self, table_id: str) -> str | None:
        """Return the id of the rematch of a table, None if there is none."""
        return await self.readers.read(lambda c: c.scalar(reads.REMATCH_OF, {"table": table_id}))

    async def chosen(self, scope: Scope, owner_id: int) -> dict[str, str]:
        """Return every value stored for a server or a member, by the name of the preference."""
        return await self.readers.read(lambda connection: members.stored_choices(connection, scope, owner_id))

    async def choose(self, scope: Scope, owner_id: int, name: str, value: str) -> dict[str, str]:
        """Store a choice of a server or a member; return all values stored for them, this one among them."""
        work = noting(lambda c: members.save_choice(c, scope, owner_id, name, value))
        return await self.writer.write(work, owner_id)

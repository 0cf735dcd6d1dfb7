"""Lobbies: tables before their first deal. People take seats, leave them, and start the game.

A game starts under options that everybody has agreed to: by opening the lobby or sitting down in it, and once
more if the host has changed them since.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.errors import Refused, SeatTaken, Stale
from bot.limits.quotas import each_minute
from bot.lobby.options import with_option
from bot.lobby.reserved import KEPT_SECONDS, kept, must_be_free, still_reserved, store_and_begin, with_sides
from bot.lobby.seating import computer, opponents_first, with_names
from bot.store import PlaceRow, SeatRow, Status, TableRow
from bot.table import situation
from bot.table.deadlines import idle_at, wake_at
from bot.table.match import going_on
from bot.table.table import Table
from bot.table.view import to_agree
from bot.tables.cut import begin
from bot.tables.play import STAND_IN, Plays
from bot.tables.tables import Held, Tables
from engine import GAMES, fairness
from engine.ai import LEVELS

HOST_AWAY_SECONDS: Final = 60.0
"""The seconds after the last touch of a full lobby from which anybody seated may start it."""


class Lobbies:
    """The changes of a table that has not started; every one goes through `Tables`."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.starts = each_minute(tables.settings.starts_per_minute, tables.now)

    async def open(
        self,
        game: str,
        options: Mapping[str, Any],
        *,
        guild_id: int,
        channel_id: int,
        language: str,
        host: SeatRow,
        computers: int | None = 0,
        level: str = STAND_IN,
        clock: int | None = None,
        undo: bool = True,
        former: Table | None = None,
        keeps: bool = False,
    ) -> Table:
        """Return a new lobby, its host seated with so many computers, None for as many as have room.

        Refused if it cannot be stored, or if the host has opened too many. Options left open in `options` are
        as the settings have them, or else as the game has them, and so is the `clock`, in seconds a turn;
        with `undo` plays can be taken back. As the rematch of a `former` table it takes over the computers in
        their seats, and every option. If it `keeps` the seats of all others for a while, a match goes on too.
        The table keeps its `language`, whatever the server chooses later.
        """
        self.starts.spend(host.user_id, "refused.starts")
        agreed = GAMES[game].options({**self.tables.settings.options.get(game, {}), **options})
        free = opponents_first(GAMES[game].sides(agreed), host.seat)
        if computers is not None and computers > len(free):
            raise Refused("refused.too-many-computers", n=len(free))
        seated = [replace(host, ready=True)]
        seated += [computer(seat, level) for seat in free[:computers]]
        if former is not None:
            seated += [row for row in former.seats if not row.person]
        seed, now = secrets.token_bytes(32), self.tables.now()
        row = TableRow(
            id=secrets.token_hex(4),
            guild_id=guild_id,
            game=game,
            # Every one: the defaults of a later version are no part of this game.
            options=GAMES[game].values(agreed),
            status=Status.LOBBY,
            host_id=host.user_id,
            seed=seed,
            commitment=fairness.commitment(seed),
            language=language,
            rematch_of=None if former is None else former.row.id,
            created_at=now,
            touched_at=now,
            wake_at=idle_at(self.tables.settings, now),
            due_at=idle_at(self.tables.settings, now),
            entropy=None,
            version=1,
            clock=self.tables.settings.turn_seconds if clock is None else clock,
            timed=clock is not None,
            undo=undo,
        )
        if former is not None:
            same = {name: getattr(former.row, name) for name in ("clock", "timed", "claims", "undo")}
            row = replace(row, **same)
        if former is not None and keeps:
            reserved, until = kept(former, host.user_id), now + KEPT_SECONDS
            row = replace(row, reserved=reserved, reserved_until=until, series=going_on(former))
        place = PlaceRow(row.id, guild_id, channel_id)
        table = Table.new(row, with_names(seated), self.tables.ledgers.of(place))
        return await self.tables.create(table.with_row(wake_at=wake_at(table)), place)

    async def join(
        self, table_id: str, person: SeatRow, side: int | None = None, agreed: int | None = None
    ) -> Table:
        """Return the lobby with `person` on `side`; without one in the seat kept for them, or named, or any.

        A person seated elsewhere moves; one on that side already stays. If no seat is free a computer makes
        room. Sitting down agrees to the options with the number `agreed`, None for those that the lobby has.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            here = table.seat_of(person.user_id)
            if side is not None and not 0 <= side < len(table.sides):
                raise Refused("refused.forged")
            wanted = table.sides[side] if side is not None else (person.seat, *range(table.size))
            own = situation.kept_for(table, person.user_id)
            if own is not None and (side is None or own in wanted):
                wanted = (own, *wanted)
            if here is not None and (side is None or here.seat in wanted):
                return table
            free = [seat for seat in wanted if table.at(seat) is None]
            free += [row.seat for row in table.seats if row.seat in wanted and not row.person]
            free = must_be_free(table, person.user_id, free)
            if not free:
                raise Refused("refused.side-full" if side is not None else "refused.full")
            ready = agreed in (None, table.terms) if here is None else here.ready
            await self._seat(held, replace(person, seat=free[0], ready=ready))
        return held.table

    async def leave(self, table_id: str, user_id: int) -> Table:
        """Return the lobby without a user; another becomes the host, the last one to leave closes it.

        A user for whom a seat is kept gives it up.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if situation.kept_for(table, user_id) is not None:
                after = table.with_row(reserved=still_reserved(table.row.reserved, user_id))
                await store_and_begin(self.tables, held, after, **self.touched())
                return held.table
            if table.seat_of(user_id) is None:
                raise Refused("refused.not-seated")
            others = tuple(row for row in table.seats if row.user_id != user_id)
            people = [row for row in others if row.person]
            if people:
                host_id = table.row.host_id if table.row.host_id != user_id else people[0].user_id
                await self.tables.commit(held, table.with_seats(*others), host_id=host_id, **self.touched())
            else:
                await Plays(self.tables).end(held, Status.CLOSED, touched_at=self.tables.now())
        return held.table

    async def seat_computers(
        self, table_id: str, user_id: int, level: str | None, seat: int | None = None
    ) -> Table:
        """Return the lobby with a computer of `level` (None: without one) at a seat, or at every free one.

        Anybody seated may ask for it.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if table.seat_of(user_id) is None:
                raise Refused("refused.not-seated")
            if level not in (None, *LEVELS) or seat not in (None, *range(table.size)):
                raise Refused("refused.forged")
            sitting = {row.seat: row for row in table.seats}
            free = [n for n in range(table.size) if n not in sitting]
            wanted = must_be_free(table, 0, [seat] if seat is not None else free)
            if any(sitting[n].person for n in wanted if n in sitting):
                raise SeatTaken
            if level is not None and wanted:
                await self._seat(held, *(computer(n, level) for n in wanted))
            elif gone := [sitting[n].user_id for n in wanted if n in sitting]:
                await self._seat(held, without=gone)
        return held.table

    async def choose(self, table_id: str, user_id: int, option: str, value: str) -> Table:
        """Return the lobby with another `value` of one option, which its host has chosen.

        Everybody else seated has to agree again. If the number of seats changes, people keep their seat, or
        their side, if there is room.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if user_id != table.row.host_id:
                raise Refused("refused.host-chooses")
            after = with_option(table, option, value)
            if after.terms != table.terms:
                rows, reserved = with_sides(table, after)
                # Else the game of a rematch would begin by itself before its host has chosen all.
                agrees = table.row.reserved_until is None
                seated = [replace(row, ready=agrees and row.user_id == user_id) for row in with_names(rows)]
                series = table.row.series if after.sides == table.sides else ()
                after = after.with_seats(*seated).with_row(reserved=reserved, series=series)
                await self.tables.commit(held, after, **self.touched())
            elif after.row.timed != table.row.timed:
                # The same clock, but a chosen one now.
                await self.tables.commit(held, after, **self.touched())
        return held.table

    async def agree(self, table_id: str, user_id: int, agreed: int) -> Table:
        """Return the lobby with a user who agrees to its options; Stale unless `agreed` is their number."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            row = table.seat_of(user_id)
            if row is None:
                raise Refused("refused.not-seated")
            if agreed != table.terms:
                raise Stale
            if not row.ready:
                await store_and_begin(self.tables, held, table.marked(row, ready=True), **self.touched())
        return held.table

    async def free(self, table_id: str, user_id: int, gone: int) -> Table:
        """Return the lobby without the person or computer `gone`, whose seat its host frees."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if user_id != table.row.host_id:
                raise Refused("refused.host-frees")
            if gone == user_id:
                raise Refused("refused.forged")
            if table.seat_of(gone) is None:
                raise Stale
            await self._seat(held, without=[gone])
        return held.table

    async def cancel(self, table_id: str, user_id: int, *, may_decide: bool = False) -> Table:
        """Return the lobby, closed by its host or by a user who `may_decide`."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if user_id != table.row.host_id and not may_decide:
                raise Refused("refused.host-only")
            await Plays(self.tables).end(held, Status.CLOSED, touched_at=self.tables.now())
        return held.table

    async def start(self, table_id: str, user_id: int) -> Table:
        """Return the table with its first hand dealt, or with its first cut asked for.

        The user who starts it agrees to its options.
        """
        async with self.tables.held(table_id) as held:
            now = self.tables.now()
            must_allow_start(held.table, user_id, now)
            if len(held.table.seats) < held.table.size:
                raise Refused("refused.seats-free")
            await begin(self.tables, held, touched_at=now)
        return held.table

    async def _seat(self, held: Held, *rows: SeatRow, without: Collection[int] = ()) -> None:
        """Seat these rows, free their former seats and those of the users `without`, and store the lobby."""
        seats, users = {row.seat for row in rows}, {row.user_id for row in rows}.union(without)
        stay = [row for row in held.table.seats if row.seat not in seats and row.user_id not in users]
        after = held.table.with_seats(*with_names([*stay, *rows]))
        await store_and_begin(self.tables, held, after, **self.touched())

    def touched(self) -> dict[str, Any]:
        """Return the columns of a lobby that is touched now."""
        now = self.tables.now()
        return {"touched_at": now, "due_at": idle_at(self.tables.settings, now)}


def must_be_lobby(table: Table) -> None:
    """Refuse a change of lobbies at a table that is no longer one."""
    if table.row.status is Status.CLOSED:
        raise Refused("refused.closed")
    if table.row.status is not Status.LOBBY:
        raise Refused("refused.started")


def must_allow_start(table: Table, user_id: int, now: float) -> None:
    """Refuse the start of a lobby by a user who may not start it, or to whose options not all agree."""
    must_be_lobby(table)
    if table.seat_of(user_id) is None:
        raise Refused("refused.not-seated")
    if any(row.user_id != user_id for row in to_agree(table.seats)):
        raise Refused("refused.to-agree")
    if user_id != table.row.host_id and now < table.row.touched_at + HOST_AWAY_SECONDS:
        raise Refused("refused.host-starts")

"""Lobbies: a table before its first deal. People take seats, leave them, and start the game.

A game starts under options that everybody has agreed to: by opening the lobby or sitting down in it, and
once more where the host has changed them since.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.choosing import chosen
from bot.computer_names import named
from bot.deadlines import idle_at
from bot.live import Held
from bot.quotas import each_minute
from bot.refused import NotRead, NotSaved, Refused, SeatTaken, Stale
from bot.seating import computer, opponents_first, reseated
from bot.shown import to_agree
from bot.store import Conflict, PlaceRow, SeatRow, Status, StoreError, TableRow
from bot.table import OPTIONS_VERSION, Table
from bot.tables import STAND_IN, Tables
from engine import GAMES, fairness
from engine.ai import LEVELS

HOST_AWAY_SECONDS: Final = 60.0
"""So long after a lobby was last touched with all seats taken, anybody seated may start."""


class Lobbies:
    """What can be done at a table that has not started; every change goes through `Tables`."""

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
        former: Table | None = None,
    ) -> Table:
        """Return a new lobby, its host seated with so many computers; Refused if it cannot be stored, or if
        they have opened too many.

        None: as many as there is room for. What `options` leave open is as whoever runs the bot has set it,
        or else as the game has it, and so is the `clock`, in seconds a turn. Where this is the rematch of a
        `former` table, its computers sit where they sat, and its clock and claims are the same.
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
            # All of them: a later version's defaults are no part of this game.
            options=GAMES[game].values(agreed),
            options_version=OPTIONS_VERSION,
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
        )
        if former is not None:
            same = {name: getattr(former.row, name) for name in ("clock", "timed", "claims")}
            row = replace(row, **same)
        place = PlaceRow(row.id, guild_id, channel_id)
        return await self.tables.create(Table.new(row, named(seated), self.tables.ledgers.of(place)), place)

    async def join(
        self, table_id: str, person: SeatRow, side: int | None = None, agreed: int | None = None
    ) -> Table:
        """Return the lobby with `person` on `side`; without a side at the seat that `person` names, or any.

        Whoever sits there already moves; somebody on that side already stays. Where no seat is free a
        computer makes room. Who sits down agrees to the options for which `agreed` stands, None: to those
        that there are.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            here = table.seat_of(person.user_id)
            if side is not None and not 0 <= side < len(table.sides):
                raise Refused("refused.forged")
            wanted = table.sides[side] if side is not None else (person.seat, *range(table.size))
            if here is not None and (side is None or here.seat in wanted):
                return table
            free = [seat for seat in wanted if table.at(seat) is None]
            free += [row.seat for row in table.seats if row.seat in wanted and not row.person]
            if not free:
                raise Refused("refused.side-full" if side is not None else "refused.full")
            ready = agreed in (None, table.terms) if here is None else here.ready
            await self._seat(held, replace(person, seat=free[0], ready=ready))
        return held.table

    async def leave(self, table_id: str, user_id: int) -> Table:
        """Return the lobby without a user; another becomes the host, the last one to leave closes it."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if table.seat_of(user_id) is None:
                raise Refused("refused.not-seated")
            others = tuple(row for row in table.seats if row.user_id != user_id)
            people = [row for row in others if row.person]
            if people:
                host_id = table.row.host_id if table.row.host_id != user_id else people[0].user_id
                await self.tables.commit(held, table.with_seats(*others), host_id=host_id, **self._touched())
            else:
                await self.tables.end(held, Status.CLOSED, touched_at=self.tables.now())
        return held.table

    async def seat_computers(
        self, table_id: str, user_id: int, level: str | None, seat: int | None = None
    ) -> Table:
        """Return the lobby with a computer of `level` at a seat, or at every free one; None: with none there.

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
            wanted = [seat] if seat is not None else [n for n in range(table.size) if n not in sitting]
            if any(sitting[n].person for n in wanted if n in sitting):
                raise SeatTaken
            if level is not None and wanted:
                await self._seat(held, *(computer(n, level) for n in wanted))
            elif gone := [sitting[n].user_id for n in wanted if n in sitting]:
                await self._seat(held, without=gone)
        return held.table

    async def choose(self, table_id: str, user_id: int, option: str, value: str) -> Table:
        """Return the lobby with another `value` of one option, which its host has chosen.

        Everybody else who is seated has to agree again. With other seats people keep theirs, or their side,
        where there is room.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if user_id != table.row.host_id:
                raise Refused("refused.host-chooses")
            after = chosen(table, option, value)
            if after.terms != table.terms:
                seated = named(reseated(table.seats, table.sides, after.sides))
                after = after.with_seats(*(replace(row, ready=row.user_id == user_id) for row in seated))
                await self.tables.commit(held, after, **self._touched())
            elif after.row.timed != table.row.timed:
                # As it was, but chosen now.
                await self.tables.commit(held, after, **self._touched())
        return held.table

    async def agree(self, table_id: str, user_id: int, agreed: int) -> Table:
        """Return the lobby with a user who agrees to its options; Stale unless `agreed` stands for those."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            row = table.seat_of(user_id)
            if row is None:
                raise Refused("refused.not-seated")
            if agreed != table.terms:
                raise Stale
            if not row.ready:
                await self.tables.commit(held, table.marked(row, ready=True), **self._touched())
        return held.table

    async def free(self, table_id: str, user_id: int, gone: int) -> Table:
        """Return the lobby without the person or computer `gone`, whose seat its host has freed."""
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
        """Return the lobby, closed by its host (or whoever `may_decide`)."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if user_id != table.row.host_id and not may_decide:
                raise Refused("refused.host-only")
            await self.tables.end(held, Status.CLOSED, touched_at=self.tables.now())
        return held.table

    async def start(self, table_id: str, user_id: int) -> Table:
        """Return the table with its first hand dealt."""
        async with self.tables.held(table_id) as held:
            table = held.table
            must_be_lobby(table)
            if table.seat_of(user_id) is None:
                raise Refused("refused.not-seated")
            if len(table.seats) < table.size:
                raise Refused("refused.seats-free")
            if to_agree(table.seats):
                raise Refused("refused.to-agree")
            now = self.tables.now()
            if user_id != table.row.host_id and now < table.row.touched_at + HOST_AWAY_SECONDS:
                raise Refused("refused.host-starts")
            await self.tables.deal(held, touched_at=now)
        return held.table

    async def rematch(
        self, table_id: str, person: SeatRow, *, channel_id: int, language: str, guest: bool = False
    ) -> Table:
        """Return the lobby that follows a game, made by the first who asks, `person` in the seat they had; a
        `guest`, who had none, in any other person's.
        """
        former = await self.tables.get(table_id)
        seat = former.seat_of(person.user_id)
        if seat is None and guest:
            seat = next(row for row in former.seats if row.person)
        if seat is None:
            raise Refused("refused.not-seated")
        if former.open:
            raise Refused("refused.still-playing")
        person = replace(person, seat=seat.seat)
        follower = await self._following(table_id)
        if follower is None:
            try:
                return await self.open(
                    former.row.game,
                    former.row.options,
                    guild_id=former.row.guild_id,
                    channel_id=channel_id,
                    language=language,
                    host=person,
                    former=former,
                )
            except Conflict:
                follower = await self._following(table_id)
        if follower is None:
            raise NotSaved
        return await self.join(follower, person, agreed=former.terms)

    async def _seat(self, held: Held, *rows: SeatRow, without: Collection[int] = ()) -> None:
        """Seat these in place of who sat there and of where they sat before, and free the seats `without`."""
        seats, users = {row.seat for row in rows}, {row.user_id for row in rows}.union(without)
        stay = [row for row in held.table.seats if row.seat not in seats and row.user_id not in users]
        after = held.table.with_seats(*named([*stay, *rows]))
        await self.tables.commit(held, after, **self._touched())

    async def _following(self, table_id: str) -> str | None:
        try:
            return await self.store.rematch_of(table_id)
        except StoreError:
            raise NotRead from None

    def _touched(self) -> dict[str, Any]:
        """Return what a lobby's row becomes when somebody touches it now."""
        now = self.tables.now()
        return {"touched_at": now, "due_at": idle_at(self.tables.settings, now)}


def must_be_lobby(table: Table) -> None:
    """Refuse what is done in a lobby only, where the table is none any more."""
    if table.row.status is Status.CLOSED:
        raise Refused("refused.closed")
    if table.row.status is not Status.LOBBY:
        raise Refused("refused.started")

"""Rematches: the next game of the same people, in one press of each."""

from dataclasses import replace

from bot.errors import NotRead, NotSaved, Refused, Stale
from bot.lobby.lobby import Lobbies, must_be_lobby
from bot.lobby.reserved import begin_if_complete, store_and_begin, turned
from bot.lobby.seating import GENTLE, computer, with_names
from bot.store import Conflict, SeatRow, StoreError
from bot.table.match import claimed, game_winners, same_people
from bot.table.table import Table
from bot.tables.beginners import Beginners
from engine.ai import LEVELS


class Rematches:
    """The changes of lobbies that follow a game; every other change of a lobby is one of `Lobbies`."""

    def __init__(self, lobbies: Lobbies, beginners: Beginners) -> None:
        self.lobbies = lobbies
        self.tables = lobbies.tables
        self.beginners = beginners

    async def rematch(
        self, table_id: str, person: SeatRow, *, channel_id: int, language: str, guest: bool = False
    ) -> Table:
        """Return the lobby that follows a game, with `person` in their old seat; a `guest` takes any seat.

        The first who asks makes it. The seats of all others are kept for them, unless a guest makes it. If
        nobody else has to come, its game begins at once: also where all others left and the person played on.
        """
        former = await self.tables.get(table_id)
        seat = former.seat_of(person.user_id)
        if seat is None and guest:
            seat = next(row for row in former.seats if row.person)
        if seat is None:
            raise Refused("refused.not-seated")
        if former.open:
            raise Refused("refused.still-playing")
        if former.ending:
            raise Refused("refused.counting")
        person = replace(person, seat=seat.seat)
        follower = await self._following(table_id)
        if follower is None:
            try:
                made = await self.lobbies.open(
                    former.row.game,
                    former.row.options,
                    guild_id=former.row.guild_id,
                    channel_id=channel_id,
                    language=language,
                    host=person,
                    former=await self._grown(_alone(former, person.user_id), person.user_id),
                    keeps=former.seat_of(person.user_id) is not None,
                )
                return await self._begun(made)
            except Conflict:
                follower = await self._following(table_id)
        if follower is None:
            raise NotSaved
        lobby = await self.tables.get(follower)
        if lobby.playing and lobby.seat_of(person.user_id) is not None:
            # Another press has begun it meanwhile.
            return lobby
        return await self.lobbies.join(follower, person, agreed=former.terms)

    async def _grown(self, former: Table, user_id: int) -> Table:
        """Return a former table, its gentle computers easy if the user is a beginner no longer."""
        gentle = [row for row in former.seats if row.level == GENTLE]
        if not gentle or await self.beginners.begins(former.row.game, user_id):
            return former
        easy = [replace(row, level=LEVELS[0]) if row in gentle else row for row in former.seats]
        return former.with_seats(*easy)

    async def swap(self, table_id: str, user_id: int, expected: int) -> Table:
        """Return the lobby with other partners, the next of three ways; Stale once the seating is another.

        The person who has asked for the rematch decides it. All others agree anew, and a match is over.
        `expected` is the number that the button carried.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            _must_follow(table, user_id)
            if not can_swap(table):
                raise Refused("refused.forged")
            if expected != table.seating:
                raise Stale
            rows, reserved = turned(table)
            seats = [
                row if row.user_id == user_id or not row.person else replace(row, ready=False) for row in rows
            ]
            after = table.with_seats(*with_names(seats))
            await store_and_begin(
                self.tables, held, after, reserved=reserved, series=(), **self.lobbies.touched()
            )
        return held.table

    async def match(self, table_id: str, user_id: int, *, wanted: bool) -> Table:
        """Return the lobby with its game the second of a best of three; unless `wanted`, of no match.

        The person who has asked for the rematch decides it.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            _must_follow(table, user_id)
            if wanted != bool(table.row.series):
                series = (await self._first(table),) if wanted else ()
                await self.tables.commit(held, table, series=series, **self.lobbies.touched())
        return held.table

    async def _first(self, table: Table) -> tuple[int, ...]:
        """Return the winners of the game before, as the first of a match among the same people."""
        assert table.row.rematch_of is not None
        former = await self.tables.get(table.row.rematch_of)
        won = game_winners(former)
        if not won:
            raise Refused("refused.no-match")
        others = claimed(former.seats) or not same_people(former.seats, table.seats)
        if former.sides != table.sides or others:
            raise Refused("refused.other-people")
        return won

    async def _begun(self, table: Table) -> Table:
        """Return the table, its game begun if all seats are taken and all people agree."""
        async with self.tables.held(table.row.id) as held:
            await begin_if_complete(self.tables, held)
        return held.table

    async def _following(self, table_id: str) -> str | None:
        try:
            return await self.tables.store.rematch_of(table_id)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None


def can_swap(table: Table) -> bool:
    """Return whether a table has partners to swap: two sides of two."""
    return tuple(map(len, table.sides)) == (2, 2)


def _alone(former: Table, user_id: int) -> Table:
    """Return a former table, its seats all for computers but that of a user whom all others had left alone.

    They left for good: computers played their seats when the game ended. It is then no game of a match.
    """
    left = {
        row.seat: computer(row.seat, row.level)
        for row in former.seats
        if row.person and row.user_id != user_id and row.level is not None
    }
    rows = [left.get(row.seat, row) for row in former.seats]
    if not left or [row.user_id for row in rows if row.present] != [user_id]:
        return former
    return former.with_seats(*rows).with_row(series=())


def _must_follow(table: Table, user_id: int) -> None:
    """Refuse a change that only the person who has asked for a rematch may make, in its lobby."""
    must_be_lobby(table)
    if table.seat_of(user_id) is None:
        raise Refused("refused.not-seated")
    if table.row.reserved_until is None or table.row.rematch_of is None:
        raise Refused("refused.forged")
    if table.row.host_id != user_id:
        raise Refused("refused.asker-chooses")

"""**Play alone now**: computers take the free seats of a lobby, and its game begins, by one press and write.

A beginner gets gentle opponents, a better partner, and a short game. Later the computers are easy, medium for
a member who has beaten easy ones, and otherwise as at their last table alone with computers.
"""

from typing import Final

from bot.errors import NotRead
from bot.lobby.lobby import Lobbies, must_allow_start
from bot.lobby.options import first_game
from bot.lobby.reserved import must_be_free, seated_columns
from bot.lobby.seating import GENTLE, computer, with_names
from bot.store import SeatRow, StoreError, TableRow
from bot.table.table import Table
from bot.tables.beginners import Beginners
from bot.tables.cut import begin
from bot.tables.play import STAND_IN
from engine import GAMES
from engine.ai import LEVELS

_EASY, _MEDIUM, _ = LEVELS
_BY_STRENGTH: Final = (GENTLE, *LEVELS)
_LOOKED_BACK: Final = 20
"""The number of tables among which games against easy computers are looked for."""
LAST_GAMES: Final = 5
"""The number of last games against easy computers that say how well a member plays."""
WINS: Final = 3
"""The wins among them after which a member gets better computers."""


class Alone:
    """The start of a game whose free seats all go to computers."""

    def __init__(self, lobbies: Lobbies, beginners: Beginners) -> None:
        self.tables = lobbies.tables
        self.beginners = beginners

    async def play(self, table_id: str, user_id: int) -> Table:
        """Return the table with computers in all free seats, and its first hand dealt.

        It is refused as a start is, and while a free seat is kept for a member. Where nobody else sits,
        nobody is asked to cut the deck. A second press of a member seated there returns the game under way.
        """
        lobby = await self.tables.get(table_id)
        if _begun(lobby, user_id):
            return lobby
        must_allow_start(lobby, user_id, self.tables.now())
        first = await self.beginners.begins(lobby.row.game, user_id)
        level = GENTLE if first else await self._earned(lobby.row.game, user_id)
        async with self.tables.held(table_id) as held:
            table, now = held.table, self.tables.now()
            if _begun(table, user_id):
                return table
            must_allow_start(table, user_id, now)
            alone = sum(row.person for row in table.seats) == 1
            after = table.with_options(first_game(table.game, table.options)) if first and alone else table
            after = _filled(after, user_id, level, STAND_IN if first else level)
            values = await seated_columns(self.tables, table, after)
            await begin(self.tables, held, after, asks=not alone, touched_at=now, **values)
        return held.table

    async def _earned(self, game: str, user_id: int) -> str:
        """Return the level of the computers for a member who is no beginner; NotRead if it cannot be read."""
        try:
            past = await self.tables.store.played.alone(user_id, game, _LOOKED_BACK)
            played = [(row, _level(row, seats, user_id)) for row, seats in past]
            last = played[0][1] if played else _EASY
            if _BY_STRENGTH.index(last) > _BY_STRENGTH.index(_EASY):
                return last
            easy = [row for row, level in played if level in (GENTLE, _EASY)][:LAST_GAMES]
            wins = [await self._won(row.id, user_id) for row in easy]
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
        return _MEDIUM if sum(wins) >= WINS else _EASY

    async def _won(self, table_id: str, user_id: int) -> bool:
        """Return whether a user has won a game that is over, by its result: its plays may be dropped."""
        result = await self.tables.store.played.result(table_id)
        return result is not None and any(side.won and user_id in side.members for side in result.sides)


def _begun(table: Table, user_id: int) -> bool:
    return table.playing and table.seat_of(user_id) is not None


def _seat(seats: tuple[SeatRow, ...], user_id: int) -> int:
    return next(row.seat for row in seats if row.user_id == user_id)


def _level(row: TableRow, seats: tuple[SeatRow, ...], user_id: int) -> str:
    """Return the highest level among the computers that a user has played against at a table."""
    game = GAMES[row.game]
    own = next(side for side in game.sides(game.options(row.options)) if _seat(seats, user_id) in side)
    levels = [seat.level for seat in seats if seat.seat not in own and seat.level in _BY_STRENGTH]
    return max(levels, key=_BY_STRENGTH.index, default=_EASY)


def _filled(table: Table, user_id: int, level: str, partner: str) -> Table:
    """Return a lobby with computers in its free seats; Kept if one is kept for a member."""
    must_be_free(table, 0, [seat for seat, _, _ in table.row.reserved])
    free = [seat for seat in range(table.size) if table.at(seat) is None]
    own = next(side for side in table.sides if _seat(table.seats, user_id) in side)
    computers = [computer(seat, partner if seat in own else level) for seat in free]
    return table.with_seats(*with_names([*table.seats, *computers]))

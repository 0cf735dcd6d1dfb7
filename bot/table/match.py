"""Matches of several games: the best of three, as the winners of the games played so far.

A match ends as soon as another person sits down, so at the start of a game it is either good or empty. The
winner of the last game is not stored in it but worked out.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.store import SeatRow, Status
from bot.table.table import Table
from bot.table.votes import CONCEDE, numbered

MOST_GAMES: Final = 3
"""The most games of a match."""
ENOUGH: Final = 2
"""The games that win a match."""

Series = tuple[tuple[int, ...], ...]
"""The winners of each game so far, by their sides."""


def wins(series: Series, side: int) -> int:
    """Return the number of games of a match that a side has won."""
    return sum(side in winners for winners in series)


def decided(series: Series, sides: int) -> bool:
    """Return whether a match between so many sides is over."""
    return len(series) >= MOST_GAMES or any(wins(series, side) >= ENOUGH for side in range(sides))


def best(series: Series, sides: int) -> tuple[int, ...]:
    """Return the sides that have won the most games of a match."""
    most = max(wins(series, side) for side in range(sides))
    return tuple([side for side in range(sides) if wins(series, side) == most])


def game_winners(table: Table) -> tuple[int, ...]:
    """Return the winning sides of a game that is over, none if it has no result."""
    kind, side = numbered(table.row.ended)
    if table.row.status is Status.STOPPED and kind == CONCEDE:
        return tuple([other for other in range(len(table.sides)) if other != side])
    if table.row.status is Status.FINISHED:
        return tuple(table.game.outcome(table.state).winners)
    return ()


def score(table: Table) -> Series:
    """Return the winners so far of the match at a table, those of this game included once it is over.

    Empty without a match, and once a seat has been taken over.
    """
    if claimed(table.seats):
        return ()
    won = game_winners(table) if table.row.series else ()
    return (*table.row.series, won) if won else table.row.series


def going_on(former: Table) -> Series:
    """Return the match that the rematch of a game goes on with, empty without one or once it is over."""
    series = score(former)
    return () if decided(series, len(former.sides)) else series


def claimed(seats: Iterable[SeatRow]) -> bool:
    """Return whether a seat has been taken over: then the game is not one of a match."""
    return any(row.claimed_seq is not None for row in seats)


def same_people(former: Sequence[SeatRow], now: Sequence[SeatRow]) -> bool:
    """Return whether everybody seated now had the same seat before."""
    before = {row.seat: row.user_id for row in former}
    return all(before.get(row.seat) == row.user_id for row in now)

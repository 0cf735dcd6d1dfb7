"""Matches of several games: the best of three, as the winners of the games played so far."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.store import SeatRow, Status
from bot.table.table import Table
from bot.table.votes import CONCEDE

MOST_GAMES: Final = 3
"""So many games a match has at most."""
ENOUGH: Final = 2
"""The side that has won so many games has won the match."""

Series = tuple[tuple[int, ...], ...]
"""The winners of each game so far, by their sides."""


def wins(series: Series, side: int) -> int:
    """Return how many games of a match a side has won."""
    return sum(side in winners for winners in series)


def decided(series: Series, sides: int) -> bool:
    """Return whether a match between so many sides is over."""
    return len(series) >= MOST_GAMES or any(wins(series, side) >= ENOUGH for side in range(sides))


def best(series: Series, sides: int) -> tuple[int, ...]:
    """Return the sides that have won most games of a match."""
    most = max(wins(series, side) for side in range(sides))
    return tuple([side for side in range(sides) if wins(series, side) == most])


def winners(table: Table) -> tuple[int, ...]:
    """Return the sides that have won a game that is over, none where it has no result."""
    kind, _, side = table.row.ended.partition("-")
    if table.row.status is Status.STOPPED and kind == CONCEDE:
        return tuple([other for other in range(len(table.sides)) if other != int(side)])
    if table.row.status is Status.FINISHED:
        return tuple(table.game.outcome(table.state).winners)
    return ()


def score(table: Table) -> Series:
    """Return how a match stands at a table, this game included once it is over; empty where there is none,
    or none any more.
    """
    if claimed(table.seats):
        return ()
    won = winners(table) if table.row.series else ()
    return (*table.row.series, won) if won else table.row.series


def going_on(former: Table) -> Series:
    """Return the match that the rematch of a game goes on with, empty where it has none or that is over."""
    series = score(former)
    return () if decided(series, len(former.sides)) else series


def claimed(seats: Iterable[SeatRow]) -> bool:
    """Return whether somebody has taken over a seat: then the game is not one of a match."""
    return any(row.claimed_seq is not None for row in seats)


def same_people(former: Sequence[SeatRow], now: Sequence[SeatRow]) -> bool:
    """Return whether everybody who sits there now had the same seat before."""
    before = {row.seat: row.user_id for row in former}
    return all(before.get(row.seat) == row.user_id for row in now)

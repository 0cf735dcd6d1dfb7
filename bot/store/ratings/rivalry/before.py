"""How the people in a full lobby stand: the games of their sides so far, and the chance of each."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, select

from bot.store.model.results import COUNTS
from bot.store.model.rows import is_former
from bot.store.model.schema import result_seats, result_sides, results
from bot.store.ratings import statements
from bot.store.ratings.folding import Owner, Rating, pair_of
from bot.store.ratings.model import Strength, chance, grown, prior
from bot.store.ratings.periods import ALL_TIME, ends_at, season_before, season_of
from bot.store.ratings.ranking import provisional
from engine import GAMES
from engine.game import Scatter

_STEP: Final = 5
"""The percent to which a chance is rounded; it is never none, and never certain."""

_AT_ONCE: Final = 200
"""The games that are read at a time: the event loop is free in between."""

_SEATS = (
    select(
        results.c.table_id,
        results.c.guild_id,
        results.c.game,
        results.c.ended_at,
        results.c.why,
        result_seats.c.seat,
        result_seats.c.side,
        result_seats.c.user_id,
        result_sides.c.won,
    )
    .join(result_seats, result_seats.c.table_id == results.c.table_id)
    .outerjoin(
        result_sides,
        and_(result_sides.c.table_id == result_seats.c.table_id, result_sides.c.side == result_seats.c.side),
    )
    .where(results.c.table_id.in_(bindparam("these", expanding=True, type_=results.c.table_id.type)))
    .order_by(results.c.table_id, result_seats.c.seat, result_seats.c.since)
)

Opposed = tuple[tuple[int, ...], ...]
"""The members of each side."""


class SharedGame(NamedTuple):
    """A game in which all of some members sat: when it ended, whether it counts, and which sides have won."""

    ended_at: float
    counts: bool
    won: Mapping[frozenset[int], bool]


class Rivalry(NamedTuple):
    """How the sides of a lobby stand: their `games`, this season or of all time, and how many each has `won`.

    `met` are the games of the same people, also those that do not count, and `sides_met` those on these
    sides. `chance` is the first side's in percent, None where it is not told.
    """

    sides: Opposed
    games: int
    won: tuple[int, ...]
    season: bool
    met: int
    sides_met: int
    chance: int | None = None


class Lobby(NamedTuple):
    """The people of a lobby, by which it is looked up how they stand: a lobby has it read once."""

    table_id: str
    guild_id: int
    game: str
    variant: str
    sides: Opposed


def rivalry(connection: Connection, lobby: Lobby, now: float, hiding: frozenset[int]) -> Rivalry | None:
    """Return how the people of a lobby stand, None where one of them hides or was forgotten.

    While the ratings of their server are to be made, some of its games may still be without seats: None then.
    """
    members = [member for side in lobby.sides for member in side]
    if unseen(members, hiding) or statements.is_unrated(connection, lobby.guild_id):
        return None
    chosen = statements.chosen(connection, lobby.guild_id)
    played = shared_games(connection, lobby.guild_id, lobby.game, members)
    # The end of the season before; without seasons no game is of this one.
    began = math.inf
    if statements.has_seasons(chosen):
        began = ends_at(season_before(season_of(chosen, now)), chosen)
    found = standing(played, lobby.sides, [one.ended_at >= began for one in played])
    if not in_pairs(lobby.sides):
        return found
    ratings = statements.of_members(
        connection, (lobby.guild_id, lobby.game, lobby.variant, ALL_TIME), members
    )
    return found._replace(chance=_chance(ratings, lobby.sides, GAMES[lobby.game].SCATTER, now))


def unseen(members: Iterable[int], hiding: frozenset[int]) -> bool:
    """Return whether one of these members hides or was forgotten, so that nothing is said of them."""
    return any(member in hiding or is_former(member) for member in members)


def shared_games(
    connection: Connection, guild_id: int, game: str, members: Sequence[int]
) -> list[SharedGame]:
    """Return the games of a server in which all these members sat, in the order in which they ended."""
    first, *others = sorted(members)
    also = [result_seats.alias() for _ in others]
    # Few of a server's games are one member's, and fewer those of all.
    of_all = select(result_seats.c.table_id).where(
        result_seats.c.user_id == first,
        *(
            select(rows.c.seat)
            .where(rows.c.table_id == result_seats.c.table_id, rows.c.user_id == other)
            .exists()
            for rows, other in zip(also, others, strict=True)
        ),
    )
    table_ids = connection.scalars(of_all.distinct()).all()
    found = list[SharedGame]()
    for start in range(0, len(table_ids), _AT_ONCE):
        games: dict[str, dict[int, Any]] = {}
        for row in connection.execute(_SEATS, {"these": table_ids[start : start + _AT_ONCE]}):
            if (row.guild_id, row.game) == (guild_id, game):
                # The last one in a seat had it at the end.
                games.setdefault(row.table_id, {})[row.seat] = row
        found += [_as_game(list(seats.values())) for seats in games.values()]
    return sorted(found, key=lambda one: one.ended_at)


def _as_game(seats: Sequence[Any]) -> SharedGame:
    on_side: dict[int, list[int]] = {}
    for row in seats:
        on_side.setdefault(row.side, []).append(row.user_id)
    won = {row.side for row in seats if row.won}
    sides = {frozenset(members): side in won for side, members in on_side.items()}
    return SharedGame(seats[0].ended_at, seats[0].why == COUNTS, sides)


def standing(played: Sequence[SharedGame], sides: Opposed, of_season: Iterable[bool]) -> Rivalry:
    """Return how these sides stand in games, those of this season alone where there are any."""
    teams = [frozenset(side) for side in sides]
    people = frozenset[int]().union(*teams)
    met = sum(frozenset[int]().union(*one.won) == people for one in played)
    these = [(one, new) for one, new in zip(played, of_season, strict=True) if one.won.keys() == set(teams)]
    counted = [(one, new) for one, new in these if one.counts]
    season = any(new for _, new in counted)
    games = [one for one, new in counted if new or not season]
    won = tuple([sum(one.won[team] for one in games) for team in teams])
    return Rivalry(sides, len(games), won, season, met, len(these))


def in_pairs(sides: Opposed) -> bool:
    """Return whether two play against two."""
    return tuple(map(len, sides)) == (2, 2)


def _chance(ratings: Mapping[Owner, Rating], sides: Opposed, scatter: Scatter, now: float) -> int | None:
    """Return the chance of the first of two pairs in percent, None where too little is known."""
    parts = list[list[Strength]]()
    for side in sides:
        of_side = list[Strength]()
        for key in ((side[0], 0), (side[1], 0), pair_of(*side)):
            unknown = prior(scatter, pair=bool(key[1]))
            rating = ratings.get(key) or Rating(0.0, unknown)
            variance = grown(rating.variance, unknown, now - rating.changed_at)
            if not key[1] and provisional(variance, len(rating.met), scatter, pair=False):
                return None
            of_side.append(Strength(rating.mean, variance))
        parts.append(of_side)
    first, second = parts
    return percent(chance(first, second, scatter))


def percent(share: float) -> int:
    """Return a chance in percent, rounded; neither none nor all."""
    return min(100 - _STEP, max(_STEP, _STEP * round(100 * share / _STEP)))

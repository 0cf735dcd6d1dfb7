"""What a finished game changed: for each of its players, and the one thing that matters to the server."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, case, func, or_, select

from bot.store.model.results import COUNTS, ResultRow
from bot.store.ratings import statements
from bot.store.ratings.folding import OPPONENTS_NEEDED, Owner, pair_of, variant_of
from bot.store.ratings.model import Strength, chance
from bot.store.ratings.periods import ALL_TIME, season_of
from bot.store.ratings.ranking import Ranking, provisional, ranking
from bot.store.ratings.rivalry.before import percent, unseen
from bot.store.ratings.schema import ratings
from engine import GAMES
from engine.game import Scatter

NEW_FIRST: Final = "first"
BEAT_THE_ODDS: Final = "upset"
WON_IN_A_ROW: Final = "streak"
"""The kinds of news: a new first of the ranked list, winners who had little chance, games won in a row."""
_UPSET: Final = 0.3
"""The greatest chance with which winning is news."""
_STREAK: Final = 3
_STREAKS: Final = 5
"""The first number of games won in a row that is news, and those whose multiples are."""

_PLACE = (
    ratings.c.guild_id == bindparam("guild", type_=ratings.c.guild_id.type),
    ratings.c.game == bindparam("of_game"),
    ratings.c.variant == bindparam("of_variant"),
    ratings.c.period == bindparam("of_period"),
)


class Rated(NamedTuple):
    """A rating as ranked lists have it, with the table of its last game.

    If that is the one of which a change is told, `was` are mean, guarded mean and variance before it.
    """

    user_id: int
    partner_id: int
    mean: float
    variance: float
    guarded: float
    games: int
    wins: int
    streak: int
    hands: int
    most: int
    changed_at: float
    name: str
    opponents: int
    last_id: str
    was: Sequence[float] | None

    @property
    def key(self) -> Owner:
        """The owner of the rating."""
        return self.user_id, self.partner_id


_LAST = ratings.c.last_id == bindparam("table")
_OPPONENTS = func.json_array_length(ratings.c.met)
_RATED = select(
    *[ratings.c[name] for name in Rated._fields[:-3]],
    _OPPONENTS.label("opponents"),
    ratings.c.last_id,
    case((_LAST, ratings.c.was)).label("was"),
).where(*_PLACE)
# Of all others only those who may have a rank, and members, of whose means zero is the mean.
_LISTED = _RATED.where(or_(_LAST, ratings.c.partner_id == 0, _OPPONENTS >= OPPONENTS_NEEDED))
_MEMBERS = bindparam("members", expanding=True, type_=ratings.c.user_id.type)
_PARTNERS = bindparam("partners", expanding=True, type_=ratings.c.user_id.type)
_OF_LAST = _RATED.where(_LAST, ratings.c.user_id.in_(_MEMBERS), ratings.c.partner_id.in_(_PARTNERS))


class RatedGame(NamedTuple):
    """A game that is over, and the ratings after it: those of its season, and its players' of all time.

    Without seasons the former are of all time, too. Pairs without a rank are not among them.
    """

    result: ResultRow
    seasons: bool
    listed: Sequence[Rated]
    lasting: Sequence[Rated]
    hiding: frozenset[int]


class Gain(NamedTuple):
    """What a game added to the points a hand of a player or their pair, and how that moved them in the list.

    `passes` are the names of the best whom they pass or, if `behind`, by whom they are passed; of two that is
    a pair.
    """

    points: float
    passes: tuple[str, ...] = ()
    behind: bool = False


class News(NamedTuple):
    """The one thing about a game that matters to its server, of one `side`.

    `n` is the chance that an upset had in percent, or the games won in a row; `season` if a new first is
    that of a season.
    """

    kind: str
    side: int
    n: int = 0
    season: bool = False


class Outcome(NamedTuple):
    """What a game changed: the gain of each of its players, by user, and its news."""

    gains: Mapping[int, Gain]
    news: News | None = None


UNCHANGED: Final = Outcome({})


def rated_game(connection: Connection, result: ResultRow, hiding: frozenset[int]) -> RatedGame:
    """Return a game that is over with the ratings of its server, none while these are to be made."""
    chosen = statements.chosen(connection, result.guild_id)
    seasons = statements.has_seasons(chosen)
    members = sorted({sat.user_id for sat in result.sat if sat.user_id > 0})
    key = {
        "guild": result.guild_id,
        "of_game": result.game,
        "of_variant": variant_of(result.game, result.options),
        "table": result.table_id,
    }
    own = {**key, "of_period": ALL_TIME, "members": members, "partners": [0, *members]}
    waits = statements.is_unrated(connection, result.guild_id)
    lasting = [] if waits else [Rated._make(row) for row in connection.execute(_OF_LAST, own)]
    listed = list[Rated]()
    if lasting:
        period = season_of(chosen, result.ended_at) if seasons else ALL_TIME
        listed = [Rated._make(row) for row in connection.execute(_LISTED, {**key, "of_period": period})]
    return RatedGame(result, seasons, listed, lasting, hiding)


def outcome(found: RatedGame) -> Outcome:
    """Return what a game changed for its players, whose last game it has to be, and for the server."""
    if not found.lasting:
        return UNCHANGED
    result = found.result
    owners = [_owner(side.members) for side in result.sides]
    teams = all(key[1] for key in owners)
    last = {row.key for row in found.listed if row.last_id == result.table_id}
    before, after = _lists(found, teams=teams)
    gains = dict[int, Gain]()
    for key in owners:
        parts = {key, *((member, 0) for member in key if member)}
        if key in after.rows and parts <= last:
            gains |= dict.fromkeys(filter(None, key), _gain(key, before, after))
    return Outcome(
        gains, _first(owners, last, before, after, found) or _upset(found) or _streak(owners, found)
    )


def _owner(members: Sequence[int]) -> Owner:
    """Return the owner of the rating for those on a side: their pair where there are two."""
    return pair_of(*members) if len(members) == 2 else (members[0], 0)


def _lists(found: RatedGame, *, teams: bool) -> tuple[Ranking, Ranking]:
    """Return the ranked list as it was before the game, as far as only that has changed it, and after it."""
    at, scatter = found.result.ended_at, GAMES[found.result.game].SCATTER
    earlier = [
        row._replace(mean=row.was[0], guarded=row.was[1], variance=row.was[2], changed_at=at)
        if row.last_id == found.result.table_id and row.was
        else row
        for row in found.listed
    ]
    # No month is ranked here, in which everybody has a rank.
    before, after = (
        ranking(rows, scatter, ALL_TIME, at, found.hiding, teams=teams) for rows in (earlier, found.listed)
    )
    return before, after


def _gain(key: Owner, before: Ranking, after: Ranking) -> Gain:
    points = after.line(key).mean - before.line(key).mean
    ranked = set(before.order[: before.number]) & set(after.order[: after.number])
    if key not in ranked:
        return Gain(points)
    # A pair neither passes nor is passed by another one of its own members.
    others = [other for other in ranked if set(other).isdisjoint(set(key) - {0})]
    passed = [
        other
        for other in others
        if before.value[other] > before.value[key] and after.value[other] < after.value[key]
    ]
    behind = [
        other
        for other in others
        if before.value[other] < before.value[key] and after.value[other] > after.value[key]
    ]
    if not passed and not behind:
        return Gain(points)
    best = max(passed or behind, key=lambda other: after.value[other])
    return Gain(points, after.line(best).names, behind=not passed)


def _first(
    owners: Sequence[Owner], last: set[Owner], before: Ranking, after: Ranking, found: RatedGame
) -> News | None:
    """Return that one of the game has become the first of the ranked list, if so."""
    first, former = (ranks.order[0] if ranks.number else None for ranks in (after, before))
    if first is None or first == former or first not in last or first not in owners:
        return None
    return News(NEW_FIRST, owners.index(first), season=found.seasons)


def _upset(found: RatedGame) -> News | None:
    """Return that the winners had little chance, where enough was known of all who played from the start."""
    result, scatter = found.result, GAMES[found.result.game].SCATTER
    winners = [side.side for side in result.sides if side.won]
    members = [member for side in result.sides for member in side.members]
    if result.why != COUNTS or len(result.sides) != 2 or len(winners) != 1:
        return None
    if len(result.sat) != len(members) or unseen(members, found.hiding):
        return None
    parts = [_parts(_owner(side.members), found.lasting, scatter) for side in result.sides]
    if not all(parts):
        return None
    winner = winners[0]
    had = chance(parts[winner], parts[1 - winner], scatter)
    return News(BEAT_THE_ODDS, winner, percent(had)) if had <= _UPSET else None


def _parts(key: Owner, lasting: Sequence[Rated], scatter: Scatter) -> list[Strength]:
    """Return the parts of a side before the game, none where too little was known of one of its members."""
    rows: dict[Owner, Any] = {row.key: row for row in lasting}
    keys = [(member, 0) for member in key if member]
    if any(
        one not in rows or provisional(rows[one].was[2], rows[one].opponents, scatter, pair=False)
        for one in keys
    ):
        return []
    if key[1] and key not in rows:
        return []
    return [Strength(rows[one].was[0], rows[one].was[2]) for one in dict.fromkeys((*keys, key))]


def _streak(owners: Sequence[Owner], found: RatedGame) -> News | None:
    """Return the longest row of games that winners have won, if its number is news."""
    rows = {row.key: row for row in found.lasting}
    long = [
        (rows[key].streak, -side.side)
        for side, key in zip(found.result.sides, owners, strict=True)
        if side.won and key in rows and not unseen(filter(None, key), found.hiding)
    ]
    number, side = max(long, default=(0, 0))
    if number != _STREAK and (not number or number % _STREAKS):
        return None
    return News(WON_IN_A_ROW, -side, number)

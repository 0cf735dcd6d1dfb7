"""The part of the store about ratings: the lists and variants of a server, and their making from results."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, or_, select

from bot.caches import BoundedDict, Cache
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.known import FRESH
from bot.store.model.rows import Shards
from bot.store.model.schema import results
from bot.store.queries import results as result_queries
from bot.store.ratings import statements
from bot.store.ratings.folding import COUNTING, OPPONENTS_NEEDED, Owner
from bot.store.ratings.periods import ALL_TIME, ends_at, is_month
from bot.store.ratings.ranking import Ranking, ranking
from bot.store.ratings.rivalry import after, before
from bot.store.ratings.schema import ratings
from bot.store.ratings.statistics.figures import Figure
from bot.store.ratings.statistics.member import Statistics
from bot.store.ratings.statistics.reading import statistics_of
from bot.store.ratings.team_names import TeamNames, named
from bot.store.ratings.whole.making import REST_SECONDS, Making
from engine import GAMES

log = logging.getLogger(__name__)

RECENT: Final = 90 * 86_400.0
"""Seconds: the variant with most games in them comes first."""
_SERVERS: Final = 1000
"""The servers' games whose variants are remembered."""
MOST_APART: Final = {"most": 500}
"""The most teams in a list that have met too few others for a rank."""
MOST_LINES: Final = 120_000
"""The most lines and members of ranked lists in memory: a list of many is made in some tenths of a second."""

_KEY = {
    "guild": bindparam("guild", type_=ratings.c.guild_id.type),
    "of_game": bindparam("of_game"),
    "of_variant": bindparam("of_variant"),
    "of_period": bindparam("of_period"),
}
_LISTED = select(
    ratings.c.user_id,
    ratings.c.partner_id,
    ratings.c.mean,
    ratings.c.variance,
    ratings.c.guarded,
    ratings.c.games,
    ratings.c.wins,
    ratings.c.streak,
    ratings.c.hands,
    ratings.c.most,
    ratings.c.changed_at,
    ratings.c.name,
    func.json_array_length(ratings.c.met).label("opponents"),
).where(
    ratings.c.guild_id == _KEY["guild"],
    ratings.c.game == _KEY["of_game"],
    ratings.c.variant == _KEY["of_variant"],
    ratings.c.period == _KEY["of_period"],
)
_LAST = select(func.max(results.c.number)).where(results.c.guild_id == _KEY["guild"])
_MEMBERS = _LISTED.where(ratings.c.partner_id == 0)
_TEAMS = _LISTED.where(ratings.c.partner_id > 0)
_OPPONENTS = func.json_array_length(ratings.c.met)
_MAY_HAVE_RANK = _TEAMS.where(_OPPONENTS >= OPPONENTS_NEEDED)
_WITHOUT_RANK = (
    _TEAMS.where(_OPPONENTS < OPPONENTS_NEEDED)
    .order_by(ratings.c.games.desc(), ratings.c.partner_id, ratings.c.user_id)
    .limit(bindparam("most"))
)
_READER = bindparam("reader", type_=ratings.c.user_id.type)
_OWN_TEAMS = _TEAMS.where(or_(ratings.c.user_id == _READER, ratings.c.partner_id == _READER))
_COUNTED = (
    results.c.guild_id == _KEY["guild"],
    results.c.game == _KEY["of_game"],
    results.c.why.in_(COUNTING),
    results.c.variant.is_not(None),
)
_VARIANTS = (
    select(
        results.c.variant,
        func.count().label("games"),
        func.count().filter(results.c.ended_at >= bindparam("since")).label("recent"),
        func.min(results.c.ended_at).label("first"),
    )
    .where(*_COUNTED)
    .group_by(results.c.variant)
)
_OPTIONS = select(results.c.options).where(*_COUNTED, results.c.variant == _KEY["of_variant"]).limit(1)


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a game that change points: the number of its games, of those of late, the first end."""

    name: str
    options: Mapping[str, Any]
    games: int
    recent: int
    first: float


class _Read(NamedTuple):
    """The rows of a list, None where the one in memory holds, with all else that belongs to it."""

    last: int | None
    hiding: frozenset[int]
    names: Mapping[Owner, str]
    rows: Sequence[Any] | None
    own: Sequence[Any]
    zones: Mapping[str, str]


class _Variants(NamedTuple):
    """The variants of a server's game in memory, as of its last game, read `at` a time."""

    variants: list[Variant]
    last: int | None
    at: float


class _List(NamedTuple):
    """A ranked list in memory, as of the last game of its server, made `at` a time."""

    ranking: Ranking
    last: int | None
    hiding: frozenset[int]
    at: float

    def fits(self, last: int | None, hiding: frozenset[int], now: float) -> bool:
        """Return whether the list still holds, but for what other processes have forgotten."""
        return (self.last, self.hiding) == (last, hiding) and abs(now - self.at) < FRESH


def _queries(period: str, *, teams: bool) -> Sequence[Select[Any]]:
    """Return the queries for the rows of a list; only a month gives a rank to all teams."""
    if not teams:
        return (_MEMBERS,)
    return (_LISTED,) if is_month(period) else (_MEMBERS, _MAY_HAVE_RANK, _WITHOUT_RANK)


def _no_lists() -> Cache[_List]:
    return Cache(MOST_LINES, lambda kept: len(kept.ranking.rows) + len(kept.ranking.members) + 1)


class StoredRatings:
    """The ratings of each server, and the names of its teams."""

    def __init__(self, readers: Readers, writer: Writer, own: Shards | None = None) -> None:
        self.readers = readers
        self.writer = writer
        self._making = Making(readers, writer, own)
        self.team_names = TeamNames(readers, writer)
        self._lists = _no_lists()
        self._variants = BoundedDict[tuple[int, str], _Variants](_SERVERS)

    async def hiding(self) -> frozenset[int]:
        """Return the members who hide."""
        return await self.readers.read(lambda connection: frozenset(connection.scalars(statements.HIDING)))

    async def waits(self, guild_id: int) -> bool:
        """Return whether the ratings of a server are still to be made of its results."""
        return await self.readers.read(lambda connection: statements.is_unrated(connection, guild_id))

    async def variants(self, guild_id: int, game: str, now: float) -> list[Variant]:
        """Return the variants of a game that a server has played, the one with most games of late first."""
        key = {"guild": guild_id, "of_game": game}
        kept = self._variants.get((guild_id, game))

        def found(connection: Connection) -> _Variants:
            last = connection.scalar(_LAST, key)
            if kept is not None and kept.last == last and abs(now - kept.at) < FRESH:
                return kept
            rows = connection.execute(_VARIANTS, {**key, "since": now - RECENT}).all()
            variants = [
                Variant(
                    row.variant,
                    connection.scalar(_OPTIONS, {**key, "of_variant": row.variant}) or {},
                    row.games,
                    row.recent,
                    row.first,
                )
                for row in sorted(rows, key=lambda row: (-row.recent, -row.games, row.variant))
            ]
            return _Variants(variants, last, now)

        self._variants[guild_id, game] = read = await self.readers.read(found)
        return read.variants

    async def ranking(
        self,
        guild_id: int,
        game: str,
        variant: str,
        period: str,
        now: float,
        *,
        teams: bool,
        reader: int | None = None,
    ) -> Ranking:
        """Return the ranked list of a server's teams or members; that of a past period as it ended.

        Of the teams that have met too few others, it has those with most games, and those of the `reader`.
        """
        key = {"guild": guild_id, "of_game": game, "of_variant": variant, "of_period": period}
        place = (guild_id, game, variant, period, teams)
        # Others than these, if a member is forgotten meanwhile.
        lists = self._lists
        kept = lists.get(place)

        def found(connection: Connection) -> _Read:
            hiding = frozenset(connection.scalars(statements.HIDING))
            last = connection.scalar(_LAST, key)
            names = named(connection, guild_id) if teams else {}
            # Ratings that are being made are not all there.
            waits = statements.is_unrated(connection, guild_id)
            of_reader = teams and reader is not None and not waits
            own = list(connection.execute(_OWN_TEAMS, {**key, "reader": reader})) if of_reader else []
            if kept is not None and kept.fits(last, hiding, now):
                return _Read(last, hiding, names, None, own, {})
            queries = () if waits else _queries(period, teams=teams)
            rows = [row for query in queries for row in connection.execute(query, {**key, **MOST_APART})]
            return _Read(last, hiding, names, rows, own, statements.zones_of(connection, guild_id))

        read = await self.readers.read(found)
        if read.rows is not None or kept is None:
            at = now if period == ALL_TIME else min(now, ends_at(period, read.zones))
            scatter = GAMES[game].SCATTER
            making = partial(ranking, read.rows or (), scatter, period, at, read.hiding, teams=teams)
            made = _List(await asyncio.to_thread(making), read.last, read.hiding, now)
            kept = lists.put(place, made)
        return kept.ranking.seen_by(read.own, read.names)

    def forgotten(self) -> None:
        """Have all lists read anew: a member in them was forgotten."""
        self._lists = _no_lists()
        self._variants.clear()

    async def statistics(
        self,
        guild_id: int,
        game: str,
        user_id: int,
        now: float,
        figures: Mapping[str, Figure],
        variant: str = "",
    ) -> Statistics | None:
        """Return the statistics of a member in a variant, or in the one played most; None without a game."""

        async def ranked(variant: str) -> Ranking:
            return await self.ranking(guild_id, game, variant, ALL_TIME, now, teams=False)

        member = (guild_id, game, user_id)
        return await statistics_of(self.readers, member, ranked, await self.hiding(), figures, variant)

    async def seen_winners(self, guild_id: int, game: str, user_id: int) -> str:
        """Return the last season whose winners a member has been shown, empty without one."""
        reading = partial(statements.seen_winners, guild_id=guild_id, game=game, user_id=user_id)
        return await self.readers.read(reading)

    async def see_winners(self, guild_id: int, game: str, user_id: int, season: str) -> None:
        """Note that a member is shown the winners of a season."""
        noting = partial(statements.see_winners, guild_id=guild_id, game=game, user_id=user_id, season=season)
        await self.writer.write(noting, guild_id)

    async def rivalry(self, lobby: before.Lobby, now: float) -> before.Rivalry | None:
        """Return how the people of a lobby stand, None where one of them hides."""

        def found(connection: Connection) -> before.Rivalry | None:
            return before.rivalry(connection, lobby, now, frozenset(connection.scalars(statements.HIDING)))

        return await self.readers.read(found)

    async def outcome(self, table_id: str) -> after.Outcome:
        """Return what a game that is over changed, as far as it was the last one of its players."""

        def found(connection: Connection) -> after.RatedGame | None:
            result = result_queries.stored(connection, table_id)
            hiding = frozenset(connection.scalars(statements.HIDING))
            return None if result is None else after.rated_game(connection, result, hiding)

        ended = await self.readers.read(found)
        return after.UNCHANGED if ended is None else await asyncio.to_thread(after.outcome, ended)

    # Servers with results from before ratings

    async def make(self, now: float, pause: float = REST_SECONDS) -> None:
        """Make the ratings of all own servers that wait for it, with pauses in which plays come in."""
        async for _ in self._making.all(now, pause):
            self._lists = _no_lists()

    async def drop_months(self, before: float) -> None:
        """Drop the ratings of months that were over before a moment: no list shows them."""
        await self._making.drop_months(before)

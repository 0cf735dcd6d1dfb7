"""The part of the store about ratings: the lists and variants of a server, and their making from results."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select

from bot.store.database.patience import patiently
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.model.results import ResultRow
from bot.store.model.rows import Scope
from bot.store.model.schema import preferences, results
from bot.store.queries import results as result_queries
from bot.store.ratings import statements
from bot.store.ratings.folding import COUNTING
from bot.store.ratings.periods import ALL_TIME, ends_at
from bot.store.ratings.ranking import Ranking, ranking
from bot.store.ratings.schema import ratings
from bot.store.ratings.whole import WholeFold
from engine import GAMES

log = logging.getLogger(__name__)

HIDDEN: Final = "hidden"
HIDES: Final = "on"
"""The preference of members by which they hide, and its value."""
RECENT: Final = 90 * 86_400.0
"""Seconds: the variant with most games in them comes first."""
AT_ONCE: Final = 50
"""The results that are folded at a time, so that plays come in between."""
BETWEEN: Final = 0.01
"""Seconds between two such times."""
_WHAT: Final = "the ratings of a server"

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
_MEMBERS = _LISTED.where(ratings.c.partner_id == 0)
HIDING = select(preferences.c.owner_id).where(
    preferences.c.scope == Scope.MEMBER, preferences.c.name == HIDDEN, preferences.c.value == HIDES
)
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


class StoredRatings:
    """The ratings of each server."""

    def __init__(self, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer

    async def hiding(self) -> frozenset[int]:
        """Return the members who hide."""
        return await self.readers.read(lambda connection: frozenset(connection.scalars(HIDING)))

    async def waits(self, guild_id: int) -> bool:
        """Return whether the ratings of a server are still to be made of its results."""
        return await self.readers.read(lambda connection: statements.waits(connection, guild_id))

    async def variants(self, guild_id: int, game: str, now: float) -> list[Variant]:
        """Return the variants of a game that a server has played, the one with most games of late first."""
        key = {"guild": guild_id, "of_game": game}

        def found(connection: Connection) -> list[Variant]:
            rows = connection.execute(_VARIANTS, {**key, "since": now - RECENT}).all()
            return [
                Variant(
                    row.variant,
                    connection.scalar(_OPTIONS, {**key, "of_variant": row.variant}) or {},
                    row.games,
                    row.recent,
                    row.first,
                )
                for row in sorted(rows, key=lambda row: (-row.recent, -row.games, row.variant))
            ]

        return await self.readers.read(found)

    async def ranking(
        self, guild_id: int, game: str, variant: str, period: str, now: float, *, teams: bool
    ) -> Ranking:
        """Return the ranked list of a server's teams or members; that of a past period as it ended."""
        key = {"guild": guild_id, "of_game": game, "of_variant": variant, "of_period": period}
        statement = _LISTED if teams else _MEMBERS

        def found(connection: Connection) -> tuple[list[Any], frozenset[int], dict[str, str]]:
            rows = list(connection.execute(statement, key))
            zones = statements.zones_of(connection, guild_id)
            return rows, frozenset(connection.scalars(HIDING)), zones

        rows, hiding, zones = await self.readers.read(found)
        at = now if period == ALL_TIME else min(now, ends_at(period, zones))
        making = partial(ranking, rows, GAMES[game].SCATTER, period, at, hiding, teams=teams)
        return await asyncio.to_thread(making)

    # Servers with results from before ratings

    async def make(self, now: float, pause: float = BETWEEN) -> None:
        """Make the ratings of all servers that wait for it, with pauses in which plays come in."""
        while (found := await patiently(self._next, _WHAT)) is not None:
            guild_id, changes = found
            await self._make(guild_id, changes, now, pause)

    async def _next(self) -> tuple[int, int] | None:
        return await self.readers.read(statements.waiting)

    async def _make(self, guild_id: int, changes: int, now: float, pause: float) -> None:
        """Make the ratings of a server, unless an id in its results was replaced meanwhile."""
        zones = await patiently(
            partial(self.readers.read, partial(statements.zones_of, guild_id=guild_id)), _WHAT
        )
        made, number = WholeFold(zones, now), 0

        def folded(some: list[tuple[ResultRow, int]]) -> list[tuple[ResultRow, statements.Means]]:
            return [(one, made.add(one)) for one, _ in some]

        reading = partial(result_queries.after, guild_id=guild_id, most=AT_ONCE)
        while found := await patiently(partial(self.readers.read, partial(reading, number=number)), _WHAT):
            noted = await asyncio.to_thread(folded, found)
            work = partial(statements.note, noted=noted)
            await patiently(partial(self.writer.write, work), _WHAT)
            number = found[-1][1]
            await asyncio.sleep(pause)

        late = list[tuple[ResultRow, statements.Means]]()

        def finish(connection: Connection) -> bool:
            nonlocal number
            if statements.changed(connection, guild_id) != changes:
                return False
            # Games that have ended since; a second try finds them folded.
            while found := reading(connection, number=number):
                late.extend(folded(found))
                number = found[-1][1]
            statements.note(connection, late)
            statements.replace_all(connection, guild_id, made.made)
            return True

        if await patiently(partial(self.writer.write, finish), _WHAT):
            log.info("the ratings of server %d are made of %d games", guild_id, number)

"""The reading of a member's statistics: few columns of many rows, which are counted beside the event loop."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    ScalarSelect,
    String,
    Text,
    bindparam,
    case,
    cast,
    or_,
    select,
)
from sqlalchemy.sql.functions import aggregate_strings

from bot.store.database.readers import Readers
from bot.store.model.rows import is_former
from bot.store.model.schema import result_seats, result_sides, results
from bot.store.model.zones import zone_at
from bot.store.ratings.periods import ALL_TIME
from bot.store.ratings.ranking import LeaderboardRow, Ranking
from bot.store.ratings.schema import ratings
from bot.store.ratings.statements import zones_of
from bot.store.ratings.statistics.counting import (
    Game,
    beaten,
    curve,
    games_of,
    in_hands,
    last_games,
    partners,
)
from bot.store.ratings.statistics.figures import Figure
from bot.store.ratings.statistics.member import Chosen, Statistics

_GUILD = bindparam("guild", type_=results.c.guild_id.type)
_GAME: Final = bindparam("of_game", type_=results.c.game.type)
_VARIANT: Final = bindparam("of_variant", type_=results.c.variant.type)
_USER = bindparam("user", type_=result_seats.c.user_id.type)
_OWN = result_seats.alias("own")


def _together(of: FromClause, *columns: ColumnElement[int]) -> ScalarSelect[str]:
    """Return the whole numbers of all rows of a result in one text, such as `0,1;2,3` in any order."""
    row: ColumnElement[str] = cast(columns[0], String)
    for column in columns[1:]:
        row = row + "," + cast(column, String)
    return select(aggregate_strings(row, ";")).where(of.c.table_id == results.c.table_id).scalar_subquery()


# A row for each game, with texts that are read beside the event loop.
_GAMES = (
    select(
        results.c.table_id,
        results.c.ended_at,
        results.c.why,
        results.c.variant,
        _OWN.c.mean,
        cast(results.c.hands, Text).label("hands"),
        _together(
            result_seats,
            result_seats.c.seat,
            result_seats.c.since,
            result_seats.c.side,
            result_seats.c.user_id,
        ).label("sat"),
        _together(
            result_sides,
            result_sides.c.side,
            case((result_sides.c.won, 1), else_=0),
            result_sides.c.place,
        ).label("sides"),
    )
    .join(_OWN, _OWN.c.table_id == results.c.table_id)
    .where(
        _OWN.c.user_id == _USER,
        results.c.guild_id == _GUILD,
        results.c.game == _GAME,
        results.c.variant.is_not(None),
    )
    .order_by(results.c.number)
)
_OPTIONS = select(results.c.variant, results.c.options).where(
    results.c.table_id.in_(bindparam("these", expanding=True, type_=results.c.table_id.type))
)
_PAIRS = select(ratings.c.user_id, ratings.c.partner_id, ratings.c.mean, ratings.c.variance).where(
    ratings.c.guild_id == _GUILD,
    ratings.c.game == _GAME,
    ratings.c.variant == _VARIANT,
    ratings.c.period == ALL_TIME,
    ratings.c.partner_id != 0,
    or_(ratings.c.user_id == _USER, ratings.c.partner_id == _USER),
)

Ranked = Callable[[str], Awaitable[Ranking]]
"""Returns the members' list of all time of a variant."""


class _Read(NamedTuple):
    """Further rows: the options of all variants, the pairs of one, and the server's time zones."""

    options: Mapping[str, Any]
    pairs: Sequence[Any]
    zones: Mapping[str, str]


async def statistics_of(
    readers: Readers,
    member: tuple[int, str, int],
    ranked: Ranked,
    hiding: frozenset[int],
    figures: Mapping[str, Figure],
    variant: str,
) -> Statistics | None:
    """Return the statistics of a member, named by server, game and id; None without any result.

    They are of the variant that the member has played most, where they have not played the one asked for.
    """
    guild_id, game, user_id = member
    key = {"guild": guild_id, "of_game": game, "user": user_id}
    rows = await readers.read(lambda connection: connection.execute(_GAMES, key).all())
    games = await asyncio.to_thread(games_of, rows, user_id)
    if not games:
        return None
    computers = [one for one in games if one.with_computers]
    found = Statistics(
        game,
        user_id,
        computers=(len(computers), sum(one.ahead for one in computers)),
        hides=user_id in hiding,
    )
    counted = [one for one in games if one.counts]
    if not counted:
        return found
    often = sorted(Counter(one.variant for one in counted).items(), key=lambda one: (-one[1], one[0]))
    variant = variant if variant in dict(often) else often[0][0]
    latest = {one.variant: one.table_id for one in counted}

    def further(connection: Connection) -> _Read:
        options = connection.execute(_OPTIONS, {"these": list(latest.values())})
        of_variant = {**key, "of_variant": variant}
        return _Read(
            {row.variant: row.options or {} for row in options},
            connection.execute(_PAIRS, of_variant).all(),
            zones_of(connection, guild_id),
        )

    read = await readers.read(further)
    ranking = await ranked(variant)
    line = next(iter(ranking.of(user_id, hiding, 1)), None)
    names = {
        member: row.name
        for member, row in ranking.members.items()
        if member not in hiding and not is_former(member)
    }
    found = replace(
        found,
        variant=variant,
        variants=tuple([Chosen(name, read.options.get(name, {}), number) for name, number in often]),
        line=line,
    )
    played = [one for one in counted if one.variant == variant]
    return await asyncio.to_thread(_counted, found, played, read, names, figures)


def _counted(
    found: Statistics,
    games: Sequence[Game],
    read: _Read,
    names: Mapping[int, str],
    figures: Mapping[str, Figure],
) -> Statistics:
    """Return statistics with all that is counted in the games of their variant; others have `names`."""
    user_id, line = found.user_id, found.line
    best, hardest = partners(read.pairs, user_id, names)
    return replace(
        found,
        games=len(games),
        wins=sum(one.past.won for one in games),
        last=last_games(games),
        figures=in_hands(games, figures, user_id),
        paired=bool(read.pairs),
        best=best,
        hardest=hardest,
        beats=beaten(games, user_id, names),
        curve=curve(games, _mean(line), lambda t: datetime.fromtimestamp(t, zone_at(read.zones, t)).date()),
    )


def _mean(line: LeaderboardRow | None) -> float | None:
    return None if line is None else line.mean

"""The statements for ratings: those by which a game is folded as it ends, and a server is rated anew."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    func,
    select,
    update,
)

from bot.store.model.results import ResultRow
from bot.store.model.rows import Scope
from bot.store.model.schema import preferences, result_seats, results
from bot.store.model.zones import chosen_zones
from bot.store.queries.writes import upsert
from bot.store.ratings.folding import (
    COUNTING,
    FULL_GAMES,
    Owner,
    Played,
    Rating,
    Ratings,
    fold,
    played,
    variant_of,
)
from bot.store.ratings.periods import ALL_TIME, day_of, periods_of
from bot.store.ratings.schema import ratings, unrated, winners_seen

ListKey = tuple[int, str, str, str]
"""A server, a game, a variant and a period."""

HIDDEN: Final = "hidden"
HIDES: Final = "on"
"""The preference of members by which they hide, and its value."""
HIDING = select(preferences.c.owner_id).where(
    preferences.c.scope == Scope.MEMBER, preferences.c.name == HIDDEN, preferences.c.value == HIDES
)
_SEASONS: Final = "seasons"
_NO_SEASONS: Final = "off"
"""The preference of a server for seasons, and its value without any."""

GUILD = bindparam("guild", type_=ratings.c.guild_id.type)
_GAME: BindParameter[str] = bindparam("of_game")
_VARIANT: BindParameter[str] = bindparam("of_variant")
OF_VARIANT = (ratings.c.guild_id == GUILD, ratings.c.game == _GAME, ratings.c.variant == _VARIANT)
_FIELDS: Final = (
    "mean",
    "variance",
    "guarded",
    "games",
    "wins",
    "streak",
    "hands",
    "most",
    "met",
    "changed_at",
    "name",
    "last_id",
    "was",
)
_OF_GAME = select(
    ratings.c.period, ratings.c.user_id, ratings.c.partner_id, *(ratings.c[name] for name in _FIELDS)
).where(
    *OF_VARIANT,
    ratings.c.period.in_(bindparam("periods", expanding=True)),
    ratings.c.user_id.in_(bindparam("members", expanding=True)),
    ratings.c.partner_id.in_(bindparam("partners", expanding=True)),
)
# Locked, in the order in which `forget` locks them: a member whom one of these has met may be forgotten.
_TO_CHANGE = _OF_GAME.order_by(ratings.c.period, ratings.c.partner_id, ratings.c.user_id).with_for_update()
SAVE_RATING = upsert(ratings)
_CHOSEN = select(preferences.c.name, preferences.c.value).where(
    preferences.c.scope == Scope.SERVER, preferences.c.owner_id == bindparam("guild")
)
WAITS = select(unrated.c.changes).where(unrated.c.guild_id == GUILD)
_TABLES = select(result_seats.c.table_id).where(
    result_seats.c.user_id == bindparam("member", type_=result_seats.c.user_id.type)
)
_SAT_DOWN = (
    select(func.count())
    .select_from(result_seats)
    .where(
        result_seats.c.table_id == results.c.table_id,
        result_seats.c.since == 1,
        result_seats.c.user_id.in_(bindparam("people", expanding=True)),
    )
    .scalar_subquery()
)


def _same_people(*where: ColumnElement[bool]) -> Select[int]:
    """Return the query for the games of a day at whose start the same people sat down."""
    return select(func.count()).where(
        *where,
        results.c.game == _GAME,
        # It has a number of players.
        results.c.variant == _VARIANT,
        results.c.why.in_(COUNTING),
        results.c.ended_at >= bindparam("begins"),
        results.c.ended_at < bindparam("ends"),
        results.c.number < bindparam("before"),
        bindparam("seats") == _SAT_DOWN,
    )


_THAT_DAY = _same_people(results.c.guild_id == GUILD)
_THAT_DAY_AMONG = _same_people(
    # No index of the server: SQLite would take that, and not the few tables.
    results.c.guild_id + 0 == GUILD,
    results.c.table_id.in_(bindparam("these", expanding=True, type_=results.c.table_id.type)),
)
_FEW: Final = 400
"""The most games of a member that are looked through one by one; else all games of the day are."""
_NOTE_MEAN = (
    update(result_seats)
    .where(
        result_seats.c.table_id == bindparam("of_table"),
        result_seats.c.seat == bindparam("of_seat"),
        result_seats.c.since == bindparam("of_since"),
    )
    .values(mean=bindparam("of_mean"))
)
_NOTE_VARIANT = (
    update(results).where(results.c.table_id == bindparam("of_table")).values(variant=bindparam("of_variant"))
)

Means = dict[int, float]
"""The mean of each member of a game after it, over all time."""


def rate(connection: Connection, result: ResultRow, number: int) -> None:
    """Fold a game that has just ended into the ratings of its server; `number` is its place there.

    Nothing happens where the ratings of the server are still to be made: that will find this game, too.
    """
    guild = {"guild": result.guild_id}
    game = played(result)
    # Locked, so that another process does not make them of all games but this one.
    if game is None or connection.scalar(WAITS.with_for_update(read=True), guild) is not None:
        return
    variant = variant_of(result.game, result.options)
    zones = zones_of(connection, result.guild_id)
    periods = periods_of(zones, result.ended_at)
    key = {**guild, "of_game": result.game, "of_variant": variant}
    members = [member for member, other in game.against if not other]
    found: dict[str, Ratings] = {period: {} for period in periods}
    among = {"periods": periods, "members": members, "partners": [0, *members]}
    for row in connection.execute(_TO_CHANGE, {**key, **among}):
        found[row.period][(row.user_id, row.partner_id)] = as_rating(row)
    often = _that_day(connection, game, {**key, "before": number}, zones) >= FULL_GAMES
    rows = []
    for period in periods:
        place = (result.guild_id, result.game, variant, period)
        rows += [as_row(place, one, found[period][one]) for one in fold(game, found[period], often=often)]
    connection.execute(SAVE_RATING[connection.dialect.name], rows)
    means = {member: found[ALL_TIME][member, 0].mean for member in members}
    connection.execute(_NOTE_MEAN, _means_of(result, means))


def _that_day(connection: Connection, game: Played, key: Mapping[str, Any], zones: Mapping[str, str]) -> int:
    """Return how many games the same people have had before on the day of a game."""
    begins, ends = day_of(zones, game.ended_at)
    people = sorted(game.people)
    among = {"begins": begins, "ends": ends, "people": people, "seats": len(people)}
    for member in people:
        tables = connection.scalars(_TABLES.limit(_FEW + 1), {"member": member}).all()
        if len(tables) <= _FEW:
            return connection.scalar(_THAT_DAY_AMONG, {**key, **among, "these": tables}) or 0
    return connection.scalar(_THAT_DAY, {**key, **among}) or 0


def note(connection: Connection, noted: Iterable[tuple[ResultRow, Means]]) -> None:
    """Note the variant of games, and the means of their members after them."""
    variants, means = [], []
    for result, of_members in noted:
        variants.append({"of_table": result.table_id, "of_variant": variant_of(result.game, result.options)})
        means += _means_of(result, of_members)
    if variants:
        connection.execute(_NOTE_VARIANT, variants)
    if means:
        connection.execute(_NOTE_MEAN, means)


def _means_of(result: ResultRow, means: Means) -> list[dict[str, Any]]:
    return [
        {
            "of_table": result.table_id,
            "of_seat": sat.seat,
            "of_since": sat.since,
            "of_mean": means.get(sat.user_id),
        }
        for sat in result.sat
    ]


def zones_of(connection: Connection, guild_id: int) -> dict[str, str]:
    """Return the time zones that a server has chosen, for `zone_at`."""
    return chosen_zones(chosen(connection, guild_id))


def chosen(connection: Connection, guild_id: int) -> dict[str, str]:
    """Return what a server has chosen, its time zones among it, by stored name."""
    return {row.name: row.value for row in connection.execute(_CHOSEN, {"guild": guild_id})}


def has_seasons(values: Mapping[str, str]) -> bool:
    """Return whether a server with these values has seasons."""
    return values.get(_SEASONS) != _NO_SEASONS


def of_members(connection: Connection, place: ListKey, members: Iterable[int]) -> Ratings:
    """Return the ratings of members, and of the pairs that they make, as far as there are any."""
    guild_id, game, variant, period = place
    among = list(members)
    key = {"guild": guild_id, "of_game": game, "of_variant": variant, "periods": [period]}
    rows = connection.execute(_OF_GAME, {**key, "members": among, "partners": [0, *among]})
    return {(row.user_id, row.partner_id): as_rating(row) for row in rows}


def is_unrated(connection: Connection, guild_id: int) -> bool:
    """Return whether the ratings of a server are still to be made."""
    return connection.scalar(WAITS, {"guild": guild_id}) is not None


def as_rating(row: Any) -> Rating:
    """Return the rating of a row."""
    was = tuple(row.was) if row.was else None
    values = {name: getattr(row, name) for name in _FIELDS if name not in ("met", "was")}
    return Rating(**values, met=tuple(row.met), was=was)


def as_row(place: ListKey, key: Owner, rating: Rating) -> dict[str, Any]:
    """Return the row of a rating."""
    guild_id, game, variant, period = place
    named = {"guild_id": guild_id, "game": game, "variant": variant, "period": period}
    of_key = {"user_id": key[0], "partner_id": key[1]}
    values = {name: getattr(rating, name) for name in _FIELDS}
    return {**named, **of_key, **values, "met": list(rating.met), "was": list(rating.was or ())}


# Winners

_OF_READER = (
    winners_seen.c.guild_id == GUILD,
    winners_seen.c.game == _GAME,
    winners_seen.c.user_id == bindparam("reader", type_=winners_seen.c.user_id.type),
)
_SEEN = select(winners_seen.c.season).where(*_OF_READER)
_SEE = upsert(winners_seen)


def seen_winners(connection: Connection, guild_id: int, game: str, user_id: int) -> str:
    """Return the last season whose winners a member has been shown, empty without one."""
    key = {"guild": guild_id, "of_game": game, "reader": user_id}
    return connection.scalar(_SEEN, key) or ""


def see_winners(connection: Connection, guild_id: int, game: str, user_id: int, season: str) -> None:
    """Note that a member is shown the winners of a season."""
    row = {"guild_id": guild_id, "game": game, "user_id": user_id, "season": season}
    connection.execute(_SEE[connection.dialect.name], [row])

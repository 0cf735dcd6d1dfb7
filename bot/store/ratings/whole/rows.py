"""The statements for all ratings of a server: those that are made anew, and months that are over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, update

from bot.store.model.rows import Shards
from bot.store.model.schema import old_games
from bot.store.queries.reads import owned
from bot.store.ratings.folding import Owner, Rating, Ratings
from bot.store.ratings.schema import ratings, unrated
from bot.store.ratings.statements import (
    GUILD,
    OF_VARIANT,
    SAVE_RATING,
    WAITS,
    ListKey,
    as_rating,
    as_row,
)

PlacedRating = tuple[ListKey, Owner, Rating]
"""A rating with its place and its owner."""

AT_ONCE: Final = 500
"""The ratings of a server that are written by one statement."""

_WAITING = (
    select(unrated.c.guild_id, unrated.c.changes)
    .where(~select(old_games.c.table_id).where(old_games.c.guild_id == unrated.c.guild_id).exists())
    .order_by(unrated.c.guild_id)
    .limit(1)
)
_RATED = delete(unrated).where(unrated.c.guild_id == GUILD)
_CHANGED = update(unrated).where(unrated.c.guild_id == GUILD).values(changes=unrated.c.changes + 1)
_DROP = delete(ratings).where(ratings.c.guild_id == GUILD)
_PLACE = (ratings.c.guild_id, ratings.c.game, ratings.c.variant, ratings.c.period)
_OLD_MONTHS = select(*_PLACE).where(ratings.c.period.between("m", bindparam("before"))).distinct()
_DROP_MONTH = delete(ratings).where(*OF_VARIANT, ratings.c.period == bindparam("of_period"))


def next_unrated(connection: Connection, own: Shards | None) -> tuple[int, int] | None:
    """Return a server of these shards whose ratings are to be made, and its changes so far; None without one.

    Games of older versions are counted by hand before.
    """
    row = connection.execute(_WAITING.where(owned(own, unrated.c.guild_id))).one_or_none()
    return None if row is None else (row.guild_id, row.changes)


def changes_of(connection: Connection, guild_id: int) -> int | None:
    """Return the changes of a server whose ratings are to be made, which then wait; None if they are made."""
    return connection.scalar(WAITS.with_for_update(), {"guild": guild_id})


def old_months(connection: Connection, before: str) -> list[ListKey]:
    """Return the months before one of which ratings are kept, each of a server, game and variant."""
    return [tuple(row) for row in connection.execute(_OLD_MONTHS, {"before": before}) if row.period < before]


def drop_month(connection: Connection, place: ListKey) -> None:
    """Drop the ratings of a month that is over."""
    guild_id, game, variant, period = place
    key = {"guild": guild_id, "of_game": game, "of_variant": variant, "of_period": period}
    connection.execute(_DROP_MONTH, key)


def note_change(connection: Connection, guild_id: int) -> None:
    """Note that an id in the results of a server is another one, where its ratings are still to be made."""
    connection.execute(_CHANGED, {"guild": guild_id})


def stored(connection: Connection, guild_id: int) -> dict[ListKey, Ratings]:
    """Return all ratings of a server, by game, variant and period."""
    found: dict[ListKey, Ratings] = defaultdict(dict)
    for row in connection.execute(select(ratings).where(ratings.c.guild_id == guild_id)):
        place = (row.guild_id, row.game, row.variant, row.period)
        found[place][(row.user_id, row.partner_id)] = as_rating(row)
    return dict(found)


def replace_all(connection: Connection, guild_id: int, made: Mapping[ListKey, Ratings]) -> None:
    """Put these in the place of all ratings of a server, which need not be made any more."""
    drop_all(connection, guild_id)
    for some in in_parts(made):
        add_some(connection, some)
    note_made(connection, guild_id)


def in_parts(made: Mapping[ListKey, Ratings]) -> Iterator[list[PlacedRating]]:
    """Yield ratings, so many at a time that a statement does not take long."""
    every = ((place, key, one) for place, of_place in made.items() for key, one in of_place.items())
    while some := list(islice(every, AT_ONCE)):
        yield some


def drop_all(connection: Connection, guild_id: int) -> None:
    """Drop all ratings of a server."""
    connection.execute(_DROP, {"guild": guild_id})


def add_some(connection: Connection, some: Iterable[PlacedRating]) -> None:
    """Add ratings; those that are there already are replaced."""
    connection.execute(SAVE_RATING[connection.dialect.name], [as_row(*one) for one in some])


def note_made(connection: Connection, guild_id: int) -> None:
    """Note that the ratings of a server are made."""
    connection.execute(_RATED, {"guild": guild_id})

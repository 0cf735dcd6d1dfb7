"""The statements about what is kept of one member: their choices, which servers have too, and all else.

A preference has a row for each one that was ever chosen. A choice of the default is stored too, so that it
holds even if a later version has another default.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, or_, select

from bot.store.model.own_data import OwnGame
from bot.store.model.rows import LogRow, Scope, Status
from bot.store.model.schema import (
    LIVE,
    digests,
    games,
    log,
    preferences,
    result_seats,
    result_sides,
    results,
    seats,
    tables,
    waiters,
)
from bot.store.queries import forgetting, reads
from bot.store.queries.writes import upsert
from bot.store.ratings.schema import ratings, team_names

_CHOSEN = select(preferences.c.name, preferences.c.value).where(
    preferences.c.scope == bindparam("of_scope"), preferences.c.owner_id == bindparam("owner")
)
_CHOOSE = upsert(preferences)
_RATED: Final = (
    "guild_id",
    "game",
    "variant",
    "period",
    "name",
    "mean",
    "variance",
    "guarded",
    "games",
    "wins",
    "streak",
    "hands",
    "changed_at",
)
"""The columns of a rating that concern its member alone."""


def stored_choices(connection: Connection, scope: Scope, owner_id: int) -> dict[str, str]:
    """Return the stored values of a server or a member, by name of the preference."""
    rows = connection.execute(_CHOSEN, {"of_scope": scope, "owner": owner_id})
    return {row.name: row.value for row in rows}


def save_choice(connection: Connection, scope: Scope, owner_id: int, name: str, value: str) -> dict[str, str]:
    """Store a value, and return all stored values of the same server or member then."""
    row = {"scope": scope, "owner_id": owner_id, "name": name, "value": value}
    connection.execute(_CHOOSE[connection.dialect.name], row)
    return stored_choices(connection, scope, owner_id)


def kept_numbers(connection: Connection, user_id: int) -> dict[str, int]:
    """Return how many open tables, finished games and settings of a member are kept."""
    sat = select(seats.c.table_id).where(seats.c.user_id == user_id)
    here = select(func.count()).select_from(tables).where(tables.c.id.in_(sat))
    counted = {
        "open": here.where(LIVE),
        "games": here.where(tables.c.status.in_((Status.FINISHED, Status.STOPPED))),
        "settings": select(func.count()).select_from(preferences).where(forgetting.own_choice(user_id)),
    }
    return {name: connection.scalar(counting) or 0 for name, counting in counted.items()}


def kept_of(connection: Connection, user_id: int) -> tuple[dict[str, Any], list[str]]:
    """Return all that is kept of a member beside games, and the ids of the tables that name them."""
    choices = select(preferences.c.name, preferences.c.value).where(forgetting.own_choice(user_id))
    rated = select(*(ratings.c[name] for name in _RATED)).where(
        ratings.c.user_id == user_id, ratings.c.partner_id == 0
    )
    named = select(team_names.c.guild_id, team_names.c.name, team_names.c.proposed).where(
        or_(team_names.c.user_id == user_id, team_names.c.partner_id == user_id)
    )
    waits = select(waiters.c.table_id, waiters.c.at).where(waiters.c.user_id == user_id)
    told = select(digests.c.guild_id, digests.c.sent_at).where(digests.c.user_id == user_id)
    kept = {
        "settings": {row.name: row.value for row in connection.execute(choices)},
        "ratings": [{**row._mapping, "guild_id": str(row.guild_id)} for row in connection.execute(rated)],
        "teams": [{**row._mapping, "guild_id": str(row.guild_id)} for row in connection.execute(named)],
        "waiting": [dict(row._mapping) for row in connection.execute(waits)],
        "digests": [{**row._mapping, "guild_id": str(row.guild_id)} for row in connection.execute(told)],
    }
    return kept, sorted(
        forgetting.concerned(connection, user_id) | forgetting.counted_for(connection, user_id)
    )


def games_of(connection: Connection, user_id: int, table_ids: Sequence[str]) -> list[OwnGame]:
    """Return the rows of these tables that concern a member."""
    return [_game_of(connection, user_id, table_id) for table_id in table_ids]


def _game_of(connection: Connection, user_id: int, table_id: str) -> OwnGame:
    def rows(query: Any) -> list[Any]:
        return [row._mapping for row in connection.execute(query)]

    names = ("id", "game", "guild_id", "channel_id", "status", "created_at", "host_id", "held", "options")
    (table,) = rows(select(*[tables.c[name] for name in names]).where(tables.c.id == table_id))
    result = rows(select(results).where(results.c.table_id == table_id))
    scored = [result_sides.c[name] for name in ("side", "points", "difference", "won", "place")]
    sides = rows(select(*scored).where(result_sides.c.table_id == table_id))
    sat = (
        select(result_seats)
        .where(result_seats.c.table_id == table_id)
        .order_by(result_seats.c.seat, result_seats.c.since)
    )
    owned = connection.execute(sat).all()
    # A seat is theirs until the next owner's first hand.
    until = {
        (one.seat, one.since): after.since - 1 for one, after in pairwise(owned) if one.seat == after.seat
    }
    own = reads.LOG.where(log.c.user_id == user_id)
    return OwnGame(
        table,
        reads.seats_of(connection, table_id),
        result[0] if result else None,
        {side["side"]: side for side in sides},
        tuple(
            (one.seat, one.since, one.side, until.get((one.seat, one.since)))
            for one in owned
            if one.user_id == user_id
        ),
        tuple(LogRow(*row) for row in connection.execute(own, {"table": table_id})),
        connection.scalar(select(games.c.data).where(games.c.table_id == table_id)),
    )

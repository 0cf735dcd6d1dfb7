"""The statements about all that is kept of one member: its numbers, and the forgetting of whose it was.

A new column that may hold the id or the name of a member belongs into `HOLDING`, and `forget` has to take
care of it: a test compares both with the schema.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Column, Connection, Text, cast, delete, func, insert, or_, select, text, update

from bot.store.model.own_data import OwnGame
from bot.store.model.rows import FORMER_IDS, LogRow, Scope, Status
from bot.store.model.schema import (
    LIVE,
    digests,
    games,
    log,
    panels,
    preferences,
    result_seats,
    result_sides,
    results,
    seats,
    tables,
    totals,
    waiters,
)
from bot.store.queries import reads
from bot.store.queries.results import BOARD_OF_TEAMS

HOLDING: Final = frozenset(
    {
        "tables.host_id",
        "tables.reserved",
        "tables.calls",
        "seats.user_id",
        "seats.name",
        "seats.former_id",
        "seats.former_name",
        "log.user_id",
        "panels.user_id",
        "waiters.user_id",
        "result_seats.user_id",
        "totals.user_id",
        "totals.team",
        "totals.name",
        "preferences.owner_id",
        "digests.user_id",
    }
)
"""The columns that may hold the id or the name of a member; `forget` takes care of each."""

COMPUTER: Final = "medium"
"""The level of the computer that gets a seat in a game under way."""
_IDS: Final[tuple[Column[Any], ...]] = (
    seats.c.user_id,
    seats.c.former_id,
    log.c.user_id,
    tables.c.host_id,
    result_seats.c.user_id,
    totals.c.user_id,
    panels.c.user_id,
    waiters.c.user_id,
    digests.c.user_id,
)
_WHOLE: Final = (panels, waiters, digests)
"""The tables whose rows are of use to their member alone."""
_ONE_AT_A_TIME: Final = text("SELECT pg_advisory_xact_lock(4206934164)")
"""A lock of PostgreSQL: two forgettings at once would wait for each other's rows."""


# What is kept


def kept_numbers(connection: Connection, user_id: int) -> dict[str, int]:
    """Return how many open tables, finished games and settings of a member are kept."""
    sat = select(seats.c.table_id).where(seats.c.user_id == user_id)
    here = select(func.count()).select_from(tables).where(tables.c.id.in_(sat))
    counted = {
        "open": here.where(LIVE),
        "games": here.where(tables.c.status.in_((Status.FINISHED, Status.STOPPED))),
        "settings": select(func.count()).select_from(preferences).where(_own_choice(user_id)),
    }
    return {name: connection.scalar(counting) or 0 for name, counting in counted.items()}


def kept_of(connection: Connection, user_id: int) -> tuple[dict[str, Any], list[str]]:
    """Return all that is kept of a member beside games, and the ids of the tables that name them."""
    choices = select(preferences.c.name, preferences.c.value).where(_own_choice(user_id))
    summed = (totals.c.guild_id, totals.c.game, totals.c.name, totals.c.games, totals.c.wins)
    sums = select(*summed, totals.c.difference).where(totals.c.user_id == user_id, totals.c.team == "")
    waits = select(waiters.c.table_id, waiters.c.at).where(waiters.c.user_id == user_id)
    told = select(digests.c.guild_id, digests.c.sent_at).where(digests.c.user_id == user_id)
    kept = {
        "settings": {row.name: row.value for row in connection.execute(choices)},
        "sums": [{**row._mapping, "guild_id": str(row.guild_id)} for row in connection.execute(sums)],
        "waiting": [dict(row._mapping) for row in connection.execute(waits)],
        "digests": [{**row._mapping, "guild_id": str(row.guild_id)} for row in connection.execute(told)],
    }
    return kept, sorted(_concerned(connection, user_id) | _counted(connection, user_id))


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
    sat = select(result_seats.c.seat, result_seats.c.since, result_seats.c.side).where(
        result_seats.c.table_id == table_id, result_seats.c.user_id == user_id
    )
    own = reads.LOG.where(log.c.user_id == user_id)
    return OwnGame(
        table,
        reads.seats_of(connection, table_id),
        result[0] if result else None,
        {side["side"]: side for side in sides},
        tuple((row.seat, row.since, row.side) for row in connection.execute(sat)),
        tuple(LogRow(*row) for row in connection.execute(own, {"table": table_id})),
        connection.scalar(select(games.c.data).where(games.c.table_id == table_id)),
    )


def _own_choice(user_id: int) -> Any:
    return (preferences.c.scope == Scope.MEMBER) & (preferences.c.owner_id == user_id)


def _counted(connection: Connection, user_id: int) -> set[str]:
    """Return the tables whose result names a member."""
    return set(connection.scalars(select(result_seats.c.table_id).where(result_seats.c.user_id == user_id)))


# Forgetting


def forget(connection: Connection, user_id: int) -> None:
    """Put a random id in the place of a member's, delete their name, and what is of use to them alone."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ONE_AT_A_TIME)
    new_id = _unused(connection)
    concerned = _concerned(connection, user_id)
    _leave(connection, user_id)
    for table in _WHOLE:
        connection.execute(delete(table).where(table.c.user_id == user_id))
    connection.execute(delete(preferences).where(_own_choice(user_id)))
    _sum_up_anew(connection, user_id, new_id)
    for column in (log.c.user_id, result_seats.c.user_id):
        connection.execute(update(column.table).where(column == user_id).values({column.name: new_id}))
    of_seat, of_former = seats.c.user_id == user_id, seats.c.former_id == user_id
    connection.execute(update(seats).where(of_seat).values(user_id=new_id, name=""))
    connection.execute(update(seats).where(of_former).values(former_id=new_id, former_name=""))
    for table_id in sorted(concerned):
        _change_table(connection, table_id, user_id, new_id)


def _unused(connection: Connection) -> int:
    """Return a random id that no account has, and no former member."""
    while True:
        new_id = secrets.randbelow(FORMER_IDS - 1) + 1
        holders = (seats.c.user_id, result_seats.c.user_id)
        if not any(connection.scalar(select(column).where(column == new_id).limit(1)) for column in holders):
            return new_id


def _concerned(connection: Connection, user_id: int) -> set[str]:
    """Return the tables that hold the id of a member."""
    # JSON of some servers has the id in brackets; the text may hold it by chance, which does no harm.
    within = f"%{user_id}%"
    queries = (
        select(seats.c.table_id).where(or_(seats.c.user_id == user_id, seats.c.former_id == user_id)),
        select(log.c.table_id).where(log.c.user_id == user_id).distinct(),
        select(tables.c.id).where(
            or_(
                tables.c.host_id == user_id,
                cast(tables.c.reserved, Text).like(within),
                cast(tables.c.calls, Text).like(within),
            )
        ),
    )
    return {table_id for query in queries for table_id in connection.scalars(query)}


def _leave(connection: Connection, user_id: int) -> None:
    """Give a member's seats in open games to computers, and free those in lobbies.

    Nearly always they have left already, by the rules of their tables; they may have sat down again since.
    """
    own = seats.c.user_id == user_id
    lobbies = select(tables.c.id).where(tables.c.status == Status.LOBBY)
    open_games = select(tables.c.id).where(LIVE, tables.c.status != Status.LOBBY)
    connection.execute(delete(seats).where(own, seats.c.table_id.in_(lobbies)))
    connection.execute(
        update(seats)
        .where(own, seats.c.level.is_(None), seats.c.table_id.in_(open_games))
        .values(level=COMPUTER, ready=False, votes=[], overdue=False, missed=0)
    )
    heirs = (
        select(tables.c.id, func.min(seats.c.seat).label("seat"))
        .join_from(tables, seats, seats.c.table_id == tables.c.id)
        .where(tables.c.status == Status.LOBBY, tables.c.host_id == user_id, seats.c.user_id > 0)
        .group_by(tables.c.id)
    )
    for table_id, seat in connection.execute(heirs).all():
        heir = select(seats.c.user_id).where(seats.c.table_id == table_id, seats.c.seat == seat)
        connection.execute(
            update(tables).where(tables.c.id == table_id).values(host_id=heir.scalar_subquery())
        )


def _change_table(connection: Connection, table_id: str, user_id: int, new_id: int) -> None:
    """Replace a member in the row of a table.

    An open table gets a new version: a process that has it in memory reads it anew before it stores any more.
    """
    query = select(tables.c.host_id, tables.c.reserved, tables.c.calls).where(tables.c.id == table_id)
    row = connection.execute(query).one()
    values: dict[str, Any] = {
        "reserved": [one for one in row.reserved if one[1] != user_id],
        "calls": [one for one in row.calls if one[0] != user_id],
    }
    values = {name: now for name, now in values.items() if now != getattr(row, name)}
    if row.host_id == user_id:
        values["host_id"] = new_id
    if values:
        connection.execute(update(tables).where(tables.c.id == table_id).values(values))
    connection.execute(
        update(tables).where(LIVE, tables.c.id == table_id).values(version=tables.c.version + 1)
    )


def _sum_up_anew(connection: Connection, user_id: int, new_id: int) -> None:
    """Replace a member in the sums of results, and in the teams of all their partners."""
    found = [dict(row._mapping) for row in connection.execute(_sums(totals.c.user_id == user_id))]
    alone = [row for row in found if not row["team"]]
    teams = {(row["guild_id"], row["game"], row["team"]) for row in found if row["team"]}
    rows = [{**row, "user_id": new_id, "name": ""} for row in alone]
    for guild_id, game, team in sorted(teams):
        former = list(map(int, team.split(",")))
        of_game = (totals.c.guild_id == guild_id) & (totals.c.game == game)
        # By all of its members, as the rows of a game are in their order.
        of_team = of_game & totals.c.user_id.in_(former) & (totals.c.team == team)
        members = sorted(new_id if one == user_id else one for one in former)
        for before in connection.execute(_sums(of_team)).all():
            member = new_id if before.user_id == user_id else before.user_id
            board = BOARD_OF_TEAMS if member == members[0] else ""
            named = {"user_id": member, "team": ",".join(map(str, members)), "board": board}
            rows.append({**before._mapping, **named})
        connection.execute(delete(totals).where(of_team))
    connection.execute(delete(totals).where(totals.c.user_id == user_id))
    if rows:
        connection.execute(insert(totals), rows)


def _sums(condition: Any) -> Any:
    return select(totals).where(condition)


# Forgetting again


def all_ids(connection: Connection) -> set[int]:
    """Return the ids of all members that a database holds."""
    queries = [select(column).where(column > 0).distinct() for column in _IDS]
    queries.append(select(preferences.c.owner_id).where(preferences.c.scope == Scope.MEMBER).distinct())
    found = {int(user_id) for query in queries for user_id in connection.scalars(query)}
    for reserved, calls in connection.execute(_JSON).all():
        found |= {int(user_id) for _, user_id, _ in reserved} | {int(user_id) for user_id, _, _ in calls}
    return found - {0}


_JSON: Final = select(tables.c.reserved, tables.c.calls).where(
    or_(cast(tables.c.reserved, Text) != "[]", cast(tables.c.calls, Text) != "[]")
)


def began_anew(connection: Connection, user_id: int, at: float) -> bool:
    """Return whether all tables that hold a member's id are younger than `at`, and there is one.

    The member was forgotten then, and has come back.
    """
    concerned = _concerned(connection, user_id) | _counted(connection, user_id)
    opened = (select(tables.c.created_at).where(tables.c.id == table_id) for table_id in sorted(concerned))
    return bool(concerned) and all((connection.scalar(query) or 0.0) > at for query in opened)

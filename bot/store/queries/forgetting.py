"""The statements that remove the id and the name of a member from all that is kept.

A new column that may hold the id or the name of a member belongs into `HOLDING`, and `forget` has to take
care of it: a test compares both with the schema.
"""

import secrets
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from bot.store.model.rows import FORMER_IDS, Scope, Status
from bot.store.model.schema import (
    LIVE,
    digests,
    log,
    panels,
    preferences,
    result_seats,
    results,
    seats,
    tables,
    waiters,
)
from bot.store.ratings.folding import key_text, pair_of
from bot.store.ratings.schema import ratings, team_names, winners_seen
from bot.store.ratings.whole.rows import note_change

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
        "ratings.user_id",
        "ratings.partner_id",
        "ratings.met",
        "ratings.name",
        "team_names.user_id",
        "team_names.partner_id",
        "team_names.name",
        "team_names.skeleton",
        "team_names.proposed",
        "team_names.proposer_id",
        "winners_seen.user_id",
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
    ratings.c.user_id,
    ratings.c.partner_id,
    team_names.c.user_id,
    team_names.c.partner_id,
    panels.c.user_id,
    waiters.c.user_id,
    digests.c.user_id,
    winners_seen.c.user_id,
)
_WHOLE: Final = (panels, waiters, digests, winners_seen)
"""The tables whose rows are of use to their member alone."""
_ONE_AT_A_TIME: Final = text("SELECT pg_advisory_xact_lock(4206934164)")
"""A lock of PostgreSQL: two forgettings at once would wait for each other's rows."""


def own_choice(user_id: int) -> Any:
    return (preferences.c.scope == Scope.MEMBER) & (preferences.c.owner_id == user_id)


def counted_for(connection: Connection, user_id: int) -> set[str]:
    """Return the tables whose result names a member."""
    return set(connection.scalars(select(result_seats.c.table_id).where(result_seats.c.user_id == user_id)))


def forget(connection: Connection, user_id: int) -> None:
    """Put a random id in the place of a member's, delete their name, and what is of use to them alone."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ONE_AT_A_TIME)
    new_id = _unused(connection)
    _change_open(connection, user_id)
    _leave(connection, user_id)
    for table in _WHOLE:
        connection.execute(delete(table).where(table.c.user_id == user_id))
    connection.execute(delete(preferences).where(own_choice(user_id)))
    _rename_rated(connection, user_id, new_id)
    _change_tables(connection, user_id)
    for column in (log.c.user_id, result_seats.c.user_id, tables.c.host_id):
        connection.execute(update(column.table).where(column == user_id).values({column.name: new_id}))
    of_seat, of_former = seats.c.user_id == user_id, seats.c.former_id == user_id
    connection.execute(update(seats).where(of_seat).values(user_id=new_id, name=""))
    connection.execute(update(seats).where(of_former).values(former_id=new_id, former_name=""))


def _unused(connection: Connection) -> int:
    """Return a random id that no account has, and no former member."""
    while True:
        new_id = secrets.randbelow(FORMER_IDS - 1) + 1
        holders = (seats.c.user_id, result_seats.c.user_id)
        if not any(connection.scalar(select(column).where(column == new_id).limit(1)) for column in holders):
            return new_id


def _naming(user_id: int) -> tuple[Select[Any], ...]:
    """Return the queries for the tables that hold the id of a member."""
    return (
        select(seats.c.table_id).where(or_(seats.c.user_id == user_id, seats.c.former_id == user_id)),
        select(log.c.table_id).where(log.c.user_id == user_id).distinct(),
        select(tables.c.id).where(or_(tables.c.host_id == user_id, _in_json(user_id))),
    )


def _in_json(user_id: int) -> ColumnElement[bool]:
    # JSON of some servers has the id in brackets; the text may hold it by chance, which does no harm.
    within = f"%{user_id}%"
    return or_(cast(tables.c.reserved, Text).like(within), cast(tables.c.calls, Text).like(within))


def concerned(connection: Connection, user_id: int) -> set[str]:
    """Return the tables that hold the id of a member."""
    return {table_id for query in _naming(user_id) for table_id in connection.scalars(query)}


def is_named(connection: Connection, user_id: int) -> bool:
    """Return whether anything that is kept of a member still has their id."""
    own = (
        *(select(column).where(column == user_id) for column in _IDS),
        select(preferences.c.owner_id).where(own_choice(user_id)),
    )
    return any(connection.execute(query.limit(1)).first() for query in (*own, *_naming(user_id)))


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


def _change_open(connection: Connection, user_id: int) -> None:
    """Give the open tables of a member a new version.

    A process that has one in memory reads it anew before it stores any more.
    """
    named = or_(*(tables.c.id.in_(query) for query in _naming(user_id)))
    connection.execute(update(tables).where(LIVE, named).values(version=tables.c.version + 1))


def _change_tables(connection: Connection, user_id: int) -> None:
    """Take a member out of kept seats and calls."""
    query = select(tables.c.id, tables.c.reserved, tables.c.calls).where(_in_json(user_id))
    for row in connection.execute(query).all():
        values = {
            "reserved": [one for one in row.reserved if one[1] != user_id],
            "calls": [one for one in row.calls if one[0] != user_id],
        }
        connection.execute(update(tables).where(tables.c.id == row.id).values(values))


_KEY_OF_RATING: Final = tuple(column.name for column in ratings.primary_key.columns)
_CHANGE_MET: Final = (
    update(ratings)
    .where(*(ratings.c[name] == bindparam(f"of_{name}") for name in _KEY_OF_RATING))
    .values(met=bindparam("of_met"))
)


def _rename_rated(connection: Connection, user_id: int, new_id: int) -> None:
    """Put a new id in the place of a member's, without a name, and delete the names of their teams."""
    for column in (team_names.c.user_id, team_names.c.partner_id, team_names.c.proposer_id):
        connection.execute(delete(team_names).where(column == user_id))
    guilds = (
        select(results.c.guild_id)
        .join(result_seats, result_seats.c.table_id == results.c.table_id)
        .where(result_seats.c.user_id == user_id)
        .distinct()
    )
    for guild_id in connection.scalars(guilds).all():
        note_change(connection, guild_id)
        _rename_in_server(connection, guild_id, user_id, new_id)


def _rename_in_server(connection: Connection, guild_id: int, user_id: int, new_id: int) -> None:
    # The text of those met may hold the id by chance, which does no harm.
    met = cast(ratings.c.met, Text).like(f"%{user_id}%")
    own = or_(ratings.c.user_id == user_id, ratings.c.partner_id == user_id)
    # Locked, in the order of `rate`: another process may be folding a game of those who have met the member.
    found = (
        select(ratings)
        .where(ratings.c.guild_id == guild_id, own | met)
        .order_by(*ratings.primary_key.columns)
        .with_for_update()
    )
    moved, others = list[dict[str, Any]](), list[dict[str, Any]]()
    for row in connection.execute(found):
        renamed = _renamed(dict(row._mapping), user_id, new_id)
        if user_id in (row.user_id, row.partner_id):
            moved.append(renamed)
        else:
            others.append({f"of_{name}": renamed[name] for name in (*_KEY_OF_RATING, "met")})
    connection.execute(delete(ratings).where(ratings.c.guild_id == guild_id, own))
    if moved:
        connection.execute(insert(ratings), moved)
    if others:
        connection.execute(_CHANGE_MET, others)


def _renamed(row: dict[str, Any], user_id: int, new_id: int) -> dict[str, Any]:
    """Return the row of a rating with another id in the place of one."""

    def other(member: int) -> int:
        return new_id if member == user_id else member

    member, partner = other(row["user_id"]), other(row["partner_id"])
    pair = pair_of(member, partner) if partner else (member, 0)
    met = [
        key_text(pair_of(*map(other, map(int, one.split(","))))) if "," in one else str(other(int(one)))
        for one in row["met"]
    ]
    name = "" if row["user_id"] == user_id else row["name"]
    return {**row, "user_id": pair[0], "partner_id": pair[1], "met": met, "name": name}


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
    named = concerned(connection, user_id) | counted_for(connection, user_id)
    opened = (select(tables.c.created_at).where(tables.c.id == table_id) for table_id in sorted(named))
    return bool(named) and all((connection.scalar(query) or 0.0) > at for query in opened)

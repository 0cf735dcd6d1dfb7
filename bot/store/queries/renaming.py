"""The statements that put another id in the place of a member's in ratings, and drop their teams' names."""

from typing import Any

from sqlalchemy import Connection, Text, cast, delete, insert, or_, select

from bot.store.model.schema import result_seats, results
from bot.store.ratings.folding import key_text, pair_of
from bot.store.ratings.schema import ratings, team_names
from bot.store.ratings.statements import note_change


def rename(connection: Connection, user_id: int, new_id: int) -> None:
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
        _rename_in(connection, guild_id, user_id, new_id)


def _rename_in(connection: Connection, guild_id: int, user_id: int, new_id: int) -> None:
    # The text of those met may hold the id by chance, which does no harm.
    met = cast(ratings.c.met, Text).like(f"%{user_id}%")
    own = or_(ratings.c.user_id == user_id, ratings.c.partner_id == user_id)
    rows = [
        dict(row._mapping)
        for row in connection.execute(select(ratings).where(ratings.c.guild_id == guild_id, own | met))
    ]
    connection.execute(delete(ratings).where(ratings.c.guild_id == guild_id, own | met))
    if rows:
        connection.execute(insert(ratings), [_renamed(row, user_id, new_id) for row in rows])


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

"""The statements for the last interactions that have changed something: a row for each."""

from typing import Final

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.model.schema import interactions

OLDER: Final = (15 * 60 * 1000) << 22
"""The distance of the ids of two interactions of which the older one's token has expired."""

_FORGET = delete(interactions).where(interactions.c.id < bindparam("oldest"))
_NOTE = {
    "sqlite": sqlite.insert(interactions).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(interactions).on_conflict_do_nothing(),
}
_NOTED = select(interactions.c.id, interactions.c.table_id)


def note_interaction(connection: Connection, interaction_id: int, table_id: str) -> None:
    """Note an interaction with the table that it has changed, and forget the ones that nobody can answer."""
    connection.execute(_FORGET, {"oldest": interaction_id - OLDER})
    connection.execute(_NOTE[connection.dialect.name], {"id": interaction_id, "table_id": table_id})


def noted_interactions(connection: Connection) -> dict[int, str]:
    """Return the tables that the noted interactions have changed, by interaction."""
    return {row.id: row.table_id for row in connection.execute(_NOTED)}

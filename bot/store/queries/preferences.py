"""The statements for what servers and members have chosen: a row for each preference ever chosen.

A choice of the default is stored too, so that it still holds when a later version has another default.
"""

from sqlalchemy import Connection, bindparam, select

from bot.store.model.rows import Scope
from bot.store.model.schema import preferences
from bot.store.queries.writes import upsert

_CHOSEN = select(preferences.c.name, preferences.c.value).where(
    preferences.c.scope == bindparam("of_scope"), preferences.c.owner_id == bindparam("owner")
)
_CHOOSE = upsert(preferences)


def stored_choices(connection: Connection, scope: Scope, owner_id: int) -> dict[str, str]:
    """Return every value stored for a server or a member, by name."""
    rows = connection.execute(_CHOSEN, {"of_scope": scope, "owner": owner_id})
    return {row.name: row.value for row in rows}


def save_choice(connection: Connection, scope: Scope, owner_id: int, name: str, value: str) -> dict[str, str]:
    """Store one value, and return all that are then stored for the same server or member."""
    row = {"scope": scope, "owner_id": owner_id, "name": name, "value": value}
    connection.execute(_CHOOSE[connection.dialect.name], row)
    return stored_choices(connection, scope, owner_id)

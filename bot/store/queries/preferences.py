"""The statements for preferences: a row for each one that a server or a member has ever chosen.

A choice of the default is stored too, so that it holds even if a later version has another default.
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
    """Return the stored values of a server or a member, by name of the preference."""
    rows = connection.execute(_CHOSEN, {"of_scope": scope, "owner": owner_id})
    return {row.name: row.value for row in rows}


def save_choice(connection: Connection, scope: Scope, owner_id: int, name: str, value: str) -> dict[str, str]:
    """Store a value, and return all stored values of the same server or member then."""
    row = {"scope": scope, "owner_id": owner_id, "name": name, "value": value}
    connection.execute(_CHOOSE[connection.dialect.name], row)
    return stored_choices(connection, scope, owner_id)

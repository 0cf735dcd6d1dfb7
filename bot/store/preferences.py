"""The statements for what servers and members have chosen: a row for each preference ever chosen.

A choice of the default is stored too, so that it still holds when a later version has another default.
"""

from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.preferences import Scope
from bot.store.schema import member_settings, server_settings

_OWNERS = {Scope.SERVER: server_settings.c.guild_id, Scope.MEMBER: member_settings.c.user_id}

_CHOSEN = {
    scope: select(owner.table.c.name, owner.table.c.value).where(owner == bindparam("owner"))
    for scope, owner in _OWNERS.items()
}


def _choose(dialect: Any, owner: Any) -> Any:
    statement = dialect.insert(owner.table)
    return statement.on_conflict_do_update(
        index_elements=[owner, owner.table.c.name], set_={"value": statement.excluded.value}
    )


_CHOOSE = {
    (scope, dialect): _choose(module, owner)
    for scope, owner in _OWNERS.items()
    for dialect, module in (("sqlite", sqlite), ("postgresql", postgresql))
}


def chosen(connection: Connection, scope: Scope, owner_id: int) -> dict[str, str]:
    """Return every value stored for a server or a member, by name."""
    rows = connection.execute(_CHOSEN[scope], {"owner": owner_id})
    return {row.name: row.value for row in rows}


def choose(connection: Connection, scope: Scope, owner_id: int, name: str, value: str) -> dict[str, str]:
    """Store one value, and return all that are then stored for the same server or member."""
    statement = _CHOOSE[scope, connection.dialect.name]
    connection.execute(statement, {_OWNERS[scope].name: owner_id, "name": name, "value": value})
    return chosen(connection, scope, owner_id)

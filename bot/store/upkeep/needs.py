"""The needs of the bot on a PostgreSQL server: it is asked about each, and nothing is tried or changed."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, text

from bot.store.database.address import place
from bot.store.model.errors import StoreError
from bot.store.model.schema import metadata

OURS: Final = ("alembic_version", *sorted(metadata.tables))
"""The tables of the bot, and the one in which Alembic notes the revision."""
RIGHTS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE")
LOCKS: Final = (
    "pg_advisory_lock(integer, integer)",
    "pg_advisory_lock_shared(integer, integer)",
    "pg_advisory_xact_lock(bigint)",
)
ENCODINGS: Final = ("UTF8", "SQL_ASCII")
"""The encodings in which any name can be stored."""

_SERVER: Final = text("""
    SELECT quote_ident(current_user) AS role, pg_is_in_recovery() AS standby,
        current_setting('transaction_read_only') = 'on' AS read_only,
        current_setting('server_encoding') AS encoding
""")
_SCHEMA: Final = text("""
    SELECT quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema,
        has_schema_privilege(current_schema(), 'CREATE') AS creates,
        current_setting('search_path') AS path
""")
_TABLES: Final = text(f"""
    SELECT relname AS name, pg_has_role(relowner, 'USAGE') AS owned,
        {", ".join(f"has_table_privilege(oid, '{right}') AS {right}" for right in map(str.lower, RIGHTS))}
    FROM pg_class WHERE relkind IN ('r', 'p') AND relname = ANY (:names) AND pg_table_is_visible(oid)
    ORDER BY relname
""")
_FORBIDDEN: Final = text("""
    SELECT name FROM unnest(CAST(:names AS text[])) AS name WHERE NOT has_function_privilege(name, 'EXECUTE')
""")


def must_let_play(connection: Connection) -> None:
    """Look whether a server lets the bot write, lock, and use the tables that it has; StoreError if not."""
    server = connection.execute(_SERVER).one()
    where = place(connection.engine.url)
    if server.standby:
        raise StoreError(f"{where} is a standby, which can be read only: the bot needs its primary server")
    if server.read_only:
        raise StoreError(f"{where} can be read only for {server.role}: default_transaction_read_only is on")
    if server.encoding not in ENCODINGS:
        raise StoreError(f"{where} stores text as {server.encoding}, but names need a database in UTF8")
    lacking = [
        f"GRANT EXECUTE ON FUNCTION {row.name} TO {server.role}"
        for row in connection.execute(_FORBIDDEN, {"names": list(LOCKS)})
    ]
    by_rights: dict[str, list[str]] = {}
    for row in _found(connection):
        missing = ", ".join(right for right in RIGHTS if not getattr(row, right.lower()))
        by_rights.setdefault(missing, []).append(row.name)
    lacking += [
        f"GRANT {missing} ON {', '.join(names)} TO {server.role}"
        for missing, names in by_rights.items()
        if missing
    ]
    if lacking:
        raise _lacking(where, server.role, lacking)


def must_be_whole(connection: Connection) -> None:
    """Look whether all tables of the newest revision are there; StoreError if not."""
    lost = sorted(set(OURS) - {row.name for row in _found(connection)})
    if lost:
        raise StoreError(f"{place(connection.engine.url)} lacks tables of the bot: {', '.join(lost)}")


def must_let_migrate(connection: Connection) -> None:
    """Look whether a server lets the bot make tables, and change those that are there; StoreError if not."""
    schema = connection.execute(_SCHEMA).one()
    where = place(connection.engine.url)
    if schema.schema is None:
        raise StoreError(
            f"{where} has no schema that {schema.role} may use: its owner has to say "
            f"GRANT USAGE, CREATE ON SCHEMA … TO {schema.role} for one in the search_path ({schema.path})"
        )
    lacking = [
        f"ALTER TABLE {row.name} OWNER TO {schema.role}" for row in _found(connection) if not row.owned
    ]
    if not schema.creates:
        lacking.insert(0, f"GRANT CREATE ON SCHEMA {schema.schema} TO {schema.role}")
    if lacking:
        raise _lacking(where, schema.role, lacking)


def _found(connection: Connection) -> Sequence[Any]:
    return connection.execute(_TABLES, {"names": list(OURS)}).all()


def _lacking(where: str, role: str, statements: Sequence[str]) -> StoreError:
    return StoreError(f"{where} does not let {role} play: its owner has to say {'; '.join(statements)}")

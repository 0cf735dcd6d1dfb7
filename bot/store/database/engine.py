"""Engines, which open connections to the database.

SQLite runs with a write-ahead log, full synchronisation and foreign keys, and takes its write lock when a
transaction begins.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, Pool, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.model.errors import StoreError

LOCK_SECONDS = 1.0
PATIENT_LOCK_SECONDS = 30.0
COMMAND_SECONDS = 5.0
PREPARES_NOTHING: Final[Mapping[str, Any]] = {
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": lambda: "",
}
"""The arguments of a connection that keeps no prepared statement in its session."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
OVERWRITES: Final = "secure_delete = ON"
"""The pragma of connections that write: freed bytes, such as those of a former name, are overwritten."""

# With the root logger at the debug level, aiosqlite would log every parameter, seeds and tokens included.
# SQLAlchemy logs rows only where the level of its own logger is set.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


def async_engine(
    url: URL,
    *,
    pragmas: tuple[str, ...] = PRAGMAS,
    pool: type[Pool] | None = None,
    hurried: bool = True,
    settings: Mapping[str, str] | None = {},
) -> AsyncEngine:
    """Return an engine that connects lazily; on SQLite the execution option `begin` is its BEGIN.

    If it is `hurried`, a lock is waited for `LOCK_SECONDS`, and PostgreSQL has `COMMAND_SECONDS` for a
    statement; otherwise SQLite waits `PATIENT_LOCK_SECONDS` for a lock, and PostgreSQL has no limit.
    `settings` are those of PostgreSQL's sessions; with None, nothing at all is left in a session.
    """
    sqlite = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = {"hide_parameters": True, "poolclass": pool}
    if sqlite:
        options["connect_args"] = {"timeout": LOCK_SECONDS if hurried else PATIENT_LOCK_SECONDS}
    else:
        options["connect_args"] = {
            "command_timeout": COMMAND_SECONDS if hurried else None,
            **(PREPARES_NOTHING if settings is None else {}),
        }
        options["pool_pre_ping"] = pool is None
    try:
        engine = create_async_engine(url, **options)
    except ImportError:
        raise StoreError("PostgreSQL needs asyncpg: install the extra `postgres`") from None
    if sqlite:
        _transactions_by_hand(engine.sync_engine, pragmas)
    elif settings is not None:
        milliseconds = int(LOCK_SECONDS * 1000) if hurried else 0
        _sessions_set(engine.sync_engine, {"lock_timeout": str(milliseconds), **settings})
    return engine


def writer_engine(url: URL) -> Engine:
    """Return a second engine for the same SQLite database, without asyncio, for the thread that writes.

    Reads stay on `async_engine`. Writes could use it too, but aiosqlite makes a trip to its thread for every
    statement; a whole transaction in one trip takes half the CPU time.
    """
    engine = create_engine(
        url.set(drivername="sqlite+pysqlite"), hide_parameters=True, connect_args={"timeout": LOCK_SECONDS}
    )
    _transactions_by_hand(engine, (*PRAGMAS, OVERWRITES))
    return engine.execution_options(begin="BEGIN IMMEDIATE")


def _transactions_by_hand(engine: Engine, pragmas: tuple[str, ...]) -> None:
    """Replace the driver's implicit BEGIN, by SQLAlchemy's recipe, so that DDL is transactional too."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Not through exec_driver_sql, as in the recipe: that is 0.05 ms of CPU time more a transaction.
        connection.connection.cursor().execute(connection.get_execution_options().get("begin", "BEGIN"))


def _sessions_set(engine: Engine, settings: Mapping[str, str]) -> None:
    """Set each new session of PostgreSQL: settings in the request for it are refused by a pooler."""
    calls = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in settings.items())

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: object) -> None:
        # Outside of a transaction, whose rollback would take the settings back.
        connection.autocommit = True
        try:
            cursor = connection.cursor()
            cursor.execute(f"SELECT {calls}")
            cursor.close()
        except BaseException:
            # A pooler may have no session for it; nobody else knows of this connection yet.
            connection.terminate()
            raise
        connection.autocommit = False

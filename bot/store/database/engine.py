"""Engines, which open connections to the database, and the meaning of their errors.

SQLite runs with a write-ahead log, full synchronisation and foreign keys, and takes its write lock when a
transaction begins; PostgreSQL waits for a lock as long as SQLite does.
"""

import logging
import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import URL, Connection, Engine, Pool, create_engine, event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.model.errors import Busy, Conflict, StoreError, Uncertain

LOCK_SECONDS = 1.0
PATIENT_LOCK_SECONDS = 30.0
COMMAND_SECONDS = 5.0
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")

# The errors of a database; a driver's own one comes from the BEGIN, an OSError from the network.
FAILURES = (SQLAlchemyError, sqlite3.Error, OSError)

SQLSTATES = {
    "25006": "it can be read only",
    "28000": "PostgreSQL refuses the user",
    "28P01": "PostgreSQL refuses the user or the password",
    "3D000": "PostgreSQL has no database of this name",
    "42501": "PostgreSQL does not permit it to this user",
    "53300": "PostgreSQL has too many connections already",
    "57P03": "PostgreSQL is starting or stopping",
}

# With the root logger at the debug level, aiosqlite would log every parameter, seeds and tokens included.
# SQLAlchemy logs rows only where the level of its own logger is set.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


def async_engine(
    url: URL,
    *,
    pragmas: tuple[str, ...] = PRAGMAS,
    pool: type[Pool] | None = None,
    hurried: bool = True,
    settings: Mapping[str, str] = {},
) -> AsyncEngine:
    """Return an engine that connects lazily; on SQLite the execution option `begin` is its BEGIN.

    If it is `hurried`, SQLite waits `LOCK_SECONDS` for a lock, and PostgreSQL has `COMMAND_SECONDS` for a
    statement; `settings` are those of PostgreSQL's sessions.
    """
    sqlite = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = {"hide_parameters": True, "poolclass": pool}
    if sqlite:
        options["connect_args"] = {"timeout": LOCK_SECONDS if hurried else PATIENT_LOCK_SECONDS}
    else:
        milliseconds = str(int(LOCK_SECONDS * 1000))
        options["connect_args"] = {
            "server_settings": {"lock_timeout": milliseconds, **settings},
            "command_timeout": COMMAND_SECONDS if hurried else None,
        }
        options["pool_pre_ping"] = pool is None
    try:
        engine = create_async_engine(url, **options)
    except ImportError:
        raise StoreError("PostgreSQL needs asyncpg: install the extra `postgres`") from None
    if sqlite:
        _transactions_by_hand(engine.sync_engine, pragmas)
    return engine


def writer_engine(url: URL) -> Engine:
    """Return a second engine for the same SQLite database, without asyncio, for the thread that writes.

    Reads stay on `async_engine`. Writes could use it too, but aiosqlite makes a trip to its thread for every
    statement; a whole transaction in one trip takes half the CPU time.
    """
    engine = create_engine(
        url.set(drivername="sqlite+pysqlite"), hide_parameters=True, connect_args={"timeout": LOCK_SECONDS}
    )
    _transactions_by_hand(engine, PRAGMAS)
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


def as_refusal(error: Exception) -> StoreError:
    """Return a failure before the commit as Conflict or Busy: it was rolled back, so nothing was written."""
    if isinstance(error, StoreError):
        return error
    return (Conflict if isinstance(error, IntegrityError) else Busy)(described(error))


def commit_failure(error: Exception) -> StoreError:
    """Return a failed commit as Busy if it has certainly written nothing, else as Uncertain."""
    cause = getattr(error, "orig", None)
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        # After an I/O error (of fsync, say) the frames may be in the log all the same.
        certain = code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL)
    else:
        # The server itself says that it rolled back: constraints and serialisation, but for "unknown".
        state = getattr(cause, "sqlstate", None) or ""
        certain = state[:2] in ("23", "40") and state != "40003"
    return Busy(described(error)) if certain else Uncertain(described(error))


def described(error: Exception) -> str:
    """Return an error in words without any stored value: PostgreSQL's own text may carry whole rows."""
    cause = getattr(error, "orig", error)
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return f"{name}: {cause}"
    state = getattr(cause, "sqlstate", None)
    if state:
        return SQLSTATES.get(state, f"SQLSTATE {state}")
    # The system's words about a network or a file.
    return str(cause) or type(cause).__name__ if isinstance(cause, OSError) else type(cause).__name__

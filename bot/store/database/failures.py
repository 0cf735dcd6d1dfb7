"""The errors of a database and their meaning: was anything written, and will a later try be refused too?

Sentences for the host carry no stored value and no password.
"""

import logging
import sqlite3
from typing import Final

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.store.model.errors import Busy, Conflict, Denied, StoreError, Uncertain

log = logging.getLogger(__name__)

# The errors of a database; a driver's own one comes from the BEGIN, an OSError from the network.
FAILURES = (SQLAlchemyError, sqlite3.Error, OSError)

UNKEPT: Final = "its sessions are not kept, as behind a pooler in transaction mode"
SQLSTATES: Final = {
    "08P01": "the server or a pooler before it refuses the connection",
    "25006": "it can be read only",
    "26000": UNKEPT,
    "28000": "PostgreSQL refuses the user",
    "28P01": "PostgreSQL refuses the user or the password",
    "3D000": "PostgreSQL has no database of this name",
    "42501": "PostgreSQL does not permit it to this user",
    "42703": "a column is missing",
    "42P01": "a table is missing",
    "42P05": UNKEPT,
    "53100": "the disk of PostgreSQL is full",
    "53300": "PostgreSQL has too many connections already",
    "55P03": "another session has held a lock for too long",
    "57P03": "PostgreSQL is starting or stopping",
}
PASSING: Final = ("08", "25P", "40", "53", "55", "57", "58", "XX000")
"""The SQLSTATEs, by their beginning, that may be gone at the next try.

They are lost connections, transactions that were idle or in each other's way, too few resources, locks,
interventions, and the trouble of a disk. All others are about the statement, the data or the rights, and come
again.
"""
LASTING_CODES: Final = {
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_CORRUPT,
    # A missing table, for instance.
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_TOOBIG,
}
COLLISIONS: Final = {
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    "23503",
    "23505",
}
"""The broken constraints that another write explains: a row is there already, or there no longer."""


def as_refusal(error: Exception) -> StoreError:
    """Return a failure before the commit, which was rolled back, as Conflict, Denied or Busy."""
    if isinstance(error, StoreError):
        return error
    cause = getattr(error, "orig", error)
    code, state = getattr(cause, "sqlite_errorcode", None), getattr(cause, "sqlstate", None) or ""
    if isinstance(error, IntegrityError) and (code in COLLISIONS or state in COLLISIONS):
        return Conflict(described(error))
    lasting = code & 0xFF in LASTING_CODES if code else bool(state) and not state.startswith(PASSING)
    return (Denied if lasting else Busy)(described(error))


def commit_failure(error: Exception) -> StoreError:
    """Return a failed commit as a refusal if it has certainly written nothing, else as Uncertain."""
    cause = getattr(error, "orig", None)
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        # After an I/O error (of fsync, say) the frames may be in the log all the same.
        certain = code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL)
    else:
        # The server itself says that it rolled back: constraints and serialisation, but for "unknown".
        state = getattr(cause, "sqlstate", None) or ""
        certain = state[:2] in ("23", "40") and state != "40003"
    return as_refusal(error) if certain else Uncertain(described(error))


def described(error: Exception) -> str:
    """Return an error in words without any stored value: PostgreSQL's own text may carry whole rows."""
    cause = getattr(error, "orig", error)
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return f"{name}: {cause}"
    state = getattr(cause, "sqlstate", None)
    if state:
        return f"{SQLSTATES[state]} (SQLSTATE {state})" if state in SQLSTATES else f"SQLSTATE {state}"
    # The system's words about a network or a file.
    return str(cause) or type(cause).__name__ if isinstance(cause, OSError) else type(cause).__name__


def note_denials(doing: str, *outcomes: object) -> None:
    """Log every lasting refusal among outcomes, each reason once; `doing` is "read" or "write"."""
    for reason in sorted({str(error) for error in outcomes if isinstance(error, Denied)}):
        # The reason is a part of the format, so that the log does not sum different ones up as the same.
        log.error(f"the database refuses a {doing}, and will again until its host mends it: {reason}")


def unusable(where: str, error: Exception) -> StoreError:
    """Return the error for a database that cannot be used, with the reason; `where` is its place."""
    cause = getattr(error, "orig", error)
    code = (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(f"{where} cannot be written: it or its folder is read-only for the bot")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(f"{where} cannot be opened: it or its folder is closed to the bot")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(where, str(cause))
    return StoreError(f"{where} cannot be used: {described(error)}")


def damaged(where: str, how: str) -> StoreError:
    """Return the error for a damaged SQLite file."""
    return StoreError(f"{where} is damaged ({how}): put a backup back by `python -m bot restore FILE`")

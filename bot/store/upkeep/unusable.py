"""Errors about a database as a whole: sentences for the host, without stored values or passwords."""

import sqlite3

from bot.store.database.engine import described
from bot.store.model.errors import StoreError


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

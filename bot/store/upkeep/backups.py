"""Backups of a SQLite database while the bot uses it, and their restoring while it does not.

A database that was put back has members who were forgotten since; they are forgotten again.
"""

import asyncio
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.database.address import SQLITE, command, file_of, parsed
from bot.store.model.errors import StoreError, Unsupported
from bot.store.model.schema import LIVE
from bot.store.processes.claim import Claim, locked
from bot.store.store import Store
from bot.store.upkeep.examination import revision_of, sound
from bot.store.upkeep.files import beside, copy, create, free_name
from bot.store.upkeep.forgotten import list_of
from bot.store.upkeep.migrate import MIGRATIONS, revisions_in, upgrade

ALL: Final = ("-wal", "-shm", "")
"""The suffixes of SQLite's files beside a database in use, and of the database itself, last."""
UNSHOWN: Final = f"UPDATE tables SET published = 0 WHERE {LIVE}"
"""Discord shows a later state of open tables than the backup has: all of them are to be shown again."""


def backup(url: str, target: Path) -> None:
    """Write all committed data into a new file; StoreError, and no file, if that fails."""
    database = sqlite_file(url, "backed up", "pg_dump", "--format=custom", f"--file={target}")
    must_exist(database)
    if target.exists():
        raise StoreError(f"{target} exists already, and nothing is written over it")
    try:
        copy(database, target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{database} cannot be copied to {target}: {error}") from None
    try:
        sound(target)
    except StoreError:
        target.unlink()
        raise StoreError(f"{database} is damaged, and so would be its copy") from None


def restore(url: str, source: Path, forgotten: Path | None = None) -> Path | None:
    """Put a copy of a backup in the database's place; return the new name of the former database, if any.

    Members in the list `forgotten`, None for its usual place, are forgotten in that copy before. Taken if the
    bot uses the database; StoreError if the backup is not a sound database of the bot.
    """
    database = sqlite_file(url, "restored", "pg_restore", "--clean", "--if-exists", str(source))
    if not source.is_file():
        raise StoreError(f"there is no file {source}")
    descriptor = locked(database, None)
    try:
        return _restored(database, source, forgotten or list_of(parsed(url)))
    except OSError as error:
        raise StoreError(f"{source} cannot be put in the place of {database}: {error}") from None
    finally:
        os.close(descriptor)


async def forget_listed(url: str, forgotten: Path | None = None) -> int:
    """Forget the members of a list, None for its usual place, in a database; return their number.

    The database is migrated before. Taken if the bot uses it; StoreError if that cannot be done.
    """
    must_be_there(url)
    claim = Claim(url, None)
    await claim.take()
    try:
        return await _forget_again(url, forgotten)
    finally:
        await claim.release()


async def _forget_again(url: str, forgotten: Path | None) -> int:
    store = await Store.open(url, forgotten=forgotten)
    try:
        return await store.members.forget_again()
    finally:
        await store.close()


def must_be_there(url: str) -> None:
    """Raise StoreError if a database should be a file that is not there."""
    file = file_of(parsed(url))
    if file is not None:
        must_exist(file)


def must_exist(database: Path) -> None:
    """Raise StoreError if there is no such database."""
    if not database.exists():
        raise StoreError(f"there is no database {database}")


def sqlite_file(url: str, done: str, *words: str) -> Path:
    """Return the file of a SQLite database; Unsupported for PostgreSQL, with its own tool's command."""
    parts = parsed(url)
    file = file_of(parts)
    if file is None:
        raise Unsupported(f"PostgreSQL is {done} by its own tool: {command(parts, *words)}")
    return file


def _restored(database: Path, source: Path, forgotten: Path) -> Path | None:
    staged = database.with_name(f".{database.name}.restored")
    try:
        _stage(source, staged)
        if forgotten.exists():
            asyncio.run(_forget_in_copy(staged, forgotten))
        former = _set_aside(database) if any(beside(database, suffix).exists() for suffix in ALL) else None
        staged.rename(database)
    finally:
        for suffix in ALL:
            beside(staged, suffix).unlink(missing_ok=True)
    if os.name == "posix":
        folder = os.open(database.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    return former


def _stage(source: Path, staged: Path) -> None:
    """Copy a backup, with the log that a copy made by hand may have beside it, and check the copy."""
    for suffix in ("", "-wal"):
        beside(staged, suffix).unlink(missing_ok=True)
        if beside(source, suffix).exists():
            create(beside(staged, suffix))
            shutil.copyfile(beside(source, suffix), beside(staged, suffix))
    try:
        sound(staged)
        revision = revision_of(staged)
        with closing(sqlite3.connect(staged)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except (StoreError, sqlite3.Error) as error:
        said = str(error).replace(str(staged), str(source)).partition(": put a backup")[0]
        raise StoreError(f"{said}, and nothing was changed") from None
    if revision is None:
        raise StoreError(f"{source} is not a database of the bot, and nothing was changed")
    if revision not in revisions_in(MIGRATIONS)[0]:
        raise StoreError(
            f"{source} is of a newer version of the bot (revision {revision}), and nothing was changed"
        )
    with closing(sqlite3.connect(staged)) as connection, connection:
        connection.execute(UNSHOWN)


async def _forget_in_copy(staged: Path, forgotten: Path) -> None:
    """Forget listed members in a staged copy, which is migrated for that."""
    url = f"{SQLITE}:///{staged}"
    await upgrade(parsed(url), copies=False)
    await _forget_again(url, forgotten)
    with closing(sqlite3.connect(staged)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _set_aside(database: Path) -> Path:
    """Rename a database and SQLite's files beside it; return the new name of the database.

    The log goes first: it must never lie beside another database, which would take it for its own.
    """
    former = free_name(database.with_name(f"{database.name}.{time.strftime('%Y%m%d-%H%M%S')}.replaced"))
    for suffix in ALL:
        if beside(database, suffix).exists():
            beside(database, suffix).rename(beside(former, suffix))
    return former

"""Backups of a SQLite database while the bot uses it; restoring and compacting it while the bot does not."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.database.address import command, file_of, parsed
from bot.store.database.failures import unusable
from bot.store.model.errors import StoreError, Unsupported
from bot.store.model.schema import LIVE
from bot.store.upkeep.claim import locked
from bot.store.upkeep.examination import revision_of, sound
from bot.store.upkeep.files import beside, copy, create, executed, free_name, temporary_in, write_ahead
from bot.store.upkeep.migrate import MIGRATIONS, revisions_in

ALL: Final = ("-wal", "-shm", "")
"""The suffixes of SQLite's files beside a database in use, and of the database itself, last."""
UNSHOWN: Final = f"UPDATE tables SET published = 0 WHERE {LIVE}"
"""Discord shows a later state of open tables than the backup has: all of them are to be shown again."""
COPIES: Final = 2.05
"""The room that compacting takes, in sizes of the data: SQLite makes a copy, and writes that into its log."""
COMPACTED_A_SECOND: Final = 20_000_000
"""About how many bytes of data are compacted in a second, on a slow disk."""


def backup(url: str, target: Path) -> None:
    """Write all committed data into a new file; StoreError, and no file, if that fails."""
    database = _file(url, "backed up", "pg_dump", "--format=custom", f"--file={target}")
    _must_exist(database)
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


def restore(url: str, source: Path) -> Path | None:
    """Put a copy of a backup in the database's place; return the new name of the former database, if any.

    Taken if the bot uses the database; StoreError if the backup is not a sound database of the bot.
    """
    database = _file(url, "restored", "pg_restore", "--clean", "--if-exists", str(source))
    if not source.is_file():
        raise StoreError(f"there is no file {source}")
    descriptor = locked(database, None)
    try:
        return _restored(database, source)
    except OSError as error:
        raise StoreError(f"{source} cannot be put in the place of {database}: {error}") from None
    finally:
        os.close(descriptor)


async def compact_file(url: str, say: Callable[[str], object]) -> None:
    """Give the free space in a database back to its disk, and `say` a sentence before it and one after.

    Taken if the bot uses the database; StoreError if it cannot be done. However it ends, also by a kill,
    nothing is lost: SQLite puts the data into their new place in one transaction.
    """
    database = _file(url, "compacted", "vacuumdb", "--full")
    _must_exist(database)
    descriptor = locked(database, None)
    try:
        revision_of(database)
        write_ahead(database)
        with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as connection:
            before, began = _without_log(database, connection), time.monotonic()
            say(_foreseen(database, before, connection))
            with temporary_in(database.absolute().parent, connection):
                await executed(connection, "VACUUM")
            after = _without_log(database, connection)
        spent = time.monotonic() - began
        say(f"it has {_in_words(after)} now, {_in_words(before - after)} less, after {spent:.1f} s")
    except sqlite3.Error as error:
        raise unusable(str(database), error) from None
    finally:
        os.close(descriptor)


def _must_exist(database: Path) -> None:
    if not database.exists():
        raise StoreError(f"there is no database {database}")


def _without_log(database: Path, connection: sqlite3.Connection) -> int:
    """Return the size of a database in bytes once all of its log is in it."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database.stat().st_size


def _foreseen(database: Path, before: int, connection: sqlite3.Connection) -> str:
    """Return the sentence about the time and the room that compacting takes; StoreError without the room."""
    size, pages, unused = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_size", "page_count", "freelist_count")
    )
    data = size * (pages - unused)
    needed, room = int(COPIES * data), shutil.disk_usage(database.absolute().parent).free
    where = f"{_in_words(needed)} of its disk, where {_in_words(room)} are free"
    if room < needed:
        raise StoreError(f"compacting {database} takes {where}: nothing was changed")
    seconds = max(1, round(data / COMPACTED_A_SECOND))
    return (
        f"{database} has {_in_words(before)}, and its data {_in_words(data)}: compacting it takes about "
        f"{seconds} s, and meanwhile {where}"
    )


def _in_words(size: int) -> str:
    """Return a number of bytes in words."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


def _file(url: str, done: str, *words: str) -> Path:
    """Return the file of a SQLite database; Unsupported for PostgreSQL, with its own tool's command."""
    parts = parsed(url)
    file = file_of(parts)
    if file is None:
        raise Unsupported(f"PostgreSQL is {done} by its own tool: {command(parts, *words)}")
    return file


def _restored(database: Path, source: Path) -> Path | None:
    staged = database.with_name(f".{database.name}.restored")
    try:
        _stage(source, staged)
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


def _set_aside(database: Path) -> Path:
    """Rename a database and SQLite's files beside it; return the new name of the database.

    The log goes first: it must never lie beside another database, which would take it for its own.
    """
    former = free_name(database.with_name(f"{database.name}.{time.strftime('%Y%m%d-%H%M%S')}.replaced"))
    for suffix in ALL:
        if beside(database, suffix).exists():
            beside(database, suffix).rename(beside(former, suffix))
    return former

"""The files of a SQLite database, with hands and tokens in them: only the bot's own user may read them."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

AGAIN_SECONDS: Final = 0.01
"""Seconds after which a statement that has not ended is interrupted once more."""
LOG_SECONDS: Final = 1.0
"""Seconds that a look at the log waits for writers and readers."""


def create(file: Path) -> None:
    """Make an empty file that only its owner can read, unless it exists."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        create_new(file)


def create_new(file: Path) -> None:
    """Make an empty file that only its owner can read; FileExistsError if it exists.

    A file made by root goes to the owner of the folder.
    """
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            folder = file.parent.stat()
            os.chown(descriptor, folder.st_uid, folder.st_gid)
    finally:
        os.close(descriptor)


def can_open(file: Path) -> None:
    """Open a file with SQLite and close it; sqlite3.Error if it cannot be opened."""
    sqlite3.connect(file).close()


def write_ahead(file: Path) -> None:
    """Turn on a database's write-ahead log, once and for good; new databases and backups have none.

    Raises sqlite3.Error if that fails; SQLite does not wait here for a process that has the file open.
    """
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def left_open(file: Path) -> bool:
    """Return whether the last process on a database was killed: its write-ahead log is still there.

    It is there as well while another process has the database open.
    """
    log = beside(file, "-wal")
    return log.exists() and log.stat().st_size > 0


async def executed(connection: sqlite3.Connection, statement: str) -> list[Any]:
    """Return the rows of a statement that takes long, executed in a thread; sqlite3.Error if it fails.

    A caller that is cancelled interrupts it.
    """
    work = asyncio.ensure_future(asyncio.to_thread(lambda: connection.execute(statement).fetchall()))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        # An interruption is lost if it comes before the statement has begun.
        while not work.done():
            connection.interrupt()
            await asyncio.wait({work}, timeout=AGAIN_SECONDS)
        with suppress(sqlite3.Error):
            await work
        raise


@contextmanager
def temporary_in(folder: Path, connection: sqlite3.Connection) -> Iterator[None]:
    """Have SQLite make its temporary files in a folder, for the length of the block.

    They have no name there: a kill leaves nothing of them.
    """
    setting = "PRAGMA temp_store_directory = '{}'"
    connection.execute(setting.format(str(folder).replace("'", "''")))
    try:
        yield
    finally:
        connection.execute(setting.format(""))


def free_name(file: Path) -> Path:
    """Return a name that no file has: this one, or it with a number."""
    number, name = 0, file
    while name.exists():
        number += 1
        name = file.with_name(f"{file.name}.{number}")
    return name


def beside(file: Path, suffix: str) -> Path:
    """Return the path with a suffix appended to its whole name."""
    return file.with_name(file.name + suffix)


def copy(database: Path, target: Path) -> None:
    """Copy a database, as of one moment, into a new file that appears whole or not at all.

    OSError or sqlite3.Error if that fails.
    """
    partial = target.with_name(f".{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        create_new(partial)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(partial)) as made:
            source.backup(made)
            # Without a log, so that nothing appears beside the file when it is opened.
            made.execute("PRAGMA journal_mode = DELETE")
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        if target.exists():
            raise FileExistsError(f"{target} exists already")
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)


def empty_log(database: Path) -> bool:
    """Copy the write-ahead log of a database into it, and empty it; return False while it is still read."""
    with closing(sqlite3.connect(database, timeout=LOG_SECONDS)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def vacuum(database: Path) -> None:
    """Write a database anew without freed bytes, and empty its log; sqlite3.Error if that fails."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM")
    empty_log(database)

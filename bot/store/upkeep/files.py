"""The files of a SQLite database: they hold hands and tokens, so only the bot's own user may read them."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path


def create(file: Path) -> None:
    """Make an empty file that only its owner can read, unless there is one."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        create_new(file)


def create_new(file: Path) -> None:
    """Make an empty file that only its owner can read; FileExistsError if there is one.

    What root makes belongs to the owner of the folder.
    """
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            folder = file.parent.stat()
            os.chown(descriptor, folder.st_uid, folder.st_gid)
    finally:
        os.close(descriptor)


def can_open(file: Path) -> None:
    """Return if SQLite can open a file; sqlite3.Error if it cannot."""
    sqlite3.connect(file).close()


def write_ahead(file: Path) -> None:
    """Give a database its write-ahead log, which it keeps; a new one has none, nor has a backup.

    sqlite3.Error if that cannot be done; SQLite does not wait here for a process that has the file open.
    """
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def free_name(file: Path) -> Path:
    """Return a name that no file has: this one, or with a number after it."""
    number, name = 0, file
    while name.exists():
        number += 1
        name = file.with_name(f"{file.name}.{number}")
    return name


def beside(file: Path, suffix: str) -> Path:
    """Return the path with a suffix after its whole name."""
    return file.with_name(file.name + suffix)


def copy(database: Path, target: Path) -> None:
    """Copy a database as it is at one moment into a new file, which appears whole or not at all.

    OSError or sqlite3.Error if that cannot be done.
    """
    partial = target.with_name(f".{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        create_new(partial)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(partial)) as made:
            source.backup(made)
            # One file, and nothing beside it when somebody looks into it.
            made.execute("PRAGMA journal_mode = DELETE")
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        if target.exists():
            raise FileExistsError(f"{target} exists already")
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)

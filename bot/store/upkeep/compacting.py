"""The free space in a SQLite database, given back to its disk while no bot uses it."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.database.failures import unusable
from bot.store.model.errors import StoreError
from bot.store.processes.claim import locked
from bot.store.upkeep.backups import must_exist, sqlite_file
from bot.store.upkeep.examination import revision_of
from bot.store.upkeep.files import executed, temporary_in, write_ahead

COPIES: Final = 2.05
"""The room that compacting takes, in sizes of the data: SQLite makes a copy, and writes that into its log."""
COMPACTED_A_SECOND: Final = 20_000_000
"""About how many bytes of data are compacted in a second, on a slow disk."""


async def compact_file(url: str, say: Callable[[str], object]) -> None:
    """Give the free space in a database back to its disk, and `say` a sentence before it and one after.

    Taken if the bot uses the database; StoreError if it cannot be done. However it ends, also by a kill,
    nothing is lost: SQLite puts the data into their new place in one transaction.
    """
    database = sqlite_file(url, "compacted", "vacuumdb", "--full")
    must_exist(database)
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

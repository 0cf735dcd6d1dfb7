"""The examination of a database before the bot relies on it: writable, sound, of a known revision."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, NullPool, Row, Select, select

from bot.store.database.address import file_of, parsed, place
from bot.store.database.engine import async_engine
from bot.store.database.failures import FAILURES, damaged, unusable
from bot.store.model.errors import StoreError
from bot.store.model.schema import LIVE, metadata, tables
from bot.store.processes.sessions import must_keep_sessions
from bot.store.queries import games
from bot.store.upkeep.files import executed, left_open
from bot.store.upkeep.migrate import MIGRATIONS, noted_revision, revisions_in
from bot.store.upkeep.needs import must_be_whole, must_let_migrate, must_let_play

BUSY_SECONDS: Final = 5.0
_LOOK: Final = "PRAGMA quick_check(1)"
_NAMES: Final = "SELECT name FROM sqlite_master WHERE type = 'table'"
_REVISION: Final = "SELECT version_num FROM alembic_version"
TOUCH: Final = "UPDATE alembic_version SET version_num = version_num"
"""An update without a change, which has to be written all the same."""
CHANNELS: Final = select(tables.c.guild_id, tables.c.channel_id).where(LIVE).distinct()


@dataclass(frozen=True, slots=True)
class Examined:
    """The findings about a sound database.

    `revision` is None before the first start; `free` are the bytes free on its disk, None for PostgreSQL;
    `channels` are server and channel of every open table, empty unless the revision is the `newest`.
    """

    place: str
    revision: str | None
    newest: str
    free: int | None
    channels: tuple[tuple[int, int], ...] = ()


async def examine(url: str, most: int | None = None, *, claimed: bool = False) -> Examined:
    """Return the findings; StoreError if the database is damaged or of a newer version, or lacks a need.

    Every page of a SQLite file is looked at, unless it has more than `most` bytes. If the caller has
    `claimed` its shards, it is known that PostgreSQL keeps sessions.
    """
    parts = parsed(url)
    file = file_of(parts)
    known, newest = revisions_in(MIGRATIONS)
    free = None
    if file is not None:
        if file.exists() and (most is None or file.stat().st_size <= most):
            await _look_at_all(file)
        revision = await asyncio.to_thread(_file_revision, file, newest)
        free = shutil.disk_usage(file.parent if file.parent.exists() else ".").free
    else:
        if not claimed:
            await must_keep_sessions(parts)
        revision = await _server_revision(parts)
    if revision is not None and revision not in known:
        raise StoreError(f"{place(parts)} is of a newer version of the bot (revision {revision})")
    channels = await _channels(parts) if revision == newest else ()
    return Examined(place(parts), revision, newest, free, channels)


async def count_old_games(url: str) -> int:
    """Return how many games of older versions a database of this version still has to move to their row.

    It takes longer the more tables there are.
    """
    [(number,)] = await _rows(parsed(url), games.OLD, hurried=False)
    return int(number)


def sound(file: Path) -> None:
    """Check every page of a SQLite file; StoreError if it is not sound."""
    try:
        with closing(_connected(file)) as connection:
            rows = connection.execute(_LOOK).fetchall()
    except sqlite3.Error as error:
        raise unusable(str(file), error) from None
    _must_be_ok(file, rows)


def killed(url: str) -> bool:
    """Return whether the last process on a SQLite database was killed; to ask before it is opened."""
    file = file_of(parsed(url))
    return file is not None and left_open(file)


async def look_beside(url: str) -> None:
    """Check every page of a SQLite file beside the running bot; StoreError if it is not sound.

    No write waits for it, as a reader holds up none, and no close, as it ends at once when it is cancelled.
    """
    file = file_of(parsed(url))
    if file is not None:
        await _look_at_all(file, "ro")


async def _look_at_all(file: Path, mode: str = "rw") -> None:
    try:
        with closing(_connected(file, mode)) as connection:
            rows = await executed(connection, _LOOK)
    except sqlite3.Error as error:
        raise unusable(str(file), error) from None
    _must_be_ok(file, rows)


def _must_be_ok(file: Path, rows: Sequence[tuple[str]]) -> None:
    """Raise StoreError unless the rows of a look at all pages say that they are sound."""
    [(said,), *_] = rows
    if said != "ok":
        raise damaged(str(file), said.splitlines()[-1])


def revision_of(file: Path) -> str | None:
    """Return the revision of a SQLite file, None without tables; StoreError if they are not the bot's."""
    try:
        with closing(_connected(file)) as connection:
            names = {name for (name,) in connection.execute(_NAMES)}
            noted = connection.execute(_REVISION).fetchone() if "alembic_version" in names else None
    except sqlite3.Error as error:
        raise unusable(str(file), error) from None
    if noted is None and names:
        raise StoreError(f"{file} holds tables that are not the bot's")
    return None if noted is None else str(noted[0])


def _file_revision(file: Path, newest: str) -> str | None:
    """Return the revision of a SQLite file of any size, None before the first start.

    StoreError if it cannot be written, or lacks a table. SQLite itself refuses the first read of a file that
    is shorter than its header says, or has no such header.
    """
    if not file.exists():
        _may_be_made(file)
        return None
    revision = revision_of(file)
    if revision is not None:
        try:
            with closing(_connected(file)) as connection:
                connection.execute(TOUCH)
                names = {name for (name,) in connection.execute(_NAMES)}
        except sqlite3.Error as error:
            raise unusable(str(file), error) from None
        if revision == newest and (lost := sorted(metadata.tables.keys() - names)):
            raise damaged(str(file), f"it lacks tables: {', '.join(lost)}")
    return revision


def _may_be_made(file: Path) -> None:
    """Raise StoreError if nothing can be written in the folder of a database that is to be made."""
    folder = next((folder for folder in file.absolute().parents if folder.exists()), Path("/"))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError(f"nothing can be written in {folder}, where the database is to be made")


def _connected(file: Path, mode: str = "rw") -> sqlite3.Connection:
    """Return a connection to an existing file, for any thread; each statement is its own transaction."""
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(
        address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )


async def _server_revision(url: URL) -> str | None:
    known, newest = revisions_in(MIGRATIONS)

    def work(connection: Connection) -> str | None:
        must_let_play(connection)
        revision = noted_revision(connection)
        if revision == newest:
            must_be_whole(connection)
        elif revision is None or revision in known:
            must_let_migrate(connection)
        return revision

    engine = async_engine(url, pool=NullPool)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(work)
    except FAILURES as error:
        raise unusable(place(url), error) from None
    finally:
        await engine.dispose()


async def _channels(url: URL) -> tuple[tuple[int, int], ...]:
    return tuple((row.guild_id, row.channel_id) for row in await _rows(url, CHANNELS))


async def _rows(url: URL, statement: Select[Any], *, hurried: bool = True) -> Sequence[Row[Any]]:
    """Return the rows of a query to a database that is otherwise not open."""
    engine = async_engine(url, pool=NullPool, hurried=hurried)
    try:
        async with engine.connect() as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(statement)).all()
            return rows
    except FAILURES as error:
        raise unusable(place(url), error) from None
    finally:
        await engine.dispose()

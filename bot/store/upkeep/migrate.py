"""Brings a database to the schema of this version, in one transaction, before anything reads it.

An existing SQLite database is first copied beside itself; whatever fails leaves it as it was.
"""

import asyncio
import re
import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, NullPool, inspect

from bot.store.database.address import file_of, place
from bot.store.database.engine import FAILURES, PATIENT_LOCK_SECONDS, async_engine
from bot.store.model.errors import StoreError
from bot.store.upkeep.files import can_open, copy, create, free_name, write_ahead
from bot.store.upkeep.unusable import unusable

MIGRATIONS = Path(__file__).parents[1] / "migrations"
OWN = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
BEFORE = re.compile(r'^down_revision = "(\w+)"$', re.MULTILINE)
# Any number, the same for all processes of the bot: the second one waits and finds the work done.
ADVISORY_LOCK = 4_206_934_163
_LOOK_SECONDS = 0.05


async def upgrade(url: URL, migrations: Path = MIGRATIONS) -> None:
    """Migrate to the newest revision in `migrations`; StoreError, and nothing changed, if that fails.

    A SQLite file has its write-ahead log after that.
    """
    file = file_of(url)
    try:
        if file is not None:
            create(file)
            # A thread of aiosqlite that cannot open its file may still speak when the event loop is closed.
            can_open(file)
        await _migrate(url, file, migrations)
        if file is not None:
            await _write_ahead(file)
    except FAILURES as error:
        raise unusable(place(url), error) from None


async def _write_ahead(file: Path) -> None:
    """Give a database its write-ahead log; other processes may be about to do the same."""
    until = time.monotonic() + PATIENT_LOCK_SECONDS
    while True:
        try:
            return await asyncio.to_thread(write_ahead, file)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        await asyncio.sleep(_LOOK_SECONDS)


async def _migrate(url: URL, file: Path | None, migrations: Path) -> None:
    # Foreign keys stay off, as SQLite asks where tables are rebuilt; they are checked at the end. A large
    # database takes its time.
    engine = async_engine(url, pragmas=(), pool=NullPool, hurried=False)
    try:
        async with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as connection:
            revision = await connection.run_sync(_pending, migrations)
            if revision is None:
                return
            backup = None
            if file is not None and revision:
                backup = await asyncio.to_thread(_back_up, file, revision)
            try:
                await connection.run_sync(_upgrade, migrations)
            except BaseException:
                # The transaction is rolled back: the copy would be the same as what it copies.
                if backup is not None:
                    backup.unlink()
                raise
    finally:
        await engine.dispose()


def _pending(connection: Connection, migrations: Path) -> str | None:
    """Return the revision to migrate from ("" for an empty database), or None if there is nothing to do."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
    tables = inspect(connection).get_table_names()
    noted = "alembic_version" in tables
    revision = (
        connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if noted else None
    )
    if revision is None:
        if tables:
            raise StoreError(f"{place(connection.engine.url)} holds tables that are not the bot's")
        return ""
    known, newest = revisions_in(migrations)
    if revision not in known:
        raise StoreError(
            f"{place(connection.engine.url)} is of a newer version of the bot (revision {revision})"
        )
    return None if revision == newest else str(revision)


def revisions_in(migrations: Path) -> tuple[set[str], str]:
    """Return all revisions, and the newest; they are read as text, since most starts need no more of them."""
    texts = [path.read_text("utf-8") for path in (migrations / "versions").glob("*.py")]
    known, before = ({found[1] for text in texts if (found := line.search(text))} for line in (OWN, BEFORE))
    (newest,) = known - before
    return known, newest


def _upgrade(connection: Connection, migrations: Path) -> None:
    from bot.store.upkeep import revisions  # with Alembic, which few starts need

    revisions.run_revisions(connection, migrations)


def _back_up(file: Path, revision: str) -> Path:
    """Copy the database beside itself, named after the revision; the copy appears complete or not at all."""
    # Nobody can take the name in between: the migrating process holds the write lock.
    target = free_name(file.with_name(f"{file.name}.{revision}.backup"))
    copy(file, target)
    return target

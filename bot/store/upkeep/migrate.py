"""The migration of a database to the schema of this version, in one transaction, before any read of it.

An existing SQLite database is first copied beside itself; any failure leaves it as it was. Alembic, which
takes 12 MB, is loaded only if there is a revision to run.
"""

import asyncio
import re
import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, NullPool, inspect
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.address import file_of, place
from bot.store.database.engine import OVERWRITES, PATIENT_LOCK_SECONDS, async_engine
from bot.store.database.failures import FAILURES, unusable
from bot.store.database.waiting import lock_of, waiting_for
from bot.store.model.errors import StoreError
from bot.store.processes.sessions import server_process
from bot.store.upkeep.files import can_open, copy, create, free_name, write_ahead
from bot.store.upkeep.needs import must_let_migrate, must_let_play

MIGRATIONS = Path(__file__).parents[1] / "migrations"
OWN = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
BEFORE = re.compile(r'^down_revision = "(\w+)"$', re.MULTILINE)
# An arbitrary number, the same for all processes of the bot: the second one waits and finds the work done.
ADVISORY_LOCK = 4_206_934_163
_LOOK_SECONDS = 0.05


async def upgrade(url: URL, migrations: Path = MIGRATIONS, *, copies: bool = True) -> None:
    """Migrate to the newest revision in `migrations`; StoreError, and no change, if that fails.

    Afterwards a SQLite file has its write-ahead log. Where it `copies`, there is a backup beside the file.
    """
    file = file_of(url)
    try:
        if file is not None:
            create(file)
            # A thread of aiosqlite that cannot open its file may still speak when the event loop is closed.
            can_open(file)
        await _migrate(url, file, migrations, copies=copies)
        if file is not None:
            await _write_ahead(file)
    except FAILURES as error:
        raise unusable(place(url), error) from None


async def _write_ahead(file: Path) -> None:
    """Turn on a database's write-ahead log; other processes may be doing the same."""
    until = time.monotonic() + PATIENT_LOCK_SECONDS
    async with waiting_for(f"{file}, which another process has open"):
        while True:
            try:
                return await asyncio.to_thread(write_ahead, file)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            await asyncio.sleep(_LOOK_SECONDS)


async def _migrate(url: URL, file: Path | None, migrations: Path, *, copies: bool) -> None:
    # Foreign keys stay off, as SQLite asks for rebuilding tables; they are checked at the end. Not hurried,
    # as a large database takes its time, and so may a backup that keeps a table locked.
    engine = async_engine(url, pragmas=(OVERWRITES,), pool=NullPool, hurried=False)
    try:
        async with engine.execution_options(begin="BEGIN IMMEDIATE").connect() as connection:
            pid = 0 if file is not None else await server_process(connection)
            await connection.rollback()

            async def cause() -> str:
                if file is None:
                    return await lock_of(url, pid)
                return "" if connection.in_transaction() else f"{file}, which another process has locked"

            async with waiting_for(cause), connection.begin():
                await _run(connection, file if copies else None, migrations)
    finally:
        await engine.dispose()


async def _run(connection: AsyncConnection, file: Path | None, migrations: Path) -> None:
    """Run the missing revisions in the transaction of a connection, after a copy of the file, if any."""
    revision = await connection.run_sync(_pending, migrations)
    if revision is None:
        return
    backup = None
    if file is not None and revision:
        backup = await asyncio.to_thread(_back_up, file, revision)
    try:
        await connection.run_sync(_upgrade, migrations)
    except BaseException:
        # The transaction is rolled back, so the copy is of no use.
        if backup is not None:
            backup.unlink()
        raise


def _pending(connection: Connection, migrations: Path) -> str | None:
    """Return the revision to migrate from ("" for an empty database), None if it is the newest."""
    on_server = connection.dialect.name == "postgresql"
    if on_server:
        must_let_play(connection)
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
    revision = noted_revision(connection)
    known, newest = revisions_in(migrations)
    if revision == newest:
        return None
    if revision is not None and revision not in known:
        raise StoreError(
            f"{place(connection.engine.url)} is of a newer version of the bot (revision {revision})"
        )
    if on_server:
        must_let_migrate(connection)
    return revision or ""


def noted_revision(connection: Connection) -> str | None:
    """Return the revision of a database, None if it is empty; StoreError if its tables are not the bot's."""
    tables = inspect(connection).get_table_names()
    revision = None
    if "alembic_version" in tables:
        revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if revision is None and tables:
        raise StoreError(f"{place(connection.engine.url)} holds tables that are not the bot's")
    return None if revision is None else str(revision)


def revisions_in(migrations: Path) -> tuple[set[str], str]:
    """Return all revisions, and the newest; read as text, since most starts need nothing else of them."""
    texts = [path.read_text("utf-8") for path in (migrations / "versions").glob("*.py")]
    known, before = ({found[1] for text in texts if (found := line.search(text))} for line in (OWN, BEFORE))
    (newest,) = known - before
    return known, newest


def _upgrade(connection: Connection, migrations: Path) -> None:
    from bot.store.upkeep import revisions  # loads Alembic, which few starts need

    revisions.run_revisions(connection, migrations)


def _back_up(file: Path, revision: str) -> Path:
    """Copy the database beside itself, whole or not at all, named after its revision; return the copy."""
    # No process can take the name in between: this one holds the write lock.
    target = free_name(file.with_name(f"{file.name}.{revision}.backup"))
    copy(file, target)
    return target

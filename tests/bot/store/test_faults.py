"""A locked, full, failing or vanished database: a write stands or is refused, and the next one works."""

import asyncio
import logging
import random
import shutil
import sqlite3
import subprocess
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import NullPool, Pool, event, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Busy, Conflict, Denied, Store, StoreError, Uncertain
from bot.store.database.address import parsed
from bot.store.database.engine import async_engine
from bot.store.database.failures import as_refusal
from tests.bot.store.disk import files_limited_to
from tests.bot.store.store_rows import (
    ACTION,
    ANN,
    BO,
    FOR_TWO,
    SEED,
    TOKEN,
    a_change,
    a_concession,
    a_panel,
    a_place,
    a_play,
    a_seat,
    a_table,
    a_turn,
    counts,
)
from tests.nursery import KILLING, command

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def lite(empty_sqlite_url: str) -> AsyncIterator[Store]:
    store = await Store.open(empty_sqlite_url)
    await store.create(a_table(), a_place(), [a_seat()])
    yield store
    await store.close()


async def numbers(store: Store) -> list[int]:
    stored = await store.load("t1")
    assert stored is not None
    return [entry.seq for entry in stored.log]


async def counted(store: Store) -> int:
    """Return how many members have a rating."""
    return len(await counts(store))


async def test_a_lock_is_waited_for_a_second_then_refused(lite: Store, sqlite_file: Path) -> None:
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        before = time.monotonic()
        plays = [lite.commit(a_turn(seq, columns={"wake_at": 1.0})) for seq in range(3)]
        outcomes = await asyncio.gather(*plays, return_exceptions=True)
        waited = time.monotonic() - before
        assert [type(outcome) for outcome in outcomes] == [Busy] * 3
        assert 0.9 < waited < 2.8
        assert await numbers(lite) == []
        with pytest.raises(Busy):
            await lite.finish("t1")
        other.execute("COMMIT")
    await lite.commit(a_turn())
    assert await numbers(lite) == [0]


async def test_what_a_connection_promises(tmp_path: Path) -> None:
    engine = async_engine(parsed(f"sqlite+aiosqlite:///{tmp_path}/cards.db"))
    async with engine.connect() as connection:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [(await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in names]
    await engine.dispose()
    assert values == ["wal", 2, 1, 1000]


WRITER = """
import asyncio, sys
from bot.store import Change, LogRow, Store

async def main():
    store = await Store.open(sys.argv[1])
    seq = int(sys.argv[2])
    while True:
        columns = {"version": seq + 2, "wake_at": float(seq)}
        entry = LogRow(seq, 0, str(seq), 1, 0.0)
        await store.commit(Change("t1", seq + 1, columns, entries=(entry,)))
        print(seq, flush=True)
        seq += 1

asyncio.run(main())
"""


@pytest.mark.real_time
async def test_a_killed_process_loses_nothing_that_it_answered(lite: Store, empty_sqlite_url: str) -> None:
    rng = random.Random(3)
    for _ in range(4):
        start = len(await numbers(lite))
        writer = await asyncio.create_subprocess_exec(
            *command("-c", WRITER, empty_sqlite_url, str(start)), stdout=asyncio.subprocess.PIPE, cwd=ROOT
        )
        assert writer.stdout is not None
        await writer.stdout.readline()
        await asyncio.sleep(rng.uniform(0.0, 0.05))
        writer.send_signal(KILLING)
        rest = (await writer.stdout.read()).split()
        await writer.wait()
        answered = int(rest[-1]) if rest else start
        kept = await numbers(lite)
        assert kept == list(range(len(kept)))
        assert kept[-1] in (answered, answered + 1)
        stored = await lite.load("t1")
        assert stored is not None
        assert stored.table.wake_at == kept[-1]


@pytest.mark.real_time
async def test_a_short_lock_is_only_a_delay(lite: Store, sqlite_file: Path) -> None:
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        play = asyncio.create_task(lite.commit(a_turn()))
        await asyncio.sleep(0.3)
        assert not play.done()
        other.execute("COMMIT")
        await play
    assert await numbers(lite) == [0]


@contextmanager
def pages_limited_to(pages: int) -> Iterator[None]:
    def limit(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        cursor.close()

    event.listen(Pool, "connect", limit)
    try:
        yield
    finally:
        event.remove(Pool, "connect", limit)


async def test_a_database_at_its_largest_refuses_and_recovers(
    empty_sqlite_url: str, sqlite_file: Path
) -> None:
    store = await Store.open(empty_sqlite_url)
    await store.create(a_table(**FOR_TWO), a_place(), [a_seat(), a_seat(1, BO)])
    await store.close()
    with closing(sqlite3.connect(sqlite_file)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    store = await Store.open(empty_sqlite_url)
    long = a_change(columns={"wake_at": 5.0}, entries=(a_play(0, action="x" * 100_000),))
    with pages_limited_to(pages), pytest.raises(Busy, match="SQLITE_FULL"):
        await store.commit(a_concession(entries=long.entries))
    stored = await store.load("t1")
    assert stored is not None
    assert (stored.log, stored.table) == ((), a_table(**FOR_TWO))
    assert await counted(store) == 0
    await store.commit(long)
    assert await numbers(store) == [0]
    await store.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
async def on_small_disk(small_disk: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite+aiosqlite:///{small_disk}/cards.db")
    await store.create(a_table(**FOR_TWO), a_place(), [a_seat(), a_seat(1, BO)])
    yield store
    await store.close()


def fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


async def test_a_full_disk_refuses_and_recovers(on_small_disk: Store, small_disk: Path) -> None:
    store = on_small_disk
    ballast = small_disk / "ballast"
    with pytest.raises(OSError, match="No space"):
        fill(ballast)
    before = await store.load("t1")
    with pytest.raises(Busy, match="SQLITE_FULL"):
        await store.commit(a_concession(entries=(a_play(0),)))
    assert await store.load("t1") == before
    assert await counted(store) == 0
    ballast.unlink()
    await store.commit(a_turn())
    assert await numbers(store) == [0]


async def test_an_io_error_at_the_commit_is_uncertain_until_finished(lite: Store, sqlite_file: Path) -> None:
    await lite.commit(a_turn())
    wal = sqlite_file.with_name(sqlite_file.name + "-wal")
    with files_limited_to(wal.stat().st_size + 100):
        with pytest.raises(Uncertain, match="SQLITE_IOERR"):
            await lite.commit(a_turn(1))
        with pytest.raises(StoreError):
            await lite.finish("t1")
    await lite.finish("t1")
    assert await numbers(lite) == [0]
    await lite.commit(a_turn(1))
    await lite.finish("t1")
    assert await numbers(lite) == [0, 1]


async def test_a_vanished_server_connection_is_replaced(postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    await store.create(a_table(), a_place(), [a_seat()])
    await store.commit(a_turn())
    killer = create_async_engine(postgres_url, poolclass=NullPool)
    async with killer.connect() as connection:
        mine = "datname = current_database() AND pid <> pg_backend_pid()"
        await connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}"))
    await killer.dispose()
    assert await numbers(store) == [0]
    with pytest.raises(Busy):
        await store.commit(a_turn(1))
    await store.commit(a_turn(1))
    assert await numbers(store) == [0, 1]
    await store.close()


async def test_a_server_that_waits_for_a_lock_refuses(postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    await store.create(a_table(), a_place(), [a_seat()])
    other = create_async_engine(postgres_url, poolclass=NullPool)
    async with other.begin() as connection:
        await connection.execute(text("UPDATE tables SET version = version"))
        with pytest.raises(Busy, match="55P03"):
            await store.commit(a_turn())
        with pytest.raises(Busy, match="55P03"):
            await store.finish("t1")
    await other.dispose()
    await store.commit(a_turn())
    assert await numbers(store) == [0]
    await store.close()


async def test_what_sqlite_will_refuse_again_is_told_apart(
    lite: Store, sqlite_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        for change, words, back in (
            (
                "ALTER TABLE log RENAME TO aside",
                "SQLITE_ERROR: no such table",
                "ALTER TABLE aside RENAME TO log",
            ),
            (
                "CREATE TRIGGER never BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'never'); END",
                "SQLITE_CONSTRAINT_TRIGGER",
                "DROP TRIGGER never",
            ),
        ):
            other.execute(change)
            await denied(lite, words, caplog)
            other.execute(back)
    await lite.commit(a_turn())
    assert await numbers(lite) == [0]


@pytest.mark.parametrize(
    ("change", "words", "back"),
    [
        (
            "REVOKE INSERT ON log FROM {role}",
            "PostgreSQL does not permit it to this user (SQLSTATE 42501)",
            "GRANT INSERT ON log TO {role}",
        ),
        (
            "ALTER TABLE log RENAME TO aside",
            "a table is missing (SQLSTATE 42P01)",
            "ALTER TABLE aside RENAME TO log",
        ),
        (
            "ALTER TABLE log ADD CONSTRAINT never CHECK (seq < 0)",
            "SQLSTATE 23514",
            "ALTER TABLE log DROP CONSTRAINT never",
        ),
    ],
)
async def test_what_a_server_will_refuse_again_is_told_apart(
    empty_postgres_url: str, caplog: pytest.LogCaptureFixture, change: str, words: str, back: str
) -> None:
    role = f"cards_test_{uuid4().hex[:12]}"
    other = create_async_engine(empty_postgres_url, poolclass=NullPool)
    async with other.begin() as connection:
        await connection.execute(text(f"CREATE ROLE {role} LOGIN PASSWORD 'x'"))
        await connection.execute(text(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}"))
    own = make_url(empty_postgres_url).set(username=role, password="x")
    store = await Store.open(own.render_as_string(hide_password=False))
    await store.create(a_table(), a_place(), [a_seat()])
    async with other.begin() as connection:
        await connection.execute(text(change.format(role=role)))
    await denied(store, words, caplog)
    async with other.begin() as connection:
        await connection.execute(text(back.format(role=role)))
    await store.commit(a_turn())
    assert await numbers(store) == [0]
    await store.close()
    async with other.begin() as connection:
        await connection.execute(text(f"DROP OWNED BY {role}"))
        await connection.execute(text(f"DROP ROLE {role}"))
    await other.dispose()


async def denied(store: Store, words: str, caplog: pytest.LogCaptureFixture) -> None:
    """Check that a play is refused for good, alone and among others, with one line of the log each time."""
    for company in (0, 2):
        caplog.clear()
        writes = [store.commit(a_turn()), *(store.drop_panel("t1", ANN) for _ in range(company))]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Denied, *[type(None)] * company]
        assert words in str(outcomes[0])
        assert [words in said for said in caplog.messages] == [True]


async def test_what_cannot_be_read_until_it_is_mended_is_told_apart(
    lite: Store, sqlite_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("ALTER TABLE log RENAME TO aside")
        with pytest.raises(Denied, match="no such table"):
            await lite.load("t1")
        assert ["no such table" in said for said in caplog.messages] == [True]
        other.execute("ALTER TABLE aside RENAME TO log")
    assert await numbers(lite) == []


@pytest.mark.parametrize(
    ("state", "lasts"),
    [
        ("08006", False),
        ("25006", True),
        ("25P03", False),
        ("40001", False),
        ("40P01", False),
        ("42501", True),
        ("53100", False),
        ("53300", False),
        ("54000", True),
        ("55P03", False),
        ("57014", False),
        ("57P01", False),
        ("58030", False),
        ("P0001", True),
        ("XX000", False),
        ("XX001", True),
        ("", False),
    ],
)
def test_which_errors_of_a_server_last(state: str, *, lasts: bool) -> None:
    class ServerError(Exception):
        sqlstate = state

    assert as_refusal(DBAPIError("SELECT 1", None, ServerError())).lasting is lasts


@asynccontextmanager
async def cut_at_commit(url: str, *, deliver: bool) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """Yield an address of the server that, once the event is set, is cut just before or after a COMMIT."""
    target = make_url(url)
    armed = asyncio.Event()
    open_ways: set[asyncio.Task[Any]] = set()

    async def forward(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            cut = armed.is_set() and b"COMMIT" in data
            if not cut or deliver:
                sink.write(data)
                await sink.drain()
            if cut:
                armed.clear()
                return

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_ways.add(task)
        up_reader, up_writer = await asyncio.open_connection(target.host, target.port)
        ways = [
            asyncio.create_task(forward(reader, up_writer)),
            asyncio.create_task(forward(up_reader, writer)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        writer.close()
        if deliver:
            await asyncio.sleep(0.1)
        up_writer.close()
        await asyncio.gather(*ways, return_exceptions=True)
        open_ways.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    yield target.set(host="127.0.0.1", port=port).render_as_string(hide_password=False), armed
    server.close()
    if open_ways:
        await asyncio.wait(open_ways)


@pytest.mark.parametrize("deliver", [True, False])
async def test_a_commit_without_an_answer_is_looked_up(postgres_url: str, deliver: bool) -> None:
    async with cut_at_commit(postgres_url, deliver=deliver) as (url, armed):
        store = await Store.open(url)
        await store.create(a_table(), a_place(), [a_seat()])
        armed.set()
        with pytest.raises(Uncertain):
            await store.commit(a_turn())
        await store.finish("t1")
        assert await numbers(store) == ([0] if deliver else [])
        await store.close()


async def test_no_error_and_no_log_line_carries_a_secret(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, logger="sqlalchemy.engine")
    caplog.set_level(logging.DEBUG, logger="sqlalchemy.pool")
    await store.create(a_table(), a_place(), [a_seat()])
    await store.commit(a_turn())
    await store.save_panel(a_panel())
    said = [repr(await store.load("t1")), repr(await store.live())]
    attempts: list[tuple[type[StoreError], Callable[[], Awaitable[None]]]] = [
        (Conflict, lambda: store.create(a_table(), a_place(), [])),
        (Conflict, lambda: store.commit(a_turn())),
        (Conflict, lambda: store.commit(a_change(was=2, entries=(a_play(0),)))),
        (StoreError, lambda: store.commit(a_change(was=2, entries=(a_play(1, at=None),)))),
        (Conflict, lambda: store.save_panel(a_panel("no such table"))),
        (StoreError, lambda: store.save_panel(a_panel(message_id=None))),
        (StoreError, lambda: store.create(a_table("t2", guild_id=None), a_place("t2"), [])),
    ]
    for kind, attempt in attempts:
        with pytest.raises(kind) as caught:
            await attempt()
        said.extend(traceback.format_exception(caught.value))
    said.extend(record.getMessage() + str(record.exc_text) for record in caplog.records)
    heard = "\n".join(said)
    assert len(caplog.records) > 20
    for secret in (TOKEN, ACTION, repr(SEED)[2:-1], SEED.hex()):
        assert secret not in heard


async def test_a_server_that_is_not_there_is_a_store_error(tmp_path: Path) -> None:
    pytest.importorskip("asyncpg")
    with pytest.raises(StoreError):
        await Store.open("postgresql+asyncpg://nobody:hidden@127.0.0.1:1/none")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "mysql://u:hidden@h/x",
        "no url",
    ],
)
async def test_a_url_that_is_no_database_of_ours(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    assert "hidden" not in str(caught.value)


async def test_nothing_is_read_or_written_after_the_close(tmp_path: Path) -> None:
    """A connection opened after the close would never be closed."""
    url = f"sqlite+aiosqlite:///{tmp_path}/cards.db"
    await (await Store.open(url)).close()
    engine = async_engine(make_url(url))
    store = Store(engine)
    reading = asyncio.create_task(store.next_wake())
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await store.close()
    connected = []
    event.listen(engine.sync_engine, "connect", lambda *connection: connected.append(connection))
    for late in (store.next_wake(), store.load("t1"), store.commit(a_turn())):
        with pytest.raises(Busy):
            await late
    assert connected == []

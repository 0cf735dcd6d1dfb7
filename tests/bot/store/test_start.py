"""Starting with a full database: the queries of start-up and the clock read an index, never all tables."""

import sqlite3
import time
from contextlib import closing
from dataclasses import fields
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Select, Update, make_url
from sqlalchemy.dialects.sqlite import dialect

from bot.store import Status, Store
from bot.store.queries import application, calls, games, reads, writes
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import ANN, a_panel, a_place, a_play, a_seat, a_table

LIVE, OVER, PLAYS = 1_000, 1_000, 5
NAMED = {"table": "t00001", "most": 5, **dict.fromkeys(("now", "until", "at", "by"), 5.0)}


def insert(connection: sqlite3.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    names = list(rows[0])
    marks = ", ".join(f":{name}" for name in names)
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)


def columns(row: Any, **more: Any) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(row)} | more


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def full(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the URL of a database with many tables, which tests only read."""
    file = tmp_path_factory.mktemp("full") / "cards.db"
    url = await empty(file)
    tables, seats, log, panels = [], [], [], []
    for number in range(LIVE + OVER):
        live = number < LIVE
        key = f"t{number:05}"
        status = Status.PLAYING if live else Status.FINISHED
        wake_at = 1000.0 + number if live else None
        table = a_table(key, status=status, wake_at=wake_at, version=9)
        published = 8 if number % 100 == 0 else 9
        channel_id = a_place(key).channel_id
        texts = {"options": '{"target": 51}', "reserved": "[]", "series": "[]"}
        tables.append(columns(table, **texts, channel_id=channel_id, published=published))
        seats += [
            columns(a_seat(seat, ANN + number * 4 + seat), votes="[]", hints="[]", table_id=key)
            for seat in range(4)
        ]
        if live:
            log += [columns(a_play(seq), table_id=key) for seq in range(PLAYS)]
            panels += [columns(a_panel(key, user_id=ANN + number * 4 + seat)) for seat in range(4)]
    with closing(sqlite3.connect(file)) as connection, connection:
        insert(connection, "tables", tables)
        insert(connection, "seats", seats)
        insert(connection, "log", log)
        insert(connection, "panels", panels)
    return url


async def test_a_start_with_a_thousand_live_tables(full: str) -> None:
    before = time.process_time()
    store = await Store.open(full)
    behind = await store.behind()
    wake = await store.next_wake()
    spent = time.process_time() - before
    assert behind == [f"t{number:05}" for number in range(0, LIVE + OVER, 100)]
    assert wake == 1000.0
    assert len(await store.live()) == LIVE
    await store.close()
    assert spent < 0.3


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        (reads.UNSHOWN, "ix_tables_behind"),
        (reads.NEXT_WAKE, "ix_tables_wake_at"),
        (reads.DUE, "ix_tables_wake_at"),
        (reads.WITH_COMPUTERS, "ix_tables_live"),
        (reads.UNTIMED, "ix_tables_live"),
        (calls.WITH_WAITERS, "SEARCH tables"),
        (writes.POSTPONE_LOBBIES, "ix_tables_wake_at"),
        (writes.KEEP_SEATS, "ix_tables_live"),
        (writes.SHIFT_GAMES, "ix_tables_wake_at"),
        (reads.LOG, "PRIMARY KEY"),
        (reads.live(None, None, None), "ix_tables_live"),
        (reads.live(1, 2, None), "ix_tables_live"),
        (reads.live(None, None, 3), "ix_seats_user_id"),
        (application.with_data(None), "ix_tables_over"),
        (application.TABLES_OF_SERVER[0], "ix_tables_over"),
        (application.TABLES_OF_SERVER[1], "ix_tables_live"),
        (games.TO_DROP, "ix_games_ended_at"),
    ],
)
def test_an_index_serves_it(full: str, statement: Select[Any] | Update, index: str) -> None:
    compiled = statement.compile(dialect=dialect(paramstyle="named"))
    with closing(sqlite3.connect(str(make_url(full).database))) as connection:
        names = compiled.construct_params(NAMED, _check=False)
        plan = connection.execute(f"EXPLAIN QUERY PLAN {compiled}", names).fetchall()
    steps = " / ".join(step[-1] for step in plan)
    assert index in steps
    assert not any(step[-1] == "SCAN tables" for step in plan), steps

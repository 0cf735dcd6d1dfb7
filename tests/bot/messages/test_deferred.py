"""Deferred writes are never lost while the process lives."""

import asyncio
import gc
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.messages.deferred import DeferredWrites
from bot.store import Store
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import a_panel, a_place, a_seat, a_table


async def behind(store: Store) -> bool:
    return bool(await store.behind())


@pytest.mark.real_time
async def test_a_stop_in_the_middle_of_a_write_loses_no_note(
    young: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.deferred.DELAY", 0.0)
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: failures.append(context))
    store = await Store.open(await empty(tmp_path / "cards.db"))
    table = a_table()
    await store.create(table, a_place(table.id), [a_seat()])
    assert await behind(store)
    notes = DeferredWrites(store)
    with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        notes.published(table.id, table.version)
        await asyncio.sleep(0.8)
        closing_down = asyncio.create_task(notes.close())
        # The write under way gives up after a second; the next one succeeds.
        await asyncio.sleep(0.5)
        other.execute("COMMIT")
    await closing_down
    del notes, closing_down
    gc.collect()
    await asyncio.sleep(0)
    assert not await behind(store)
    assert failures == []
    await store.close()


@pytest.mark.real_time
async def test_a_note_that_is_late_takes_no_newer_panels_place(tmp_path: Path) -> None:
    store = await Store.open(await empty(tmp_path / "cards.db"))
    table, newer = a_table(), a_panel(message_id=2, token="newer")
    await store.create(table, a_place(table.id), [a_seat()])
    notes = DeferredWrites(store)
    notes.renewed(a_panel(message_id=1, token="older"))
    with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        flushing = asyncio.create_task(notes.flush())
        await asyncio.sleep(0.5)
        # Another panel is opened while the database is locked, and stored once it is not.
        notes.dropped(table.id, newer.user_id)
        await flushing
        other.execute("COMMIT")
    await store.save_panel(newer)
    await notes.close()
    stored = await store.load(table.id)
    assert stored is not None
    assert stored.panels == (newer,)
    await store.close()

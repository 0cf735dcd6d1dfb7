"""How SQLite reads a history: by indexes, however many games there are."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event

from bot.store import OwnResult, Reader, Store, Wanted
from bot.store.history import lists
from bot.store.history.statements import access
from tests.bot.store.history.made_up import CHANNELS, GUILDS, USERS

READER = Reader(USERS[0], GUILDS[0], CHANNELS)
SEEN: dict[str, Callable[[Connection], object]] = {
    "newest": lambda c: lists.history_page(c, READER, Wanted(), 5, None, newer=False),
    "newer": lambda c: lists.history_page(c, READER, Wanted("cicera"), 5, 7, newer=True),
    "member": lambda c: lists.history_page(c, READER, Wanted("", USERS[1]), 5, 7, newer=False),
    "won": lambda c: lists.history_page(c, READER, Wanted("", None, OwnResult.WON), 5, None, newer=False),
    "code": lambda c: lists.ids_beginning(c, READER, "3fa"),
    "access": lambda c: access(c, "3fa9c1d2", USERS[0]),
}


@pytest.mark.parametrize("name", SEEN)
async def test_no_table_is_read_whole(
    empty_sqlite_url: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # With no game at all, a page is looked for as long as it can be.
    monkeypatch.setattr(lists, "NEWEST", (0,))

    def planned(connection: Connection) -> list[str]:
        made: list[tuple[str, Any]] = []
        event.listen(connection, "before_cursor_execute", lambda *seen: made.append((seen[2], seen[3])))
        SEEN[name](connection)
        return [
            row[-1]
            for statement, values in list(made)
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]

    store = await Store.open(empty_sqlite_url)
    steps = await store.readers.read(planned)
    await store.close()
    assert any(step.startswith("SEARCH") for step in steps)
    of_schema = ("SCAN tables", "SCAN seats", "SCAN results", "SCAN result_seats", "SCAN preferences")
    assert [step for step in steps if step.startswith(of_schema)] == []
    # Of all games of a server, only those of some channels.
    by_server = [step for step in steps if "ix_tables_over" in step]
    assert all("channel_id=?" in step for step in by_server)

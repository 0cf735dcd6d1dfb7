"""All results counted anew, by `python -m bot recount`: they stay as they are, or are mended."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, text, update

from bot.store import Store, StoreError, forget_listed
from bot.store.model import schema
from bot.store.ratings.schema import ratings
from bot.store.upkeep.recount import recount
from tests.bot.store.ended import GAMES_ENDED, some_games
from tests.bot.store.store_rows import ENDED


async def whole(store: Store) -> list[Any]:
    """Return all rows of results and ratings."""
    tables = (schema.results, schema.result_sides, schema.result_seats, ratings)
    return await store.readers.read(
        lambda connection: [sorted(map(repr, connection.execute(table.select()))) for table in tables]
    )


async def test_a_recount_changes_nothing(store: Store, url: str) -> None:
    await some_games(store)
    before = await whole(store)
    found = await recount(url, str, ENDED)
    assert (found.games, found.kept, found.differing, found.servers) == (GAMES_ENDED, 0, [], 0)
    assert "every result is as it was" in str(found)
    assert await whole(store) == before


async def test_a_recount_mends_results_and_ratings(store: Store, url: str) -> None:
    await some_games(store)
    before = await whole(store)

    def spoil(connection: Any) -> None:
        connection.execute(update(schema.results).where(schema.results.c.table_id == "g0").values(hands=[]))
        connection.execute(update(ratings).values(mean=ratings.c.mean + 1e-6))

    await store.writer.write(spoil)
    found = await recount(url, str, ENDED)
    assert (found.differing, found.servers) == (["g0"], 1)
    assert "results that were others and are mended: 1 (tables g0)" in str(found)
    assert await whole(store) == before


async def test_a_recount_keeps_results_of_games_that_are_not_kept(store: Store, url: str) -> None:
    await some_games(store)
    before = await whole(store)

    def drop(connection: Any) -> None:
        connection.execute(delete(schema.games).where(schema.games.c.table_id.in_(["g0", "g1"])))
        connection.execute(text("UPDATE games SET data = substr(data, 1, 40) WHERE table_id = 'g2'"))

    await store.writer.write(drop)
    found = await recount(url, str, ENDED)
    assert (found.kept, found.differing, found.servers) == (3, [], 0)
    assert "cannot be read: 3;" in str(found)
    assert await whole(store) == before


async def test_no_database_is_made_for_a_recount(sqlite_url: str, sqlite_file: Path) -> None:
    for count in (recount(sqlite_url, str, ENDED), forget_listed(sqlite_url)):
        with pytest.raises(StoreError, match="there is no database"):
            await count
    assert not sqlite_file.parent.exists()

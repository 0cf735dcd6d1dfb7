"""The ratings of a server made while games end, and ranked lists while a member is forgotten."""

import asyncio
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, insert, update
from sqlalchemy.util import await_only

from bot.store import ResultRow, Store
from bot.store.queries import results
from bot.store.ratings import statements
from bot.store.ratings.periods import ALL_TIME
from bot.store.ratings.schema import ratings, unrated
from tests.bot.store.ratings.hands import PAIRS
from tests.bot.store.store_rows import ENDED, a_place, a_result, a_table, add_result, counts, differing

GUILD: Final = a_table().guild_id
VARIANT: Final = "4-12-any"


async def played(store: Store, number: int) -> None:
    """Add a game with its result."""
    table_id = f"g{number}"
    await store.create(a_table(table_id), a_place(table_id), ())
    await add_result(store, a_game(number))


def a_game(number: int) -> ResultRow:
    """Return the result of one of these games."""
    return replace(a_result(f"g{number}", (PAIRS[0], 7), (PAIRS[1], 3)), ended_at=ENDED + number)


async def waiting(store: Store) -> None:
    """Have the ratings of the server made anew."""
    await store.writer.write(
        lambda connection: connection.execute(insert(unrated).values(guild_id=GUILD, changes=0))
    )


async def test_games_that_end_while_ratings_are_made_are_among_them(store: Store) -> None:
    for number in range(60):
        await played(store, number)
    await waiting(store)
    making = asyncio.create_task(store.ratings.make(ENDED, pause=0.0))
    for number in range(60, 90):
        await played(store, number)
    await making
    assert set((await counts(store, teams=True)).values()) == {(90, 90), (90, 0)}
    assert not await differing(store)


async def test_ratings_are_not_made_without_a_game_that_another_process_is_storing(
    empty_postgres_url: str,
) -> None:
    store, other = await Store.open(empty_postgres_url), await Store.open(empty_postgres_url)
    await played(store, 1)
    await waiting(store)
    await store.create(a_table("g2"), a_place("g2"), ())
    stored, told = asyncio.Event(), asyncio.Event()

    def work(connection: Connection) -> None:
        statements.rate(connection, a_game(2), results.add(connection, a_game(2)))
        stored.set()
        await_only(told.wait())

    storing = asyncio.create_task(other.writer.write(work))
    await stored.wait()
    making = asyncio.create_task(store.ratings.make(ENDED, pause=0.0))
    await asyncio.wait({making}, timeout=0.3)
    assert not making.done()
    told.set()
    await asyncio.gather(storing, making)
    assert not await differing(store)
    await store.close()
    await other.close()


async def test_a_list_that_was_read_before_a_member_is_forgotten_is_not_kept(store: Store) -> None:
    await played(store, 1)
    key = (GUILD, "cicera", VARIANT, ALL_TIME, ENDED)
    reading = asyncio.create_task(store.ratings.ranking(*key, teams=False))
    await asyncio.sleep(0)
    store.ratings.forgotten()
    assert [line.names for line in (await reading).page(0, 9)] != [("",)] * 4
    await store.writer.write(lambda connection: connection.execute(update(ratings).values(name="")))
    found = await store.ratings.ranking(*key, teams=False)
    assert [line.names for line in found.page(0, 9)] == [("",)] * 4

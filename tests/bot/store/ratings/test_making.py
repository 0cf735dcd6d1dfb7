"""The ratings of a server made while games end, and ranked lists while a member is forgotten."""

import asyncio
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.util import await_only

from bot.store import ResultRow, Store
from bot.store.queries import results
from bot.store.ratings import statements
from bot.store.ratings.periods import ALL_TIME
from bot.store.ratings.rivalry.after import UNCHANGED
from bot.store.ratings.schema import ratings, unrated
from tests.bot.store.ratings.hands import PAIRS
from tests.bot.store.ratings.rivalry.matches import EVE, FAY
from tests.bot.store.store_rows import (
    ANN,
    BO,
    CY,
    DI,
    ENDED,
    a_place,
    a_result,
    a_table,
    add_result,
    counts,
    differing,
)

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
    # What is stored of them meanwhile is nobody's business.
    assert await store.ratings.outcome("g59") == UNCHANGED
    assert not (await store.ratings.ranking(GUILD, "cicera", VARIANT, ALL_TIME, ENDED, teams=True)).rows
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
    told, storing = await half_stored(other, a_game(2))
    making = asyncio.create_task(store.ratings.make(ENDED, pause=0.0))
    assert await is_held_up(making, store)
    told.set()
    await asyncio.gather(storing, making)
    assert not await differing(store)
    await store.close()
    await other.close()


async def is_held_up(task: asyncio.Task[None], store: Store) -> bool:
    """Return whether a task comes to wait for a lock of the server before it is done."""
    held_up = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while not task.done():
        if await store.readers.read(lambda connection: connection.scalar(held_up)):
            return True
    return False


async def half_stored(store: Store, result: ResultRow) -> tuple[asyncio.Event, asyncio.Task[None]]:
    """Begin to store and rate a game, whose transaction goes on once the event is set."""
    stored, told = asyncio.Event(), asyncio.Event()

    def work(connection: Connection) -> None:
        statements.rate(connection, result, results.add(connection, result))
        stored.set()
        await_only(told.wait())

    storing = asyncio.create_task(store.writer.write(work))
    await stored.wait()
    return told, storing


async def test_who_is_forgotten_costs_nobody_a_game_that_another_process_is_storing(
    empty_postgres_url: str,
) -> None:
    store, other = await Store.open(empty_postgres_url), await Store.open(empty_postgres_url)
    await played(store, 1)
    await store.create(a_table("g2"), a_place("g2"), ())
    told, storing = await half_stored(other, a_result("g2", ((BO, EVE), 7), ((DI, FAY), 3)))
    forgetting = asyncio.create_task(store.members.forget(ANN, ENDED))
    assert await is_held_up(forgetting, store)
    told.set()
    await asyncio.gather(storing, forgetting)
    found = await counts(store)
    assert {who: found[who,][0] for who in (BO, CY, DI, EVE, FAY)} == {BO: 2, CY: 1, DI: 2, EVE: 1, FAY: 1}
    rows = await store.readers.read(lambda connection: connection.scalars(select(ratings.c.met)).all())
    assert not any(str(ANN) in of for met in rows for of in met)
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

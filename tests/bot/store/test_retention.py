"""The end of what is kept: calls and waiters of games that are over, old games, servers that were left."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from bot.store import DigestRow, Scope, ServerRow, Status, Store, WaiterRow
from bot.store.model.schema import games, interactions, metadata, old_games, preferences, servers, tables
from bot.store.ratings.schema import team_names, unrated, winners_seen
from bot.store.retention import AT_ONCE, DELETED_AT_ONCE, STARTS
from bot.table.deadlines import DAY
from engine import GAMES, fairness
from engine.deals import Deal
from tests.bot.store.store_rows import (
    ANN,
    BO,
    CY,
    ENDED,
    FOR_TWO,
    SEED,
    a_change,
    a_concession,
    a_panel,
    a_place,
    a_play,
    a_seat,
    a_table,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")

HERE, OTHER = a_table().guild_id, a_table().guild_id + 1
APP, NEW_APP = 77, 78
NOW = 1_800_000_000.0
SHARE: dict[str, Any] = {"entropy": (str(ANN), str(BO))}
DECK = fairness.deck(fairness.game_seed(SEED, SHARE["entropy"]), 1, GAMES["cicera"].DECK)
DEALT = a_play(0, seat=None, user_id=None, action=str(Deal(0, DECK)))


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


def there(*guild_ids: int) -> Callable[[int], bool]:
    """Return whether the bot is in a server, where it is in these alone."""
    return guild_ids.__contains__


async def open_game(store: Store, table_id: str = "t1", guild_id: int = HERE, **columns: Any) -> None:
    """Store a game of Ann and Bo under way."""
    table = a_table(table_id, guild_id=guild_id, **{**FOR_TWO, **columns})
    await store.create(table, a_place(table_id, guild_id=guild_id), [a_seat(), a_seat(1, BO)])


async def ended_game(store: Store, table_id: str = "t1", guild_id: int = HERE, **columns: Any) -> None:
    """Store a game of Ann and Bo that has begun and was given up; nobody has been shown its end."""
    await open_game(store, table_id, guild_id, **{**SHARE, **columns})
    await store.commit(a_concession(table_id, entries=(DEALT,)))


async def rows(store: Store, table: Any) -> list[Any]:
    """Return all rows of a table of the database."""
    return await store.readers.read(lambda connection: list(connection.execute(select(table))))


async def noted(store: Store) -> dict[int, ServerRow]:
    """Return all servers that are noted."""
    return {row.guild_id: ServerRow(*row) for row in await rows(store, servers)}


# Tables that are over


async def calls(store: Store) -> tuple[tuple[int, str, int], ...]:
    found = await store.load("t1")
    assert found is not None
    return found.place.calls


async def test_the_calls_of_a_game_are_forgotten_once_its_end_has_been_shown(store: Store) -> None:
    await open_game(store)
    called = ((ANN, "turn", 3),)
    await store.set_ping(a_place(calls=called))
    await store.mark_published({"t1": 1})
    assert await calls(store) == called
    await store.commit(a_change(columns={"status": Status.FINISHED, "held": True}))
    await store.mark_published({"t1": 2})
    # The end is held in sight: its ping may still stand.
    assert await calls(store) == called
    await store.commit(a_change(was=2, columns={"held": False}))
    await store.commit(a_change(was=3, columns={"wake_at": None}))
    await store.mark_published({"t1": 3})
    assert await calls(store) == called
    await store.mark_published({"t1": 4})
    assert await calls(store) == ()


async def test_whoever_could_not_be_called_for_a_day_after_a_game_waits_no_longer(store: Store) -> None:
    await open_game(store, "open", touched_at=NOW - 9 * DAY)
    await ended_game(store, "over")
    await open_game(store, "closed", touched_at=ENDED)
    await store.commit(a_change("closed", columns={"status": Status.CLOSED}))
    waiting = [WaiterRow(table_id, CY, 1.0) for table_id in ("open", "over", "closed")]
    called = WaiterRow("over", ANN, 1.0, 8, 1_400_000_000_000_000_009, "next")
    await store.calls.save_waiters([*waiting, called])
    await store.retention.drop_waiters(ENDED)
    assert await store.calls.with_waiters() == ["closed", "open", "over"]
    await store.retention.drop_waiters(ENDED + 1)
    assert await store.calls.with_waiters() == ["open", "over"]
    over = await store.load("over")
    assert over is not None
    # Whoever was called has a message that is still to be deleted.
    assert over.waiters == (called,)


async def test_old_games_are_dropped_and_their_results_kept(store: Store) -> None:
    number = DELETED_AT_ONCE + 2
    for at in range(number):
        await ended_game(store, f"t{at}")
    await ended_game(store, "waited for")
    await store.calls.save_waiters([WaiterRow("waited for", CY, 1.0)])
    await open_game(store, "open", **SHARE)
    before = await store.load("t1")
    assert before is not None
    assert (len(before.log), before.kept) == (1, True)
    assert await store.retention.drop_games(ENDED) == 0
    assert await store.retention.drop_games(ENDED + 1) == number
    after = await store.load("t1")
    assert after is not None
    assert (after.log, after.kept, after.unreadable) == ((), False, "")
    assert (after.table, after.seats) == (before.table, before.seats)
    result = await store.played.result("t1")
    assert result is not None
    assert result.ended_at == ENDED
    for table_id in ("open", "waited for"):
        kept = await store.load(table_id)
        assert kept is not None
        assert kept.kept
    # Nothing of a dropped game can be shown any more.
    assert await store.behind() == ["open", "waited for"]
    assert await store.retention.drop_games(ENDED + 1) == 0


async def test_a_game_that_ended_before_its_first_deal_is_not_taken_for_a_dropped_one(store: Store) -> None:
    await open_game(store, "cut", **SHARE)
    await store.commit(a_concession("cut"))
    await open_game(store, "never begun")
    await store.commit(a_concession("never begun"))
    for table_id in ("cut", "never begun"):
        found = await store.load(table_id)
        assert found is not None
        assert (found.log, found.kept) == ((), True)
        result = await store.played.result(table_id)
        assert result is not None
        assert result.why == ""


async def test_a_game_that_is_still_to_be_brought_over_is_not_dropped(store: Store) -> None:
    await ended_game(store)

    def listed(connection: Connection) -> None:
        connection.execute(insert(old_games), {"table_id": "t1", "guild_id": HERE, "number": 1})

    await store.writer.write(listed)
    assert await store.retention.drop_games(ENDED + 1) == 0
    assert len(await rows(store, games)) == 1


# Servers


async def test_a_server_is_gone_after_three_starts_without_it_a_day_apart(store: Store) -> None:
    await open_game(store)
    await store.choose(Scope.SERVER, OTHER, "pings", "off")
    await store.retention.compare(APP, there(HERE, OTHER), NOW)
    assert await noted(store) == {guild: ServerRow(guild, APP) for guild in (HERE, OTHER)}
    at = NOW
    for start in range(1, STARTS + 1):
        at += DAY
        await store.retention.compare(APP, there(HERE), at)
        # Later starts of the same day count for nothing.
        await store.retention.compare(APP, there(HERE), at + DAY - 1)
        gone_since = at if start == STARTS else None
        assert (await noted(store))[OTHER] == ServerRow(OTHER, APP, start, at, gone_since)
    assert await store.retention.gone(APP) == [ServerRow(OTHER, APP, STARTS, at, at)]
    await store.retention.compare(APP, there(HERE, OTHER), at + 9 * DAY)
    assert await store.retention.gone(APP) == []


async def test_a_start_at_which_it_is_there_begins_the_count_anew(store: Store) -> None:
    await open_game(store)
    await store.application.note_commands(APP, "digest")
    for start in range(6):
        here = there(HERE) if start == 2 else there()
        await store.retention.compare(APP, here, NOW + start * DAY)
        assert ((await noted(store))[HERE].gone_since is None) == (start < 5)


async def test_where_no_application_is_noted_nothing_counts(store: Store) -> None:
    await open_game(store)
    for start in range(5):
        await store.retention.compare(APP, there(), NOW + start * DAY)
    assert await noted(store) == {}


async def test_under_another_application_nothing_counts(store: Store) -> None:
    await open_game(store)
    await store.application.note_commands(APP, "digest")
    await store.retention.compare(APP, there(HERE), NOW)
    # A server that joined since, of which nothing is noted yet.
    await open_game(store, "t2", OTHER)
    await store.application.note_commands(NEW_APP, "digest")
    for start in range(5):
        await store.retention.compare(NEW_APP, there(), NOW + start * DAY)
    assert await noted(store) == {HERE: ServerRow(HERE, APP)}
    await store.retention.note(ServerRow(HERE, APP, gone_since=NOW))
    for start in range(5):
        await store.retention.compare(NEW_APP, there(), NOW + start * DAY)
    assert await store.retention.gone(NEW_APP) == []
    # Once the new one was there, it is about that one.
    await store.retention.compare(NEW_APP, there(HERE), NOW)
    assert (await noted(store))[HERE] == ServerRow(HERE, NEW_APP)


async def test_many_servers_are_compared(store: Store) -> None:
    guild_ids = range(1, AT_ONCE + 3)
    chosen = [{"scope": "server", "owner_id": guild, "name": "pings", "value": "off"} for guild in guild_ids]

    def choose(connection: Connection) -> None:
        connection.execute(insert(preferences), chosen)

    await store.writer.write(choose)
    await store.application.note_commands(APP, "digest")
    await store.retention.compare(APP, there(*guild_ids[1:]), NOW)
    found = await noted(store)
    assert list(found) == list(guild_ids)
    assert [guild for guild, row in found.items() if row.missing] == [1]


async def fill(store: Store, guild_id: int) -> None:
    """Store something of a server in every table of the database that has any of its data."""
    for number in range(DELETED_AT_ONCE + 5):
        rematch_of = f"{guild_id}-{number - 1}" if number else None
        await ended_game(store, f"{guild_id}-{number}", guild_id, rematch_of=rematch_of)
    live, former = f"{guild_id}-live", f"{guild_id}-{DELETED_AT_ONCE + 4}"
    await open_game(store, live, guild_id, rematch_of=former)
    await store.commit(a_change(live, entries=(a_play(0),)))
    await open_game(store, f"{guild_id}-closed", guild_id)
    await store.commit(a_change(f"{guild_id}-closed", columns={"status": Status.CLOSED}))
    await store.save_panel(a_panel(live))
    await store.calls.save_waiters([WaiterRow(live, CY, 1.0)])
    await store.calls.note_digest(DigestRow(guild_id, ANN, 8, None, 1.0, {live: 1}))
    await store.choose(Scope.SERVER, guild_id, "pings", "off")
    await store.retention.note(ServerRow(guild_id, APP, gone_since=NOW))

    def others(connection: Connection) -> None:
        connection.execute(insert(interactions), {"id": guild_id, "table_id": live})
        connection.execute(insert(old_games), {"table_id": former, "guild_id": guild_id, "number": 99})
        connection.execute(insert(unrated), {"guild_id": guild_id, "changes": 0})
        team = {"guild_id": guild_id, "user_id": ANN, "partner_id": CY}
        connection.execute(insert(team_names), {**team, "name": "Us", "skeleton": "us"})
        seen = {"guild_id": guild_id, "game": "cicera", "user_id": ANN, "season": "s2023-10"}
        connection.execute(insert(winners_seen), seen)

    await store.writer.write(others)


async def counted(store: Store) -> dict[str, int]:
    """Return the number of rows of each table of the database."""

    def work(connection: Connection) -> dict[str, int]:
        return {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in metadata.tables.items()
        }

    return await store.readers.read(work)


OF_SERVERS = {"emoji": 0, "commands": 0, "alive": 0}
"""The tables of the database with nothing of a server."""


async def test_all_data_of_a_server_is_deleted_and_nothing_else(store: Store) -> None:
    await fill(store, OTHER)
    await store.choose(Scope.MEMBER, HERE, "call", "off")
    left = await counted(store)
    assert {name: number for name, number in left.items() if not number} == OF_SERVERS
    await fill(store, HERE)
    assert await store.retention.delete(HERE, there(HERE)) == 0
    assert await store.retention.delete(HERE, there(OTHER)) == DELETED_AT_ONCE + 7
    assert await counted(store) == left
    assert list(await noted(store)) == [OTHER]
    assert {row.guild_id for row in await rows(store, tables)} == {OTHER}


async def test_a_deletion_that_was_broken_off_goes_on(store: Store) -> None:
    await fill(store, HERE)
    assert await store.retention.delete_some(HERE, there()) == DELETED_AT_ONCE
    assert [row.guild_id for row in await store.retention.gone(APP)] == [HERE]
    assert await store.retention.delete(HERE, there()) == 7
    assert not any((await counted(store)).values())

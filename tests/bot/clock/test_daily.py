"""The daily work: servers that were left are named in the log and then deleted, and old games are dropped."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.clock.daily import WARNED_DAYS, Daily
from bot.errors import NotKept
from bot.store import Conflict, ServerRow
from bot.table.deadlines import DAY
from bot.table.table import Table
from bot.tables.records import checked, record_of
from tests.bot.tavern import PEOPLE, Tavern, refusal

APP, SERVER = 77, 7
FORGET = 30


class Servers:
    """The servers where the bot is, and its application."""

    def __init__(self) -> None:
        self.left: set[int] = set()
        self.application = APP

    def daily(self, tavern: Tavern) -> Daily:
        return Daily(tavern.tables, lambda guild_id: guild_id not in self.left, lambda: self.application)


@pytest.fixture
def servers(tavern: Tavern, caplog: pytest.LogCaptureFixture) -> Servers:
    caplog.set_level(logging.INFO, "bot.clock.daily")
    tavern.tables.settings.forget_servers_days = FORGET
    return Servers()


async def left_behind(tavern: Tavern, servers: Servers) -> Table:
    """Return a game under way in a server that has just removed the bot."""
    table = await tavern.plays(await tavern.game())
    servers.left.add(SERVER)
    await servers.daily(tavern).removed(SERVER)
    return table


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the new lines of the log."""
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.clock.daily"]
    caplog.clear()
    return lines


async def test_a_server_is_named_a_week_before_its_data_is_deleted(
    tavern: Tavern, servers: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    table, daily = await left_behind(tavern, servers), servers.daily(tavern)
    tavern.at += (FORGET - WARNED_DAYS) * DAY - 1
    await daily.forget_servers(APP)
    assert said(caplog) == []
    tavern.at += 1
    for _ in range(2):
        await daily.forget_servers(APP)
    assert said(caplog) == [
        "the bot has left server 7, whose data is deleted on 1970-02-11 unless it is added again"
    ]
    tavern.at += WARNED_DAYS * DAY - 1
    await daily.forget_servers(APP)
    assert said(caplog) == []
    tavern.at += 1
    await daily.forget_servers(APP)
    assert said(caplog) == ["all data of server 7, which the bot has left, is deleted: 1 tables"]
    assert await tavern.store.load(table.row.id) is None
    assert await refusal(tavern.tables.get(table.row.id)) == "refused.no-table"
    await daily.forget_servers(APP)
    assert said(caplog) == []


async def test_no_table_in_memory_is_stored_again(tavern: Tavern, servers: Servers) -> None:
    table = await left_behind(tavern, servers)
    async with tavern.tables.held(table.row.id) as held:
        await tavern.store.retention.delete(SERVER, lambda guild_id: False)
        with pytest.raises(Conflict):
            await tavern.tables.commit(held, held.table, touched_at=tavern.at)
        assert tavern.tables.in_memory(table.row.id) is not None
        tavern.tables.forget(SERVER)
    assert tavern.tables.in_memory(table.row.id) is None
    assert tavern.tables.in_server(SERVER) == []
    assert len(tavern.tables) == 0


async def test_a_bot_that_was_down_when_the_time_came_still_says_so_a_week_before(
    tavern: Tavern, servers: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    table = await left_behind(tavern, servers)
    tavern.at += 99 * DAY
    daily = servers.daily(tavern)
    for _ in range(WARNED_DAYS):
        await daily.forget_servers(APP)
        tavern.at += DAY
        assert await tavern.store.load(table.row.id) is not None
    assert len(said(caplog)) == 1
    await daily.forget_servers(APP)
    assert await tavern.store.load(table.row.id) is None


async def test_where_days_are_few_all_of_them_lie_between(tavern: Tavern, servers: Servers) -> None:
    tavern.tables.settings.forget_servers_days = 2
    table, daily = await left_behind(tavern, servers), servers.daily(tavern)
    await daily.forget_servers(APP)
    tavern.at += 2 * DAY - 1
    await daily.forget_servers(APP)
    assert await tavern.store.load(table.row.id) is not None
    tavern.at += 1
    await daily.forget_servers(APP)
    assert await tavern.store.load(table.row.id) is None


@pytest.mark.parametrize("kept_by", ["added", "there", "application"])
async def test_nothing_is_deleted_of_a_server_that_is_not_surely_left(
    tavern: Tavern, servers: Servers, kept_by: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, daily = await left_behind(tavern, servers), servers.daily(tavern)
    if kept_by == "added":
        await daily.added(SERVER)
    elif kept_by == "there":
        # Its return could not be noted.
        servers.left.clear()
    for _ in range(3):
        tavern.at += FORGET * DAY
        await daily.forget_servers(APP + 1 if kept_by == "application" else APP)
    assert said(caplog) == []
    assert await tavern.store.load(table.row.id) is not None


@asynccontextmanager
async def at_work(daily: Daily) -> AsyncIterator[None]:
    """Let the daily work run until the block ends."""
    task = asyncio.create_task(daily.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("days", [0, FORGET])
async def test_a_start_does_all_of_it(tavern: Tavern, servers: Servers, days: int) -> None:
    tavern.tables.settings.forget_servers_days = days
    tavern.tables.settings.keep_games_days = 1
    table = await left_behind(tavern, servers)
    await tavern.store.retention.note(ServerRow(SERVER, APP, gone_since=0.0, warned_at=1.0))
    other = await tavern.game()
    await tavern.seats.stop(other.row.id)
    tavern.at += FORGET * DAY

    async def done() -> bool:
        under_way, over = [await tavern.store.load(one.row.id) for one in (table, other)]
        return under_way is None if days else over is not None and not over.kept

    async with at_work(servers.daily(tavern)), asyncio.timeout(60):
        while not await done():  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0.001)
    assert (await tavern.store.load(table.row.id) is None) == (days > 0)


async def test_a_game_that_is_no_longer_kept_says_so(
    tavern: Tavern, servers: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    table = await tavern.plays(await tavern.game())
    table = await tavern.seats.stop(table.row.id)
    daily = servers.daily(tavern)
    tavern.at += 9 * DAY
    await daily.drop_games()
    assert json.loads(await record_of(tavern.store, table))["game"] == "cicera"
    tavern.tables.settings.keep_games_days = 9
    await daily.drop_games()
    assert said(caplog) == []
    tavern.at += 1
    await daily.drop_games()
    assert said(caplog) == ["1 games of more than 9 days ago are no longer kept; their results are"]
    # It may still be in memory, but nothing is read from the store.
    for work in (record_of(tavern.store, table), checked(tavern.store, table)):
        with pytest.raises(NotKept):
            await work
    tavern.tables.forget(SERVER)
    caplog.set_level(logging.INFO)
    person = tavern.person(0)
    for _ in range(2):
        assert await refusal(tavern.tables.get(table.row.id)) == "refused.dropped"
        again = tavern.rematches.rematch(table.row.id, person, channel_id=8, language="en")
        assert await refusal(again) == "refused.dropped"
    assert caplog.records == []
    assert tavern.told.put_aside == []
    assert await tavern.store.played.finished(PEOPLE[0], "cicera", 9) == frozenset()
    assert await tavern.store.played.result(table.row.id) is not None

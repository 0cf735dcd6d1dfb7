"""Time in which nobody could act is given back, whether Discord, a server or the bot was down."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.clock.clock import Clock
from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.store import Busy, Change, Shards, Store, TableRow
from bot.table.table import Table
from sandbox.faults import Fault
from tests.e2e.restarts.test_clock import CLOCK, QUICK, table_of
from tests.e2e.support.house import House, house, running, sandboxed

LONG = 10 * CLOCK


async def in_game(made: House, database: Path, **values: Any) -> Table:
    """Return a game of two as the bot leaves it when it is stopped before anything is played."""
    async with running(made, database, **QUICK | values):
        await made.open()
        await made.shown()
        return await table_of(made)


async def goes_on(made: House, before: Table) -> None:
    """Check that since an earlier snapshot of a game nobody has lost time or a turn."""
    assert made.bot is not None
    tables, now = made.bot.tables, made.sandbox.clock.now

    def later() -> bool:
        due = tables.current(before).row.due_at
        return due is not None and due > now() + GRACE_SECONDS

    await tables.get(before.row.id)
    await made.sandbox.until(later, what="the time is given back")
    await looks_again(made)
    table = tables.current(before)
    assert (table.seq, [row.missed for row in table.seats]) == (before.seq, [0, 0])
    assert not any(row.overdue for row in table.seats)
    # Nobody has more than the full time for a turn, plus the grace.
    due = table.row.due_at
    assert due is not None
    assert due <= now() + CLOCK + 2 * GRACE_SECONDS + START_SECONDS


async def looks_again(made: House) -> None:
    """Wait until the clock has looked for due work, which it does within a second."""
    assert made.bot is not None
    made.bot.clock.expect(0.0)
    await asyncio.sleep(0.5)
    await made.shown()


async def passes_meanwhile(made: House, fault: Fault) -> None:
    """Let time pass while a request waits, so that it is answered."""
    await made.sandbox.until(lambda: fault.hits, what="the bot asks for it")
    await asyncio.sleep(0.2)
    made.sandbox.clock.advance(LONG)


@pytest.mark.parametrize("route", ["GET /gateway/bot", "GET /users/@me"])
async def test_a_start_that_waits_for_discord_costs_nobody_time(tmp_path: Path, route: str) -> None:
    async with sandboxed(2) as made:
        before = await in_game(made, tmp_path / "cards.db")
        fault = made.sandbox.faults.slow(route, seconds=LONG)
        waiting = asyncio.create_task(passes_meanwhile(made, fault))
        async with running(made, tmp_path / "cards.db", **QUICK):
            await waiting
            await goes_on(made, before)


async def test_a_quick_start_is_forgiven_once(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        before = await in_game(made, tmp_path / "cards.db")
        async with running(made, tmp_path / "cards.db", **QUICK) as bot:
            made.sandbox.clock.advance(0)
            await made.shown()
            await made.sandbox.until(lambda: not bot.outages.pause(made.guild.id), what="it is connected")
            table = await table_of(made)
            assert before.row.due_at is not None
            assert table.row.due_at is not None
            assert table.row.due_at < before.row.due_at + GRACE_SECONDS + START_SECONDS + START_SECONDS


async def test_a_server_that_is_out_of_order_at_a_start_loses_no_time(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        before = await in_game(made, tmp_path / "cards.db")
        made.sandbox.world.outage(made.guild)
        async with running(made, tmp_path / "cards.db", **QUICK) as bot:
            await made.sandbox.until(lambda: bot.is_ready(), what="the bot is ready")
            made.sandbox.clock.advance(LONG)
            await looks_again(made)
            assert bot.outages.pause(made.guild.id)
            made.sandbox.world.outage(made.guild, False)
            await goes_on(made, before)


class Hesitant(Store):
    """A store that can delay reads of the open tables."""

    def __init__(self, engine: Any, own: Shards | None = None) -> None:
        super().__init__(engine, own)
        self.answers = asyncio.Event()
        self.answers.set()

    async def live(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> list[TableRow]:
        await self.answers.wait()
        return await super().live(guild_id=guild_id, channel_id=channel_id, user_id=user_id)


async def test_nothing_falls_due_before_the_time_is_given_back(tmp_path: Path) -> None:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", kind=Hesitant, **QUICK) as bot:
        assert isinstance(bot.store, Hesitant)
        await made.open()
        await made.shown()
        before = await table_of(made)
        bot.store.answers.clear()
        made.sandbox.gateway.drop()
        await made.sandbox.until(lambda: bot.outages.pause(made.guild.id), what="the bot knows")
        made.sandbox.clock.advance(LONG)
        await made.sandbox.until(
            lambda: made.sandbox.gateway.live and not bot.disconnected(), what="it is back"
        )
        await looks_again(made)
        assert not any(row.overdue or row.missed for row in bot.tables.current(before).seats)
        bot.store.answers.set()
        await goes_on(made, before)


async def test_a_bot_that_stood_still_gives_the_time_back(tmp_path: Path) -> None:
    async with house(tmp_path, 2, **QUICK) as made:
        await made.open()
        await made.shown()
        before = await table_of(made)
        # Its timers do not notice: freezing a process freezes them too.
        made.sandbox.clock.offset += LONG
        await looks_again(made)
        await goes_on(made, before)


async def test_a_bot_that_stood_still_and_lost_its_connection_gives_the_time_back_once(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, 2, **QUICK) as made:
        await made.open()
        await made.shown()
        before = await table_of(made)
        made.sandbox.clock.offset += LONG
        made.sandbox.gateway.drop()
        await looks_again(made)
        await goes_on(made, before)
        assert made.bot is not None
        table = made.bot.tables.current(before)
        assert before.row.fades_at is not None
        assert table.row.fades_at is not None
        assert LONG <= table.row.fades_at - before.row.fades_at < 1.5 * LONG


class Full(Store):
    """A store that can be read, and at times takes no writes."""

    full = False

    async def commit(self, change: Change, guild_id: int | None = None) -> None:
        if self.full:
            raise Busy("made up")
        await super().commit(change, guild_id)

    async def lived(self, at: float, now: float | None = None) -> None:
        if self.full:
            raise Busy("made up")
        await super().lived(at, now)


async def test_while_nothing_can_be_stored_nobodys_time_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.clock.clock.RETRY_SECONDS", 0.1)
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", kind=Full, **QUICK) as bot:
        assert isinstance(bot.store, Full)
        await made.open()
        await made.shown()
        before = await table_of(made)
        assert isinstance(bot.clock, Clock)
        bot.store.full = True
        for _ in range(int(LONG / CLOCK) * 4):
            made.sandbox.clock.offset += CLOCK / 4
            bot.clock.expect(0.0)
            await asyncio.sleep(0.02)
        bot.store.full = False
        await goes_on(made, before)


async def test_a_bot_that_dies_in_an_outage_gives_back_all_of_it(tmp_path: Path) -> None:
    async with sandboxed(2) as made:
        async with running(made, tmp_path / "cards.db", **QUICK) as bot:
            await made.open()
            await made.shown()
            before = await table_of(made)
            bot.outages.begins(shard_id=0)
            made.sandbox.clock.advance(LONG / 2)
            await looks_again(made)
        made.sandbox.clock.advance(LONG / 2)
        async with running(made, tmp_path / "cards.db", **QUICK):
            await goes_on(made, before)

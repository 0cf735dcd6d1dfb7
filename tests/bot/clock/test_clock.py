"""The clock: due work is done, earlier deadlines are not slept over, and no failure stops it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.clock.clock import Clock
from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.messages.ledger import ENDING_SECONDS
from bot.store import Busy, PanelRow, Status, Store
from bot.table.table import Table
from tests.bot.tavern import PEOPLE, Tavern, until


@asynccontextmanager
async def ticking(
    folder: Path, kind: type[Store] = Store, **values: Any
) -> AsyncIterator[tuple[Tavern, Clock]]:
    """A tavern whose clock runs on real time."""
    tavern = await Tavern.open(folder, kind, **values)
    loop = asyncio.get_running_loop()
    started = loop.time()
    tavern.tables.now = lambda: tavern.at + loop.time() - started
    task = asyncio.create_task(tavern.clock.run(tavern.tables))
    await asyncio.sleep(0.05)
    try:
        yield tavern, tavern.clock
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await tavern.close()


async def test_a_lobby_closes_by_itself_and_says_so(tmp_path: Path) -> None:
    async with ticking(tmp_path, lobby_minutes=0.005) as (tavern, _):
        table = await tavern.lobby()
        await until(lambda: tavern.now(table).row.status is Status.CLOSED)
        assert tavern.told.changes == [(table.row.id, 1, True), (table.row.id, 2, True)]


async def test_a_deadline_that_is_made_while_it_sleeps_or_reads_is_kept(tmp_path: Path) -> None:
    async with ticking(tmp_path, nudge_seconds=0.1) as (tavern, clock):
        for number in range(1, 6):
            table = await tavern.game()
            clock.expect(tavern.tables.now())
            await until(lambda number=number: len(tavern.told.nudged) == number)  # type: ignore[misc]
            assert tavern.told.nudged[-1][0] == table.row.id


def panel(table: Table, number: int, expires_at: float) -> PanelRow:
    """Return a member's panel at a table."""
    return PanelRow(table.row.id, PEOPLE[number], 1, f"token {number}", expires_at)


async def test_panels_are_told_in_time_that_they_end(tmp_path: Path) -> None:
    async with ticking(tmp_path, nudge_seconds=0) as (tavern, clock):
        table = await tavern.game()
        now = tavern.tables.now()
        for number in (0, 1):
            await tavern.tables.ledgers.follow(table.ledger, panel(table, number, now + 600 + number))
        # A later press is known here before it is stored.
        renewed = panel(table, 1, now + 900)
        table.ledger.panels[PEOPLE[1]] = renewed
        tavern.at += 600 + 1 - ENDING_SECONDS
        clock.expect(0.0)
        await until(lambda: bool(tavern.told.ended))
        assert tavern.told.ended == [(table.row.id, PEOPLE[0])]
        await tavern.tables.ledgers.forget(table.ledger, PEOPLE[0])
        await tavern.store.save_panel(renewed)
        tavern.at += 300
        clock.expect(0.0)
        await until(lambda: len(tavern.told.ended) == 2)
        assert tavern.told.ended[1] == (table.row.id, PEOPLE[1])


class Deaf(Store):
    deaf = False

    async def due(self, now: float) -> list[str]:
        if self.deaf:
            raise Busy("made up")
        return await super().due(now)


@pytest.mark.real_time
async def test_a_store_that_cannot_be_read_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.clock.clock.RETRY_SECONDS", 0.05)
    async with ticking(tmp_path, Deaf, lobby_minutes=0.002) as (tavern, _):
        assert isinstance(tavern.store, Deaf)
        tavern.store.deaf = True
        table = await tavern.lobby()
        await asyncio.sleep(0.4)
        assert tavern.now(table).row.status is Status.LOBBY
        tavern.store.deaf = False
        await until(lambda: tavern.now(table).row.status is Status.CLOSED)


async def test_a_table_that_fails_stops_neither_the_clock_nor_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.clock.clock.RETRY_SECONDS", 0.05)
    async with ticking(tmp_path) as (tavern, clock):
        bad, good = await tavern.lobby(), await tavern.lobby()
        async with tavern.tables.held(bad.row.id) as held:
            held.table = bad.with_row(wake_at="x")
        clock.expect(tavern.tables.now())
        tavern.at += 3600  # when it looks, both lobbies are due
        await until(lambda: tavern.now(good).row.status is Status.CLOSED)
        await until(lambda: "could not be woken" in caplog.text)
        assert tavern.now(bad).row.status is Status.LOBBY


@pytest.mark.parametrize("nudge", [30, 0])
async def test_downtime_is_forgiven(tmp_path: Path, nudge: int) -> None:
    values: dict[str, Any] = {"nudge_seconds": nudge, "turn_seconds": 60}
    tavern = await Tavern.open(tmp_path, **values)
    lobby, game = await tavern.lobby(), await tavern.game()
    between = await tavern.play_hand(await tavern.game("ciapano"))  # a first hand never ends it
    await tavern.store.lived(tavern.at + 10)
    await tavern.close()
    tavern.at += 3600
    later = await Tavern.open(tmp_path, **values)
    later.at = tavern.at
    old, living = panel(game, 0, tavern.at - 1), panel(game, 1, tavern.at + 10)
    for one in (old, living):
        await later.store.save_panel(one)
    # Each seat gets back the time left when the bot was last at work, and a little more.
    by, at = 3600 - 10 + GRACE_SECONDS + START_SECONDS, tavern.at
    for _ in range(2):
        await later.clock.forgive(later.tables)
        rows = {row.id: row for row in await later.store.live()}
        assert rows[lobby.row.id].due_at == tavern.at + 15 * 60
        for table in (game, between):
            for name in ("wake_at", "due_at", "warn_at", "nudge_at", "fades_at"):
                was, is_now = getattr(table.row, name), getattr(rows[table.row.id], name)
                assert is_now == (None if was is None else was + by)
        # Another start gives no downtime back twice, and no grace on top of the one that still runs.
        tavern.at = later.at = tavern.at + 5
        by += 5
    assert game.row.due_at == at - 3600 + 60
    stored = await later.store.load(game.row.id)
    assert stored is not None
    # A panel that cannot be edited any longer is forgotten.
    assert stored.panels == (living,)
    await later.close()


async def test_it_is_noted_that_the_bot_is_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.clock.clock.LIFE_SECONDS", 0.1)
    async with ticking(tmp_path) as (tavern, clock):
        await alive(tavern)
        tavern.at += 50
        clock.expect(0.0)
        await alive(tavern)


async def test_tokens_that_have_expired_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.clock.clock.LIFE_SECONDS", 0.1)
    async with ticking(tmp_path) as (tavern, clock):
        table = await tavern.game()
        old, living = panel(table, 0, tavern.at - 1), panel(table, 1, tavern.at + 1000)
        for one in (old, living):
            await tavern.store.save_panel(one)
        clock.expect(0.0)
        async with asyncio.timeout(60):
            while old in await panels(tavern, table):  # noqa: ASYNC110  # the store has no event
                await asyncio.sleep(0.01)
        assert await panels(tavern, table) == (living,)


async def panels(tavern: Tavern, table: Table) -> tuple[PanelRow, ...]:
    """Return the stored panels of a table."""
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    return stored.panels


async def alive(tavern: Tavern) -> None:
    """Return once it is noted that the bot is at work now."""
    async with asyncio.timeout(60):
        while (await tavern.store.alive_at() or 0.0) < tavern.at:  # noqa: ASYNC110  # the store has no event
            await asyncio.sleep(0.01)

"""A bot that stops and starts again.

Everything catches up, no downtime is charged, and a log that cannot be replayed keeps nobody else from
playing.
"""

import asyncio
import logging
import os
import signal
import sqlite3
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.clock.clock import LIFE_SECONDS
from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.locale import Catalogue
from bot.store import Shards, Status, Store
from bot.tables.outbox import Outbox
from bot.tables.play import Plays
from bot.tables.tables import Tables
from engine import cicera
from sandbox.view import Message
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import House, house, running, sandboxed, settings, until
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.mortal import ROOT, Mortal
from tests.e2e.support.reading import verb
from tests.e2e.support.referee import Referee, unlimited
from tests.nursery import command


async def another_table(made: House, name: str) -> Referee:
    """Open a table of two in a further channel."""
    # The page open on a panel is kept in memory only.
    referee = Referee(replace(made, channel=made.guild.add_channel(name)), looks=0.0)
    await referee.begin(players=2)
    return referee


async def published(store: Store) -> None:
    """Wait until the store knows that everything has been shown."""

    async def shown() -> bool:
        return not await store.behind()

    await until(shown)


async def played_unseen(store: Store, table_id: str) -> tuple[int, str]:
    """Let a bot store a play and die before it shows it; return its seat and notation."""
    tables = Tables(store, settings(), Outbox())
    table = await tables.get(table_id)
    seat = table.state.turn
    action = str(next(iter(cicera.legal(table.state, seat))))
    (user_id,) = [row.user_id for row in table.seats if row.seat == seat]
    await Plays(tables).submit(table_id, user_id, action, table.asked[seat])
    return seat, action


async def play_unseen(store: Store, referee: Referee) -> None:
    """Do the same at a referee's table."""
    referee.note(*await played_unseen(store, referee.table_id))


def now_in(referees: Iterable[Referee], bot: Any) -> None:
    for referee in referees:
        referee.house.bot = bot


async def test_many_tables_catch_up_by_themselves(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database) as bot:
            unlimited(made)
            referees = [await another_table(made, f"tavolo-{number}") for number in range(4)]
            await published(bot.store)
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        for referee in referees:
            await play_unseen(store, referee)
        assert len(await store.behind()) == 4
        await store.close()
        async with running(made, database) as bot:
            now_in(referees, bot)
            unlimited(made)
            for referee in referees:
                await referee.agree()
            await published(bot.store)
            for referee in referees:
                await referee.turn()
                await referee.stored_as_pressed()
    assert list(made.sandbox.violations) == []


async def test_a_panel_keeps_its_language_through_a_restart(tmp_path: Path) -> None:
    """Its member has not pressed anything again."""
    database, more = tmp_path / "cards.db", Catalogue.load().words("it")("button.more")
    async with sandboxed(2) as made:
        _, bo = made.people
        bo.user.locale = "it"
        async with running(made, database) as bot:
            await made.open(target=11)
            await published(bot.store)
            (row,) = await bot.store.live()
        panel = made.panel(bo)
        assert panel is not None
        before = panel.text
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        await played_unseen(store, row.id)
        await store.close()
        async with running(made, database):
            await made.sandbox.until(lambda: panel.text != before)
            assert more in [button.label for button in panel.buttons]


@pytest.mark.real_time
async def test_downtime_is_never_charged(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    values: dict[str, Any] = {"nudge_seconds": 30, "next_hand_seconds": 45}
    async with sandboxed(2) as made:
        async with running(made, database, **values) as bot:
            unlimited(made)
            game = await another_table(made, "tavolo")
            game_id = game.table_id
            await made.people[0].slash(made.channel, "cicera start")
            await made.sandbox.until(lambda: len(made.people[0].sees(made.channel)) == 2)
            (before,) = [row for row in await bot.store.live() if row.id == game_id]
        stopped = made.sandbox.clock.now()
        made.sandbox.clock.advance(3 * 3600)
        began = made.sandbox.clock.now()
        async with running(made, database, **values) as bot:
            now = made.sandbox.clock.now()
            rows = {row.id: row for row in await bot.store.live()}
            assert len(rows) == 2
            (lobby,) = [row for row in rows.values() if row.id != game_id]
            assert lobby.due_at is not None
            assert began + 15 * 60 <= lobby.due_at <= now + 15 * 60
            for name in ("due_at", "nudge_at", "fades_at"):
                was, then = getattr(before, name), getattr(rows[game_id], name)
                # It was at work until shortly before it stopped.
                assert began - stopped + GRACE_SECONDS <= then - was
                assert then - was <= now - stopped + GRACE_SECONDS + START_SECONDS + LIFE_SECONDS + 1, name
            await asyncio.sleep(0.5)
            assert {row.status for row in await bot.store.live()} == {Status.LOBBY, Status.PLAYING}
            assert not any(message.mentions for message in made.people[0].sees(game.house.channel))


@pytest.mark.real_time
async def test_a_next_hand_has_a_grace_after_a_restart_and_is_dealt(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(3) as made:
        async with running(made, database) as bot:
            unlimited(made)
            await made.open("ciapano")  # a first hand never ends it
            await hurry(made, last_cards)
            await made.play(lambda: any(map(made.between, made.people)))
            # The bot stops ten seconds before the deal.
            (row,) = await bot.store.live()
            assert row.due_at is not None
            await made.pass_time(row.due_at - made.sandbox.clock.now() - 10)
            passed = made.sandbox.clock.now()
            await until(lambda: _at_work(bot.store, passed))
        made.sandbox.clock.advance(3600)
        async with running(made, database) as bot:
            unlimited(made)
            (row,) = await bot.store.live()
            now = made.sandbox.clock.now()
            assert row.due_at is not None
            assert GRACE_SECONDS - 5 < row.due_at - now < GRACE_SECONDS + START_SECONDS + LIFE_SECONDS + 11
            await asyncio.sleep(0.5)
            assert not await _dealt_twice(bot.store, row.id)
            await made.pass_time(row.due_at - now)
            await until(lambda: _dealt_twice(bot.store, row.id))


async def _at_work(store: Store, at: float) -> bool:
    """Return whether the bot is noted as at work then: a start gives back only the time after that."""
    return (await store.alive_at() or 0.0) >= at


async def _log(store: Store, table_id: str) -> list[Any]:
    stored = await store.load(table_id)
    assert stored is not None
    return list(stored.log)


async def _dealt_twice(store: Store, table_id: str) -> bool:
    return sum(entry.seat is None for entry in await _log(store, table_id)) == 2


async def test_a_log_that_cannot_be_replayed_parks_its_table_alone(tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database) as bot:
            unlimited(made)
            bad, good = [await another_table(made, name) for name in ("male", "bene")]
            bad_id = bad.table_id
            await bad.turn()
            await good.turn()
            await published(bot.store)
        message = bad.house.public()
        _rewrite(database, bad_id, "XX")
        for _ in range(2):
            async with running(made, database) as bot:
                now_in((bad, good), bot)
                unlimited(made)
                answer = await made.people[0].press(message, custom_id=_hand(message, bad_id), forged=True)
                assert answer.text == WORDS("refused.parked")
                await made.sandbox.until(lambda: WORDS("game.parked") in message.text)
                await good.turn()
                stored = await bot.store.load(bad_id)
                assert stored is not None
                assert stored.table.status is Status.PARKED
                hand = await made.people[0].slash(good.house.channel, "cicera hand")
                assert hand.message is not None
                assert {"more"} <= {verb(button) for button in hand.message.buttons}
        _rewrite(database, bad_id, bad.pressed[-1][1])
        async with running(made, database) as bot:
            now_in((bad, good), bot)
            unlimited(made)
            await made.sandbox.until(lambda: message.buttons)
            await bad.agree()
            await bad.turn()
            await bad.stored_as_pressed()
            await good.turn()
            await published(bot.store)


def _hand(message: Message, table_id: str) -> str:
    return f"t:{table_id}:0:hand"


def _rewrite(database: Path, table_id: str, action: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE log SET action = ? WHERE table_id = ? AND seq = 1", (action, table_id))


async def test_tables_that_leave_memory_lose_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, live_tables=1) as made:
        unlimited(made)
        assert made.bot is not None
        referees = [await another_table(made, f"tavolo-{number}") for number in range(3)]
        await asyncio.gather(*(referee.play(10) for referee in referees))
        assert len(made.bot.tables) == 1
        for referee in referees:
            await referee.stored_as_pressed()
        await published(made.bot.store)
        assert list(made.sandbox.violations) == []


async def test_two_processes_share_a_database_by_their_shards(tmp_path: Path) -> None:
    """Each process has the tables, clocks and messages of its own servers, and leaves the others alone."""
    database = tmp_path / "cards.db"
    async with sandboxed(2, shards=2) as made, AsyncExitStack() as stack:
        second = made.sandbox.world.add_guild("Altra osteria")
        away = House(
            made.sandbox,
            second,
            second.add_channel("carte"),
            [made.sandbox.join(second, person.name) for person in made.people],
        )
        houses = (made, away)

        async def start(**values: Any) -> list[Any]:
            bots = []
            for number, each in enumerate(houses):
                alone = running(each, database, shard_count=2, shard_ids=str(number), **values)
                bots.append(await stack.enter_async_context(alone))
            await made.sandbox.ready(2)
            return bots

        await start()
        made.sandbox.limits.enabled = False
        referees = [Referee(each) for each in houses]
        for referee in referees:
            await referee.begin(players=2)
            await referee.turn()
        ids = [referee.table_id for referee in referees]
        await published(referees[0].house.bot.store)  # type: ignore[union-attr]
        await published(referees[1].house.bot.store)  # type: ignore[union-attr]
        await stack.aclose()
        await made.sandbox.gone()
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        for referee in referees:
            await play_unseen(store, referee)
        for number, table_id in enumerate(ids):
            own = await Store.open(f"sqlite+aiosqlite:///{database}", Shards(2, (number,)))
            assert await own.behind() == [table_id]
            await own.close()
        await store.close()
        bots = await start(lobby_minutes=0.02)
        for referee in referees:
            await referee.agree()
        guilds = [each.guild.id for each in houses]
        known = [{table.row.id for guild in guilds for table in bot.tables.in_server(guild)} for bot in bots]
        assert known == [{ids[0]}, {ids[1]}]
        assert [len(bot.tables) for bot in bots] == [1, 1]
        for each in houses:
            await each.people[0].slash(each.channel, "cicera start")
        for each in houses:
            await made.sandbox.until(lambda each=each: not _last(each).buttons)  # type: ignore[misc]
        for bot in bots:
            await published(bot.store)
        assert list(made.sandbox.violations) == []


def _last(made: House) -> Message:
    return [message for message in made.people[0].sees(made.channel) if not message.ephemeral][-1]


@asynccontextmanager
async def in_a_process(tmp_path: Path) -> AsyncIterator[tuple[House, Process]]:
    """Run a bot for two in a process of its own; if it has not ended by itself, it is killed."""
    async with sandboxed(2) as made:
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/cards.db")
        environment = Mortal(made, tmp_path / "cards.db", store).environment
        process = await asyncio.create_subprocess_exec(
            *command("bot"), cwd=ROOT, env=environment, stderr=PIPE
        )
        try:
            await made.sandbox.ready()
            yield made, process
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()
            await store.close()


@pytest.mark.real_time
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_by_signal_answers_what_has_come_in(tmp_path: Path, number: signal.Signals) -> None:
    async with in_a_process(tmp_path) as (made, process):
        made.sandbox.limits.enabled = False
        await made.open(players=2)
        person = next(person for person in made.people if made.to_press(person))
        panel, buttons = made.to_press(person)  # type: ignore[misc]  # just found
        with closing(sqlite3.connect(tmp_path / "cards.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            pressing = asyncio.create_task(person.press(panel, buttons[0]))
            await asyncio.sleep(0.5)
            process.send_signal(number)
            await asyncio.sleep(1.5)
            other.execute("COMMIT")
        await pressing
        if number is signal.SIGTERM and process.returncode is None:
            # `send_signal` would take the exit status of a process that has just ended away from asyncio.
            with suppress(ProcessLookupError):
                os.kill(process.pid, number)
        _, said = await asyncio.wait_for(process.communicate(), 10)
        assert process.returncode == 0
        assert b"Traceback" not in said
        assert b"ERROR" not in said


@pytest.mark.real_time
async def test_a_stop_answers_the_commands_that_have_come_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made, running(made, database) as bot:
        unlimited(made)
        await made.open(players=2)
        await made.shown()
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            asking = asyncio.create_task(made.people[0].slash(made.channel, "cicera stop"))
            await asyncio.sleep(0.3)
            closing_down = asyncio.create_task(bot.close())
            await asyncio.sleep(0.2)
            # It arrives during the wait for the others.
            last = await made.people[1].slash(made.channel, "cicera rules")
            other.execute("COMMIT")
        assert "### Cicera" in last.text
        assert (await asking).text == WORDS("leave.asked")
        await closing_down
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_ends_a_bot_that_is_looking_for_discord(tmp_path: Path, number: signal.Signals) -> None:
    async with in_a_process(tmp_path) as (made, process):
        await made.sandbox.__aexit__(None, None, None)
        # At this moment discord.py swallows a cancellation: it is about to connect again.
        await asyncio.sleep(0)
        process.send_signal(number)
        await asyncio.wait_for(process.communicate(), 10)
        assert process.returncode == 0

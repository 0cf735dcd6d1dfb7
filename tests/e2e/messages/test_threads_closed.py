"""Threads are put away after their game whatever fails, and the next game begins in their channel."""

from pathlib import Path
from typing import Any

import pytest

from cogs.calls import waiters as waiters_of_tables
from cogs.messages import threads as threads_of_games
from sandbox.driver import Member
from sandbox.faults import Faults
from sandbox.objects import Channel
from sandbox.permissions import Permission
from tests.bot.store.troubled import Troubled
from tests.e2e.faults.test_trouble import asked, panel_in
from tests.e2e.messages.test_threads import between_two_runs, boards, in_thread, stop, threads, with_threads
from tests.e2e.restarts.test_restart import published
from tests.e2e.support.at_table import tables
from tests.e2e.support.faulty import only, told_of
from tests.e2e.support.house import House, running, tap
from tests.e2e.support.newcomers import first_come
from tests.e2e.support.referee import unlimited

FETCH, EDIT = "GET /channels/{channel_id}", "PATCH /channels/{channel_id}"
POINTER, CALL = "PATCH /channels/{channel_id}/messages/*", "POST /channels/{channel_id}/messages"


def says_played(route: str, body: Any) -> bool:
    """Return whether a request draws the message that names the thread of a past game."""
    return "was played in" in str(body)


def calls(route: str, body: Any) -> bool:
    """Return whether a request mentions anybody."""
    return "<@" in str(body.get("content"))


def fetched(faults: Faults) -> None:
    """Archive the thread without an event, and fail to say so."""
    faults.lost(EDIT)
    faults.error(FETCH, status=503)


FAILURES = {
    "503": lambda faults: faults.error(EDIT, 2, status=503),
    "no answer": lambda faults: faults.dropped(EDIT),
    "the message in the channel": lambda faults: faults.error(POINTER, status=503, only=says_played),
    "no answer, and the thread is unknown": fetched,
}


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_thread_is_put_away_though_discord_fails(
    tmp_path: Path, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads_of_games, "ARCHIVE_AGAIN", (0.05,))
    async with with_threads(tmp_path) as made:
        table, thread = await in_thread(made)
        FAILURES[failure](made.sandbox.faults)
        await stop(made)
        assert thread.archived
        assert "The game was played" in table.text
        assert made.sandbox.faults.active == []


async def test_a_thread_is_put_away_though_the_store_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads_of_games, "ARCHIVE_AGAIN", (0.05,))
    async with with_threads(tmp_path, kind=Troubled) as made:
        assert made.bot is not None
        store = made.bot.store
        assert isinstance(store, Troubled)
        _, thread = await in_thread(made)
        (row,) = await tables(made)
        store.readers.deaf = True
        await made.bot.seats.stop(row.id)
        await made.sandbox.until(made.over, what="the end is shown")
        assert not thread.archived
        store.readers.deaf = False
        await made.sandbox.until(lambda: thread.archived, what="the thread is put away")
        await made.shown()


async def test_a_thread_that_could_not_be_put_away_is_after_a_restart(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        async with running(made, database) as bot:
            unlimited(made)
            _, thread = await in_thread(made)
            (row,) = await tables(made)
            failing = made.sandbox.faults.error(EDIT, None, status=503)
            await bot.seats.stop(row.id)
            await made.sandbox.until(lambda: failing.hits, what="it is tried")
        assert not thread.archived
        made.sandbox.faults.clear()
        async with running(made, database) as bot:
            await made.sandbox.until(lambda: thread.archived, what="the thread is put away")
            await published(bot.store)
            assert len(boards(made, thread)) == 1


async def test_a_game_that_ended_in_a_hidden_thread_is_shown_there_later(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        channel = made.channel
        async with running(made, database) as bot:
            unlimited(made)
            table, thread = await in_thread(made)
            (row,) = await tables(made)
            channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
            await made.sandbox.until(lambda: told_of(made, "View Channel"), what="View Channel is named")
            await bot.seats.stop(row.id)
            await made.shown()
            assert not made.over()
        before = asked(made, thread)
        async with running(made, database) as bot:
            await bot.wait_until_ready()
            await made.shown()
            # The bot may see of a thread only as much as of its channel.
            assert asked(made, thread) == before
            assert await bot.store.behind() == [row.id]
            channel.reset(made.sandbox.bot)
            await made.sandbox.until(lambda: thread.archived, what="the thread is put away")
            assert made.over()
            assert "The game was played" in table.text
            await published(bot.store)


# The next game


async def waits(made: House) -> Member:
    """Let a member wait for the next game of the table; return them."""
    eva = made.sandbox.join(made.guild, "eva")
    await tap(eva, made.public(), "hand")
    seen = panel_in(made.channel, eva)
    assert seen is not None
    await tap(eva, seen, "wait")
    await made.shown()
    return eva


def called(channel: Channel) -> int:
    """Return how many messages in a channel mention anybody."""
    return sum(bool(stored.mentions) for stored in channel.messages.values())


@pytest.mark.parametrize("status", [503, 403, 409])
async def test_the_next_game_is_called_to_outside_the_thread_though_that_fails_at_first(
    tmp_path: Path, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiters_of_tables, "RETRY_SECONDS", 0.5)
    monkeypatch.setattr(waiters_of_tables, "SILENCED_SECONDS", 0.5)
    async with with_threads(tmp_path) as made:
        channel = made.channel
        _, thread = await in_thread(made)
        await waits(made)
        made.sandbox.faults.error(CALL, status=status, only=calls)
        await stop(made)
        await first_come(made)
        await made.sandbox.until(lambda: called(channel), what="Eva is called")
        await made.shown()
        assert (called(thread), thread.archived, len(threads(made))) == (0, True, 1)


async def test_it_is_called_to_there_after_a_restart(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        channel = made.channel
        async with running(made, database):
            unlimited(made)
            _, thread = await in_thread(made)
            await waits(made)
            failing = made.sandbox.faults.error(CALL, None, status=503, only=calls)
            await stop(made)
            await first_come(made)
            await made.sandbox.until(lambda: failing.hits, what="a call that fails")
            assert thread.archived
        made.sandbox.faults.clear()
        async with running(made, database):
            await made.sandbox.until(lambda: called(channel), what="Eva is called")
            await made.shown()
            assert (called(thread), thread.archived) == (0, True)


@pytest.mark.parametrize("outside", [True, False])
async def test_whether_anybody_can_be_called_is_judged_where_they_are_called(
    tmp_path: Path, outside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiters_of_tables, "SILENCED_SECONDS", 0.2)
    async with with_threads(tmp_path) as made:
        channel = made.channel
        _, thread = await in_thread(made)
        await waits(made)
        assert made.bot is not None
        table = await made.bot.tables.get((await tables(made))[0].id)
        if outside:
            channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        else:
            channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
            await made.sandbox.until(lambda: table.ledger.missing)
        await made.shown()
        await stop(made)
        await first_come(made)
        if outside:
            # No request that can only fail is made.
            assert called(channel) == 0
            channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: called(channel), what="Eva is called")
        assert called(thread) == 0
        only(made)

"""Games in threads of their own: opened at the start, put away after the end, done without if need be."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.lobby.lobby import Lobbies
from bot.messages.ledger import HERE_SECONDS
from bot.store import Scope, Store
from bot.tables.outbox import Outbox
from bot.tables.seats import Seats
from bot.tables.tables import Tables
from cogs.messages import threads as threads_of_games
from cogs.publisher import publisher
from sandbox.faults import Faults
from sandbox.objects import Channel
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.at_table import at_table, lobby, tables
from tests.e2e.support.choosing import boss_of, choose, opened, paged
from tests.e2e.support.house import House, running, sandboxed, settings, tap
from tests.e2e.support.hurried import hurry, last_cards
from tests.e2e.support.reading import verbs
from tests.e2e.support.referee import unlimited
from tests.sandbox import openapi

THREAD = "POST /channels/{channel_id}/messages/{message_id}/threads"
SEND = "POST /channels/{channel_id}/messages"
LACKING = "-# I cannot open a thread for the game: I lack Create Public Threads"


@asynccontextmanager
async def with_threads(tmp_path: Path, **values: Any) -> AsyncIterator[House]:
    """Return a house for two whose server wants a thread for every game."""
    async with at_table(tmp_path, players=2, **values) as made:
        await want(made)
        yield made
        if openapi.available:
            assert [text for entry in made.sandbox.requests for text in openapi.check(entry)] == []


async def want(made: House) -> None:
    """Set the server to want threads."""
    assert made.bot is not None
    await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")


def threads(made: House) -> list[Channel]:
    """Return all threads of the server."""
    return [channel for channel in made.guild.channels.values() if channel.parent is not None]


async def begin(made: House, **options: Any) -> Message:
    """Open a lobby for two, start the game, and return the lobby's message once all is shown."""
    table = await lobby(made, players=2, **options)
    await made.join(made.people[1])
    await made.start(made.people[0], table)
    await made.shown()
    return table


async def into(made: House, thread: Channel) -> None:
    """Let everybody go to a thread, and open their hands there."""
    made.channel = thread
    for person in made.people:
        await tap(person, made.public(), "hand")
    await made.answered()


async def in_thread(made: House, **options: Any) -> tuple[Message, Channel]:
    """Begin a game that goes on in a thread; return the message that stays in the channel, and the thread."""
    table = await begin(made, **options)
    thread = threads(made)[-1]
    await into(made, thread)
    return table, thread


async def turn(made: House) -> None:
    """Let a member play a card, in as many presses as that takes, and wait until it is shown."""
    assert made.bot is not None
    current = made.bot.tables.current
    table = await made.bot.tables.get((await tables(made))[0].id)
    await made.play(lambda: current(table).seq > table.seq)
    await made.shown()


async def stop(made: House) -> None:
    """Let both agree to end the game early, and wait until that is shown."""
    for person in made.people:
        await person.slash(made.channel, "cicera stop")
    await made.sandbox.until(made.over)
    await made.shown()


async def place(made: House, table_id: str) -> tuple[int, int | None]:
    """Return the channel and the message noted as the table's place."""
    assert made.bot is not None
    stored = await made.bot.store.load(table_id)
    assert stored is not None
    return stored.place.channel_id, stored.place.message_id


def boards(made: House, channel: Channel) -> list[Message]:
    """Return the bot's messages in a channel that everybody sees and that call nobody."""
    seen = [Message(stored) for stored in channel.messages.values()]
    return [m for m in seen if not m.ephemeral and not m.mentions and m.stored.author is made.sandbox.bot]


# From the start to the end


async def test_a_game_is_played_in_a_thread_to_its_end_and_a_rematch_outside(tmp_path: Path) -> None:
    async with at_table(tmp_path, players=2) as made:
        boss, ann, bo = boss_of(made), *made.people
        panel = await opened(boss, made, "settings")
        await choose(boss, panel, await paged(made, boss, panel, "s:server:threads"), "on")
        channel = made.channel
        table = await begin(made, target=11)
        (thread,) = threads(made)
        assert (thread.name, thread.id, thread.parent) == ("Cicera: Ann, Bo", table.id, channel)
        assert table.text == f"**Cicera**\nThe game is being played in <#{thread.id}>."
        assert verbs(table) == ["hand"]
        assert (await tap(bo, table, "hand")).message in bo.sees(channel)
        await into(made, thread)
        (row,) = await tables(made)
        assert await place(made, row.id) == (thread.id, made.public().id)
        while not made.over():
            await hurry(made, last_cards)
            await made.play_on(8)
        await made.shown()
        assert thread.archived
        (ended,) = boards(made, thread)
        assert "rematch" in verbs(ended)
        assert table.text == f"**Cicera**\nThe game was played in <#{thread.id}>."
        assert verbs(table) == []
        asked = await tap(ann, ended, "rematch")
        assert f"The new lobby is in <#{channel.id}>." in asked.text
        joined = await tap(bo, ended, "rematch")
        assert f"The new lobby is in <#{channel.id}>." in joined.text
        made.channel = channel
        await made.shown()
        assert [one.parent for one in threads(made)] == [channel, channel]
        assert [one.archived for one in threads(made)] == [True, False]
        assert list(made.sandbox.violations) == []


async def test_a_game_that_is_stopped_leaves_an_archived_thread_as_well(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        table, thread = await in_thread(made)
        await stop(made)
        assert thread.archived
        assert "The game was played" in table.text


async def test_without_the_setting_games_stay_in_the_channel(tmp_path: Path) -> None:
    async with at_table(tmp_path, players=2) as made:
        table = await begin(made)
        assert threads(made) == []
        assert "last" in verbs(table)


async def test_people_are_called_in_the_thread(tmp_path: Path) -> None:
    async with with_threads(tmp_path, nudge_seconds=30, lobby_minutes=60) as made:
        channel = made.channel
        table = await lobby(made, players=2)
        await made.join(made.people[1])
        # No private message can be edited any longer: both are called to their cards.
        await made.pass_time(16 * 60)
        await made.start(made.people[0], table)
        await made.shown()
        (thread,) = threads(made)
        assert [m for m in made.people[0].sees(channel) if m.mentions] == []
        made.channel = thread
        await made.sandbox.until(made.pings)
        await into(made, thread)
        await made.pass_time(HERE_SECONDS + 31)
        await made.sandbox.until(made.pings)
        await made.play(lambda: not made.pings())
        await stop(made)
        assert made.pings() == []
        assert thread.archived


async def test_chat_pushes_the_table_down_in_its_thread(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        table, thread = await in_thread(made)
        before = made.public()
        for number in range(16):
            await made.people[0].say(thread, f"chatter {number}")
        await turn(made)
        assert before.deleted
        assert len(boards(made, thread)) == 1
        assert "is being played" in table.text


# Without a thread


async def test_a_lobby_says_what_is_missing_for_a_thread_until_it_is_there(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        made.channel.deny(made.sandbox.bot, Permission.CREATE_PUBLIC_THREADS)
        await made.sandbox.until(lambda: lacks(made, "create_public_threads"))
        table = await lobby(made, players=2)
        await made.shown()
        assert LACKING in table.text.splitlines()
        made.channel.allow(made.sandbox.bot, Permission.CREATE_PUBLIC_THREADS)
        await made.sandbox.until(lambda: LACKING not in table.text)
        made.channel.deny(
            made.sandbox.bot, Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS
        )
        await made.sandbox.until(lambda: lacks(made, "send_messages_in_threads"))
        await made.join(made.people[1])
        await made.sandbox.until(lambda: f"{LACKING}, Send Messages in Threads" in table.text)
        await made.start(made.people[0], table)
        await made.shown()
        assert threads(made) == []
        assert "last" in verbs(table)
        assert "I cannot open a thread" not in table.text


def lacks(made: House, name: str) -> bool:
    """Return whether the bot knows that it lacks a permission in the channel."""
    assert made.bot is not None
    channel: Any = made.bot.get_channel(made.channel.id)
    return not getattr(channel.permissions_for(channel.guild.me), name)


async def test_a_lobby_in_a_thread_stays_there(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        thread = made.channel.add_thread("serata", owner=made.people[0].user)
        made.channel = thread
        table = await begin(made)
        assert threads(made) == [thread]
        assert "last" in verbs(table)
        await stop(made)
        assert not thread.archived


REFUSALS: dict[str, Callable[[Faults], object]] = {
    "403": lambda faults: faults.error(THREAD, status=403),
    "500": lambda faults: faults.error(THREAD, None),
    "429": lambda faults: faults.too_many(THREAD, retry_after=60.0),
    "no answer": lambda faults: faults.dropped(THREAD, None),
}


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_where_discord_refuses_the_game_goes_on_in_the_channel(
    tmp_path: Path, refusal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads_of_games, "THREAD_SECONDS", 0.5)
    async with with_threads(tmp_path) as made:
        REFUSALS[refusal](made.sandbox.faults)
        table = await begin(made)
        made.sandbox.faults.clear()
        assert threads(made) == []
        assert made.public() == table
        assert "last" in verbs(table)
        await turn(made)
        await stop(made)
        assert (threads(made), boards(made, made.channel)) == ([], [table])


async def test_a_thread_in_which_nothing_can_be_said_is_done_without(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        made.sandbox.faults.error(SEND, status=403)
        table = await begin(made)
        await turn(made)
        (thread,) = threads(made)
        assert boards(made, thread) == []
        assert "last" in verbs(table)


async def test_an_answer_that_is_lost_makes_no_second_thread(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        made.sandbox.faults.lost(THREAD)
        table, thread = await in_thread(made)
        assert threads(made) == [thread]
        assert "is being played" in table.text
        # The second request was answered that the thread exists.
        made.sandbox.violations.clear()


async def test_a_thread_that_a_member_has_started_from_the_lobby_is_theirs(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        table = await lobby(made, players=2)
        made.channel.add_thread("chatter", owner=made.people[1].user, starter=table.stored)
        await made.join(made.people[1])
        await made.start(made.people[0], table)
        await made.shown()
        assert len(threads(made)) == 1
        assert "last" in verbs(table)
        made.sandbox.violations.clear()


# Elsewhere


async def test_a_table_that_moves_leaves_an_archived_thread(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        table, thread = await in_thread(made)
        channel = made.guild.add_channel("elsewhere")
        answer = await made.people[0].slash(channel, "cicera table")
        await made.shown()
        assert thread.archived
        assert table.text == f"**Cicera**\nThe game went on in <#{channel.id}>."
        assert verbs(table) == []
        assert answer.message is not None
        made.channel = channel
        await into(made, channel)
        await turn(made)
        assert boards(made, channel) == [answer.message]
        assert len(threads(made)) == 1


async def test_a_thread_in_which_others_play_stays_open(tmp_path: Path) -> None:
    async with with_threads(tmp_path) as made:
        _, thread = await in_thread(made)
        first = made.public()
        second = await begin(made)
        assert threads(made) == [thread]
        made.channel = thread
        for person in made.people:
            await tap(person, first, "more")
        assert made.bot is not None
        rows = await tables(made)
        for row in (rows[1], rows[0]):
            assert not thread.archived
            await made.bot.seats.stop(row.id)
            await made.shown()
        assert thread.archived
        assert "rematch" in verbs(second)


# Restarts


@asynccontextmanager
async def between_two_runs(tmp_path: Path) -> AsyncIterator[tuple[House, Path]]:
    """Return a house for two without a bot, whose server wants threads, and its database."""
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            await want(made)
        yield made, database
        assert list(made.sandbox.violations) == []


async def unseen(database: Path, work: Callable[[Tables], Any]) -> None:
    """Let a bot store something and die before it shows it."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    await work(Tables(store, settings(), Outbox()))
    await store.close()


async def test_a_bot_that_dies_before_it_opens_the_thread_opens_it_when_it_is_back(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        async with running(made, database):
            unlimited(made)
            table = await lobby(made, players=2)
            await made.join(made.people[1])
            await made.shown()
            (row,) = await tables(made)
        ann = made.people[0]
        await unseen(database, lambda tables: Lobbies(tables).start(row.id, ann.id))
        async with running(made, database):
            unlimited(made)
            await made.sandbox.until(lambda: threads(made) and "is being played" in table.text)
            await made.shown()
            (thread,) = threads(made)
            await into(made, thread)
            await turn(made)
            assert len(boards(made, thread)) == 1


async def test_a_thread_of_which_nothing_was_noted_is_found_again(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        channel = made.channel
        async with running(made, database) as bot:
            unlimited(made)
            # A bot that plays in the channel, and dies right after it has made a thread.
            await bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "off")
            table = await begin(made)
            await bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")
        thread = channel.add_thread("Cicera: Ann, Bo", starter=table.stored)
        async with running(made, database):
            unlimited(made)
            await turn(made)
            assert threads(made) == [thread]
            assert len(boards(made, thread)) == 1
            assert "is being played" in table.text
            await into(made, thread)
            await turn(made)
            await stop(made)
            assert thread.archived


async def test_a_game_that_ended_unseen_is_shown_and_its_thread_put_away(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        async with running(made, database):
            unlimited(made)
            table, thread = await in_thread(made)
            (row,) = await tables(made)
        await unseen(database, lambda tables: Seats(tables).stop(row.id))
        async with running(made, database):
            await made.sandbox.until(lambda: thread.archived)
            assert "The game was played" in table.text
            assert ["rematch" in verbs(board) for board in boards(made, thread)] == [True]


async def test_what_was_put_away_but_not_noted_is_put_away_again(tmp_path: Path) -> None:
    async with between_two_runs(tmp_path) as (made, database):
        async with running(made, database):
            unlimited(made)
            _, thread = await in_thread(made)
            (row,) = await tables(made)
            await stop(made)
            assert thread.archived
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        await store.finish(row.id)
        assert await store.behind() == [row.id]
        async with running(made, database):
            assert made.bot is not None
            await made.bot.wait_until_ready()
            await made.sandbox.until(lambda: thread.archived and not busy(made))
            assert ["rematch" in verbs(board) for board in boards(made, thread)] == [True]
            assert thread.archived
        assert await store.behind() == []
        await store.close()
        made.sandbox.violations.clear()


def busy(made: House) -> bool:
    """Return whether the bot still has something to show."""
    assert made.bot is not None
    return publisher(made.bot).busy

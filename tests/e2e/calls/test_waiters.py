"""Members without a seat are called to a free one, or to the next game."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import CardsBot
from bot.locale import Catalogue
from bot.store import Scope, Status, Store, WaiterRow
from bot.tables.outbox import Outbox
from bot.tables.seats import Seats, wait_for_seat
from bot.tables.tables import Tables
from cogs.calls.waiters import CALLED_SECONDS
from sandbox.driver import Member
from tests.e2e.calls.test_calls import at_hour, likes
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import House, running, sandboxed, settings, tap
from tests.e2e.support.newcomers import (
    NEVER,
    at_home,
    begin,
    first_come,
    hand_over,
    look,
    panel,
    stop,
    table_id,
    the_table,
    wait_there,
    watch,
)
from tests.e2e.support.reading import notation, verb
from tests.e2e.support.umpire import unlimited
from tests.e2e.tables.test_lobby import opened, own, press


def called(made: House) -> list[str]:
    """Return every call to a seat that was ever sent."""
    kinds = [WORDS(f"call.{kind}", mentions="", game="").strip() for kind in ("lobby", "claim", "next")]
    return [text for text in made.calls() if any(kind in text for kind in kinds)]


async def test_who_waits_is_called_once_when_a_computer_holds_a_seat(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        bo, cy = made.people[1:3]
        (eva, seen), (gus, other) = await watch(made, "eva"), await watch(made, "gus")
        await press(made, eva, seen, "wait")
        assert WORDS("wait.waits") in seen.text
        await press(made, eva, seen, "wait")
        assert WORDS("wait.explain") in seen.text
        await press(made, eva, seen, "wait")
        await press(made, gus, other, "wait")
        await press(made, gus, other, "wait")
        assert made.pings() == []
        await hand_over(made, bo)
        (call,) = made.pings()
        assert call.mentions == [eva.name]
        await hand_over(made, cy)
        assert len(called(made)) == 1
        answer = await tap(eva, call, "come")
        await made.answered()
        assert answer.message is not None
        assert answer.message.ephemeral
        assert [notation(b) for b in answer.message.buttons if verb(b) == "claim"] == ["1", "2"]
        await press(made, eva, answer.message, "claim", "2")
        await made.shown()
        # She has her seat: the call to it is gone, and nobody waits.
        assert call.deleted
        assert made.pings() == []
        assert (await the_table(made, found)).ledger.waiters == {}


async def test_who_waits_is_called_in_the_language_of_the_server(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        made.guild.locale = "it"
        await begin(made)
        eva = await wait_there(made, "eva")
        await hand_over(made, made.people[1])
        (call,) = made.pings()
        words = Catalogue.load().words("it")
        game = words("cicera.name")
        assert call.text.strip() == words("call.claim", mentions=f"<@{eva.id}>", game=game)
        assert [one.label for one in call.buttons] == [words("button.come-claim")]


async def test_a_call_goes_with_the_seat_that_it_was_to_and_whom_it_called_waits_on(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        bo = made.people[1]
        (eva, seen), (gus, _) = await watch(made, "eva"), await watch(made, "gus")
        await press(made, eva, seen, "wait")
        await hand_over(made, bo)
        (first,) = made.pings()
        await press(made, bo, panel(made, bo), "take-back")
        await made.shown()
        assert (first.deleted, made.pings()) == (True, [])
        assert (await the_table(made, found)).ledger.waits(eva.id)
        # She is called to the next free seat, and keeps waiting if another member is quicker.
        await hand_over(made, bo)
        (second,) = made.pings()
        assert second.mentions == [eva.name]
        await press(made, gus, await look(made, gus), "claim")
        await made.shown()
        assert (second.deleted, made.pings()) == (True, [])
        await hand_over(made, made.people[2])
        (third,) = made.pings()
        assert (third.mentions, len(called(made))) == ([eva.name], 3)


async def test_who_was_called_to_a_seat_begins_no_game_once_that_one_is_over(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        eva = await wait_there(made, "eva")
        await hand_over(made, made.people[1])
        (call,) = made.pings()
        assert call.mentions == [eva.name]
        await stop(made)
        await eva.forge(made.public(), f"t:{found}:0:come")
        await made.shown()
        assert made.bot is not None
        assert await made.bot.store.rematch_of(found) is None


async def test_who_is_called_to_a_seat_when_the_game_ends_is_called_to_the_next(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        found = await begin(made)
        eva = await wait_there(made, "eva")
        await hand_over(made, made.people[1])
        (first,) = made.pings()
        await stop(made)
        await first_come(made)
        (second,) = made.pings()
        assert (first.deleted, second.mentions) == (True, [eva.name])
        assert WORDS("call.next", mentions="", game="").strip() in second.text
        await tap(eva, second, "come")
        await made.shown()
        assert (await the_table(made, table_id(made))).row.rematch_of == found
        assert second.deleted


# Quiet hours, and settings of members and servers


NIGHT, MORNING = 22, 7


async def asleep(made: House) -> tuple[str, Member]:
    """Return the table of a game, and the member who waits there in their quiet hours."""
    await at_hour(made, NIGHT)
    found = await begin(made)
    eva, seen = await watch(made, "eva")
    await likes(made, eva, quiet="22-07", zone="utc", pings="never")
    await press(made, eva, seen, "wait")
    return found, eva


async def sleeps(made: House, *, until: int) -> None:
    """Let time pass until half past a full hour in UTC."""
    await made.shown()
    await at_hour(made, until)
    await made.pass_time(0)
    await made.shown()


async def test_in_quiet_hours_who_waits_is_called_when_these_end(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        _, eva = await asleep(made)
        gus, other = await watch(made, "gus")
        await press(made, gus, other, "wait")
        await hand_over(made, made.people[1])
        (first,) = made.pings()
        assert first.mentions == [gus.name]
        await sleeps(made, until=MORNING - 1)
        assert made.pings() == [first]
        await sleeps(made, until=MORNING)
        # Asking to be called outweighs her setting against pings.
        (second,) = [ping for ping in made.pings() if ping != first]
        assert (second.mentions, len(called(made))) == ([eva.name], 2)


@pytest.mark.parametrize("use", [True, False])
async def test_in_quiet_hours_who_waits_is_called_to_the_next_game_if_there_is_use(
    tmp_path: Path, *, use: bool
) -> None:
    async with at_home(tmp_path, players=2) as made:
        found, eva = await asleep(made)
        await stop(made)
        assert called(made) == []
        if not use:
            over = made.public()
            for person in made.people:
                await tap(person, over, "rematch")
        await sleeps(made, until=MORNING)
        assert [ping.mentions for ping in made.pings()] == ([[eva.name]] if use else [])
        assert bool((await the_table(made, found)).ledger.waiters) == use


async def test_where_a_server_has_no_pings_a_call_notifies_nobody(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "pings", "off")
        await begin(made)
        eva = await wait_there(made, "eva")
        await hand_over(made, made.people[1])
        (text,) = called(made)
        assert f"<@{eva.id}>" in text
        assert made.pings() == []


async def test_the_next_game_is_called_to_from_the_channel_though_the_thread_is_put_away(
    tmp_path: Path,
) -> None:
    async with at_home(tmp_path, players=2) as made:
        assert made.bot is not None
        await made.bot.preferences.choose(Scope.SERVER, made.guild.id, "threads", "on")
        await at_hour(made, NIGHT)
        await opened(made, players=2)
        table = table_id(made)
        await made.join(made.people[1])
        await made.start(made.people[0])
        await made.shown()
        (thread,) = [channel for channel in made.guild.channels.values() if channel.parent is not None]
        eva = made.sandbox.join(made.guild, "eva")
        await likes(made, eva, quiet="22-07", zone="utc")
        await wait_for_seat(made.bot.tables, table, eva.id)
        await Seats(made.bot.tables).stop(table)
        await made.shown()
        assert thread.archived
        await sleeps(made, until=MORNING)
        (ping,) = made.pings()
        assert ping.mentions == [eva.name]
        assert thread.archived


async def test_a_call_goes_from_the_channel_where_it_was_though_the_table_has_moved(tmp_path: Path) -> None:
    async with at_home(tmp_path) as made:
        await begin(made)
        ann, bo = made.people[:2]
        await wait_there(made, "eva")
        await hand_over(made, bo)
        (call,) = made.pings()
        await ann.slash(made.guild.add_channel("altrove"), "cicera table")
        await made.shown()
        assert not call.deleted
        await press(made, bo, panel(made, bo), "take-back")
        await made.shown()
        assert call.deleted


async def test_who_waits_is_called_when_the_game_is_over_and_joins_the_next(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        found = await begin(made, claims=False)
        bo = made.people[1]
        eva = await wait_there(made, "eva")
        await stop(made)
        await first_come(made)
        over = made.public()
        (call,) = made.pings()
        gus = made.sandbox.join(made.guild, "gus")
        answer = await tap(gus, call, "come")
        # It was not for him.
        assert WORDS("refused.not-seated") in answer.text
        await tap(eva, call, "come")
        await made.shown()
        lobby = await the_table(made, table_id(made))
        assert (lobby.row.rematch_of, lobby.row.host_id) == (found, eva.id)
        # The call was for her alone, and she has come.
        assert call.deleted
        await tap(bo, over, "rematch")
        await made.shown()
        await made.start(eva)
        await made.shown()
        assert (await the_table(made, lobby.row.id)).playing
        assert len(called(made)) == 1
        assert made.bot is not None
        assert await made.bot.store.calls.with_waiters() == []


async def test_a_call_to_the_next_game_goes_when_that_has_started(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        await begin(made)
        ann, bo = made.people
        await wait_there(made, "eva")
        await stop(made)
        await first_come(made)
        (call,) = made.pings()
        over = made.public()
        for person in (ann, bo):
            await tap(person, over, "rematch")
        await made.shown()
        assert (await the_table(made, table_id(made))).playing
        assert call.deleted
        assert made.bot is not None
        assert await made.bot.store.calls.with_waiters() == []


async def test_who_waits_at_a_full_lobby_is_called_when_a_seat_is_free(tmp_path: Path) -> None:
    async with at_home(tmp_path, players=2) as made:
        ann, bo = made.people
        await opened(made, players=2)
        await made.join(bo)
        await made.startable()
        await made.shown()
        eva, seen = await watch(made, "eva")
        assert WORDS("panel.full") in seen.text
        await press(made, eva, seen, "wait")
        assert made.pings() == []
        await press(made, bo, own(made, bo), "leave")
        await made.shown()
        (call,) = made.pings()
        table = await the_table(made, table_id(made))
        assert f"`{table.row.commitment[:8]}`" in call.text
        await tap(eva, call, "come")
        await made.shown()
        assert call.deleted
        table = await the_table(made, table_id(made))
        assert {row.user_id for row in table.seats} == {ann.id, eva.id}
        await made.start(ann)


# A bot that stops in between


@asynccontextmanager
async def waiting(tmp_path: Path) -> AsyncIterator[tuple[House, Path, str, Member]]:
    """Return a house whose bot has stopped while Eva waits at the table of a game."""
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database, **NEVER):
            unlimited(made)
            found = await begin(made)
            eva = await wait_there(made, "eva")
            await made.shown()
        yield made, database, found, eva
        assert list(made.sandbox.violations) == []


@asynccontextmanager
async def again(made: House, database: Path) -> AsyncIterator[CardsBot]:
    """Let the bot run once more, until it has nothing left to show."""
    async with running(made, database, **NEVER) as bot:
        unlimited(made)
        await made.shown()
        yield bot
        await made.shown()


async def test_what_came_while_the_bot_was_down_is_called_once(tmp_path: Path) -> None:
    async with waiting(tmp_path) as (made, database, found, _):
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        await Seats(Tables(store, settings(), Outbox())).hand_over(found, made.people[1].id)
        await store.close()
        for _ in range(2):
            async with again(made, database):
                await made.sandbox.until(made.pings, what="Eva is called")
        assert len(called(made)) == 1


async def test_a_bot_killed_before_it_has_noted_the_call_calls_again(tmp_path: Path) -> None:
    async with waiting(tmp_path) as (made, database, found, eva):
        async with again(made, database):
            await hand_over(made, made.people[1])
            assert len(made.pings()) == 1
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        await store.calls.save_waiters([WaiterRow(found, eva.id, 1.0)])
        await store.close()
        async with again(made, database) as bot:
            await made.sandbox.until(lambda: len(called(made)) == 2, what="Eva is called again")
            await made.shown()
            (row,) = (await bot.tables.get(found)).ledger.waiters.values()
            assert row.call_id is not None


async def test_a_call_to_a_next_game_that_nobody_opens_goes_after_an_hour(tmp_path: Path) -> None:
    async with waiting(tmp_path) as (made, database, found, _):
        async with again(made, database):
            await stop(made)
            await first_come(made)
            (call,) = made.pings()
        made.sandbox.clock.advance(CALLED_SECONDS / 2)
        async with again(made, database):
            assert not call.deleted
        made.sandbox.clock.advance(CALLED_SECONDS)
        async with again(made, database) as bot:
            await made.sandbox.until(lambda: call.deleted, what="the call is gone")
            await made.shown()
            assert await bot.store.calls.with_waiters() == []
            assert (await bot.tables.get(found)).row.status is Status.STOPPED


async def test_a_call_to_a_seat_of_a_game_that_ended_while_the_bot_was_down_leads_to_the_next(
    tmp_path: Path,
) -> None:
    async with waiting(tmp_path) as (made, database, found, eva):
        async with again(made, database):
            await hand_over(made, made.people[1])
            (first,) = made.pings()
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        await Seats(Tables(store, settings(), Outbox())).stop(found)
        await store.close()
        async with again(made, database):
            await made.sandbox.until(lambda: first.deleted, what="the call to the seat is gone")
            await first_come(made)
            (second,) = made.pings()
            assert second.mentions == [eva.name]

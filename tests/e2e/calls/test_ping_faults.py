"""Pings that cannot be deleted, and calls that cannot be made: tried again until they are."""

from pathlib import Path
from typing import Any

import pytest

from cogs.sending.workers import WORK_AGAIN
from sandbox.permissions import Permission
from tests.e2e.calls.test_calls import AWAY, until_nudged
from tests.e2e.calls.test_pings import to_move
from tests.e2e.support.faulty import SEND, only, playing, told_of
from tests.e2e.support.house import House, button, house, running, sandboxed
from tests.e2e.support.reading import verb
from tests.e2e.support.referee import unlimited

DELETE = "DELETE /channels/*"


async def tries_again(made: House) -> None:
    """Let time pass until failed deletions and calls are tried again, and wait until that is shown."""
    await made.pass_time(WORK_AGAIN + 1)
    await made.shown()


async def test_the_next_is_called_once_the_ping_before_is_gone(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        (first,) = made.pings()
        fault = made.sandbox.faults.error(DELETE, times=None, status=503)
        await referee.turn()
        then = referee.people[referee.state.turn]
        await made.pass_time(AWAY)
        await made.shown()
        assert fault.hits
        assert made.pings() == [first]
        await tries_again(made)
        assert made.pings() == [first]
        made.sandbox.faults.remove(fault)
        await tries_again(made)
        await made.sandbox.until(lambda: first.deleted and made.pings(), what="the next is called")
        await made.shown()
        (second,) = made.pings()
        assert second.mentions == [then.name]
        only(made)


async def stop(made: House) -> None:
    """Let a member who may manage messages end the game, and wait until that is shown."""
    boss = made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES)
    await boss.slash(made.channel, "cicera stop")
    await made.shown()
    assert any("rematch" in [verb(one) for one in m.buttons] for m in boss.sees(made.channel))


@pytest.mark.parametrize("status", [503, 400, 403, 404, 409])
async def test_the_ping_of_a_game_that_is_over_goes_as_soon_as_it_can(tmp_path: Path, status: int) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, _):
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        (ping,) = made.pings()
        fault = made.sandbox.faults.error(DELETE, times=None, status=status)
        await stop(made)
        await tries_again(made)
        assert made.pings() == [ping]
        made.sandbox.faults.remove(fault)
        await tries_again(made)
        assert ping.deleted
        only(made)


@pytest.mark.parametrize("over", [True, False])
async def test_the_next_start_deletes_what_could_not_be_deleted(tmp_path: Path, *, over: bool) -> None:
    database = tmp_path / "cards.db"
    values: dict[str, Any] = {"nudge_seconds": 30, "turn_seconds": 0}
    async with sandboxed(2) as made:
        async with running(made, database, **values):
            unlimited(made)
            await made.open()
            await made.pass_time(AWAY)
            await made.sandbox.until(made.pings)
            await made.shown()
            (ping,) = made.pings()
            fault = made.sandbox.faults.error(DELETE, times=None, status=503)
            if over:
                await stop(made)
            else:
                person = to_move(made)
                while made.to_press(person):
                    await made.press(person, made.rng.choice(made.controls(person)), made.rng)
                    await made.shown()
            # While a game goes on, notes of shown messages are stored within a second.
            assert made.bot is not None
            await made.bot.tables.ledgers.deferred.flush()
        made.sandbox.faults.remove(fault)
        assert not ping.deleted
        async with running(made, database, **values):
            unlimited(made)
            await made.sandbox.until(lambda: ping.deleted, what="the ping is gone")
            await made.shown()
            await made.bot.tables.ledgers.deferred.flush()
            assert await made.bot.store.behind() == []
        assert list(made.sandbox.violations) == []


async def test_a_ping_that_a_move_could_not_delete_goes_from_where_it_stands(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, _):
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await made.shown()
        (ping,) = made.pings()
        fault = made.sandbox.faults.error(DELETE, times=None, status=503)
        await made.people[0].slash(made.guild.add_channel("altra"), "cicera table")
        await made.shown()
        made.sandbox.faults.remove(fault)
        assert made.pings() == [ping]
        await tries_again(made)
        assert ping.deleted
        only(made)


async def test_a_ping_that_the_bot_may_not_see_any_more_keeps_nobody_from_being_called(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await made.shown()
        made.channel.deny(made.sandbox.bot, Permission.VIEW_CHANNEL)
        await made.sandbox.until(lambda: told_of(made, "View Channel"))
        made.channel = made.guild.add_channel("altra")
        await made.people[0].slash(made.channel, "cicera table")
        for person in made.people:
            await person.slash(made.channel, "cicera hand")
        await made.shown()
        await referee.turn()
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings, what="the next is called where the table stands now")
        await made.shown()


async def test_a_ping_that_arrives_where_the_table_stands_no_more_is_taken_back(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, _):
        ann, other = made.people[0], made.guild.add_channel("altra")
        calls = made.sandbox.faults.slow(SEND, seconds=60.0, only=is_call)
        await made.pass_time(AWAY)
        await made.sandbox.until(lambda: calls.hits == 1, what="somebody is being called")
        await ann.slash(other, "cicera table")
        assert made.bot is not None
        (table,) = made.bot.tables.in_server(made.guild.id)
        await made.sandbox.until(lambda: table.ledger.place.channel_id == other.id)
        made.sandbox.clock.advance(60.0)
        await made.shown()
        assert len(made.calls()) == 1
        assert [m for channel in (made.channel, other) for m in ann.sees(channel) if m.mentions] == []
        only(made)


def is_call(_: str, body: object) -> bool:
    """Return whether a request mentions anybody."""
    return isinstance(body, dict) and "<@" in str(body.get("content"))


async def test_who_could_not_be_called_is_once_the_bot_may_write_again(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await made.sandbox.until(lambda: told_of(made, "Send Messages"))
        await made.pass_time(AWAY)
        await until_nudged(made)
        assert made.calls() == []
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: not told_of(made, "Send Messages"))
        await tries_again(made)
        (ping,) = made.pings()
        assert ping.mentions == [referee.people[referee.state.turn].name]
        await tries_again(made)
        assert len(made.calls()) == 1
        only(made)


async def test_whose_call_discord_could_not_take_is_called_again(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        fault = made.sandbox.faults.error(SEND, times=None, status=503, only=is_call)
        await made.pass_time(AWAY)
        await made.sandbox.until(lambda: fault.hits == 1)
        await tries_again(made)
        assert (fault.hits, made.pings()) == (2, [])
        await referee.turn()
        await tries_again(made)
        # A member who has played meanwhile is not called.
        assert fault.hits == 2
        await made.pass_time(AWAY)
        await made.sandbox.until(lambda: fault.hits == 3)
        made.sandbox.faults.remove(fault)
        await tries_again(made)
        (ping,) = made.pings()
        assert ping.mentions == [referee.people[referee.state.turn].name]
        only(made)


async def test_who_could_not_be_called_to_their_cards_is_unless_they_have_opened_them(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        unlimited(made)
        ann, bo, cy = made.people
        await ann.slash(made.channel, "ciapano start", players=3)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person in (bo, cy):
            await made.join(person)
        await made.pass_time(14.5 * 60 + 1)  # the panels stop following
        fault = made.sandbox.faults.error(SEND, times=None, status=503, only=is_call)
        await made.start(ann)
        await made.sandbox.until(lambda: fault.hits, what="people are called to their cards")
        await made.shown()
        await bo.press(made.public(), button(made.public(), "hand"))
        await made.pass_time(AWAY)
        await made.shown()
        made.sandbox.faults.remove(fault)
        await tries_again(made)
        (ping,) = made.pings()
        assert cy.name in ping.mentions
        assert bo.name not in ping.mentions
        only(made)

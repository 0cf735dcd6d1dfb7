"""Which members are called to the table, how often, and how long the call stays in the channel."""

import asyncio
from pathlib import Path

import pytest

from bot.messages.ledger import HERE_SECONDS
from cogs.publisher import publisher
from sandbox.driver import Member
from sandbox.page.renderer import Renderer
from sandbox.permissions import Permission
from sandbox.view import Button, Message
from tests.e2e.support.faulty import ACK, SEND, in_step, only, playing, told_of
from tests.e2e.support.house import House, house, live
from tests.e2e.support.reading import verb
from tests.e2e.support.referee import unlimited
from tests.sandbox import openapi

AWAY = HERE_SECONDS + 1
"""Seconds after a press from which a member may be called."""
CLASSIC = 0
"""The flags of a message with content, which version 2 components do not allow."""


def button(message: Message, name: str) -> Button:
    """Return the button of a message with this verb."""
    (found,) = [button for button in message.buttons if verb(button) == name]
    return found


def to_move(made: House) -> Member:
    """Return the member who can press something that moves the game on."""
    return next(person for person in made.people if made.to_press(person))


@pytest.mark.parametrize("game", ["cicera", "ciapano", "civil-suits"])
async def test_a_ping_says_whose_turn_it_is_and_opens_the_hand(tmp_path: Path, game: str) -> None:
    async with house(tmp_path, nudge_seconds=30) as made:
        unlimited(made)
        await made.open(game)
        person = to_move(made)
        former = made.panel(person)
        assert former is not None
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await made.shown()
        (ping,) = made.pings()
        assert person.name in ping.mentions
        assert [verb(one) for one in ping.buttons] == ["hand"]
        call = next(r for r in reversed(made.sandbox.requests) if "<@" in str((r.json or {}).get("content")))
        # A phone's notification shows the content, which a message with version 2 components cannot have.
        assert f"<@{person.id}>" in call.json["content"]
        assert call.json.get("flags", CLASSIC) == CLASSIC
        assert [part["type"] for part in call.json["components"]] == [1]
        page = Renderer(person).message(ping)
        assert page["pinged"]
        assert page["text"]
        assert [part["kind"] for part in page["components"]] == ["row"]
        if openapi.available:
            assert openapi.check(call) == []
            assert openapi.check_answer(call) == []
        answer = await person.press(ping, button(ping, "hand"))
        assert answer.message is not None
        assert answer.message.ephemeral
        assert live(answer.message)
        await made.sandbox.until(lambda: former.deleted, what="the older panel is gone")
        assert made.panel(person) == answer.message
        assert not ping.deleted
        while person in [p for p in made.people if made.to_press(p)]:
            control = made.rng.choice(made.controls(person))
            await made.press(person, control, made.rng)
            await made.shown()
        if game != "civil-suits":
            # All pass at once there, and the others are still called.
            await made.sandbox.until(lambda: ping.deleted, what="the ping is gone when the turn is over")
        assert list(made.sandbox.violations) == []


async def test_nobody_is_called_who_has_just_pressed_until_they_may_be_away(tmp_path: Path) -> None:
    async with house(tmp_path, players=2, nudge_seconds=30) as made:
        unlimited(made)
        await made.open()
        person = to_move(made)
        await made.pass_time(60)
        panel = made.panel(person)
        assert panel is not None
        await person.press(panel, button(panel, "more"))
        await made.pass_time(AWAY - 30)
        await made.shown()
        assert made.calls() == []
        await made.pass_time(31)
        await made.sandbox.until(made.pings, what="the call comes when it may be needed")
        await made.pass_time(600)
        await made.shown()
        assert len(made.calls()) == 1


async def test_nobody_is_called_who_sits_alone_with_computers(tmp_path: Path) -> None:
    async with house(tmp_path, players=1, nudge_seconds=30, pause_seconds=0.1) as made:
        unlimited(made)
        (ann,) = made.people
        answer = await ann.slash(made.channel, "cicera start", players=2, computers=1)
        await made.sandbox.until(lambda: answer.followups)
        await ann.press(made.public(), button(made.public(), "start"))
        await made.sandbox.until(lambda: made.to_press(ann))
        await made.pass_time(AWAY)
        await made.pass_time(AWAY)
        await made.shown()
        assert made.calls() == []


async def test_a_ping_is_taken_back_and_missing_rights_are_named(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=0.4) as (made, referee):
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        assert made.pings()[0].mentions == [referee.people[referee.state.turn].name]
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await referee.turn()
        await made.sandbox.until(lambda: not made.pings())
        await made.sandbox.until(lambda: told_of(made, "Send Messages"))
        made.channel.reset(made.sandbox.bot)
        await in_step(referee)
        only(made, "50013")


@pytest.mark.real_time
async def test_a_ping_is_taken_back_though_the_one_before_went_slowly(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=0.4) as (made, referee):
        # Without Discord's numbers discord.py makes one request at a time.
        made.sandbox.limits.enabled = True
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await referee.turn()
        await made.sandbox.until(lambda: not made.pings())
        await made.sandbox.until(made.pings)
        (first,) = made.pings()
        slow = made.sandbox.faults.slow("DELETE /channels/*", seconds=300.0)
        await referee.turn()
        await made.sandbox.until(lambda: slow.hits)
        assert made.bot is not None
        made.sandbox.clock.advance(AWAY)
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: made.pings() and made.pings()[-1] != first)
        second = made.pings()[-1]
        await asyncio.sleep(0.2)
        made.sandbox.clock.advance(300.0)
        await made.shown()
        await referee.turn()
        await made.sandbox.until(lambda: second.deleted)
        only(made, "10008")


async def test_nobody_is_pinged_whose_turn_is_over(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        # Without Discord's numbers discord.py makes one request at a time.
        made.sandbox.limits.enabled = True
        assert made.bot is not None
        tables = made.bot.tables
        (table,) = tables.in_server(made.guild.id)
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await referee.turn()
        await made.sandbox.until(lambda: not made.pings())
        await made.pass_time(31)
        await made.sandbox.until(made.pings)
        slow = made.sandbox.faults.slow("DELETE /channels/*", times=2, seconds=400.0)
        await referee.turn()
        await made.sandbox.until(lambda: slow.hits == 1)
        # The next one is called once the ping before is gone, and plays before the new ping is deleted.
        made.sandbox.clock.advance(AWAY)
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: slow.hits == 2)
        table = tables.current(table)
        seq, number = table.seq, made.sandbox.requests[-1].number
        called = table.at(*table.waits_for())
        assert called is not None
        while tables.current(table).seq == seq:
            await made.step()
        made.sandbox.clock.advance(400)
        await made.shown()
        later = [r.json for r in made.sandbox.requests if r.number > number and r.path.endswith("/messages")]
        assert f"<@{called.user_id}>" not in str(later)
        only(made, "10008")


async def test_a_ping_that_arrives_when_its_turn_is_over_is_taken_back(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        slow = made.sandbox.faults.slow(SEND, seconds=60.0)
        assert made.bot is not None
        await made.shown()
        made.sandbox.clock.advance(AWAY)
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: slow.hits == 1, what="somebody is being called")
        call = next(r for r in reversed(made.sandbox.requests) if r.path.endswith("/messages"))
        await referee.turn()
        made.sandbox.clock.advance(60)
        await made.sandbox.until(lambda: call.response, what="the call arrives")
        await made.shown()
        assert int(call.response["id"]) not in [message.id for message in made.people[0].sees(made.channel)]
        only(made)


async def test_a_ping_is_deleted_once_only(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, _):
        assert made.bot is not None
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await made.shown()
        (row,) = await made.bot.store.live()
        table, pings = await made.bot.tables.get(row.id), publisher(made.bot).calling.pings
        # As if the turn were over.
        table.ledger.calls.clear()
        await asyncio.gather(*(pings.clear(table) for _ in range(2)))
        assert made.pings() == []
        assert table.ledger.place.ping_id is None
        only(made)


async def test_people_are_called_to_their_cards_though_the_first_has_played_meanwhile(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        unlimited(made)
        ann, *others = made.people
        await ann.slash(made.channel, "ciapano start", players=3)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person in others:
            await person.press(made.public(), button(made.public(), "join"))
        await made.pass_time(14.5 * 60 + 1)  # the panels stop following
        made.sandbox.faults.slow(ACK, seconds=1.5)
        starting = asyncio.create_task(ann.press(made.public(), button(made.public(), "start")))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        assert made.bot is not None
        tables = made.bot.tables
        (table,) = tables.in_server(made.guild.id)
        row = table.at(table.waits_for()[0])
        assert row is not None
        first = next(person for person in made.people if person.id == row.user_id)
        await first.slash(made.channel, "ciapano hand")
        while tables.current(table).seq == 1:
            await made.step()
        await starting
        await made.sandbox.until(lambda: made.bot is not None and not made.bot.answering)
        await made.shown()
        # The plays of the computers and of the first member have called nobody to a turn.
        assert len(made.calls()) == 1
        only(made)


async def test_a_table_that_is_moved_leaves_no_ping_behind(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, _):
        ann = made.people[0]
        await made.pass_time(AWAY)
        await made.sandbox.until(made.pings)
        await made.shown()
        other = made.guild.add_channel("altra")
        await ann.slash(other, "cicera table")
        await made.sandbox.until(lambda: not made.pings(), what="the ping is gone")
        await made.shown()
        only(made)

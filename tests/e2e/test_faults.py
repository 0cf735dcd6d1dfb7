"""What Discord may do to a game: limits, errors, lost answers, a gateway that goes away, things taken away.

Every press is answered or fails cleanly; the game goes on, and who plays is told what is missing.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.driver import Answer, Member, NoAnswer
from bot.sandbox.permissions import Permission
from bot.sandbox.view import Button, Message
from bot.store import Status
from engine import cicera
from tests.e2e.house import House, house, verb
from tests.e2e.referee import CARDS, Referee, notation, unlimited

ACK, PANEL = "POST /interactions/*", "PATCH /webhooks/*"
EDIT, SEND = "PATCH /channels/*", "POST /channels/*/messages"


@asynccontextmanager
async def playing(tmp_path: Path, **values: Any) -> AsyncIterator[tuple[House, Referee]]:
    """A game of two under way, seen by a referee."""
    async with house(tmp_path, players=2, **values) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2)
        yield made, referee


def next_play(referee: Referee) -> tuple[Member, Message, Button]:
    """Return who plays next, on which panel, and a card that takes nothing and needs no choice."""
    person = referee.people[referee.state.turn]
    panel = referee.house.panel(person)
    assert panel is not None
    return person, panel, next(b for b in panel.buttons if verb(b) == "play")


def has_easy_play(referee: Referee) -> bool:
    panel = referee.house.panel(referee.people[referee.state.turn])
    assert panel is not None
    return any(verb(button) == "play" for button in panel.buttons)


async def easy(referee: Referee) -> None:
    """Play on until whoever is next has a card that needs no choice."""
    while not has_easy_play(referee):
        await referee.turn()


async def play(referee: Referee) -> Answer:
    """Play an easy card, and wait until the next one sees that it is their turn; return the answer."""
    person, panel, button = next_play(referee)
    answer = await person.press(panel, button)
    take(referee, button)
    other = referee.people[referee.state.turn]
    await referee.house.sandbox.until(lambda: referee.house.to_press(other))
    return answer


def panel_text(made: House, person: Member) -> str:
    panel = made.panel(person)
    return panel.text if panel is not None else ""


def told_of(made: House, permission: str) -> bool:
    """Return whether every panel says that the table lacks this permission."""
    return all(f"I lack {permission}" in panel_text(made, person) for person in made.people)


def tables(made: House) -> list[Message]:
    """Return the public messages with buttons."""
    return [m for m in made.people[0].sees(made.channel) if not m.ephemeral and m.buttons]


def take(referee: Referee, button: Button) -> None:
    """Let the referee know that a card has been played."""
    seat = referee.state.turn
    referee.state = cicera.apply(referee.state, seat, cicera.parse(notation(button)))
    referee.pressed.append((seat, notation(button)))


async def settled(referee: Referee) -> None:
    """Check that what was pressed is what is stored and shown, and that play goes on."""
    await referee.agree()
    await referee.turn()
    await referee.stored_as_pressed()


def only(made: House, *explained: str) -> None:
    """Check that the stand-in complained of nothing but what the fault explains."""
    assert [text for text in made.sandbox.violations if not any(why in text for why in explained)] == []


# Limits and errors


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_limit_on_the_table_message_delays_no_panel(tmp_path: Path, everywhere: bool) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.sandbox.faults.too_many(EDIT, retry_after=2.0, everywhere=everywhere)
        person, panel, button = next_play(referee)
        before = time.monotonic()
        answer = await person.press(panel, button)
        take(referee, button)
        other = referee.people[referee.state.turn]
        await made.sandbox.until(lambda: made.to_press(other))
        panels = time.monotonic() - before
        await referee.agree()
        board = time.monotonic() - before
        assert answer.milliseconds < 2000
        assert panels < 2.0 <= board
        await settled(referee)
        only(made)


@pytest.mark.parametrize("status", [500, 503])
@pytest.mark.parametrize("route", [ACK, PANEL, EDIT])
async def test_an_error_of_discord_is_overcome(tmp_path: Path, route: str, status: int) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.sandbox.faults.error(route, status=status)
        person, panel, button = next_play(referee)
        answer = await person.press(panel, button)
        take(referee, button)
        assert answer.milliseconds < 3000
        await settled(referee)
        only(made)


@pytest.mark.parametrize("kind", ["lost", "dropped"])
@pytest.mark.parametrize("route", [ACK, PANEL, EDIT])
async def test_an_answer_that_is_lost_counts_once(tmp_path: Path, route: str, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        getattr(made.sandbox.faults, kind)(route)
        person, panel, button = next_play(referee)
        answer = await person.press(panel, button)
        take(referee, button)
        assert answer.kind == "update"
        await settled(referee)
        only(made, "40060")


async def test_lost_answers_open_a_lobby_once_and_show_nobody_a_hand(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        made.sandbox.faults.lost(ACK)
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: made.panel(ann) is None and len(ann.sees(made.channel)) == 2)
        lobby = made.public()
        made.sandbox.faults.lost(ACK)
        await bo.press(lobby, label="Join")
        await made.sandbox.until(lambda: not any(b.disabled for b in lobby.buttons if b.label == "Start"))
        made.sandbox.faults.lost(ACK)
        await ann.press(lobby, label="Start")
        await made.sandbox.until(lambda: made.panel(ann) and made.panel(bo))
        public = [message for message in ann.sees(made.channel) if not message.ephemeral]
        assert [message.id for message in public if message.buttons] == [lobby.id]
        assert not any(verb(b) in CARDS for message in public for b in message.buttons)
        referee = Referee(made, cicera.start(cicera.options({"players": 2})))
        await referee.take_deal()
        await settled(referee)
        only(made, "40060")


@pytest.mark.parametrize("kind", ["lost", "dropped", "error"])
async def test_a_message_that_fails_is_posted_once(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        getattr(made.sandbox.faults, kind)(SEND)
        made.sandbox.world.delete(made.public().stored)
        await play(referee)
        await made.sandbox.until(lambda: tables(made))
        await settled(referee)
        assert len(tables(made)) == 1
        only(made, "10008")


async def test_an_acknowledgement_that_comes_too_late_loses_no_play(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.faults.slow(ACK, seconds=3.2)
        with pytest.raises(NoAnswer):
            await person.press(panel, button)
        take(referee, button)
        # The play stands and is shown to everybody, to its player through the panel's former token.
        await settled(referee)
        only(made, "10062", "three seconds")


async def test_a_limit_that_lasts_takes_no_panel_away(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.sandbox.faults.too_many(PANEL, times=5, retry_after=0.05)
        person, panel, button = next_play(referee)
        await person.press(panel, button)
        take(referee, button)
        await settled(referee)
        only(made)


# The gateway


async def test_a_dropped_gateway_is_resumed(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.gateway.drop()
        await made.sandbox.gone()
        pressing = asyncio.create_task(person.press(panel, button))
        with contextlib.suppress(NoAnswer):
            await pressing
        await made.sandbox.ready()
        stored = await referee.log()
        if len(stored) > len(referee.pressed) + referee.deals:
            take(referee, button)
        await settled(referee)
        only(made, "10062")


async def test_an_invalid_session_begins_anew(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        before = {session.id for session in made.sandbox.gateway.live}
        made.sandbox.gateway.invalidate()
        await made.sandbox.until(lambda: {session.id for session in made.sandbox.gateway.live} - before)
        await settled(referee)
        only(made)


# What is taken away


async def test_a_deleted_table_message_is_posted_anew(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        old = made.public()
        made.sandbox.world.delete(old.stored)
        await play(referee)
        await made.sandbox.until(lambda: tables(made))
        assert made.public() != old
        await settled(referee)
        only(made, "10008")


@pytest.mark.parametrize(
    ("taken", "name"),
    [(Permission.SEND_MESSAGES, "Send Messages"), (Permission.VIEW_CHANNEL, "View Channel")],
)
async def test_a_permission_taken_away_and_given_back(tmp_path: Path, taken: Permission, name: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.channel.deny(made.sandbox.bot, taken)
        made.sandbox.world.delete(made.public().stored)
        await play(referee)
        await made.sandbox.until(lambda: told_of(made, name))
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: tables(made))
        await settled(referee)
        assert not told_of(made, name)
        only(made, "50013", "50001", "10008")


async def test_without_the_right_to_write_the_old_message_is_still_edited(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        old = made.public()
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        for _ in range(16):
            await made.people[0].say(made.channel, "chat")
        await referee.turn()
        assert made.public() == old
        await made.sandbox.until(lambda: told_of(made, "Send Messages"))
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: made.public() != old)
        await settled(referee)
        only(made, "50013")


async def test_a_deleted_channel_is_left_for_another(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        other = made.guild.add_channel("altrove")
        made.channel.delete()
        made.channel = other
        for person in made.people:
            await person.slash(other, "cicera hand")
        await made.sandbox.until(lambda: all(made.panel(person) for person in made.people))
        await made.people[0].slash(other, "cicera table")
        await settled(referee)
        assert made.public().stored.channel.id == other.id
        only(made, "10003", "10008")


async def test_a_thread_is_a_channel_and_may_be_put_away(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        made.channel = made.channel.add_thread("partita")
        referee = Referee(made)
        await referee.begin(players=2)
        old = made.public()
        made.channel.archive()
        await referee.turn()
        assert made.public() != old
        assert not made.channel.archived
        await settled(referee)
        only(made, "50083")


async def test_a_member_who_leaves_the_server_locks_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        table_id = referee.table_id
        made.people[1].leave()
        moderator = made.sandbox.join(made.guild, "mod", permissions=int(Permission.MANAGE_MESSAGES))
        await moderator.slash(made.channel, "cicera stop")
        assert made.bot is not None
        stored = await made.bot.store.load(table_id)
        assert stored is not None
        assert stored.table.status is Status.STOPPED
        only(made)


async def test_a_server_that_throws_the_bot_out_stops_nobody_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        second = made.sandbox.world.add_guild("Altra")
        channel = second.add_channel("carte")
        guest = made.sandbox.join(second, "eva")
        made.guild.remove_member(made.sandbox.bot)
        assert referee.pressed == []
        await guest.slash(channel, "cicera start")
        await made.sandbox.until(lambda: len(guest.sees(channel)) == 2)
        only(made)


async def test_an_old_message_is_posted_anew_before_its_edits_are_limited(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        made.sandbox.limits.enabled = True
        old = made.public()
        await made.pass_time(56 * 60)
        for person in made.people:
            await person.press(old, label="My hand")
        await referee.turn()
        assert made.public() != old
        await made.sandbox.until(lambda: old.deleted)
        await settled(referee)
        assert not any("30046" in text for text in made.sandbox.violations)


# Pings


async def test_a_ping_is_taken_back_and_missing_rights_are_named(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=0.4) as (made, referee):

        def pings() -> list[Message]:
            return [m for m in made.people[0].sees(made.channel) if not m.ephemeral and m.mentions]

        await made.sandbox.until(pings)
        assert pings()[0].mentions == [referee.people[referee.state.turn].name]
        made.channel.deny(made.sandbox.bot, Permission.SEND_MESSAGES)
        await referee.turn()
        await made.sandbox.until(lambda: not pings())
        await made.sandbox.until(lambda: told_of(made, "Send Messages"))
        made.channel.reset(made.sandbox.bot)
        await settled(referee)
        only(made, "50013")


async def test_a_ping_is_taken_back_though_the_one_before_went_slowly(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=0.4) as (made, referee):
        # Without Discord's numbers discord.py makes one request at a time.
        made.sandbox.limits.enabled = True

        def pings() -> list[Message]:
            return [m for m in made.people[0].sees(made.channel) if not m.ephemeral and m.mentions]

        await made.sandbox.until(pings)
        await referee.turn()
        await made.sandbox.until(lambda: not pings())
        await made.sandbox.until(pings)
        (first,) = pings()
        slow = made.sandbox.faults.slow("DELETE /channels/*", seconds=60.0)
        await referee.turn()
        await made.sandbox.until(lambda: slow.hits)
        await made.sandbox.until(lambda: pings() and pings()[-1] != first)
        second = pings()[-1]
        await asyncio.sleep(0.2)
        made.sandbox.clock.advance(60.0)
        await made.shown()
        await referee.turn()
        await made.sandbox.until(lambda: second.deleted, 5.0)
        only(made, "10008")


async def test_nobody_is_pinged_whose_turn_is_over(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        # Without Discord's numbers discord.py makes one request at a time.
        made.sandbox.limits.enabled = True
        assert made.bot is not None
        (table,) = made.bot.tables._recent.values()

        def pings() -> list[Message]:
            return [m for m in made.people[0].sees(made.channel) if not m.ephemeral and m.mentions]

        await made.pass_time(31)
        await made.sandbox.until(pings)
        await referee.turn()
        await made.sandbox.until(lambda: not pings())
        await made.pass_time(31)
        await made.sandbox.until(pings)
        slow = made.sandbox.faults.slow("DELETE /channels/*", times=2, seconds=200.0)
        await referee.turn()
        await made.sandbox.until(lambda: slow.hits == 1)
        # The next one is called, once the ping before is gone, and plays before it is.
        made.sandbox.clock.advance(31)
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: slow.hits == 2)
        seq = table.seq
        while table.seq == seq:
            await made.step()
        made.sandbox.clock.advance(200)
        await made.shown()
        assert pings() == []
        only(made, "10008")


async def test_an_answer_that_comes_late_draws_no_older_state_over_a_newer(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        other = next(member for member in made.people if member is not person)
        theirs = made.panel(other)
        assert theirs is not None
        made.sandbox.faults.slow(ACK, times=1, seconds=1.0)
        asking = asyncio.create_task(
            other.press(theirs, next(b for b in theirs.buttons if verb(b) == "last"))
        )
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        assert not asking.done()
        await person.press(panel, button)
        take(referee, button)
        await asking
        await made.sandbox.until(lambda: made.to_press(other), what="the late answer is drawn over")
        await settled(referee)
        only(made)


async def test_what_is_shown_is_noted_though_a_panel_was_slow(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        store = made.bot.store
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.faults.slow(PANEL, times=1, seconds=1.0)
        await person.press(panel, button)
        take(referee, button)
        # A change that the panels do not show, while one of them is still on its way.
        await person.slash(made.channel, "cicera stop")
        async with asyncio.timeout(20):
            while await store.behind():  # noqa: ASYNC110  # nobody tells of what happens in a database
                await asyncio.sleep(0.1)
        only(made)


async def test_nothing_is_noted_as_shown_while_an_answer_shows_what_was_before(tmp_path: Path) -> None:
    async with house(tmp_path, players=1, pause_seconds=0.1) as made:
        unlimited(made)
        (ann,) = made.people
        await ann.slash(made.channel, "cicera start", players=2, computers=1, level="easy")
        await ann.press(made.public(), label="Start")
        await made.sandbox.until(lambda: made.to_press(ann))
        assert made.bot is not None
        await made.shown()
        await made.bot.tables.notes.flush()
        assert await made.bot.store.behind() == []
        (table,) = made.bot.tables._recent.values()
        panel, live = made.to_press(ann) or (None, [])
        assert panel is not None
        version = table.row.version
        made.sandbox.faults.slow(ACK, seconds=1.0)
        made.sandbox.faults.slow(PANEL, times=None, seconds=60.0)
        await ann.press(panel, next(b for b in live if verb(b) == "play"))
        # The computer has played while the answer was on its way, which the panel does not show.
        assert table.row.version == version + 2
        assert not made.to_press(ann)
        works = (made.bot.answering, made.bot.publisher.boards._work._again)
        while any(works):  # noqa: ASYNC110  # nobody tells of the end of a press
            await asyncio.sleep(0.01)
        await made.bot.tables.notes.flush()
        assert await made.bot.store.behind() == [table.row.id]
        made.sandbox.faults.clear()
        made.sandbox.clock.advance(60)
        await made.shown()
        assert made.to_press(ann)
        only(made)


# Where the table's message stands


async def test_a_table_that_is_moved_while_it_is_posted_leaves_no_message_behind(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.world.delete(made.public().stored)
        made.sandbox.faults.slow(SEND, seconds=1.0)
        await person.press(panel, button)
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        other = made.guild.add_channel("altra")
        await made.people[0].slash(other, "cicera table")
        moved = replace(made, channel=other)
        await moved.shown()
        assert tables(made) == []
        assert len(tables(moved)) == 1
        only(made, "10008")


async def test_a_table_that_is_moved_while_it_is_edited_stands_where_it_was_moved(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        made.sandbox.faults.slow(EDIT, seconds=1.0)
        await person.press(panel, button)
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        other = made.guild.add_channel("altra")
        await made.people[0].slash(other, "cicera table")
        moved = replace(made, channel=other)
        (message,) = tables(moved)
        await moved.shown()
        assert tables(moved) == [message]
        assert tables(made) == []
        only(made, "10008")


async def test_a_table_that_changes_while_it_is_moved_down_is_shown_as_it_is(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        more = await person.press(made.public(), label="More")
        assert more.message is not None
        old = made.public()
        made.sandbox.faults.slow(SEND, seconds=1.0)
        moving = asyncio.create_task(person.press(more.message, label="Move down here"))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        await person.press(panel, button)
        take(referee, button)
        await moving
        await made.sandbox.until(lambda: old.deleted)
        person.dismiss(more.message)
        await settled(referee)
        only(made)


async def test_a_table_that_is_pressed_before_its_opening_is_answered_stands_once(tmp_path: Path) -> None:
    async with house(tmp_path, players=2) as made:
        unlimited(made)
        ann, bo = made.people
        made.sandbox.faults.lost(ACK)
        made.sandbox.faults.slow("GET /webhooks/*", seconds=0.5)
        opening = asyncio.create_task(ann.slash(made.channel, "cicera start"))
        await made.sandbox.until(lambda: tables(made))
        await bo.press(made.public(), label="Join B")
        await opening
        await made.sandbox.until(lambda: any(message.ephemeral for message in ann.sees(made.channel)))
        await made.shown()
        assert len(tables(made)) == 1
        assert "Bo" in made.public().text
        only(made, "40060")

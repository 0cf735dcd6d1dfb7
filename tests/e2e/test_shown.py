"""What is pinged, noted as shown and posted where answers are slow and one thing comes between another."""

import asyncio
from dataclasses import replace
from pathlib import Path

from cogs.publisher import publisher
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.faulty import (
    ACK,
    EDIT,
    PANEL,
    SEND,
    easy,
    in_step,
    next_play,
    only,
    playing,
    tables,
    take,
    told_of,
)
from tests.e2e.house import house, verb
from tests.e2e.referee import unlimited

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
        await in_step(referee)
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
        (held,) = made.bot.tables._recent.values()

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
        seq, number = held.table.seq, made.sandbox.requests[-1].number
        called = held.table.at(*held.table.waits_for())
        assert called is not None
        while held.table.seq == seq:
            await made.step()
        made.sandbox.clock.advance(200)
        await made.shown()
        later = [r.json for r in made.sandbox.requests if r.number > number and r.path.endswith("/messages")]
        assert f"<@{called.user_id}>" not in str(later)
        only(made, "10008")


async def test_a_ping_that_arrives_when_its_turn_is_over_is_taken_back(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, referee):
        slow = made.sandbox.faults.slow(SEND, seconds=60.0)
        assert made.bot is not None
        await made.shown()
        made.sandbox.clock.advance(31)
        made.bot.clock.expect(0.0)
        await made.sandbox.until(lambda: slow.hits == 1, what="somebody is being called")
        call = next(r for r in reversed(made.sandbox.requests) if r.path.endswith("/messages"))
        await referee.turn()
        made.sandbox.clock.advance(60)
        await made.sandbox.until(lambda: call.response, what="the call arrives")
        await made.shown()
        assert int(call.response["id"]) not in [message.id for message in made.people[0].sees(made.channel)]
        only(made)


async def test_people_are_called_to_their_cards_though_the_first_has_played_meanwhile(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        unlimited(made)
        ann, *others = made.people
        await ann.slash(made.channel, "ciapano start", players=3)
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) >= 2)
        for person in others:
            await person.press(made.public(), label="Join")
        await made.pass_time(14.5 * 60 + 1)  # the panels follow no more
        made.sandbox.faults.slow(ACK, seconds=1.5)
        starting = asyncio.create_task(ann.press(made.public(), label="Start"))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        assert made.bot is not None
        (held,) = made.bot.tables._recent.values()
        row = held.table.at(held.table.waits_for()[0])
        assert row is not None
        first = next(person for person in made.people if person.id == row.user_id)
        await first.slash(made.channel, "ciapano hand")
        while held.table.seq == 1:
            await made.step()
        await starting
        await made.sandbox.until(lambda: made.bot is not None and not made.bot.answering)
        await made.shown()
        posts = [r.json for r in made.sandbox.requests if r.path.endswith("/messages") and r.json]
        calls = [str(post["content"]) for post in posts if "<@" in str(post.get("content"))]
        assert ["cards are dealt" in call for call in calls] == [True]
        only(made)


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
        await in_step(referee)
        only(made)


async def test_a_late_answer_is_drawn_over_though_its_table_has_left_memory(tmp_path: Path) -> None:
    async with playing(tmp_path, live_tables=1) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        await made.shown()
        person, panel, button = next_play(referee)
        other = next(member for member in made.people if member is not person)
        theirs = made.panel(other)
        assert theirs is not None
        made.sandbox.faults.slow(ACK, times=1, seconds=2.0)
        asking = asyncio.create_task(
            other.press(theirs, next(b for b in theirs.buttons if verb(b) == "last"))
        )
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        await person.press(panel, button)
        take(referee, button)
        await made.shown()
        await person.slash(made.guild.add_channel("altra"), "cicera start")
        assert referee.table_id not in made.bot.tables._recent
        await asking
        await made.shown()
        await made.sandbox.until(lambda: made.to_press(other), what="the late answer is drawn over")
        await in_step(referee)
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
        await made.bot.tables.ledgers.notes.flush()
        assert await made.bot.store.behind() == []
        (held,) = made.bot.tables._recent.values()
        panel, live = made.to_press(ann) or (None, [])
        assert panel is not None
        version = held.table.row.version
        made.sandbox.faults.slow(ACK, seconds=1.0)
        made.sandbox.faults.slow(PANEL, times=None, seconds=60.0)
        await ann.press(panel, next(b for b in live if verb(b) == "play"))
        # The computer has played while the answer was on its way, which the panel does not show.
        assert held.table.row.version == version + 2
        assert not made.to_press(ann)
        while made.bot.answering or publisher(made.bot).boards.busy or len(made.bot.outbox):  # noqa: ASYNC110  # nobody tells of the end of a press
            await asyncio.sleep(0.01)
        await made.bot.tables.ledgers.notes.flush()
        assert await made.bot.store.behind() == [held.table.row.id]
        made.sandbox.faults.clear()
        made.sandbox.clock.advance(60)
        await made.shown()
        assert made.to_press(ann)
        only(made)


async def test_nothing_is_noted_as_shown_while_panels_wait_for_an_answer(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        await made.shown()
        await made.bot.tables.ledgers.notes.flush()
        assert await made.bot.store.behind() == []
        person, panel, button = next_play(referee)
        made.sandbox.faults.slow(ACK, seconds=1.5)
        pressing = asyncio.create_task(person.press(panel, button))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        take(referee, button)
        made.sandbox.faults.slow(PANEL, times=None, seconds=60.0)
        # It changes the table's message alone; what was played is not yet on the other's panel.
        await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: "end the game" in made.public().text)
        while publisher(made.bot).boards.busy or len(made.bot.outbox):  # noqa: ASYNC110  # nobody tells of it
            await asyncio.sleep(0.01)
        await made.bot.tables.ledgers.notes.flush()
        assert await made.bot.store.behind() == [referee.table_id]
        await pressing
        made.sandbox.faults.clear()
        made.sandbox.clock.advance(60)
        await made.shown()
        await made.bot.tables.ledgers.notes.flush()
        assert await made.bot.store.behind() == []
        await in_step(referee)
        only(made)


# Where the table's message stands


async def test_a_lobby_that_is_opened_just_after_a_start_is_posted_once(tmp_path: Path) -> None:
    async with house(tmp_path, players=1) as made:
        unlimited(made)
        (ann,) = made.people
        assert made.bot is not None
        posted = made.sandbox.faults.slow(SEND, times=None, seconds=0.0)
        made.sandbox.faults.slow(ACK, seconds=2.0)
        await ann.slash(made.channel, "cicera start")
        await made.bot.wait_until_ready()
        await made.shown()
        assert posted.hits == 0
        assert len(tables(made)) == 1
        only(made)


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


async def test_a_table_that_is_moved_while_people_play_on_is_shown_as_it_is(tmp_path: Path) -> None:
    """The worker of the old channel is still at it when the new one begins: the newest drawing stays."""
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        gone = made.sandbox.faults.slow(EDIT, seconds=60.0)
        await person.press(panel, button)
        take(referee, button)
        await made.sandbox.until(lambda: gone.hits == 1, what="the old message is being edited")
        other = made.guild.add_channel("altra")
        await made.people[0].slash(other, "cicera table")
        moved = replace(made, channel=other)
        await made.sandbox.until(lambda: not tables(made) and tables(moved), what="the table is moved")
        late = made.sandbox.faults.slow(EDIT, seconds=60.0)
        # The edit of the old message finds nothing there, and draws the table where it is now.
        made.sandbox.clock.advance(60)
        await made.sandbox.until(lambda: late.hits == 1, what="the new message is being edited")
        await person.slash(other, "cicera stop")
        # Whatever else draws the table now has the time to do so.
        await asyncio.sleep(0.3)
        made.sandbox.clock.advance(60)
        await moved.shown()
        (message,) = tables(moved)
        assert "end the game" in message.text
        only(made, "10008")


async def test_a_table_that_is_moved_leaves_no_ping_behind(tmp_path: Path) -> None:
    async with playing(tmp_path, nudge_seconds=30) as (made, _):
        ann = made.people[0]
        await made.pass_time(31)

        def pings() -> list[Message]:
            return [m for m in ann.sees(made.channel) if not m.ephemeral and m.mentions]

        await made.sandbox.until(pings)
        await made.shown()
        other = made.guild.add_channel("altra")
        await ann.slash(other, "cicera table")
        await made.sandbox.until(lambda: not pings(), what="the ping is gone")
        await made.shown()
        only(made)


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
        await in_step(referee)
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

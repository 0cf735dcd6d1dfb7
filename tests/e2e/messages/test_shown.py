"""Which messages are noted as shown and posted where answers are slow and events overlap."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.publisher import publisher
from sandbox.driver import Answer, Member
from tests.e2e.support.faulty import (
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
)
from tests.e2e.support.house import House, house, tap
from tests.e2e.support.reading import verb, verbs
from tests.e2e.support.referee import unlimited


async def asked_late(made: House, person: Member, seconds: float) -> tuple[Member, asyncio.Task[Answer]]:
    """Let another member than `person` open the last plays, with a late answer; return both."""
    other = next(member for member in made.people if member is not person)
    theirs = made.panel(other)
    assert theirs is not None
    made.sandbox.faults.slow(ACK, seconds=seconds)
    last = next(button for button in theirs.buttons if verb(button) == "last")
    asking = asyncio.create_task(other.press(theirs, last))
    await made.sandbox.until(lambda: not made.sandbox.faults.active)
    return other, asking


async def test_an_answer_that_comes_late_draws_no_older_state_over_a_newer(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        other, asking = await asked_late(made, person, 1.0)
        assert not asking.done()
        await person.press(panel, button)
        take(referee, button)
        await asking
        referee.pages[made.people.index(other)] = "last"
        await in_step(referee)
        only(made)


async def test_a_late_answer_is_drawn_over_though_its_table_has_left_memory(tmp_path: Path) -> None:
    async with playing(tmp_path, live_tables=1) as (made, referee):
        assert made.bot is not None
        await easy(referee)
        await made.shown()
        person, panel, button = next_play(referee)
        other, asking = await asked_late(made, person, 2.0)
        await person.press(panel, button)
        take(referee, button)
        await made.shown()
        await person.slash(made.guild.add_channel("altra"), "cicera start")
        assert referee.table_id not in {table.row.id for table in made.bot.tables.in_server(made.guild.id)}
        await asking
        await made.shown()
        referee.pages[made.people.index(other)] = "last"
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
        async with asyncio.timeout(60):
            while await store.behind():  # noqa: ASYNC110  # a database sends no events
                await asyncio.sleep(0.1)
        only(made)


async def test_nothing_is_noted_as_shown_while_an_answer_shows_what_was_before(tmp_path: Path) -> None:
    async with house(tmp_path, players=1, pause_seconds=0.1) as made:
        unlimited(made)
        (ann,) = made.people
        await ann.slash(made.channel, "cicera start", players=2, computers=1, level="easy")
        await tap(ann, made.public(), "start")
        # Where no other card is left, one with a choice is picked first.
        await made.sandbox.until(lambda: made.to_press(ann))
        while not any(verb(control) == "play" for control in made.controls(ann)):
            await made.step()
        assert made.bot is not None
        await made.shown()
        await made.bot.tables.ledgers.deferred.flush()
        assert await made.bot.store.behind() == []
        tables = made.bot.tables
        (table,) = tables.in_server(made.guild.id)
        panel, live = made.to_press(ann) or (None, [])
        assert panel is not None
        version = table.row.version
        made.sandbox.faults.slow(ACK, seconds=1.0)
        made.sandbox.faults.slow(PANEL, times=None, seconds=60.0)
        await ann.press(panel, next(b for b in live if verb(b) == "play"))
        # The computer has played while the answer was on its way, and the panel does not show that.
        assert tables.current(table).row.version == version + 2
        assert not made.to_press(ann)
        while made.bot.answering or publisher(made.bot).boards.busy or len(made.bot.outbox):  # noqa: ASYNC110  # no event
            await asyncio.sleep(0.01)
        await made.bot.tables.ledgers.deferred.flush()
        assert await made.bot.store.behind() == [table.row.id]
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
        await made.bot.tables.ledgers.deferred.flush()
        assert await made.bot.store.behind() == []
        person, panel, button = next_play(referee)
        made.sandbox.faults.slow(ACK, seconds=1.5)
        pressing = asyncio.create_task(person.press(panel, button))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        take(referee, button)
        made.sandbox.faults.slow(PANEL, times=None, seconds=60.0)
        # It changes only the board; the play is not yet on the other's panel.
        await person.slash(made.channel, "cicera stop")
        await made.sandbox.until(lambda: "vote" in verbs(made.public()))
        while publisher(made.bot).boards.busy or len(made.bot.outbox):  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0.01)
        await made.bot.tables.ledgers.deferred.flush()
        assert await made.bot.store.behind() == [referee.table_id]
        await pressing
        made.sandbox.faults.clear()
        made.sandbox.clock.advance(60)
        await made.shown()
        await made.bot.tables.ledgers.deferred.flush()
        assert await made.bot.store.behind() == []
        await tap(person, made.public(), "against")
        await in_step(referee)
        only(made)


# Where the board is


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


@pytest.mark.real_time
async def test_a_table_that_is_moved_while_people_play_on_is_shown_as_it_is(tmp_path: Path) -> None:
    """The worker of the old channel still runs when the new one begins: the newest drawing stays."""
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
        # The edit of the old message finds nothing, and the table is drawn at its present place.
        made.sandbox.clock.advance(60)
        await made.sandbox.until(lambda: late.hits == 1, what="the new message is being edited")
        await person.slash(other, "cicera stop")
        # Any other drawing of the table now has the time to happen.
        await asyncio.sleep(0.3)
        made.sandbox.clock.advance(60)
        await moved.shown()
        (message,) = tables(moved)
        assert "vote" in verbs(message)
        only(made, "10008")


async def test_a_table_that_changes_while_it_is_moved_down_is_shown_as_it_is(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        person, panel, button = next_play(referee)
        other = next(member for member in made.people if member is not person)
        old = made.public()
        more = (await tap(other, old, "more")).message
        assert more is not None
        made.sandbox.faults.slow(SEND, seconds=1.0)
        moving = asyncio.create_task(tap(other, more, "down"))
        await made.sandbox.until(lambda: not made.sandbox.faults.active)
        await person.press(panel, button)
        take(referee, button)
        await moving
        await made.sandbox.until(lambda: old.deleted)
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
        await tap(bo, made.public(), "join", "1")
        await opening
        await made.sandbox.until(lambda: any(message.ephemeral for message in ann.sees(made.channel)))
        await made.shown()
        assert len(tables(made)) == 1
        assert "Bo" in made.public().text
        only(made, "40060")

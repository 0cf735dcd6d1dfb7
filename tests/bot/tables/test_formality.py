"""Seats that are asked without a choice: the clock answers, and nothing shows it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.blocks.blocks import Panel
from bot.clock.due import do_what_is_due
from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.locale import Catalogue
from bot.panels.table import board, hand
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.pacing import MOMENT
from bot.tables.seats import Seats
from engine import civil_suits
from engine.cards import card
from engine.record import Record
from tests.bot.tavern import PEOPLE, Tavern, golden, refusal

GOLDEN, ASKED = golden("civil-suits"), 32
"""Seat 3 is asked for a challenger and has none; seats 0 and 1, who are asked next, have some."""
WORDS = Catalogue.load().words("en")


async def last_entry(tavern: Tavern, table: Table) -> tuple[int | None, str, int | None]:
    """Return seat, action and user of the last entry of the log."""
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    entry = stored.log[-1]
    return entry.seat, entry.action, entry.user_id


async def test_the_clock_answers_within_a_short_random_pause(tavern: Tavern) -> None:
    pauses = set()
    for _ in range(8):
        table = await tavern.recorded(GOLDEN, ASKED)
        assert situation.formality(table) == (3, civil_suits.parse("challenge none"))
        assert table.row.wake_at is not None
        pauses.add(table.row.wake_at - tavern.at)
    assert len(pauses) == 8
    # As long as a computer with a choice takes: the time does not tell which seats have none.
    assert all(4 * MOMENT[0] <= pause <= 4 * MOMENT[1] for pause in pauses)
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert table.seq == ASKED
    tavern.at += 4
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert await last_entry(tavern, table) == (3, "challenge none", None)
    assert table.waits_for() == (0,)
    assert tavern.told.changes[-1] == (table.row.id, table.row.version, True)
    assert tavern.told.nudged == []
    # Seat 0 has a choice, and a whole turn for it.
    assert situation.formality(table) is None
    assert table.row.wake_at == tavern.at + 30
    await tavern.agrees(table)


async def test_a_person_may_answer_first_and_is_never_asked_twice(tavern: Tavern) -> None:
    table = await tavern.recorded(GOLDEN, ASKED)
    number = table.asked[3]
    table = await tavern.play.submit(table.row.id, PEOPLE[3], "challenge none", number)
    assert await last_entry(tavern, table) == (3, "challenge none", PEOPLE[3])
    tavern.at += 4
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert table.seq == ASKED + 1
    again = tavern.play.submit(table.row.id, PEOPLE[3], "challenge none", number)
    assert await refusal(again) == "refused.played"
    await tavern.agrees(table)


async def test_nothing_that_a_person_does_puts_it_off(tavern: Tavern) -> None:
    """A member makes a civil suit public, and others agree or vote to stop, while it is due."""
    exposed = len(GOLDEN.actions) - 1 - GOLDEN.actions[::-1].index("1 expose")
    later = replace(GOLDEN, actions=GOLDEN.actions[:exposed] + GOLDEN.actions[exposed + 1 :])
    table = await tavern.recorded(later, 304)
    formality = (0, civil_suits.parse("challenge none"))
    assert situation.formality(table) == formality
    wake_at = table.row.wake_at
    assert wake_at is not None
    tavern.at += 1
    table = await tavern.play.submit(table.row.id, PEOPLE[1], "expose", table.asked[1])
    table = await tavern.seats.vote(table.row.id, PEOPLE[1], "stop")
    assert (situation.formality(table), table.row.wake_at) == (formality, wake_at)
    tavern.at = wake_at
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert await last_entry(tavern, table) == (0, "challenge none", None)
    await tavern.agrees(table)


# Nothing shows it


def with_a_choice() -> Record:
    """Return the same game to the others, except that seat 3 holds QC, a challenger, and seat 2 holds 7S."""
    change = {"7S": "QC", "QC": "7S"}
    assert not any(name in action for action in GOLDEN.actions[: ASKED - 1] for name in change)
    first = GOLDEN.deals[0]
    deck = tuple(card(change.get(c.text, c.text)) for c in first.deck)
    return replace(GOLDEN, deals=(replace(first, deck=deck),))


def seen(table: Table, tavern: Tavern, user_id: int | None) -> Panel:
    """Return a member's panel (None: the board), under an id that is the same for all tables."""
    view = replace(view_of(table, user_id), id="00000000")
    return board.public_panel(view, WORDS) if user_id is None else hand.panel(view, WORDS)


@pytest.mark.parametrize("clock", [0, 60])
async def test_what_others_see_is_the_same_as_where_somebody_let_it_be(tmp_path: Path, clock: int) -> None:
    tavern = await Tavern.open(tmp_path, turn_seconds=clock)
    forced = await tavern.recorded(GOLDEN, ASKED)
    free = await tavern.recorded(with_a_choice(), ASKED)
    assert (situation.formality(forced) is None, situation.formality(free) is None) == (False, True)
    # Seat 2 holds the other card; seat 3 knows its own. No other seat must be able to tell the two apart.
    others = (None, PEOPLE[0], PEOPLE[1])
    for table in (forced, free):
        assert view_of(table).due_at == (tavern.at + clock if clock else None)
    assert [seen(forced, tavern, who) for who in others] == [seen(free, tavern, who) for who in others]
    tavern.at += 4
    await do_what_is_due(tavern.tables, forced.row.id)
    free = await tavern.play.submit(free.row.id, PEOPLE[3], "challenge none", free.asked[3])
    forced = tavern.now(forced)
    assert (forced.seq, forced.row.version) == (free.seq, free.row.version)
    assert [seen(forced, tavern, who) for who in others] == [seen(free, tavern, who) for who in others]
    await tavern.close()


async def test_a_computer_in_the_place_of_somebody_who_has_left_does_not_show_it_either(
    tavern: Tavern,
) -> None:
    """It chose to add none, or the clock did: both look alike, even after a restart."""
    others = (None, PEOPLE[0], PEOPLE[1])
    told = []
    for record in (GOLDEN, with_a_choice()):
        table = await tavern.recorded(record, ASKED)
        table = await Seats(tavern.tables).hand_over(table.row.id, PEOPLE[3])
        if situation.formality(table) is None:
            answer = civil_suits.parse("challenge none")
            table = await tavern.play.play_for(table.row.id, 3, answer, table.asked[3])
        else:
            tavern.at += 4
            await do_what_is_due(tavern.tables, table.row.id)
            table = tavern.now(table)
        stored = await tavern.store.load(table.row.id)
        assert stored is not None
        assert Table.restore(stored).story == table.story
        told.append([seen(table, tavern, who) for who in others])
    assert told[0] == told[1]


# After a restart


async def test_a_start_does_not_put_it_off_by_a_whole_turn(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path)
    table = await first.recorded(GOLDEN, ASKED)
    chosen = await first.recorded(GOLDEN, ASKED + 1)
    await first.store.lived(first.at)
    await first.close()
    later = await Tavern.open(tmp_path, pause_seconds=0.2)
    later.at += 3600
    loop = asyncio.get_running_loop()
    started = loop.time()
    later.tables.now = lambda: later.at + loop.time() - started
    await later.clock.forgive(later.tables)
    running = asyncio.create_task(later.clock.run(later.tables))
    try:
        async with asyncio.timeout(60):
            while not later.told.changes:  # noqa: ASYNC110  # the clock has no event
                await asyncio.sleep(0.01)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    again = await later.tables.get(table.row.id)
    assert await last_entry(later, again) == (3, "challenge none", None)
    # A seat with a choice has all the time that was left, and a little more.
    waiting = (await later.tables.get(chosen.row.id)).row.wake_at
    assert waiting == pytest.approx(later.at + 30 + GRACE_SECONDS + START_SECONDS, abs=1)
    assert later.told.nudged == []
    await later.close()

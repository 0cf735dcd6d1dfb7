"""The ladder for absent members: a call, a warning, one turn by a computer, and after two the seat."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock.due import IDLE, do_what_is_due, put_off
from bot.clock.outages import GRACE_SECONDS, Outage
from bot.panels.table import board
from bot.store import Status
from bot.table import situation
from bot.table.deadlines import DAY, FADE_SECONDS, LAST_CARD_SECONDS, WARNED
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.table.votes import EXPIRE_SECONDS, STOP, TURNS_MISSED
from bot.tables.play import DESERTED, STAND_IN
from tests.bot.tables.test_seats import WORDS
from tests.bot.tavern import PEOPLE, Tavern, golden, moved, playing, refusal

CLOCK = 60


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Tavern]:
    """A tavern whose tables have a clock of a minute and no messages about turns."""
    tavern = await Tavern.open(tmp_path, turn_seconds=CLOCK, nudge_seconds=0, pause_seconds=0)
    yield tavern
    await tavern.close()


async def passes(tavern: Tavern, table: Table, seconds: float) -> Table:
    """Return a table after so many seconds, with all work due by then done by the clock."""
    until = tavern.at + seconds
    while (due := tavern.now(table).row.wake_at) is not None and due <= until:
        tavern.at = max(tavern.at, due)
        await do_what_is_due(tavern.tables, table.row.id)
    tavern.at = until
    return tavern.now(table)


async def played_for(tavern: Tavern, table: Table) -> Table:
    """Return a table once a computer has played for every seat whose time has run out."""
    async with playing(tavern):
        tavern.computers.changed(table)
        while any(row.overdue for row in tavern.now(table).seats):  # noqa: ASYNC110  # no event
            await asyncio.sleep(0.001)
    return tavern.now(table)


def asked(table: Table) -> int:
    """Return the first seat for which the game waits."""
    return table.waits_for()[0]


async def test_a_turn_is_warned_of_and_then_played_by_a_computer(timed: Tavern) -> None:
    table = await timed.game(players=4)
    seat, began = asked(table), timed.at
    assert table.row.due_at == began + CLOCK
    until = WORDS("clock.until", at=int(began + CLOCK)).removeprefix("-# ")
    assert until in "".join(board.public_panel(view_of(table), WORDS).texts)
    table = await passes(timed, table, CLOCK * (1 - WARNED) - 1)
    assert not table.row.warned
    table = await passes(timed, table, 1)
    assert table.row.warned
    assert WORDS("clock.warned", at=int(began + CLOCK)) in "".join(
        board.public_panel(view_of(table), WORDS).texts
    )
    assert not timed.told.late
    table = await passes(timed, table, CLOCK * WARNED)
    row = table.at(seat)
    assert row is not None
    assert (row.overdue, row.missed, situation.computer_to_act(table)) == (True, 0, seat)
    assert timed.told.late == [(table.row.id, (row.user_id,))]
    await timed.agrees(table)
    table = await played_for(timed, table)
    row = table.at(seat)
    assert row is not None
    assert (row.overdue, row.missed, row.present) == (False, 1, True)
    assert table.story[-1].stood_in
    assert asked(table) != seat
    assert table.row.due_at == timed.at + CLOCK
    assert not table.row.warned
    await timed.agrees(table)


async def test_after_two_turns_in_a_row_a_computer_holds_the_seat(timed: Tavern) -> None:
    table = await timed.game(players=4)
    gone, missed = asked(table), 0
    while missed < TURNS_MISSED:
        if asked(table) == gone:
            table = await played_for(timed, await passes(timed, table, CLOCK))
            missed += 1
        else:
            table = await timed.plays(table)
    row = table.at(gone)
    assert row is not None
    assert (row.level, row.missed) == (STAND_IN, TURNS_MISSED)
    while asked(table) != gone:
        table = await timed.plays(table)
    # The clock has stopped waiting there.
    assert table.row.due_at is None
    assert situation.computer_to_act(table) == gone
    table = await timed.seats.take_back(table.row.id, row.user_id)
    back = table.at(gone)
    assert back is not None
    assert (back.present, back.missed, table.row.due_at) == (True, 0, timed.at + CLOCK)
    await timed.agrees(table)


async def test_whoever_plays_in_between_starts_anew(timed: Tavern) -> None:
    table = await timed.game()
    gone = asked(table)
    for _ in range(2):
        while asked(table) != gone:
            table = await timed.plays(table)
        table = await played_for(timed, await passes(timed, table, CLOCK))
        while asked(table) != gone:
            table = await timed.plays(table)
        table = await timed.plays(table)
        row = table.at(gone)
        assert row is not None
        assert (row.present, row.missed) == (True, 0)


async def test_a_person_who_comes_just_before_the_computer_plays_their_own_turn(timed: Tavern) -> None:
    table = await timed.game()
    seat, (user_id, action, number) = asked(table), timed.next_play(table)
    table = await passes(timed, table, CLOCK)
    table = await timed.play.submit(table.row.id, user_id, action, number)
    row = table.at(seat)
    assert row is not None
    assert (row.overdue, row.missed, table.story[-1].stood_in) == (False, 0, False)
    late = timed.play.play_for(table.row.id, seat, table.game.parse(action), number)
    assert await refusal(late) == "refused.stale"
    await timed.agrees(table)


async def test_a_computer_plays_for_nobody_whose_time_has_not_run_out(timed: Tavern) -> None:
    table = await timed.game()
    _, action, number = timed.next_play(table)
    early = timed.play.play_for(table.row.id, asked(table), table.game.parse(action), number)
    assert await refusal(early) == "refused.stale"


async def test_all_who_are_asked_at_once_have_one_clock(timed: Tavern) -> None:
    table = await timed.game("civil-suits")
    several = table.waits_for()
    assert len(several) > 1
    due = table.row.due_at
    timed.at += 20
    table = await timed.plays(table)
    # A seat that has answered gives the others neither more time nor less.
    assert table.row.due_at == due
    assert due is not None
    table = await passes(timed, table, due - timed.at)
    assert {row.seat for row in table.seats if row.overdue} == set(several[1:])


async def test_a_table_that_everybody_has_left_to_the_clock_ends(timed: Tavern) -> None:
    table = await timed.game()
    for _ in range(2 * TURNS_MISSED + 1):
        if table.playing and situation.computer_to_act(table) is None and situation.people_asked(table):
            table = await played_for(timed, await passes(timed, table, CLOCK))
        elif table.playing:
            async with playing(timed):
                timed.computers.changed(table)
                while situation.computer_to_act(timed.now(table)) is not None:  # noqa: ASYNC110  # no event
                    await asyncio.sleep(0.001)
            table = timed.now(table)
    assert (table.row.status, table.row.ended, table.row.wake_at) == (Status.STOPPED, DESERTED, None)
    assert any(WORDS("game.deserted") in text for text in board.public_panel(view_of(table), WORDS).texts)
    await timed.agrees(table)


async def test_without_a_clock_nobodys_time_runs_out(timed: Tavern) -> None:
    table = await timed.full()
    table = await timed.lobbies.choose(table.row.id, PEOPLE[0], "clock", "0")
    table = await timed.lobbies.agree(table.row.id, PEOPLE[1], table.terms)
    table = await timed.lobbies.start(table.row.id, PEOPLE[0])
    table = await passes(timed, table, 3 * DAY)
    assert (table.row.due_at, table.row.warned, table.seq) == (None, False, 1)


async def test_against_computers_alone_a_clock_is_only_where_one_was_chosen(timed: Tavern) -> None:
    async def alone(clock: int | None) -> Table:
        table = await timed.lobbies.open(
            "cicera",
            {},
            guild_id=7,
            channel_id=8,
            language="en",
            host=timed.person(0),
            computers=None,
            clock=clock,
        )
        return await timed.lobbies.start(table.row.id, PEOPLE[0])

    assert ((await alone(None)).clock, (await alone(30)).clock, (await alone(0)).clock) == (0, 30, 0)


# Abandoned games


@pytest.mark.parametrize("clock", [0, 86_400, 604_800])
async def test_a_game_that_nobody_touches_is_warned_of_and_ends(tmp_path: Path, clock: int) -> None:
    tavern = await Tavern.open(tmp_path, turn_seconds=clock, nudge_seconds=0)
    table = await tavern.play_hand(await tavern.game("ciapano", players=3))
    table = await tavern.play.ready(table.row.id, PEOPLE[0], table.seq)
    lasts = max(FADE_SECONDS, 3 * clock)
    # Between hands the next one is dealt; from then on nobody plays, and no computer either.
    touched = tavern.at
    assert table.row.fades_at == touched + lasts
    while not tavern.now(table).row.fading:
        tavern.at = max(tavern.at, tavern.now(table).row.wake_at or 0)
        await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert tavern.at == touched + lasts - DAY
    fades = table.row.fades_at
    assert fades == touched + lasts
    assert WORDS("clock.fading", at=int(fades)) in "".join(board.public_panel(view_of(table), WORDS).texts)
    table = await passes(tavern, table, DAY)
    assert (table.row.status, table.row.ended, tavern.at) == (Status.STOPPED, IDLE, fades)
    assert any(WORDS("game.idle") in text for text in board.public_panel(view_of(table), WORDS).texts)
    await tavern.agrees(table)
    await tavern.close()


async def test_whoever_plays_keeps_a_game_that_was_about_to_end(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, turn_seconds=0, nudge_seconds=0)
    table = await passes(tavern, await tavern.game(), FADE_SECONDS - DAY)
    assert table.row.fading
    table = await tavern.plays(table)
    assert (table.row.fading, table.row.fades_at) == (False, tavern.at + FADE_SECONDS)
    await tavern.close()


async def test_a_day_is_left_though_the_clock_comes_late(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, turn_seconds=0, nudge_seconds=0)
    table = await tavern.game()
    tavern.at += 3 * FADE_SECONDS
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert (table.row.fading, table.row.fades_at) == (True, tavern.at + DAY)
    await tavern.close()


# Times when nobody could act


async def test_time_for_which_nobody_could_act_is_given_back(timed: Tavern) -> None:
    table = await timed.game()
    due = table.row.due_at
    assert due is not None
    began, warns = timed.at, table.row.warn_at
    assert warns == due - WARNED * CLOCK
    outage = Outage(began)
    timed.at += 20
    await put_off(timed.tables, table.row.id, outage)
    table, by = timed.now(table), 20 + GRACE_SECONDS
    assert (table.row.due_at, table.row.warn_at) == (due + by, warns + by)
    assert table.row.fades_at == began + FADE_SECONDS + by
    await timed.agrees(table)


async def test_a_turn_that_began_after_an_outage_gets_none_of_it(timed: Tavern) -> None:
    outage = Outage(timed.at)
    timed.at += 3600
    table = await timed.game()
    await put_off(timed.tables, table.row.id, outage)
    table = timed.now(table)
    assert table.row.due_at == timed.at + CLOCK + GRACE_SECONDS
    await timed.agrees(table)


async def test_nothing_falls_due_while_discord_cannot_be_reached(timed: Tavern) -> None:
    table = await timed.game()
    version = table.row.version
    timed.tables.pacing.pause = lambda guild_id: 60.0 if guild_id == table.row.guild_id else 0.0
    table = await passes(timed, table, 10 * CLOCK)
    assert (table.row.warned, timed.told.late, table.row.version) == (False, [], version)
    assert table.row.wake_at is not None
    assert table.row.wake_at > timed.at
    timed.tables.pacing.pause = lambda guild_id: 0.0
    table = await passes(timed, table, 2 * CLOCK)
    assert timed.told.late


async def test_where_nobody_can_act_the_clock_does_not_come_again_and_again(timed: Tavern) -> None:
    table = await timed.game(players=4)
    timed.tables.pacing.pause = lambda guild_id: 60.0
    table = await timed.seats.vote(table.row.id, PEOPLE[0], STOP)
    for seconds in (EXPIRE_SECONDS, FADE_SECONDS - DAY):
        timed.at += seconds
        for _ in range(3):
            await do_what_is_due(timed.tables, table.row.id)
        wake_at = timed.now(table).row.wake_at
        assert wake_at is not None
        assert wake_at > timed.at
    table = timed.now(table)
    assert (view_of(table).votes, table.row.fading, timed.told.late) == ((), True, [])
    await timed.agrees(table)


async def test_a_vote_is_carried_out_once_those_are_away_who_were_missing(timed: Tavern) -> None:
    table = await timed.game("ciapano", players=4)
    row = next(row for row in table.seats if row.seat == asked(table))
    async with timed.tables.held(table.row.id) as held:
        await timed.tables.commit(held, table.marked(row, missed=TURNS_MISSED - 1))
    table = held.table
    for user_id in [other.user_id for other in table.seats if other.seat != row.seat][:2]:
        table = await timed.seats.vote(table.row.id, user_id, STOP)
    # Two of four are not enough; two of three are.
    table = await played_for(timed, await passes(timed, table, CLOCK))
    assert not any(other.present for other in table.seats if other.seat == row.seat)
    table = await passes(timed, table, 0)
    assert table.row.status is Status.STOPPED
    await timed.agrees(table)


async def act(tavern: Tavern, table: Table, but: int) -> Table | None:
    """Return the table after any action possible now, except by the person in one seat."""
    if situation.computer_to_act(table) is not None:
        return await moved(tavern, table)
    if table.between_hands or situation.formality(table) is not None:
        return await passes(tavern, table, 45)
    for row in table.seats:
        if row.present and row.seat in table.waits_for() and row.seat != but:
            action = str(table.game.legal(table.state, row.seat)[0])
            return await tavern.play.submit(table.row.id, row.user_id, action, table.asked[row.seat])
    return None


@pytest.mark.parametrize("name", ["cicera-two", "ciapano-four", "civil-suits"])
async def test_a_game_with_somebody_who_never_acts_is_played_to_its_end(timed: Tavern, name: str) -> None:
    """From a moment close to its end."""
    made = golden(name)
    table = await timed.recorded(made, len(made.deals) + len(made.actions) - 45)
    gone, waited = asked(table), 0.0
    async with playing(timed):
        while table.playing:
            after = await act(timed, table, gone)
            if after is None:
                due = table.row.due_at
                assert due is not None
                if situation.last_card(table) is not None:
                    after = await passes(timed, table, LAST_CARD_SECONDS)
                else:
                    waited += due - timed.at
                    after = await passes(timed, table, due - timed.at)
            table = timed.now(after)
    assert table.row.status is Status.FINISHED
    assert waited == TURNS_MISSED * CLOCK

"""A play can be taken back for a moment, once a turn, by its player."""

import asyncio
from pathlib import Path
from typing import Any, Final

import pytest

from bot.clock.calls import turn_at
from bot.computers.advice import own_plays
from bot.locale import Catalogue
from bot.panels.shared.shows import sketch
from bot.panels.shared.story import since
from bot.pictures.sketch.style import Style
from bot.preferences.declared import ALWAYS, values_of
from bot.store import UNDO, Scope
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.pacing import MOMENT
from bot.tables.records import as_record, log_of, record_of
from engine import GAMES, record
from engine.fairness import check
from engine.game import DEALER
from tests.bot.pace import BACK, CLOCK, PACE, woken
from tests.bot.tavern import PEOPLE, Tavern, against, golden, lose, playing, refusal

WORDS = Catalogue.load().words("en")


async def test_a_play_is_taken_back_once_with_the_time_that_was_left(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    seat = table.waits_for()[0]
    user_id, action, number = paced.next_play(table)
    paced.at += 20
    before = table
    table = await paced.play.submit(table.row.id, user_id, action, number)
    assert view_of(table, user_id).undo == (table.seq, 1) == (2, 1)
    others = [user for user in PEOPLE[:4] if user != user_id]
    assert [view_of(table, user).undo for user in others] == [None] * 3
    paced.at += 3
    table = await paced.play.undo(table.row.id, user_id, table.seq)
    await paced.agrees(table)
    assert table.state == before.state
    assert table.waits_for() == (seat,)
    assert table.asked[seat] == table.seq == 3
    assert (table.row.due_at, table.row.warn_at) == (paced.at + 40, paced.at + 25)
    assert (table.row.calm_at, table.row.undo_until, table.row.turn_left) == (None, None, None)
    assert [entry.action for entry in await log_of(paced.store, table)][1:] == [action, UNDO]
    # The old panel plays nothing, and the same turn gives no second take-back.
    assert await refusal(paced.play.submit(table.row.id, user_id, action, number)) == "refused.stale"
    table = await paced.plays(table)
    assert view_of(table, user_id).undo is None
    assert await refusal(paced.play.undo(table.row.id, user_id, table.seq)) == "refused.undo"
    # The next player has a take-back of their own.
    assert table.row.due_at == paced.at + CLOCK


async def test_a_turn_that_was_nearly_over_is_so_again(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    user_id, action, number = paced.next_play(table)
    paced.at += 50
    table = await woken(paced, table)
    assert table.row.warned
    table = await paced.play.submit(table.row.id, user_id, action, number)
    assert not table.row.warned
    paced.at += 1
    table = await paced.play.undo(table.row.id, user_id, table.seq)
    assert (table.row.warned, table.row.due_at) == (True, paced.at + 10)
    paced.at += 10
    assert (await woken(paced, table)).seats[table.waits_for()[0]].overdue


async def test_the_offer_goes_after_a_while_from_one_panel_alone(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    user_id, *_ = paced.next_play(table)
    table = await paced.plays(table)
    version, told = table.row.version, len(paced.told.changes)
    paced.at += BACK
    table = await woken(paced, table)
    assert table.row.version == version + 1
    assert len(paced.told.changes) == told + 1
    assert paced.told.redrawn == [(table.row.id, user_id)]
    assert view_of(table, user_id).undo is None
    assert await refusal(paced.play.undo(table.row.id, user_id, table.seq)) == "refused.undo"


async def test_nobody_takes_back_what_was_answered_or_is_not_theirs(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    first, *_ = paced.next_play(table)
    table = await paced.plays(table)
    number = table.seq
    second, *_ = paced.next_play(table)
    assert await refusal(paced.play.undo(table.row.id, second, number)) == "refused.undo"
    assert await refusal(paced.play.undo(table.row.id, 99, number)) == "refused.not-seated"
    assert await refusal(paced.play.undo(table.row.id, first, number - 1)) == "refused.undo"
    table = await paced.plays(table)
    assert await refusal(paced.play.undo(table.row.id, first, number)) == "refused.undo"
    assert await refusal(paced.play.undo(table.row.id, first, table.seq)) == "refused.undo"
    await paced.seats.hand_over(table.row.id, second)
    assert await refusal(paced.play.undo(table.row.id, second, table.seq)) == "refused.undo"


async def test_one_of_several_who_choose_takes_theirs_back(paced: Tavern) -> None:
    table = await paced.game("civil-suits")
    due = table.row.due_at
    paced.at += 10
    table = await paced.play.submit(table.row.id, PEOPLE[2], "suit H", table.asked[2])
    others = {seat: table.asked[seat] for seat in (0, 1, 3)}
    table = await paced.play.undo(table.row.id, PEOPLE[2], table.seq)
    await paced.agrees(table)
    assert table.waits_for() == (0, 1, 2, 3)
    assert {seat: table.asked[seat] for seat in (0, 1, 3)} == others
    assert situation.choosing(table) == {PEOPLE[0], PEOPLE[1], PEOPLE[3]}
    assert table.row.due_at == due
    # The others keep the pages that they have opened, and go on as before.
    table = await paced.play.submit(table.row.id, PEOPLE[0], "suit S", others[0])
    assert table.waits_for() == (1, 2, 3)


async def test_nothing_is_taken_back_where_the_table_or_the_host_wants_it_so(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, **PACE)
    table = await tavern.full("ciapano")
    table = await tavern.lobbies.choose(table.row.id, PEOPLE[0], "undo", "off")
    assert not table.seats[1].ready
    for user_id in PEOPLE[1:4]:
        table = await tavern.lobbies.agree(table.row.id, user_id, table.terms)
    table = await tavern.lobbies.start(table.row.id, PEOPLE[0])
    user_id, *_ = tavern.next_play(table)
    table = await tavern.plays(table)
    assert table.row.undo_until is None
    assert await refusal(tavern.play.undo(table.row.id, user_id, table.seq)) == "refused.undo"
    tavern.tables.settings.undo_seconds = 0
    table = await tavern.game("ciapano")
    table = await tavern.plays(table)
    assert table.row.undo_until is None
    await tavern.close()


async def test_a_play_that_came_when_the_time_was_over_stands(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    paced.at += CLOCK
    table = await woken(paced, table)
    table = await paced.plays(table)
    assert table.row.undo_until is None


@pytest.mark.parametrize("happened", [True, False])
async def test_a_take_back_of_which_nobody_knows_whether_it_was_stored(paced: Tavern, happened: bool) -> None:
    table = await paced.game("ciapano")
    user_id, *_ = paced.next_play(table)
    table = await paced.plays(table)
    lose(paced, happened)
    work = paced.play.undo(table.row.id, user_id, table.seq)
    if happened:
        await work
    else:
        assert await refusal(work) == "refused.not-saved"
    now = paced.now(table)
    assert now.seq == (3 if happened else 2)
    await paced.agrees(now)


async def test_it_is_offered_after_a_restart_too(paced: Tavern, tmp_path: Path) -> None:
    table = await paced.game("ciapano")
    user_id, *_ = paced.next_play(table)
    before, table = table, await paced.plays(table)
    fresh = await Tavern.open(tmp_path, at=paced.at + 1, **PACE)
    again = await fresh.tables.get(table.row.id)
    assert view_of(again, user_id).undo == (table.seq, 1)
    again = await fresh.play.undo(table.row.id, user_id, table.seq)
    assert again.state == before.state
    assert again.row.due_at == fresh.at + CLOCK
    await fresh.close()


SECOND_THOUGHTS: Final = 25
SHORT: Final[dict[str, dict[str, Any]]] = {"cicera": {"players": 2, "target": 11}, "ciapano": {"players": 3}}


@pytest.mark.parametrize("game", list(GAMES))
async def test_the_record_of_a_game_with_second_thoughts_verifies(paced: Tavern, game: str) -> None:
    table = await paced.game(game, **SHORT.get(game, {}))
    straight: list[str] = []
    taken_back = 0
    while table.playing:
        if table.between_hands:
            waiting = next(row for row in table.seats if row.seat in table.voters() and not row.ready)
            table = await paced.play.ready(table.row.id, waiting.user_id, table.seq)
            continue
        user_id, action, number = paced.next_play(table)
        seat = next(row.seat for row in table.seats if row.user_id == user_id)
        table = await paced.play.submit(table.row.id, user_id, action, number)
        if taken_back < SECOND_THOUGHTS and situation.undo_of(table, user_id) is not None:
            taken_back += 1
            table = await paced.play.undo(table.row.id, user_id, table.seq)
            first = str(table.game.legal(table.state, seat)[0])
            table = await paced.play.submit(table.row.id, user_id, first, table.asked[seat])
            action = first
        straight.append(f"{seat} {action}")
    assert taken_back == SECOND_THOUGHTS
    await paced.agrees(table)
    assert list(as_record(table, await log_of(paced.store, table)).actions) == straight
    made = record.read((await record_of(paced.store, table)).encode())
    assert check(made, finished=True) == []
    assert record.replay(made).state == table.state


async def test_every_state_that_is_taken_back_is_told_as_such(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    table = await paced.plays(table)
    user_id, *_ = paced.next_play(table)
    table = await paced.plays(table)
    length = len(table.story)
    table = await paced.play.undo(table.row.id, user_id, table.seq)
    assert len(table.story) == length + 1
    assert [event.name for told in table.story for event in told.events] == ["deal", "lead", UNDO]
    assert table.game.to_act(table.state) != (DEALER,)


async def test_whoever_takes_back_when_the_others_are_late_has_a_clock(paced: Tavern) -> None:
    table = await paced.game("civil-suits")
    paced.at += CLOCK - 1
    table = await paced.play.submit(table.row.id, PEOPLE[0], "suit H", table.asked[0])
    paced.at += 1
    table = await woken(paced, table)
    assert [row.overdue for row in table.seats] == [False, True, True, True]
    assert table.row.due_at is None
    paced.at += 1
    table = await paced.play.undo(table.row.id, PEOPLE[0], table.seq)
    assert table.row.due_at == paced.at + 1
    paced.at += 1
    assert (await woken(paced, table)).seats[0].overdue


async def test_quiet_hours_are_not_given_twice(paced: Tavern) -> None:
    table = await paced.full("ciapano")
    table = await paced.lobbies.choose(table.row.id, PEOPLE[0], "clock", str(24 * 3600))
    for user_id in PEOPLE[1:4]:
        table = await paced.lobbies.agree(table.row.id, user_id, table.terms)
    for user_id in PEOPLE[:4]:
        paced.preferences.members[user_id] = {"quiet": "22-08", "zone": "europe-rome"}
    table = await paced.lobbies.start(table.row.id, PEOPLE[0])
    assert table.row.due_at is not None
    assert table.row.warn_at is not None
    due, warn = table.row.due_at, table.row.warn_at
    assert due > paced.at + 25 * 3600
    user_id, *_ = paced.next_play(table)
    table = await paced.plays(table)
    paced.at += 3
    table = await paced.play.undo(table.row.id, user_id, table.seq)
    assert (table.row.due_at, table.row.warn_at, table.row.warned) == (due + 3, warn + 3, False)


@pytest.mark.real_time
async def test_computers_wait_for_a_take_back_where_all_are_asked_at_once(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, **PACE | {"hold_seconds": 0, "undo_seconds": 0.4})
    tavern.tables.settings.pause_seconds = 0.4
    loop = asyncio.get_running_loop()
    began = loop.time()
    tavern.tables.now = lambda: tavern.at + loop.time() - began
    table = await against(tavern, "civil-suits", people=2)
    async with playing(tavern):
        # Computers are about to choose.
        await asyncio.sleep(0.05)
        table = tavern.now(table)
        table = await tavern.play.submit(table.row.id, PEOPLE[0], "suit H", table.asked[0])
        played = table.seq
        assert (until := table.row.undo_until) is not None
        async with asyncio.timeout(60):
            while tavern.now(table).seq == played:  # noqa: ASYNC110  # a table has no event
                await asyncio.sleep(0.01)
    following = (await log_of(tavern.store, table))[played]
    assert following.at >= until - 0.001
    await tavern.close()


async def test_a_review_looks_at_what_stands(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    first, *_ = paced.next_play(table)
    table = await paced.plays(table)
    table = await paced.play.undo(table.row.id, first, table.seq)
    for _ in range(9):
        table = await paced.plays(table)
    log = await log_of(paced.store, table)
    made = as_record(table, log)
    for row in table.seats:
        own = {n for n, action in enumerate(made.actions, 1) if action.startswith(f"{row.seat} ")}
        assert own_plays(log, row.user_id) == own


async def test_a_press_that_comes_after_a_take_back_is_told_that_the_table_has_moved_on(
    paced: Tavern,
) -> None:
    table = await paced.game("ciapano")
    first, *_ = paced.next_play(table)
    table = await paced.plays(table)
    second, action, number = paced.next_play(table)
    table = await paced.play.undo(table.row.id, first, table.seq)
    assert await refusal(paced.play.submit(table.row.id, second, action, number)) == "refused.stale"


async def test_who_took_a_play_back_is_known_after_the_seat_is_somebody_elses(paced: Tavern) -> None:
    table = await paced.full("ciapano")
    table = await paced.lobbies.choose(table.row.id, PEOPLE[0], "claims", "on")
    for user_id in PEOPLE[1:4]:
        table = await paced.lobbies.agree(table.row.id, user_id, table.terms)
    table = await paced.lobbies.start(table.row.id, PEOPLE[0])
    first, *_ = paced.next_play(table)
    table = await paced.plays(table)
    table = await paced.play.undo(table.row.id, first, table.seq)
    await paced.seats.hand_over(table.row.id, first)
    table = await paced.seats.claim(table.row.id, paced.person(4))
    stored = await paced.store.load(table.row.id)
    assert stored is not None
    assert Table.restore(stored).story == table.story
    assert {told.former for told in table.story[1:]} == {f"P{PEOPLE.index(first)}"}


async def test_the_story_goes_on_where_it_was_before_a_take_back(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    for _ in range(5):
        table = await paced.plays(table)
    user_id, *_ = paced.next_play(table)
    before = since(view_of(table, user_id), WORDS)
    assert before
    begins = before.split(" · ")[0]
    table = await paced.plays(table)
    table = await paced.play.undo(table.row.id, user_id, table.seq)
    told = WORDS("told.undo", name="").strip()
    assert since(view_of(table, user_id), WORDS).startswith(begins)
    assert told in since(view_of(table), WORDS)
    assert since(view_of(table), WORDS).count(" · ") >= 3


async def test_nobody_is_called_to_what_may_be_taken_back(paced: Tavern) -> None:
    table = await paced.plays(await paced.game("ciapano"))
    row = table.at(table.waits_for()[0])
    assert row is not None
    always = values_of(Scope.MEMBER, {"pings": ALWAYS}, ())
    assert turn_at(table, row, always, paced.at) == paced.at + BACK
    paced.at += BACK
    table = await woken(paced, table)
    assert turn_at(table, row, always, paced.at) == paced.at


async def test_what_settles_a_hand_is_not_probed(paced: Tavern) -> None:
    table = await paced.game("ciapano")
    while situation.rest(table) is None:
        # Now and then nothing is proved before the last card: then another game is tried.
        table = await (paced.plays(table) if table.waits_for() else paced.game("ciapano"))
    assert table.row.undo_until is None


async def test_nobody_takes_back_twice_while_several_are_asked(paced: Tavern) -> None:
    table = await paced.game("civil-suits")
    ann, bo = PEOPLE[:2]

    async def suit(person: int) -> Table:
        number = situation.asked_of(paced.now(table), person)
        assert number is not None
        return await paced.play.submit(table.row.id, person, "suit H", number)

    table = await suit(ann)
    table = await paced.play.undo(table.row.id, ann, table.seq)
    table = await suit(bo)
    table = await paced.play.undo(table.row.id, bo, table.seq)
    for person in (ann, bo):
        table = await suit(person)
        assert await refusal(paced.play.undo(table.row.id, person, table.seq)) == "refused.undo"


@pytest.mark.parametrize("computer", [False, True])
async def test_when_a_take_back_ends_tells_nothing_of_who_has_no_choice(
    tmp_path: Path, computer: bool
) -> None:
    paced = await Tavern.open(tmp_path, **PACE | {"pause_seconds": 4})
    made, waits = golden("civil-suits"), set()
    for _ in range(8):
        # Seat 2 has a choice, and seat 3 is asked next and has none.
        table = await paced.recorded(made, 31)
        if computer:
            table = await paced.seats.hand_over(table.row.id, PEOPLE[3])
        seat, _, text = made.actions[31 - 1].partition(" ")
        number = table.asked[int(seat)]
        table = await paced.play.submit(table.row.id, PEOPLE[int(seat)], text, number)
        assert situation.formality(table) is not None
        assert table.row.undo_until == paced.at + BACK
        assert table.row.wake_at is not None
        waits.add(table.row.wake_at - table.row.undo_until)
    if computer:
        # Computers with a choice play right then.
        assert waits == {0.0}
    else:
        assert len(waits) == 8
        assert all(4 * MOMENT[0] <= wait <= 4 * MOMENT[1] for wait in waits)
    await paced.close()


async def test_what_magic_brought_is_still_in_sight_after_might_was_taken_back(paced: Tavern) -> None:
    # Seat 2 has just removed a demerit, and seat 1 may name a trump.
    table = await paced.recorded(golden("civil-suits-powers"), 96)
    user_id, *_ = paced.next_play(table)
    number = table.asked[1]
    before = sketch(view_of(table), WORDS, Style())
    after = await paced.play.submit(table.row.id, user_id, "might D", number)
    after = await paced.play.undo(table.row.id, user_id, after.seq)
    again = sketch(view_of(after), WORDS, Style())
    assert before is not None
    assert again is not None
    assert (again.alt, again.items) == (before.alt, before.items)

"""The last play is held in view, and the end of a hand before it is counted."""

import asyncio
import itertools
import random
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest

from bot.blocks.blocks import Panel, Press
from bot.clock.calls import tells_at
from bot.clock.due import do_what_is_due, hasten
from bot.errors import SetAside
from bot.games import LOOKS
from bot.host.settings import Settings
from bot.locale import Catalogue
from bot.messages.ledger import TOKEN_SECONDS
from bot.store import Change, LogRow, PanelRow, Status
from bot.table import situation
from bot.table.deadlines import plays_at
from bot.table.pauses import SOLO_HOLD
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from engine.game import DEALER
from tests.bot.pace import BACK, CLOCK, HOLD, PACE, events, woken
from tests.bot.panels.test_aloud import GAMES_PLAYED
from tests.bot.pictures import scenes_tricks
from tests.bot.store.store_rows import counts
from tests.bot.tavern import PEOPLE, Tavern, against, moved, playing, refusal, until

WORDS = Catalogue.load().words("en")
USUAL: Final[dict[str, Any]] = {
    name: Settings.model_fields[name].default for name in ("pause_seconds", "hold_seconds", "undo_seconds")
}
"""The pace of a server that has chosen nothing."""
RNG: Final = random.Random(7)


async def played_until(tavern: Tavern, table: Table, name: str) -> Table:
    """Return the table after the first play of the game with an event of this name."""
    while name not in events(table):
        table = await tavern.plays(table)
    return table


async def last_card(tavern: Tavern, table: Table) -> Table:
    """Return the table before the last card of the hand."""
    while True:
        seat = table.waits_for()[0]
        after = table.with_play(seat, table.game.legal(table.state, seat)[-1])
        if after.game.to_act(after.state) in ((), (DEALER,)):
            return table
        table = await tavern.plays(table)


@pytest.mark.parametrize(
    ("game", "name"), [("ciapano", "trick"), ("civil-suits", "trick"), ("cicera", "capture")]
)
async def test_the_clock_of_a_turn_starts_once_what_was_played_has_been_seen(
    paced: Tavern, game: str, name: str
) -> None:
    table = await paced.game(game)
    while name not in events(table):
        if (
            not situation.shared(table)
            and table.waits_for()
            and situation.formality(table) is None
            and table.last_play
        ):
            assert table.row.due_at == paced.at + CLOCK
        paced.at += 0.5
        table = await paced.plays(table)
    assert name in table.game.HOLDS
    assert table.row.due_at == paced.at + HOLD + CLOCK


async def test_a_press_ends_what_is_held_and_is_never_refused_for_it(paced: Tavern) -> None:
    table = await played_until(paced, await paced.game("ciapano"), "trick")
    assert table.row.calm_at == paced.at + BACK
    table = await paced.plays(table)
    assert table.row.due_at == paced.at + CLOCK


async def test_a_sheet_comes_after_the_last_cards_and_the_next_hand_after_that(paced: Tavern) -> None:
    table = await last_card(paced, await paced.game())
    table = await paced.plays(table)
    assert table.between_hands
    assert table.row.held
    assert situation.undoable(table) is None
    assert table.row.undo_until is None
    assert table.row.calm_at == paced.at + HOLD
    assert table.row.due_at == paced.at + HOLD + 45
    version, told = table.row.version, len(paced.told.changes)
    paced.at += HOLD - 0.1
    assert (await woken(paced, table)).row.held
    paced.at += 0.1
    table = await woken(paced, table)
    assert not table.row.held
    assert table.row.calm_at is None
    # Once, and on all panels.
    assert paced.told.changes[told:] == [(table.row.id, version + 1, True)]


async def test_the_end_of_a_game_counts_at_once_and_is_counted_after_the_last_cards(paced: Tavern) -> None:
    table = await paced.game("cicera", target=11)
    while table.playing:
        paced.at += 1
        table = await (
            paced.play.ready(table.row.id, PEOPLE[0], table.seq)
            if table.between_hands and not table.seats[0].ready
            else paced.play.ready(table.row.id, PEOPLE[1], table.seq)
            if table.between_hands
            else paced.plays(table)
        )
    assert table.row.status is Status.FINISHED
    assert table.row.held
    assert await counts(paced.store, guild_id=7)
    assert table.row.wake_at == paced.at + HOLD
    assert await paced.store.due(paced.at + HOLD) == [table.row.id]


async def test_what_is_held_is_over_soon_after_a_start(paced: Tavern, tmp_path: Path) -> None:
    table = await paced.plays(await last_card(paced, await paced.game()))
    fresh = await Tavern.open(tmp_path, at=paced.at + 1, **PACE)
    await fresh.store.lived(paced.at)
    await fresh.clock.forgive(fresh.tables)
    await hasten(fresh.tables, table.row.id)
    again = await fresh.tables.get(table.row.id)
    assert again.row.held
    assert again.row.wake_at == table.row.calm_at
    fresh.at += HOLD
    assert not (await woken(fresh, again)).row.held
    await fresh.close()


async def test_what_is_held_is_over_soon_though_a_start_before_has_died(
    paced: Tavern, tmp_path: Path
) -> None:
    table = await paced.plays(await last_card(paced, await paced.game()))
    await paced.store.lived(paced.at)
    # It delays the due work, and gets no further.
    await paced.clock.forgive(paced.tables)
    fresh = await Tavern.open(tmp_path, at=paced.at + 1, **PACE)
    await fresh.clock.forgive(fresh.tables)
    clock = asyncio.create_task(fresh.clock.run(fresh.tables))
    try:
        await until(lambda: fresh.tables.in_server(table.row.guild_id))
        fresh.at += HOLD
        fresh.clock.expect(0.0)
        await until(lambda: not fresh.now(table).row.held)
    finally:
        clock.cancel()
        await asyncio.gather(clock, return_exceptions=True)
        await fresh.close()


async def test_a_game_that_is_stopped_holds_nothing(paced: Tavern) -> None:
    table = await paced.plays(await last_card(paced, await paced.game()))
    table = await paced.seats.stop(table.row.id)
    assert (table.row.held, table.row.calm_at, table.row.wake_at) == (False, None, None)


async def test_nothing_is_held_where_the_host_wants_it_so(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, **PACE | {"hold_seconds": 0, "undo_seconds": 0})
    table = await tavern.plays(await last_card(tavern, await tavern.game()))
    assert (table.row.held, table.row.calm_at) == (False, None)
    await tavern.close()


@pytest.mark.parametrize(("hold", "back", "people"), [(0.3, 0.1, 2), (0.1, 0.3, 2), (0.1, 60, 1)])
async def test_computers_wait_until_it_was_seen_and_cannot_be_taken_back(
    tmp_path: Path, hold: float, back: float, people: int
) -> None:
    tavern = await Tavern.open(tmp_path, **PACE | {"hold_seconds": hold, "undo_seconds": back})
    loop = asyncio.get_running_loop()
    began = loop.time()
    tavern.tables.now = lambda: tavern.at + loop.time() - began
    table = await against(tavern, "ciapano", people=people)
    async with playing(tavern):
        for _ in range(6):
            table = await tavern.plays(await moved(tavern, table))
        await moved(tavern, table)
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    again, seconds = Table.restore(replace(stored, log=())), dict[str, list[float]]()
    for entry, following in itertools.pairwise(stored.log):
        again = again.replayed(entry)
        if following.user_id is None:
            kind = "trick" if "trick" in events(again) else "person" if entry.user_id else "computer"
            seconds.setdefault(kind, []).append(following.at - entry.at)
    # Alone, a play is taken back after computers have played on, too: they do not wait.
    assert min(seconds["person"]) >= back - 0.001 if people > 1 else max(seconds["person"]) < back
    assert min(seconds["trick"], default=hold) >= hold * (1 if people > 1 else SOLO_HOLD) - 0.001
    await tavern.close()


async def test_a_finished_game_that_cannot_be_read_any_more_is_not_looked_at_for_ever(
    paced: Tavern, tmp_path: Path
) -> None:
    table = await paced.game("ciapano")
    row = table.row
    broken = {"status": Status.FINISHED, "held": True, "calm_at": paced.at, "wake_at": paced.at}
    entry = LogRow(table.seq, 0, "nonsense", None, paced.at)
    await paced.store.commit(
        Change(row.id, row.version, {**broken, "version": row.version + 1}, entries=(entry,))
    )
    fresh = await Tavern.open(tmp_path, at=paced.at + 1, **PACE)
    assert await refusal(fresh.tables.get(row.id)) == SetAside().key
    assert await fresh.store.due(fresh.at) == []
    assert await fresh.store.next_wake() is None
    await fresh.close()


async def test_a_capture_is_not_waited_for_as_a_second_press_has_confirmed_it(paced: Tavern) -> None:
    """It can still be taken back until a player acts, and any other play is waited for."""
    waited = dict[bool, float]()
    table = await against(paced, "cicera", people=2)
    while len(waited) < 2 or table.row.undo_until is None or "capture" not in events(table):
        computer = situation.computer_to_act(table)
        if computer is not None:
            paced.at = max(paced.at, table.row.calm_at or 0.0)
            action = table.game.legal(table.state, computer)[-1]
            table = await paced.play.play_for(table.row.id, computer, action, table.asked[computer])
        elif table.waits_for():
            table = await paced.plays(table)
            captured = "capture" in events(table)
            if table.row.undo_until is not None and table.waits_for():
                assert table.row.undo_until == paced.at + BACK
                assert table.row.calm_at is not None
                waited[captured] = table.row.calm_at - paced.at
                paced.at += not captured and situation.computer_to_act(table) is None
        else:
            table = await against(paced, "cicera", people=2)
    assert waited == {True: HOLD, False: BACK}


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_no_single_press_plays_what_counts_as_confirmed(number: int) -> None:
    name, options = GAMES_PLAYED[number]
    made = scenes_tricks.table(name, options).with_row(id="0a1b2c3d")
    confirmed = 0
    for table in itertools.islice(scenes_tricks.played(made, random.Random(number)), 150):
        for seat in table.waits_for():
            row = table.at(seat)
            assert row is not None
            view = view_of(table, row.user_id)
            at_once = {
                press.notation
                for button in Panel(LOOKS[name].question(view, WORDS).answers, 0).buttons
                if (press := Press.parse(button.id)) is not None and press.verb == "play"
            }
            for action in table.game.legal(table.state, seat):
                if events(table.with_play(seat, action)) & table.game.CONFIRMED:
                    assert str(action) not in at_once
                    confirmed += 1
    assert bool(confirmed) == bool(made.game.CONFIRMED)


ALONE_S: Final = 4.0
"""Seconds from an own play to the next question at the usual pace, in the median, against three computers."""
SIGHT_S: Final = 0.8
"""Seconds for which each play is in sight at least."""


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_alone_is_quick_and_leaves_each_play_in_sight(tmp_path: Path, game: str) -> None:
    tavern = await Tavern.open(tmp_path, **USUAL)
    table, between, sight = await against(tavern, game), list[float](), list[float]()
    while len(between) < 20:
        if not table.playing:
            table = await against(tavern, game)
        if table.between_hands:
            table = await tavern.play.ready(table.row.id, PEOPLE[0], table.seq)
            continue
        assert situation.asked_of(table, PEOPLE[0]) is not None or len(table.story) < 4
        if situation.asked_of(table, PEOPLE[0]) is not None:
            table = await tavern.plays(table)
        played = tavern.at
        while table.waits_for() and situation.asked_of(table, PEOPLE[0]) is None:
            before = tavern.at
            table = await computer_plays(tavern, table)
            sight.append(tavern.at - before)
        if table.waits_for() and tavern.at > played:
            between.append(tavern.at - played)
    assert median(between) <= ALONE_S
    assert min(sight) >= SIGHT_S
    await tavern.close()


async def computer_plays(tavern: Tavern, table: Table) -> Table:
    """Return a table once the computer that is asked has played, or the clock for it, as soon as it may."""
    if situation.formality(table) is not None:
        assert table.row.nudge_at is not None
        tavern.at = table.row.nudge_at
        await do_what_is_due(tavern.tables, table.row.id)
        return tavern.now(table)
    seat = situation.computer_to_act(table)
    assert seat is not None
    tavern.at = plays_at(table, tavern.at, await tavern.tables.pacing.moment(table))
    action = RNG.choice(table.game.legal(table.state, seat))
    return await tavern.play.play_for(table.row.id, seat, action, table.asked[seat])


async def test_a_new_message_alone_waits_for_no_take_back(paced: Tavern) -> None:
    table = await against(paced, "ciapano")
    user_id = PEOPLE[0]
    while table.row.undo_until is None or situation.asked_of(table, user_id) is None:
        if situation.asked_of(table, user_id) is None:
            table = await computer_plays(paced, table)
        else:
            table = await paced.plays(table)
    table.ledger.panels[user_id] = PanelRow(table.row.id, user_id, 5, "token", paced.at + TOKEN_SECONDS)
    assert table.row.undo_until > paced.at
    assert tells_at(table, user_id, paced.at) == max(paced.at, table.row.calm_at or 0.0)

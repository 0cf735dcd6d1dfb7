"""A person alone with computers takes a play back until their next press, and those of computers with it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.locale import Catalogue
from bot.panels.table.board import public_panel
from bot.store import Status
from bot.store.model.by_hand import result_of
from bot.store.model.games import StoredGame
from bot.store.model.results import COUNTS, REWOUND
from bot.table import situation
from bot.table.situation import solo, undo_of
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.records import log_of, record_of
from engine import GAMES, record
from engine.fairness import check
from tests.bot.pace import BACK, PACE, woken
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import PEOPLE, Tavern, against, lose, moved, playing, refusal

WORDS = Catalogue.load().words("en")
ANN, BO = PEOPLE[:2]
QUICK = PACE | {"hold_seconds": 0}


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[Tavern]:
    """Return a tavern in which plays can be taken back, and nothing is held in view."""
    made = await Tavern.open(tmp_path, Troubled, **QUICK)
    yield made
    await made.close()


async def my_turn(tavern: Tavern, table: Table) -> Table:
    """Return a table once the person is asked, after computers have played."""
    async with playing(tavern):
        return await moved(tavern, table)


async def back(tavern: Tavern, table: Table) -> Table:
    """Return the table after the person's play was taken back."""
    offer = undo_of(table, ANN)
    assert offer is not None
    return await tavern.play.undo(table.row.id, ANN, offer.number)


@pytest.mark.parametrize("game", list(GAMES))
async def test_what_computers_played_since_is_taken_back_too(quick: Tavern, game: str) -> None:
    before = await my_turn(quick, await against(quick, game))
    table = await quick.plays(before)
    offer = undo_of(table, ANN)
    assert offer == (table.seq, 1)
    # No time ends the offer, and nothing but its player's next press.
    quick.at += 100 * BACK
    table = await woken(quick, table)
    table = await my_turn(quick, table)
    later = undo_of(table, ANN)
    assert later == (offer.number, table.seq - before.seq)
    assert later.removes > 1
    # The button on a panel that lags behind carries the same number.
    number = table.seq
    table = await quick.play.undo(table.row.id, ANN, offer.number)
    await quick.agrees(table)
    assert (table.state, table.waits_for()) == (before.state, before.waits_for())
    assert (await log_of(quick.store, table))[number].action == f"undo {later.removes}"
    assert table.rewound
    assert view_of(table).rewound
    # Twice pressed, or pressed with a number from before: it is refused.
    for stale in (offer.number, offer.number - 1, number, table.seq):
        assert await refusal(quick.play.undo(table.row.id, ANN, stale)) == "refused.undo"


async def test_it_may_be_done_again_but_not_for_an_earlier_play(quick: Tavern) -> None:
    table = await my_turn(quick, await against(quick, "ciapano"))
    before = table
    for _ in range(3):
        table = await my_turn(quick, await quick.plays(table))
        table = await back(quick, table)
        assert table.state == before.state
        assert undo_of(table, ANN) is None
    table = await quick.plays(table)
    assert undo_of(table, ANN) == (table.seq, 1)


async def test_a_thought_of_a_computer_from_before_does_not_land(quick: Tavern) -> None:
    table = await quick.plays(await my_turn(quick, await against(quick, "ciapano")))
    (seat,) = table.waits_for()
    thought = table.asked[seat], str(table.game.legal(table.state, seat)[0])
    table = await back(quick, table)
    late = quick.play.play_for(table.row.id, seat, table.game.parse(thought[1]), thought[0])
    assert await refusal(late) == "refused.stale"
    table = await quick.plays(table)
    late = quick.play.play_for(table.row.id, seat, table.game.parse(thought[1]), thought[0])
    assert await refusal(late) == "refused.stale"
    assert undo_of(table, ANN) == (table.seq, 1)


@pytest.mark.parametrize("computer_first", [True, False])
async def test_a_computer_plays_at_the_moment_of_the_press(quick: Tavern, computer_first: bool) -> None:
    before = await my_turn(quick, await against(quick, "ciapano"))
    table = await quick.plays(before)
    (seat,) = table.waits_for()
    offer, action = undo_of(table, ANN), table.game.legal(table.state, seat)[0]
    assert offer is not None
    plays = quick.play.play_for(table.row.id, seat, action, table.asked[seat])
    press = quick.play.undo(table.row.id, ANN, offer.number)
    done = await asyncio.gather(
        *((plays, press) if computer_first else (press, plays)), return_exceptions=True
    )
    table = quick.now(table)
    await quick.agrees(table)
    assert table.state == before.state
    removed = (await log_of(quick.store, table))[-1].action
    assert removed == ("undo 2" if computer_first else "undo")
    assert table.rewound == computer_first
    failed = [str(one) for one in done if isinstance(one, Exception)]
    assert len(failed) == (0 if computer_first else 1)


async def test_nothing_is_taken_back_past_the_end_of_a_hand(quick: Tavern) -> None:
    table = await my_turn(quick, await against(quick, "ciapano"))
    async with playing(quick):
        while not table.between_hands:
            table = await quick.plays(table) if 0 in table.waits_for() else table
            quick.at += 100
            table = await moved(quick, table)
            assert undo_of(table, ANN) is None or not table.hand_over
    assert undo_of(table, ANN) is None
    table = await quick.play.ready(table.row.id, ANN, table.seq)
    assert undo_of(table, ANN) is None


@pytest.mark.parametrize("happened", [True, False])
async def test_a_rewind_of_which_nobody_knows_whether_it_was_stored(quick: Tavern, happened: bool) -> None:
    before = await my_turn(quick, await against(quick, "ciapano"))
    table = await my_turn(quick, await quick.plays(before))
    offer = undo_of(table, ANN)
    assert offer is not None
    lose(quick, happened)
    work = quick.play.undo(table.row.id, ANN, offer.number)
    await work if happened else await refusal(work)
    await quick.agrees(quick.now(table))
    again = quick.now(table)
    assert (again.state == before.state) == happened
    assert undo_of(again, ANN) == (None if happened else offer)


async def test_it_is_offered_after_a_restart_too(quick: Tavern, tmp_path: Path) -> None:
    before = await my_turn(quick, await against(quick, "ciapano"))
    table = await my_turn(quick, await quick.plays(before))
    fresh = await Tavern.open(tmp_path, at=quick.at + 9999, **QUICK)
    again = await fresh.tables.get(table.row.id)
    assert undo_of(again, ANN) == undo_of(table, ANN) is not None
    again = await back(fresh, again)
    assert (again.state, again.rewound) == (before.state, True)
    await fresh.close()


@pytest.mark.parametrize("values", [{"undo_seconds": 0}, {}])
async def test_nothing_is_taken_back_where_the_host_or_the_table_wants_it_so(
    tmp_path: Path, values: dict[str, Any]
) -> None:
    tavern = await Tavern.open(tmp_path, **QUICK | values)
    table = await against(tavern, "ciapano")
    if not values:
        async with tavern.tables.held(table.row.id) as held:
            await tavern.tables.commit(held, held.table, undo=False)
    table = await tavern.plays(await my_turn(tavern, tavern.now(table)))
    assert undo_of(table, ANN) is None
    table = await my_turn(tavern, table)
    assert await refusal(tavern.play.undo(table.row.id, ANN, table.seq)) == "refused.undo"
    await tavern.close()


async def test_with_two_people_nothing_of_a_computer_is_taken_back(quick: Tavern) -> None:
    table = await against(quick, "ciapano", people=2)
    for _ in range(6):
        table = await quick.plays(await my_turn(quick, table))
        # The computers wait for the end of the take-back.
        quick.at += BACK
        if situation.computer_to_act(table) is not None:
            table = await my_turn(quick, table)
            assert [undo_of(table, person) for person in (ANN, BO)] == [None, None]
            assert await refusal(quick.play.undo(table.row.id, ANN, table.seq)) == "refused.undo"
            return
    raise AssertionError("no computer has played")


async def test_a_game_with_take_backs_says_so_and_has_no_result(quick: Tavern) -> None:
    table = await my_turn(quick, await against(quick, "cicera", players=2, target=11))
    mark, straight = WORDS("game.rewound"), list[str]()
    async with playing(quick):
        while table.playing:
            if table.between_hands:
                table = await quick.play.ready(table.row.id, ANN, table.seq)
            table = await moved(quick, table)
            if not table.waits_for():
                continue
            table = await moved(quick, await quick.plays(table))
            if len(straight) < 3 and (offer := undo_of(table, ANN)) is not None:
                straight.append(f"undo {offer.removes}")
                table = await back(quick, table)
    assert table.row.status is Status.FINISHED
    assert straight[0] == "undo 2"
    told = public_panel(view_of(table), WORDS).texts
    assert mark in "\n".join(told)
    made = record.read((await record_of(quick.store, table)).encode())
    assert check(made, finished=True) == []
    assert record.replay(made).state == table.state
    assert "undo" not in await record_of(quick.store, table)
    result = await quick.store.played.result(table.row.id)
    assert result is not None
    assert result.why == REWOUND
    # Nor does it count after people have taken over all seats of computers.
    people = (table.seats[0], replace(table.seats[1], user_id=BO, level=None))
    stored = await quick.store.load(table.row.id)
    assert stored is not None
    assert result_of(table.row, people, StoredGame(stored.log, rewound=True), 1.0).why == REWOUND
    assert result_of(table.row, people, StoredGame(stored.log), 1.0).why == COUNTS
    straight_on = replace(table, rewound=False)
    assert mark not in "\n".join(public_panel(view_of(straight_on), WORDS).texts)


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_game_in_which_plays_are_rewound_never_counts(quick: Tavern, game: str) -> None:
    table = await against(quick, game)
    assert solo(table.seats)
    one, other = table.seats[:2]
    taken_over = replace(other, user_id=BO, level=None, former_id=other.user_id)
    assert not solo((one, taken_over, *table.seats[2:]))
    # A person who has left, or has lost the seat to another, is another person all the same.
    assert not solo((one, replace(taken_over, level="medium"), *table.seats[2:]))
    assert not solo((replace(one, former_id=BO), *table.seats[1:]))
    assert solo((replace(one, former_id=-3, claimed_seq=4), *table.seats[1:]))

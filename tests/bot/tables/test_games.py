"""Each game's demands on tables: simultaneous choices, plays out of turn, players who are out, no teams."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock.due import do_what_is_due
from bot.errors import Illegal
from bot.store import Status
from bot.table import votes
from bot.table.deadlines import DAY, FADE_SECONDS
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import ciapano, civil_suits
from engine.game import AnyGame
from tests.bot.store.store_rows import counts
from tests.bot.tavern import PEOPLE, Tavern, golden, refusal
from tests.engine.strategies import played

GOLDEN, EXPOSED = golden("civil-suits"), 39
"""Entry 39 is seat 0 making a civil suit public while seat 1 is asked to name a trump."""


# Out of turn


async def test_what_is_legal_out_of_turn_is_let_through(tavern: Tavern) -> None:
    table = await tavern.recorded(GOLDEN, EXPOSED - 1)
    assert (table.waits_for(), table.state.public) == ((1,), (0,))
    wake_at, asked = table.row.wake_at, dict(table.asked)
    tavern.at += 7
    table = await tavern.play.submit(table.row.id, PEOPLE[0], "expose", table.asked[0])
    assert table.state.public == (0, 1)
    # Seat 1 is still asked the same question: its panel holds, and its turn goes on.
    assert (table.waits_for(), table.asked, table.row.wake_at) == ((1,), asked, wake_at)
    await tavern.agrees(table)
    again = tavern.play.submit(table.row.id, PEOPLE[0], "expose", table.asked[0])
    assert await refusal(again) == "refused.played"


async def test_out_of_turn_only_that_is_let_through(tavern: Tavern) -> None:
    table = await tavern.recorded(GOLDEN, EXPOSED - 1)
    submit, number = tavern.play.submit, table.asked[0]
    held = str(table.state.hands[0][0])
    for text in (held, "magic score", "might S"):
        assert await refusal(submit(table.row.id, PEOPLE[0], text, number)) == "refused.played"
    assert await refusal(submit(table.row.id, PEOPLE[0], "expose", number - 1)) == "refused.stale"
    assert await refusal(submit(table.row.id, PEOPLE[3], "expose", table.asked[3])) == "refused.played"
    assert await refusal(submit(table.row.id, PEOPLE[0], "no card", number)) == "refused.forged"
    assert table.seq == EXPOSED - 1
    # The seat on turn reads the reason.
    with pytest.raises(Illegal):
        await submit(table.row.id, PEOPLE[1], str(table.state.hands[1][0]), table.asked[1])
    await tavern.agrees(table)


async def test_who_is_asked_may_expose_first_and_is_asked_still(tavern: Tavern) -> None:
    table = await tavern.recorded(golden("civil-suits-powers"), 194)
    assert table.waits_for() == (1,)
    submit, number = tavern.play.submit, table.asked[1]
    table = await submit(table.row.id, PEOPLE[1], "expose", number)
    assert (table.waits_for(), table.asked[1]) == ((1,), 195)
    assert await refusal(submit(table.row.id, PEOPLE[1], "magic score", number)) == "refused.stale"
    table = await submit(table.row.id, PEOPLE[1], "magic score", 195)
    await tavern.agrees(table)


# All at once


async def test_all_choose_at_once_and_nobody_makes_another_late(tavern: Tavern) -> None:
    table = await tavern.game("civil-suits")
    assert table.waits_for() == (0, 1, 2, 3)
    numbers = dict(table.asked)
    assert set(numbers.values()) == {1}
    for seat in (2, 0, 3):
        table = await tavern.play.submit(table.row.id, PEOPLE[seat], f"suit {'SHDC'[seat]}", numbers[seat])
        again = tavern.play.submit(table.row.id, PEOPLE[seat], "suit S", numbers[seat])
        assert await refusal(again) == "refused.played"
    assert (table.waits_for(), table.asked) == ((1,), numbers)
    table = await tavern.play.submit(table.row.id, PEOPLE[1], "suit H", numbers[1])
    assert table.waits_for() == (0, 1, 2, 3)
    assert set(table.asked.values()) == {5}
    await tavern.agrees(table)


def due(table: Table) -> float | None:
    """Return when the clock looks at a table next."""
    return table.row.wake_at


async def test_a_choice_of_all_is_timed_and_called_for_once(tavern: Tavern) -> None:
    table = await tavern.game("civil-suits")
    began = tavern.at
    tavern.at += 20
    table = await tavern.play.submit(table.row.id, PEOPLE[0], "suit S", 1)
    assert due(table) == began + 30
    tavern.at += 10
    await do_what_is_due(tavern.tables, table.row.id)
    table = tavern.now(table)
    assert tavern.told.nudged == [(table.row.id, (1, 2, 3))]
    table = await tavern.play.submit(table.row.id, PEOPLE[1], "suit S", 1)
    # All are called: the next deadline is the end of an abandoned game.
    assert due(table) == tavern.at + FADE_SECONDS - DAY
    await tavern.agrees(table)
    for seat in (2, 3):
        table = await tavern.play.submit(table.row.id, PEOPLE[seat], "suit S", 1)
    # The next question is a new turn for all.
    assert due(table) == tavern.at + 30
    await tavern.agrees(table)


# Stopping


async def wish(tavern: Tavern, table: Table, *seats: int) -> Table:
    """Return the table after these seats have voted to stop."""
    for seat in seats:
        table = await tavern.seats.vote(table.row.id, PEOPLE[seat], "stop")
    return table


@pytest.mark.parametrize(("players", "enough"), [(3, 2), (4, 3), (5, 3)])
async def test_where_all_play_alone_more_than_half_may_stop(
    tavern: Tavern, players: int, enough: int
) -> None:
    table = await tavern.game("ciapano", players=players)
    table = await wish(tavern, table, *range(enough - 1), 0)
    assert table.playing
    (vote,) = view_of(table).votes
    assert vote.yes == tuple(range(enough - 1))
    table = await wish(tavern, table, players - 1)
    assert table.row.status is Status.STOPPED
    await tavern.agrees(table)


async def test_those_who_are_out_neither_stop_a_game_nor_keep_it_going(tavern: Tavern) -> None:
    table = await tavern.recorded(golden("ciapano-five"), 441)
    assert table.active() == (2, 3, 4)
    for against in (False, True):
        vote = tavern.seats.vote(table.row.id, PEOPLE[0], "stop", against=against)
        assert await refusal(vote) == "refused.out"
    table = await wish(tavern, table, 2)
    assert table.playing
    table = await wish(tavern, table, 4)
    assert table.row.status is Status.STOPPED
    moderated = await tavern.recorded(golden("ciapano-five"), 441)
    moderated = await tavern.seats.stop(moderated.row.id)
    assert moderated.row.status is Status.STOPPED
    await tavern.agrees(moderated)


async def test_a_wish_of_who_leaves_the_game_counts_no_more(tavern: Tavern) -> None:
    table = await tavern.recorded(golden("ciapano-four"), 282)
    assert table.active() == (0, 3)
    for agreed, enough in (({1, 2}, False), ({0, 1, 2}, False), ({0, 3}, True)):
        said = [replace(row, votes=(("stop", 1.0),) * (row.seat in agreed)) for row in table.seats]
        vote = votes.of(table.with_seats(*said), "stop")
        assert vote is not None
        assert (vote.yes, vote.passed) == (tuple(sorted(agreed - {1, 2})), enough)


# Results


async def end(tavern: Tavern, game: AnyGame, values: dict[str, object], seed: int) -> None:
    """End a game by a press, after random plays up to its last action."""
    record = played(game, values, seed, 9999).record
    table = await tavern.recorded(record, len(record.deals) + len(record.actions) - 1)
    seat, _, text = record.actions[-1].partition(" ")
    table = await tavern.play.submit(table.row.id, PEOPLE[int(seat)], text, table.asked[int(seat)])
    assert table.row.status is Status.FINISHED
    await tavern.agrees(table)


def sides(folder: Path) -> list[tuple[int, int, bool, int]]:
    """Return the result as it is stored: points, difference, whether won, and place of each side."""
    with closing(sqlite3.connect(folder / "cards.db")) as connection:
        found = connection.execute("SELECT points, difference, won, place FROM result_sides ORDER BY side")
        return [(points, difference, bool(won), place) for points, difference, won, place in found]


async def wins(tavern: Tavern, game: str) -> dict[int, int]:
    """Return the games won, by seat."""
    return {PEOPLE.index(who): won for (who,), (_, won) in (await counts(tavern.store, game, 7)).items()}


async def test_two_may_win_together(tavern: Tavern, tmp_path: Path) -> None:
    await end(tavern, civil_suits, {}, 10)
    # Fewer points are better, so a difference is counted from the best of the others.
    assert sides(tmp_path) == [(66, 0, True, 1), (66, 0, True, 1), (80, -14, False, 2), (80, -14, False, 2)]
    assert await wins(tavern, "civil-suits") == {0: 1, 1: 1, 2: 0, 3: 0}


async def test_who_is_out_keeps_a_place_and_the_last_one_left_wins(tavern: Tavern, tmp_path: Path) -> None:
    """The last two are removed at once: seat 3 wins with 33, though seat 2 was removed before with 31."""
    await end(tavern, ciapano, {"players": 4}, 7)
    assert sides(tmp_path) == [(34, -3, False, 2), (34, -3, False, 3), (31, 2, False, 4), (33, -2, True, 1)]
    assert [seat for seat, won in (await wins(tavern, "ciapano")).items() if won] == [3]


async def test_in_cicera_more_points_are_better(tavern: Tavern, tmp_path: Path) -> None:
    table = await tavern.game(target=11)
    while table.playing:
        if table.between_hands:
            for user_id in PEOPLE[:2]:
                table = await tavern.play.ready(table.row.id, user_id, table.seq)
        else:
            table = await tavern.plays(table)
    found = sides(tmp_path)
    assert found[table.state.winner][1] > 0
    assert found[0][1] == -found[1][1]


# Options that come later


async def test_a_game_under_way_keeps_what_it_began_with_when_an_option_is_added(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path)
    table = await tavern.game("cicera")
    table = await tavern.tables.get(table.row.id)
    await tavern.close()
    with closing(sqlite3.connect(tmp_path / "cards.db")) as database, database:
        # As if it had been stored before the option of a picada existed.
        database.execute("UPDATE tables SET options = json_remove(options, '$.picada')")
    later = await Tavern.open(tmp_path)
    again = await later.tables.get(table.row.id)
    assert "picada" not in again.row.options
    assert again.options == table.options
    assert again.state == table.state
    await later.close()

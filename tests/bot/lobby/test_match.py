"""Partners swapped for the next game, and the best of three."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.locale import Catalogue
from bot.store import Status
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from tests.bot.lobby.again import again, all_again, kept, sitting, stopped
from tests.bot.store.troubled import Troubled
from tests.bot.tables.test_records import damage
from tests.bot.tavern import PEOPLE, Tavern, refusal

WORDS = Catalogue.load().words("en")


async def conceded(tavern: Tavern, table: Table, side: int) -> Table:
    """Return a game of two sides of two that a side has given up."""
    for seat in table.sides[side]:
        row = table.at(seat)
        assert row is not None
        table = await tavern.seats.vote(table.row.id, row.user_id, f"concede-{side}")
    assert table.row.status is Status.STOPPED
    return table


@pytest.fixture
async def tavern(tmp_path: Path) -> AsyncIterator[Tavern]:
    made = await Tavern.open(tmp_path)
    yield made
    await made.close()


async def test_partners_are_swapped_in_three_ways_and_all_agree_anew(tavern: Tavern) -> None:
    table = await stopped(tavern)
    lobby = await all_again(tavern, table, (1, 0))
    pairs = []
    for _ in range(3):
        lobby = await tavern.rematches.swap(lobby.row.id, PEOPLE[1], lobby.seating)
        seats = sitting(lobby) | kept(lobby)
        assert sorted(seats) == sorted(seats.values()) == [0, 1, 2, 3]
        pairs.append({frozenset(seats[seat] for seat in side) for side in lobby.sides})
        assert {row.user_id: row.ready for row in lobby.seats} == {PEOPLE[0]: False, PEOPLE[1]: True}
    assert len({frozenset(pair) for pair in pairs}) == 3
    assert pairs[-1] == {frozenset({0, 2}), frozenset({1, 3})}
    lobby = await tavern.rematches.swap(lobby.row.id, PEOPLE[1], lobby.seating)
    lobby = await all_again(tavern, table, (2, 3))
    assert not lobby.playing
    assert {frozenset(sitting(lobby)[seat] for seat in side) for side in lobby.sides} == pairs[0]
    lobby = await tavern.lobbies.agree(lobby.row.id, PEOPLE[0], lobby.terms)
    assert lobby.playing
    await tavern.agrees(lobby)


async def test_only_who_asked_for_the_rematch_of_two_pairs_swaps(tavern: Tavern) -> None:
    lobby = await all_again(tavern, await stopped(tavern), (0, 2))
    for user_id, why in ((PEOPLE[1], "refused.not-seated"), (PEOPLE[2], "refused.asker-chooses")):
        assert await refusal(tavern.rematches.swap(lobby.row.id, user_id, lobby.seating)) == why
        assert await refusal(tavern.rematches.match(lobby.row.id, user_id, wanted=False)) == why
    # Who asked has left: another is the host, who decides now.
    lobby = await tavern.lobbies.leave(lobby.row.id, PEOPLE[0])
    after = await tavern.rematches.swap(lobby.row.id, PEOPLE[2], lobby.seating)
    assert sitting(after) != sitting(lobby)
    lobby = await tavern.lobby(players=4)
    assert await refusal(tavern.rematches.swap(lobby.row.id, PEOPLE[0], lobby.seating)) == "refused.forged"
    lobby = await again(tavern, await stopped(tavern, "ciapano", players=3), 0)
    assert await refusal(tavern.rematches.swap(lobby.row.id, PEOPLE[0], lobby.seating)) == "refused.forged"


async def test_swap_that_is_pressed_twice_swaps_once(tavern: Tavern) -> None:
    table = await stopped(tavern)
    lobby = await all_again(tavern, table, (0, 1))
    # Joining where a seat is reserved for the member changes nobody's seat.
    drawn = lobby.seating
    lobby = await again(tavern, table, 2)
    after = await tavern.rematches.swap(lobby.row.id, PEOPLE[0], drawn)
    assert await refusal(tavern.rematches.swap(lobby.row.id, PEOPLE[0], drawn)) == "refused.stale"
    assert tavern.now(lobby).seats == after.seats
    assert view_of(after).seating == after.seating != drawn


# The best of three


async def test_best_of_three_that_is_pressed_twice_stays(tavern: Tavern) -> None:
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await all_again(tavern, table, (0, 1))
    for wanted, series in ((True, ((0,),)), (True, ((0,),)), (False, ()), (False, ())):
        lobby = await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=wanted)
        assert lobby.row.series == series


async def test_a_match_outlives_a_read_that_fails(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path, Troubled)
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    later = await Tavern.open(tmp_path, Troubled, at=tavern.at + 1)
    lobby = await later.tables.get(lobby.row.id)
    assert isinstance(later.store, Troubled)
    later.store.readers.deaf = True
    joins = later.lobbies.join(lobby.row.id, tavern.person(1), agreed=lobby.terms)
    assert await refusal(joins) == "refused.not-read"
    later.store.readers.deaf = False
    lobby = await later.lobbies.join(lobby.row.id, tavern.person(1), agreed=lobby.terms)
    assert lobby.row.series == ((0,),)
    await tavern.close()
    await later.close()


async def test_the_best_of_three_goes_on_until_a_side_has_won_two(tavern: Tavern) -> None:
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    assert lobby.row.series == ()
    lobby = await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    assert lobby.row.series == ((0,),)
    assert (await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=False)).row.series == ()
    await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    second = await all_again(tavern, table, (1, 2, 3))
    assert (second.playing, second.row.series) == (True, ((0,),))
    second = await conceded(tavern, second, 0)
    assert view_of(second).series == ((0,), (1,))
    await tavern.agrees(second)
    third = await all_again(tavern, second)
    assert third.row.series == ((0,), (1,))
    third = await conceded(tavern, third, 0)
    assert view_of(third).series == ((0,), (1,), (1,))
    # The match is over: the next game is one by itself.
    assert (await all_again(tavern, third)).row.series == ()


async def test_a_match_of_two_games_is_over_where_one_side_wins_both(tavern: Tavern) -> None:
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    second = await conceded(tavern, await all_again(tavern, table, (1, 2, 3)), 1)
    assert view_of(second).series == ((0,), (0,))
    assert (await again(tavern, second, 0)).row.series == ()


async def test_a_game_that_was_stopped_neither_begins_a_match_nor_counts(tavern: Tavern) -> None:
    lobby = await again(tavern, await stopped(tavern), 0)
    assert await refusal(tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)) == "refused.no-match"
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    second = await all_again(tavern, table, (1, 2, 3))
    second = await tavern.seats.stop(second.row.id)
    assert view_of(second).series == ((0,),)
    assert (await again(tavern, second, 0)).row.series == ((0,),)


async def test_a_match_is_over_with_other_people_or_partners(tavern: Tavern) -> None:
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    lobby = await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    lobby = await tavern.lobbies.leave(lobby.row.id, PEOPLE[2])
    assert lobby.row.series == ((0,),)
    lobby = await tavern.lobbies.join(lobby.row.id, tavern.person(4))
    assert lobby.row.series == ()
    assert (
        await refusal(tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)) == "refused.other-people"
    )
    lobby = await tavern.lobbies.free(lobby.row.id, PEOPLE[0], PEOPLE[4])
    lobby = await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    assert (await tavern.rematches.swap(lobby.row.id, PEOPLE[0], lobby.seating)).row.series == ()


async def test_a_game_that_is_played_to_its_end_counts_for_its_winners(tavern: Tavern) -> None:
    table = await tavern.game("cicera", target=11)
    while table.playing:
        table = await tavern.play_hand(table)
        number = situation.agreeing(table) if table.playing else None
        if number is not None:
            for user_id in PEOPLE[:2]:
                table = await tavern.play.ready(table.row.id, user_id, number)
    assert table.row.status is Status.FINISHED
    lobby = await again(tavern, table, 0)
    lobby = await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    assert lobby.row.series == (table.game.outcome(table.state).winners,)


async def test_a_match_ends_with_a_game_in_which_somebody_took_a_seat(tavern: Tavern) -> None:
    table = await tavern.full(players=4)
    await tavern.lobbies.choose(table.row.id, PEOPLE[0], "claims", "on")
    for number in (1, 2, 3):
        table = await tavern.lobbies.agree(table.row.id, PEOPLE[number], tavern.now(table).terms)
    table = await conceded(tavern, await tavern.lobbies.start(table.row.id, PEOPLE[0]), 1)
    await tavern.rematches.match((await again(tavern, table, 0)).row.id, PEOPLE[0], wanted=True)
    second = await all_again(tavern, table, (1, 2, 3))
    await tavern.seats.hand_over(second.row.id, PEOPLE[0])
    second = await tavern.seats.claim(second.row.id, tavern.person(4))
    assert view_of(second).series == ()
    second = await conceded(tavern, second, 1)
    assert view_of(second).series == ()
    lobby = await again(tavern, second, 1)
    assert lobby.row.series == ()
    # Nor can one begin here: nobody knows whose game that was.
    assert (
        await refusal(tavern.rematches.match(lobby.row.id, PEOPLE[1], wanted=True)) == "refused.other-people"
    )


async def test_a_match_does_not_keep_people_out_where_the_game_before_cannot_be_read(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path)
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    await tavern.close()
    damage(tmp_path)
    later = await Tavern.open(tmp_path)
    assert await refusal(later.tables.get(table.row.id)) == "refused.parked"
    # Declining a seat needs no knowledge of the former game.
    lobby = await later.lobbies.leave(lobby.row.id, PEOPLE[2])
    assert lobby.row.series == ((0,),)
    lobby = await later.lobbies.join(lobby.row.id, later.person(1))
    assert (sitting(lobby), lobby.row.series) == ({0: 0, 1: 1}, ())
    await later.agrees(lobby)
    await later.close()


async def test_partners_are_swapped_though_the_game_before_cannot_be_read(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path)
    table = await conceded(tavern, await tavern.game(players=4), 1)
    lobby = await again(tavern, table, 0)
    await tavern.rematches.match(lobby.row.id, PEOPLE[0], wanted=True)
    lobby = await again(tavern, table, 1)
    await tavern.close()
    damage(tmp_path)
    later = await Tavern.open(tmp_path)
    lobby = await later.rematches.swap(lobby.row.id, PEOPLE[0], lobby.seating)
    assert (lobby.row.series, kept(lobby) != {2: 2, 3: 3}) == ((), True)
    await later.close()

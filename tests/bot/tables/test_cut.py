"""The cut before each deal of Cicera: the seat asked, its choices, and their effects."""

from dataclasses import replace
from typing import Any

from bot.blocks.blocks import Picture
from bot.clock.due import do_what_is_due
from bot.locale import Catalogue
from bot.panels.table import board, hand
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.cut import cut_deck, places
from engine import ciapano, cicera, fairness
from tests.bot.tables.cutters import EVERY, PLACE, cuts, cutter, last_deal, others, pressed
from tests.bot.tavern import PEOPLE, Tavern, refusal

WORDS = Catalogue.load().words("en")


async def between(tavern: Tavern, **options: Any) -> Table:
    """Return a game whose first hand is over."""
    return await tavern.play_hand(await tavern.game(target=51, **options))


def test_a_deck_is_cut_at_five_places_all_within_it() -> None:
    assert places(cicera) == (8, 17, 26, 34, 43)
    assert places(ciapano) == (6, 13, 20, 26, 33)


# Between two hands


async def test_the_dealers_left_neighbour_is_asked_once_a_hand_is_over(tavern: Tavern) -> None:
    for players in (2, 4):
        table = await between(tavern, players=players)
        assert cutter(table).seat == (situation.next_dealer(table) - 1) % players
        assert (await tavern.tables.get(table.row.id)).row.cut == 0
        await tavern.agrees(table)


async def test_a_cut_makes_ready_and_the_deck_is_dealt_cut(tavern: Tavern) -> None:
    table = await between(tavern, players=4)
    row, number, first = cutter(table), table.seq, others(table)
    table = await cuts(tavern, table)
    assert (table.row.cut, cutter(table).ready, table.seq) == (26, True, number)
    for user_id in first:
        table = await tavern.play.ready(table.row.id, user_id, number)
    dealt = await last_deal(tavern, table)
    key = fairness.game_seed(table.row.seed, table.entropy)
    assert (dealt.cut, dealt.deck) == (26, fairness.deck(key, 2, cicera.DECK, 26))
    assert (dealt.dealer - 1) % 4 == row.seat
    assert (table.row.cutter, table.row.cut, table.between_hands) == (None, 0, False)
    await tavern.agrees(table)


async def test_the_last_one_deals_by_cutting(tavern: Tavern) -> None:
    table = await between(tavern)
    for user_id in others(table):
        table = await tavern.play.ready(table.row.id, user_id, table.seq)
    table = await cuts(tavern, table, "8")
    assert (await last_deal(tavern, table)).cut == 8
    await tavern.agrees(table)


async def test_another_place_and_no_cut_at_all_can_be_chosen_until_the_deal(tavern: Tavern) -> None:
    table = await between(tavern)
    for place in ("8", "43", "0", "17", "0"):
        table = await cuts(tavern, table, place)
        assert (table.row.cut, cutter(table).ready) == (int(place), True)
    table = await tavern.play.ready(table.row.id, others(table)[0], table.seq)
    assert (await last_deal(tavern, table)).cut == 0


async def test_being_ready_in_public_does_not_undo_a_cut(tavern: Tavern) -> None:
    table = await between(tavern)
    table = await cuts(tavern, table)
    table = await tavern.play.ready(table.row.id, cutter(table).user_id, table.seq)
    assert table.row.cut == 26


async def test_the_clock_deals_the_deck_as_it_was_cut_or_not_at_all(tavern: Tavern) -> None:
    for place, expected in (("0", 0), (PLACE, 26)):
        table = await cuts(tavern, await between(tavern), place)
        tavern.at += 45
        await do_what_is_due(tavern.tables, table.row.id)
        table = tavern.now(table)
        assert (await last_deal(tavern, table)).cut == expected
        assert (table.row.cutter, table.row.cut) == (None, 0)


async def test_who_may_not_cut_is_told_why(tavern: Tavern) -> None:
    table = await between(tavern)
    table_id, mine, (other, *_), number = table.row.id, cutter(table).user_id, others(table), table.seq
    assert await refusal(cut_deck(tavern.tables, table_id, other, PLACE, number)) == "refused.not-cutter"
    assert await refusal(cut_deck(tavern.tables, table_id, 999, PLACE, number)) == "refused.not-seated"
    assert await refusal(cut_deck(tavern.tables, table_id, mine, PLACE, number - 1)) == "refused.stale"
    for forged in ("1", "52", "-8", "08", "+8", "²", "", "x", "26 26"):
        assert await refusal(cut_deck(tavern.tables, table_id, mine, forged, number)) == "refused.forged"
    assert tavern.now(table) is table
    tavern.at += 45
    await do_what_is_due(tavern.tables, table_id)
    assert await refusal(cut_deck(tavern.tables, table_id, mine, PLACE, number)) == "refused.stale"
    assert await refusal(cut_deck(tavern.tables, table_id, mine, PLACE, number + 1)) == "refused.stale"
    await tavern.seats.stop(table_id)
    assert await refusal(cut_deck(tavern.tables, table_id, mine, PLACE, number)) == "refused.over"


async def test_who_would_just_deal_and_who_is_away_are_not_asked(tavern: Tavern) -> None:
    tavern.preferences.members.update({user_id: {"cut": "just-deal"} for user_id in PEOPLE})
    table = await between(tavern)
    assert table.row.cutter is None
    assert all(not pressed(table, user_id) for user_id in PEOPLE[:2])
    mine = situation.may_cut(table)
    assert mine is not None
    assert await refusal(cut_deck(tavern.tables, table.row.id, mine.user_id, PLACE, table.seq)) == (
        "refused.not-cutter"
    )
    tavern.preferences.members.clear()
    table = await tavern.game(target=51)
    # In games of two, the last dealer cuts next.
    table = await tavern.seats.hand_over(table.row.id, table.seats[table.state.dealer].user_id)
    while not table.between_hands:
        seat = table.waits_for()[0]
        action = table.game.legal(table.state, seat)[-1]
        row = table.seats[seat]
        if row.present:
            table = await tavern.play.submit(table.row.id, row.user_id, str(action), table.asked[seat])
        else:
            table = await tavern.play.play_for(table.row.id, seat, action, table.asked[seat])
    assert table.row.cutter is None


async def test_other_games_have_no_cut(tavern: Tavern) -> None:
    table = await tavern.play_hand(await tavern.game("ciapano", players=3))
    assert (table.between_hands, table.row.cutter) == (True, None)


async def test_a_cut_stays_though_a_computer_takes_the_seat(tavern: Tavern) -> None:
    table = await cuts(tavern, await between(tavern, players=4))
    mine = cutter(table).user_id
    table = await tavern.seats.hand_over(table.row.id, mine)
    assert (situation.cutter(table), table.row.cut) == (None, 26)
    assert (
        await refusal(cut_deck(tavern.tables, table.row.id, mine, "8", table.seq)) == "refused.computer-plays"
    )
    assert WORDS("cut.done", cutter="x", dealer="y").partition("x")[2].partition("y")[0] in (
        "\n".join(board.public_panel(view_of(table), WORDS).texts)
    )
    table = await tavern.seats.take_back(table.row.id, mine)
    table = await cuts(tavern, table, "8")
    assert table.row.cut == 8


async def test_a_seat_given_up_uncut_is_dealt_uncut(tavern: Tavern) -> None:
    table = await between(tavern)
    mine, (other,) = cutter(table).user_id, others(table)
    table = await tavern.play.ready(table.row.id, other, table.seq)
    table = await tavern.seats.hand_over(table.row.id, mine)
    assert not table.between_hands
    assert (await last_deal(tavern, table)).cut == 0


# Messages


async def test_the_panel_of_who_cuts_has_the_middle_all_places_on_a_page_and_just_deal(
    tavern: Tavern,
) -> None:
    table = await between(tavern, players=4)
    mine, every = cutter(table).user_id, [str(at) for at in places(cicera)]
    assert pressed(table, mine) == {PLACE: (WORDS("cut.middle"), False)}
    assert list(pressed(table, mine, EVERY)) == every
    assert not any(dead for _, dead in pressed(table, mine, EVERY).values())
    assert all(not pressed(table, user_id, opened) for user_id in others(table) for opened in (None, EVERY))
    assert not any(":cut:" in button.id for button in board.public_panel(view_of(table), WORDS).buttons)
    last = hand.panel(view_of(table, mine), WORDS).buttons[-2]
    assert (last.label, last.disabled) == (WORDS("button.just-deal", ready=0, seats=4), False)
    for at, number in ((PLACE, 3), (every[0], 1)):
        table = await cuts(tavern, table, at)
        chosen = WORDS("cut.chosen", place=WORDS(f"cut.place.{number}"))
        page = pressed(table, mine, EVERY)
        assert {place: label for place, (label, dead) in page.items() if dead} == {at: chosen}
        middle, elsewhere = hand.panel(view_of(table, mine), WORDS).buttons[:2]
        other = WORDS("button.places" if number == 3 else "cut.middle")
        assert [middle.label, elsewhere.label] == ([chosen, other] if number == 3 else [other, chosen])
        assert (middle.disabled, elsewhere.disabled) == (number == 3, False)
        assert pressed(table, mine)["0"] == (WORDS("button.just-deal", ready=1, seats=4), False)
    table = await cuts(tavern, table, "0")
    assert pressed(table, mine) == {PLACE: (WORDS("cut.middle"), False)}
    last = hand.panel(view_of(table, mine), WORDS).buttons[-2]
    assert (last.label, last.disabled) == (WORDS("button.ready", ready=1, seats=4), True)


async def test_a_sheet_stands_as_a_picture_above_a_cut_but_not_with_an_answer(tavern: Tavern) -> None:
    table = await between(tavern, players=4)
    view = view_of(table, cutter(table).user_id)
    sheet = Picture("sheet.png", b"", "the sheet")
    for notice in ("", "An answer."):
        panel = hand.panel(replace(view, notice=notice), WORDS, scene=(sheet,))
        shown = [block.name for block in panel.blocks if isinstance(block, Picture)]
        assert shown == ([] if notice else ["sheet.png"])
        assert (board.over_line(view, WORDS) in panel.texts) == bool(notice)
        assert notice in "\n".join(panel.texts)


async def test_everybody_reads_who_cuts_who_deals_and_that_it_is_done(tavern: Tavern) -> None:
    table = await between(tavern, players=4)
    row, dealer = cutter(table), table.seats[situation.next_dealer(table)]
    asked = WORDS("cut.asked", cutter=row.name, dealer=dealer.name)
    done = WORDS("cut.done", cutter=row.name, dealer=dealer.name)
    for expected in (asked, done):
        assert expected in "\n".join(board.public_panel(view_of(table), WORDS).texts)
        for user_id in others(table):
            assert expected in "\n".join(hand.panel(view_of(table, user_id), WORDS).texts)
        table = await cuts(tavern, table)
    # Nobody else needs to know the place of the cut.
    for user_id in others(table):
        for button in hand.panel(view_of(table, user_id), WORDS).buttons:
            assert "26" not in button.id.removeprefix(f"t:{table.row.id}:")

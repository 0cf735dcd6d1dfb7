"""The cut before each deal of Cicera: who is asked, what they can choose, and what comes of it."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.calling import stands
from bot.cutting import cut, places
from bot.ledger import CUT, Call
from bot.locale import Catalogue
from bot.outbox import Outbox
from bot.records import checked, log_of, record_of
from bot.render import board, hand
from bot.render.panel import Press
from bot.render.tables import tables as listed
from bot.store import SeatRow, Status
from bot.table import Table
from bot.tables import DESERTED, Tables
from bot.waking import wake
from engine import ciapano, cicera, fairness
from engine.deals import Deal
from engine.record import read
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import PEOPLE, Tavern, lose, refusal
from tests.bot.test_records import rewrite

WORDS = Catalogue.load().words("en")
SECONDS = 10
PLACE = str(places(cicera)[2])


@pytest.fixture
async def asking(tmp_path: Path) -> AsyncIterator[Tavern]:
    """A tavern where the first deal waits for the cut."""
    made = await Tavern.open(tmp_path, Troubled, cut_seconds=SECONDS)
    yield made
    await made.close()


def cutter(table: Table) -> SeatRow:
    """Return who is asked to cut."""
    row = table.cutter()
    assert row is not None
    return row


def others(table: Table) -> list[int]:
    """Return the users who are not asked to cut."""
    return [row.user_id for row in table.seats if row is not table.cutter()]


async def cuts(tavern: Tavern, table: Table, place: str = PLACE) -> Table:
    """Return the table once whoever is asked has cut."""
    return await cut(tavern.tables, table.row.id, cutter(table).user_id, place, table.seq)


async def last_deal(tavern: Tavern, table: Table) -> Deal:
    """Return the newest deal of the log."""
    log = await log_of(tavern.store, table)
    return Deal.parse([entry.action for entry in log if entry.seat is None][-1], table.game)


async def between(tavern: Tavern, **options: Any) -> Table:
    """Return a game whose first hand is over."""
    return await tavern.play_hand(await tavern.game(target=51, **options))


def pressed(table: Table, user_id: int) -> dict[str, tuple[str, bool]]:
    """Return the label of each button to cut on somebody's panel, by place, and whether it is dead."""
    buttons = [(Press.parse(b.id), b) for b in hand.panel(table.shown(user_id), WORDS).buttons]
    return {p.notation: (b.label, b.disabled) for p, b in buttons if p is not None and p.verb == "cut"}


def test_a_deck_is_cut_at_five_places_all_within_it() -> None:
    assert places(cicera) == (8, 17, 26, 34, 43)
    assert places(ciapano) == (6, 13, 20, 26, 33)


# Between two hands


async def test_the_dealers_left_neighbour_is_asked_once_a_hand_is_over(tavern: Tavern) -> None:
    for players in (2, 4):
        table = await between(tavern, players=players)
        assert cutter(table).seat == (table.next_dealer() - 1) % players
        assert (await tavern.tables.get(table.row.id)).row.cut == 0
        await tavern.agrees(table)


async def test_a_cut_makes_ready_and_the_deck_is_dealt_cut(tavern: Tavern) -> None:
    table = await between(tavern, players=4)
    row, number, first = cutter(table), table.seq, others(table)
    table = await cuts(tavern, table)
    assert (table.row.cut, cutter(table).ready, table.seq) == (26, True, number)
    for user_id in first:
        table = await tavern.tables.ready(table.row.id, user_id, number)
    dealt = await last_deal(tavern, table)
    key = fairness.game_seed(table.row.seed, table.entropy)
    assert (dealt.cut, dealt.deck) == (26, fairness.deck(key, 2, cicera.DECK, 26))
    assert (dealt.dealer - 1) % 4 == row.seat
    assert (table.row.cutter, table.row.cut, table.between_hands) == (None, 0, False)
    await tavern.agrees(table)


async def test_the_last_one_deals_by_cutting(tavern: Tavern) -> None:
    table = await between(tavern)
    for user_id in others(table):
        table = await tavern.tables.ready(table.row.id, user_id, table.seq)
    table = await cuts(tavern, table, "8")
    assert (await last_deal(tavern, table)).cut == 8
    await tavern.agrees(table)


async def test_another_place_and_no_cut_at_all_can_be_chosen_until_the_deal(tavern: Tavern) -> None:
    table = await between(tavern)
    for place in ("8", "43", "0", "17", "0"):
        table = await cuts(tavern, table, place)
        assert (table.row.cut, cutter(table).ready) == (int(place), True)
    table = await tavern.tables.ready(table.row.id, others(table)[0], table.seq)
    assert (await last_deal(tavern, table)).cut == 0


async def test_being_ready_in_public_does_not_undo_a_cut(tavern: Tavern) -> None:
    table = await between(tavern)
    table = await cuts(tavern, table)
    table = await tavern.tables.ready(table.row.id, cutter(table).user_id, table.seq)
    assert table.row.cut == 26


async def test_the_clock_deals_the_deck_as_it_was_cut_or_not_at_all(tavern: Tavern) -> None:
    for place, expected in (("0", 0), (PLACE, 26)):
        table = await cuts(tavern, await between(tavern), place)
        tavern.at += 45
        await wake(tavern.tables, table.row.id)
        table = tavern.now(table)
        assert (await last_deal(tavern, table)).cut == expected
        assert (table.row.cutter, table.row.cut) == (None, 0)


async def test_who_may_not_cut_is_told_why(tavern: Tavern) -> None:
    table = await between(tavern)
    table_id, mine, (other, *_), number = table.row.id, cutter(table).user_id, others(table), table.seq
    assert await refusal(cut(tavern.tables, table_id, other, PLACE, number)) == "refused.not-cutter"
    assert await refusal(cut(tavern.tables, table_id, 999, PLACE, number)) == "refused.not-seated"
    assert await refusal(cut(tavern.tables, table_id, mine, PLACE, number - 1)) == "refused.stale"
    for forged in ("1", "52", "-8", "08", "+8", "²", "", "x", "26 26"):
        assert await refusal(cut(tavern.tables, table_id, mine, forged, number)) == "refused.forged"
    assert tavern.now(table) is table
    tavern.at += 45
    await wake(tavern.tables, table_id)
    assert await refusal(cut(tavern.tables, table_id, mine, PLACE, number)) == "refused.stale"
    assert await refusal(cut(tavern.tables, table_id, mine, PLACE, number + 1)) == "refused.stale"
    await tavern.seats.stop(table_id, 999)
    assert await refusal(cut(tavern.tables, table_id, mine, PLACE, number)) == "refused.over"


async def test_who_would_just_deal_and_who_is_away_are_not_asked(tavern: Tavern) -> None:
    tavern.just_deal.update(PEOPLE)
    table = await between(tavern)
    assert table.row.cutter is None
    assert all(not pressed(table, user_id) for user_id in PEOPLE[:2])
    mine = table.may_cut()
    assert mine is not None
    assert await refusal(cut(tavern.tables, table.row.id, mine.user_id, PLACE, table.seq)) == (
        "refused.not-cutter"
    )
    tavern.just_deal.clear()
    table = await tavern.game(target=51)
    # Who has dealt cuts next, where two play.
    table = await tavern.seats.hand_over(table.row.id, table.seats[table.state.dealer].user_id)
    while not table.between_hands:
        seat = table.waits_for()[0]
        action = table.game.legal(table.state, seat)[-1]
        row = table.seats[seat]
        if row.present:
            table = await tavern.tables.submit(table.row.id, row.user_id, str(action), table.asked[seat])
        else:
            table = await tavern.tables.play_for(table.row.id, seat, action, table.asked[seat])
    assert table.row.cutter is None


async def test_other_games_have_no_cut(tavern: Tavern) -> None:
    table = await tavern.play_hand(await tavern.game("ciapano", players=3))
    assert (table.between_hands, table.row.cutter) == (True, None)


async def test_a_cut_stays_though_a_computer_takes_the_seat(tavern: Tavern) -> None:
    table = await cuts(tavern, await between(tavern, players=4))
    mine = cutter(table).user_id
    table = await tavern.seats.hand_over(table.row.id, mine)
    assert (table.cutter(), table.row.cut) == (None, 26)
    assert await refusal(cut(tavern.tables, table.row.id, mine, "8", table.seq)) == "refused.computer-plays"
    assert WORDS("cut.done", cutter="x", dealer="y").partition("x")[2].partition("y")[0] in (
        "\n".join(board.public(table.shown(), WORDS).texts)
    )
    table = await tavern.seats.take_back(table.row.id, mine)
    table = await cuts(tavern, table, "8")
    assert table.row.cut == 8


async def test_a_seat_given_up_uncut_is_dealt_uncut(tavern: Tavern) -> None:
    table = await between(tavern)
    mine, (other,) = cutter(table).user_id, others(table)
    table = await tavern.tables.ready(table.row.id, other, table.seq)
    table = await tavern.seats.hand_over(table.row.id, mine)
    assert not table.between_hands
    assert (await last_deal(tavern, table)).cut == 0


# What is shown


async def test_the_panel_of_who_cuts_has_five_places_and_just_deal(tavern: Tavern) -> None:
    table = await between(tavern, players=4)
    mine = cutter(table).user_id
    assert list(pressed(table, mine)) == [str(at) for at in places(cicera)]
    assert not any(dead for _, dead in pressed(table, mine).values())
    assert all(not pressed(table, user_id) for user_id in others(table))
    assert not any(":cut:" in button.id for button in board.public(table.shown(), WORDS).buttons)
    last = hand.panel(table.shown(mine), WORDS).buttons[-2]
    assert (last.label, last.disabled) == (WORDS("button.just-deal", ready=0, seats=4), False)
    table = await cuts(tavern, table)
    found = pressed(table, mine)
    assert [at for at, (_, dead) in found.items() if dead] == [PLACE]
    assert found[PLACE][0] == WORDS("cut.chosen", place=WORDS("cut.place.3"))
    assert found["0"] == (WORDS("button.just-deal", ready=1, seats=4), False)
    table = await cuts(tavern, table, "0")
    assert not any(dead for _, dead in pressed(table, mine).values())
    last = hand.panel(table.shown(mine), WORDS).buttons[-2]
    assert (last.label, last.disabled) == (WORDS("button.ready", ready=1, seats=4), True)


async def test_everybody_reads_who_cuts_who_deals_and_that_it_is_done(tavern: Tavern) -> None:
    table = await between(tavern, players=4)
    row, dealer = cutter(table), table.seats[table.next_dealer()]
    asked = WORDS("cut.asked", cutter=row.name, dealer=dealer.name)
    done = WORDS("cut.done", cutter=row.name, dealer=dealer.name)
    for expected in (asked, done):
        assert expected in "\n".join(board.public(table.shown(), WORDS).texts)
        for user_id in others(table):
            assert expected in "\n".join(hand.panel(table.shown(user_id), WORDS).texts)
        table = await cuts(tavern, table)
    # Where it was cut, nobody else needs to know.
    for user_id in others(table):
        assert "26" not in "".join(button.id for button in hand.panel(table.shown(user_id), WORDS).buttons)


# Before the first deal


async def test_the_first_deal_waits_for_the_cut_and_is_dealt_by_it(asking: Tavern) -> None:
    table = await asking.game(players=4)
    assert (table.row.status, table.seq, table.undealt) == (Status.PLAYING, 0, True)
    assert (table.row.due_at, table.row.wake_at) == (asking.at + SECONDS, asking.at + SECONDS)
    assert table.row.entropy == tuple(str(row.entropy) for row in table.seats)
    assert not any(row.ready for row in table.seats)
    assert cutter(table).seat == (table.next_dealer() - 1) % 4
    await asking.agrees(table)
    first = table.next_dealer()
    table = await cuts(asking, table)
    dealt = await last_deal(asking, table)
    assert (table.seq, dealt.cut, dealt.dealer) == (1, 26, first)
    assert (table.row.cutter, table.row.cut) == (None, 0)
    assert asking.told.first_deals == [(table.row.id, 1)]
    await asking.agrees(table)


async def test_just_deal_and_the_clock_deal_the_first_hand_uncut(asking: Tavern) -> None:
    table = await asking.game()
    table = await cuts(asking, table, "0")
    assert (table.seq, (await last_deal(asking, table)).cut) == (1, 0)
    table = await asking.game()
    asking.at += SECONDS - 1
    await wake(asking.tables, table.row.id)
    assert asking.now(table).seq == 0
    asking.at += 1
    await wake(asking.tables, table.row.id)
    table = asking.now(table)
    assert (table.seq, (await last_deal(asking, table)).cut) == (1, 0)


async def test_nobody_else_can_have_the_first_hand_dealt(asking: Tavern) -> None:
    table = await asking.game()
    mine, (other,) = cutter(table).user_id, others(table)
    assert await refusal(cut(asking.tables, table.row.id, other, "0", 0)) == "refused.not-cutter"
    for user_id in (mine, other):
        assert await refusal(asking.tables.ready(table.row.id, user_id, 0)) == "refused.stale"
        assert await refusal(asking.tables.submit(table.row.id, user_id, "AS", 0)) == "refused.not-your-turn"
    table = await cuts(asking, table)
    assert await refusal(cut(asking.tables, table.row.id, mine, PLACE, 0)) == "refused.stale"


async def test_the_first_deal_waits_for_nobody_who_would_just_deal_nor_for_a_computer(asking: Tavern) -> None:
    asking.just_deal.update(PEOPLE)
    assert (await asking.game()).seq == 1
    asking.just_deal.clear()
    table = await asking.lobby()
    table = await asking.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    began = table.next_dealer()
    table = await asking.lobbies.start(table.row.id, PEOPLE[0])
    assert table.seq == (1 if began == 0 else 0)


async def test_the_first_hand_is_dealt_once_whoever_cuts_has_left(asking: Tavern) -> None:
    table = await asking.game(players=4)
    table = await asking.seats.hand_over(table.row.id, others(table)[0])
    assert (table.seq, table.row.due_at) == (0, asking.at + SECONDS)
    table = await asking.seats.hand_over(table.row.id, cutter(table).user_id)
    assert table.row.wake_at == asking.at
    await wake(asking.tables, table.row.id)
    table = asking.now(table)
    assert (table.seq, (await last_deal(asking, table)).cut) == (1, 0)
    await asking.agrees(table)


async def test_a_game_whose_people_have_all_left_before_the_first_deal_ends(asking: Tavern) -> None:
    table = await asking.game()
    for user_id in PEOPLE[:2]:
        table = await asking.seats.hand_over(table.row.id, user_id)
    assert (table.row.status, table.row.ended, table.row.wake_at) == (Status.STOPPED, DESERTED, None)
    assert board.public(table.shown(), WORDS).texts
    await asking.agrees(table)


async def test_a_game_ended_before_its_first_deal_has_nothing_wrong_with_it(asking: Tavern) -> None:
    table = await asking.game()
    table = await asking.seats.stop(table.row.id, 999)
    assert table.row.status is Status.STOPPED
    assert await checked(asking.store, table) == 0
    assert read((await record_of(asking.store, table)).encode()).deals == ()


async def test_the_first_cut_survives_a_write_that_is_lost(asking: Tavern) -> None:
    told = ""
    for happened in (True, False):
        table = await asking.game()
        told = told or table.row.id
        lose(asking, happened)
        done = cut(asking.tables, table.row.id, cutter(table).user_id, PLACE, 0)
        if happened:
            await done
        else:
            assert await refusal(done) == "refused.not-saved"
        table = await asking.tables.get(table.row.id)
        assert table.seq == int(happened)
        assert asking.told.first_deals == [(told, 1)]
        await asking.agrees(table)


@pytest.mark.parametrize("happened", [True, False])
async def test_all_are_told_of_the_first_deal_by_the_clock_though_a_write_is_lost(
    asking: Tavern, *, happened: bool
) -> None:
    table = await asking.game()
    asking.at += SECONDS
    lose(asking, happened)
    if happened:
        await wake(asking.tables, table.row.id)
    else:
        assert await refusal(wake(asking.tables, table.row.id)) == "refused.not-saved"
    assert asking.told.first_deals == [(table.row.id, 1)] * happened
    await wake(asking.tables, table.row.id)
    assert asking.told.first_deals == [(table.row.id, 1)]
    await asking.agrees(asking.now(table))


async def test_a_table_that_was_set_aside_goes_on_before_its_first_deal(asking: Tavern) -> None:
    table = await asking.game()
    async with asking.tables.held(table.row.id) as held:
        await asking.tables.commit(held, held.table, status=Status.PARKED, due_at=None)
    again = Tables(asking.store, asking.tables.settings, Outbox(), now=lambda: asking.at)
    table = await again.get(table.row.id)
    assert (table.row.status, table.undealt, table.row.due_at) == (Status.PLAYING, True, asking.at + SECONDS)


async def test_before_the_first_deal_all_read_who_deals_and_one_is_asked(asking: Tavern) -> None:
    table = await asking.game(players=4)
    row, dealer = cutter(table), table.seats[table.next_dealer()]
    asked = WORDS("cut.asked", cutter=row.name, dealer=dealer.name)
    texts = [board.public(table.shown(), WORDS), hand.panel(table.shown(999), WORDS)]
    texts += [hand.panel(table.shown(user_id), WORDS) for user_id in others(table)]
    for panel in texts:
        assert asked in "\n".join(panel.texts)
        assert f"<t:{int(asking.at + SECONDS)}:R>" in "\n".join(panel.texts)
        assert not any(":cut:" in button.id for button in panel.buttons)
    assert list(pressed(table, row.user_id)) == [*map(str, places(cicera)), "0"]
    assert WORDS("cut.yours", dealer=dealer.name) in "\n".join(
        hand.panel(table.shown(row.user_id), WORDS).texts
    )
    place = table.ledger.place
    assert asked in "\n".join(listed([(table.shown(others(table)[0]), place)], (), 0, WORDS).texts)
    call = Call(CUT, 0)
    assert stands(table, row.user_id, call)
    assert not stands(await cuts(asking, table), row.user_id, call)


# Records


async def test_a_record_has_the_cuts_and_a_changed_one_is_found(asking: Tavern, tmp_path: Path) -> None:
    table = await cuts(asking, await asking.game(target=51), "8")
    while table.playing:
        table = await asking.play_hand(table)
        if table.playing:
            table = await cuts(asking, table)
            for user_id in others(table):
                table = await asking.tables.ready(table.row.id, user_id, table.seq)
    text = await record_of(asking.store, table)
    made = read(text.encode())
    found = json.loads(text)["fairness"]
    assert found["cuts"] == [8, *[26] * (len(made.deals) - 1)]
    assert fairness.check(made, finished=True) == []
    assert await checked(asking.store, table) == len(made.deals)
    for changed in ([0, *found["cuts"][1:]], [9, *found["cuts"][1:]]):
        other = replace(made, fairness={**found, "cuts": changed})
        assert fairness.check(other, finished=True) == [
            "fairness: deal 1: the deck is not the one that the seed gives"
        ]
    # The deck as it was dealt, written as if it had not been cut.
    assert made.deals[0].cut == 0
    rewrite(tmp_path, 0, made.deals[0])
    assert await checked(asking.store, table) == 0

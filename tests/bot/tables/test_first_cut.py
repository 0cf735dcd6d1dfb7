"""The cut before the first deal, and the cuts in a record."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock.calls import is_open
from bot.clock.due import do_what_is_due
from bot.locale import Catalogue
from bot.messages.ledger import TO_CUT, Call
from bot.panels.lists.tables import open_tables as listed
from bot.panels.table import board, hand
from bot.store import Status
from bot.table import situation
from bot.table.viewing import view_of
from bot.tables.cut import cut_deck, places
from bot.tables.outbox import Outbox
from bot.tables.play import DESERTED
from bot.tables.records import checked, record_of
from bot.tables.tables import Tables
from engine import cicera, fairness
from engine.record import read
from tests.bot.store.troubled import Troubled
from tests.bot.tables.cutters import EVERY, PLACE, cuts, cutter, last_deal, others, pressed
from tests.bot.tables.test_records import rewrite
from tests.bot.tavern import PEOPLE, Tavern, lose, refusal

WORDS = Catalogue.load().words("en")
SECONDS = 10


@pytest.fixture
async def asking(tmp_path: Path) -> AsyncIterator[Tavern]:
    """A tavern where the first deal waits for the cut."""
    made = await Tavern.open(tmp_path, Troubled, cut_seconds=SECONDS)
    yield made
    await made.close()


async def test_the_first_deal_waits_for_the_cut_and_is_dealt_by_it(asking: Tavern) -> None:
    table = await asking.game(players=4)
    assert (table.row.status, table.seq, table.undealt) == (Status.PLAYING, 0, True)
    assert (table.row.due_at, table.row.wake_at) == (asking.at + SECONDS, asking.at + SECONDS)
    assert table.row.entropy == tuple(str(row.entropy) for row in table.seats)
    assert not any(row.ready for row in table.seats)
    assert cutter(table).seat == (situation.next_dealer(table) - 1) % 4
    await asking.agrees(table)
    first = situation.next_dealer(table)
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
    await do_what_is_due(asking.tables, table.row.id)
    assert asking.now(table).seq == 0
    asking.at += 1
    await do_what_is_due(asking.tables, table.row.id)
    table = asking.now(table)
    assert (table.seq, (await last_deal(asking, table)).cut) == (1, 0)


async def test_nobody_else_can_have_the_first_hand_dealt(asking: Tavern) -> None:
    table = await asking.game()
    mine, (other,) = cutter(table).user_id, others(table)
    assert await refusal(cut_deck(asking.tables, table.row.id, other, "0", 0)) == "refused.not-cutter"
    for user_id in (mine, other):
        assert await refusal(asking.play.ready(table.row.id, user_id, 0)) == "refused.stale"
        assert await refusal(asking.play.submit(table.row.id, user_id, "AS", 0)) == "refused.not-your-turn"
    table = await cuts(asking, table)
    assert await refusal(cut_deck(asking.tables, table.row.id, mine, PLACE, 0)) == "refused.stale"


async def test_the_first_deal_waits_for_nobody_who_would_just_deal_nor_for_a_computer(asking: Tavern) -> None:
    asking.preferences.members.update({user_id: {"cut": "just-deal"} for user_id in PEOPLE})
    assert (await asking.game()).seq == 1
    asking.preferences.members.clear()
    table = await asking.lobby()
    table = await asking.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    began = situation.next_dealer(table)
    table = await asking.lobbies.start(table.row.id, PEOPLE[0])
    assert table.seq == (1 if began == 0 else 0)


async def test_the_first_hand_is_dealt_once_whoever_cuts_has_left(asking: Tavern) -> None:
    table = await asking.game(players=4)
    table = await asking.seats.hand_over(table.row.id, others(table)[0])
    assert (table.seq, table.row.due_at) == (0, asking.at + SECONDS)
    table = await asking.seats.hand_over(table.row.id, cutter(table).user_id)
    assert table.row.wake_at == asking.at
    await do_what_is_due(asking.tables, table.row.id)
    table = asking.now(table)
    assert (table.seq, (await last_deal(asking, table)).cut) == (1, 0)
    await asking.agrees(table)


async def test_a_game_whose_people_have_all_left_before_the_first_deal_ends(asking: Tavern) -> None:
    table = await asking.game()
    for user_id in PEOPLE[:2]:
        table = await asking.seats.hand_over(table.row.id, user_id)
    assert (table.row.status, table.row.ended, table.row.wake_at) == (Status.STOPPED, DESERTED, None)
    assert board.public_panel(view_of(table), WORDS).texts
    await asking.agrees(table)


async def test_a_game_ended_before_its_first_deal_has_nothing_wrong_with_it(asking: Tavern) -> None:
    table = await asking.game()
    table = await asking.seats.stop(table.row.id)
    assert table.row.status is Status.STOPPED
    assert await checked(asking.store, table) == 0
    assert read((await record_of(asking.store, table)).encode()).deals == ()


async def test_the_first_cut_survives_a_write_that_is_lost(asking: Tavern) -> None:
    told = ""
    for happened in (True, False):
        table = await asking.game()
        told = told or table.row.id
        lose(asking, happened)
        done = cut_deck(asking.tables, table.row.id, cutter(table).user_id, PLACE, 0)
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
        await do_what_is_due(asking.tables, table.row.id)
    else:
        assert await refusal(do_what_is_due(asking.tables, table.row.id)) == "refused.not-saved"
    assert asking.told.first_deals == [(table.row.id, 1)] * happened
    await do_what_is_due(asking.tables, table.row.id)
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
    row, dealer = cutter(table), table.seats[situation.next_dealer(table)]
    asked = WORDS("cut.asked", cutter=row.name, dealer=dealer.name)
    texts = [board.public_panel(view_of(table), WORDS), hand.panel(view_of(table, 999), WORDS)]
    texts += [hand.panel(view_of(table, user_id), WORDS) for user_id in others(table)]
    for panel in texts:
        assert asked in "\n".join(panel.texts)
        assert f"<t:{int(asking.at + SECONDS)}:R>" in "\n".join(panel.texts)
        assert not any(":cut:" in button.id for button in panel.buttons)
    assert list(pressed(table, row.user_id)) == [PLACE, "0"]
    assert list(pressed(table, row.user_id, EVERY)) == [*map(str, places(cicera))]
    assert WORDS("cut.yours", dealer=dealer.name) in "\n".join(
        hand.panel(view_of(table, row.user_id), WORDS).texts
    )
    place = table.ledger.place
    assert asked in "\n".join(listed([(view_of(table, others(table)[0]), place)], (), 0, WORDS).texts)
    call = Call(TO_CUT, 0)
    assert is_open(table, row.user_id, call)
    assert not is_open(await cuts(asking, table), row.user_id, call)


# Records


async def test_a_record_has_the_cuts_and_a_changed_one_is_found(asking: Tavern, tmp_path: Path) -> None:
    table = await cuts(asking, await asking.game(target=51), "8")
    while table.playing:
        table = await asking.play_hand(table)
        if table.playing:
            table = await cuts(asking, table)
            for user_id in others(table):
                table = await asking.play.ready(table.row.id, user_id, table.seq)
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
    await rewrite(asking, tmp_path, table, 0, made.deals[0])
    assert await checked(asking.store, table) == 0

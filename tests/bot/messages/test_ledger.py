"""The ledger of private panels: which can be edited, when they were last pressed, and their open pages."""

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from bot.blocks.blocks import Panel, Press
from bot.locale import Catalogue
from bot.messages.ledger import TOKEN_SECONDS, Ledger, Opened
from bot.panels.table import hand
from bot.store import PanelRow, PlaceRow
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from tests.bot.tavern import PEOPLE, Tavern

WORDS = Catalogue.load().words("en")
PRESSED = 1_000.0


def pressed(at: float = PRESSED, table_id: str = "t1") -> PanelRow:
    """Return a panel of the first member that was pressed at this time."""
    return PanelRow(table_id, PEOPLE[0], 5, "token", at + TOKEN_SECONDS)


@pytest.mark.parametrize(
    ("later", "lately", "living"),
    [
        (0.0, True, True),
        (119.0, True, True),
        (120.0, False, True),
        (869.0, False, True),
        (870.0, False, False),
    ],
)
def test_a_panel_lives_for_its_token_and_was_pressed_lately_for_a_while(
    later: float, lately: bool, living: bool
) -> None:
    ledger = Ledger(PlaceRow("t1", 7, 8), {PEOPLE[0]: pressed()})
    now = PRESSED + later
    assert ledger.pressed_within(PEOPLE[0], 120.0, now) is lately
    assert (ledger.panel_of(PEOPLE[0], now) == pressed()) is living


def test_who_has_no_panel_has_not_pressed_one() -> None:
    ledger = Ledger(PlaceRow("t1", 7, 8), {PEOPLE[0]: pressed()})
    assert not ledger.pressed_within(PEOPLE[1], 120.0, PRESSED)
    assert ledger.panel_of(PEOPLE[1], PRESSED) is None


async def test_a_press_on_the_same_panel_counts_from_then_on(tavern: Tavern) -> None:
    table = await tavern.game()
    ledgers, ledger = tavern.tables.ledgers, table.ledger
    for at in (PRESSED, PRESSED + 300):
        await ledgers.follow(ledger, pressed(at, table.row.id))
        assert ledger.pressed_within(PEOPLE[0], 120.0, at + 60)
    await ledgers.forget(ledger, PEOPLE[0])
    assert not ledger.pressed_within(PEOPLE[0], 120.0, PRESSED + 301)


# Open pages


def drawn(table: Table) -> Panel:
    """Return the first member's panel as it would be drawn now."""
    return hand.panel(view_of(table, PEOPLE[0]), WORDS, table.ledger.opened.get(PEOPLE[0]))


def verbs(panel: Panel) -> list[str]:
    """Return the verbs of a panel's buttons."""
    presses = map(Press.parse, [button.id for button in panel.buttons])
    return [press.verb for press in presses if press is not None]


async def own_turn(tavern: Tavern) -> Table:
    """Return a game of two in which the first member is on turn."""
    table = await tavern.game()
    while situation.asked_of(table, PEOPLE[0]) is None:
        table = await tavern.plays(table)
    return table


async def test_what_is_looked_up_stays_open_while_the_game_goes_on(tavern: Tavern) -> None:
    table = await own_turn(tavern)
    table.ledger.opened[PEOPLE[0]] = Opened(0, "last")
    before = drawn(table)
    assert verbs(before) == ["back"]
    table = await tavern.plays(table)
    after = drawn(table)
    assert verbs(after) == ["back"]
    # It follows the game: the last play is told there.
    assert after.texts != before.texts
    assert hand.panel(view_of(table, PEOPLE[0]), WORDS) != after


async def test_a_further_question_is_open_as_long_as_it_is_asked(tavern: Tavern) -> None:
    table = await own_turn(tavern)
    while not (asks := [press for press in presses(table) if press.verb == "pick"]):
        table = await tavern.plays(table)
    table.ledger.opened[PEOPLE[0]] = Opened(asks[0].number, "pick", asks[0].notation)
    assert "back" in verbs(drawn(table))
    table = await tavern.seats.vote(table.row.id, PEOPLE[0], "stop")
    assert "back" in verbs(drawn(table))
    played = asks[0].notation
    table = await tavern.play.submit(table.row.id, PEOPLE[0], played, asks[0].number)
    # It was never closed, but its question is over.
    assert table.ledger.opened[PEOPLE[0]].verb == "pick"
    assert drawn(table) == hand.panel(view_of(table, PEOPLE[0]), WORDS)
    while situation.asked_of(table, PEOPLE[0]) is None:
        table = await tavern.plays(table)
    assert drawn(table) == hand.panel(view_of(table, PEOPLE[0]), WORDS)


def presses(table: Table) -> list[Press]:
    """Return the presses of the first member's live buttons, none unless it is their turn."""
    if situation.asked_of(table, PEOPLE[0]) is None:
        return []
    panel = hand.panel(view_of(table, PEOPLE[0]), WORDS)
    found = [Press.parse(button.id) for button in panel.buttons if not button.disabled]
    return [press for press in found if press is not None]


async def test_what_is_open_is_nobody_elses_and_outlives_the_tables_place_in_memory(
    young: None, tmp_path: Path
) -> None:
    tavern = await Tavern.open(tmp_path, live_tables=1)
    table = await own_turn(tavern)
    table.ledger.opened[PEOPLE[0]] = Opened(0, "scores")
    other = table.ledger.opened.get(PEOPLE[1])
    assert hand.panel(view_of(table, PEOPLE[1]), WORDS, other) == hand.panel(view_of(table, PEOPLE[1]), WORDS)
    await tavern.game()
    gc.collect()
    again = await tavern.tables.get(table.row.id)
    assert again is not table
    assert verbs(drawn(again)) == ["back"]
    await tavern.close()


async def test_after_a_restart_nothing_is_open(tavern: Tavern, tmp_path: Path) -> None:
    table = await own_turn(tavern)
    table.ledger.opened[PEOPLE[0]] = Opened(0, "rules", "2")
    later = await Tavern.open(tmp_path)
    again = await later.tables.get(table.row.id)
    assert again.ledger.opened == {}
    assert drawn(again) == hand.panel(view_of(again, PEOPLE[0]), WORDS) != drawn(table)
    await later.close()


# Panels that replace each other


async def test_a_panel_that_took_anothers_place_is_the_only_one_once_that_is_removed(tavern: Tavern) -> None:
    table = await tavern.game()
    ledgers, ledger, user_id = tavern.tables.ledgers, table.ledger, PEOPLE[0]
    former = pressed(table_id=table.row.id)
    await ledgers.follow(ledger, former)
    await ledgers.leaves(ledger, former)
    assert ledger.panels[user_id] is former
    assert (await stored(tavern, table))[0].left
    new = replace(former, message_id=6, told=1, former_id=5)
    assert await ledgers.follow(ledger, new) is former
    assert await stored(tavern, table) == [new]
    # A start finds the messages still to be deleted in the store.
    again = Ledger(ledger.place, {user_id: new})
    assert again.standing == {user_id: replace(former, told=1)}
    ledger.standing[user_id] = former
    ledgers.removed(ledger, former)
    await ledgers.deferred.flush()
    assert ledger.standing == {}
    assert await stored(tavern, table) == [replace(new, former_id=None)]


async def test_a_panel_stays_where_no_other_has_come(tavern: Tavern) -> None:
    table = await tavern.game()
    ledgers, ledger = tavern.tables.ledgers, table.ledger
    panel = pressed(table_id=table.row.id)
    await ledgers.follow(ledger, panel)
    await ledgers.leaves(ledger, panel)
    left = (await stored(tavern, table))[0]
    # After a restart the panel may be the only one: it is no message to be deleted.
    assert Ledger(ledger.place, {left.user_id: left}).standing == {}
    ledgers.stays(ledger, panel.user_id)
    await ledgers.deferred.flush()
    assert await stored(tavern, table) == [panel]


async def test_a_panel_that_is_pressed_again_has_not_to_go(tavern: Tavern) -> None:
    table = await tavern.game()
    ledgers, ledger, user_id = tavern.tables.ledgers, table.ledger, PEOPLE[0]
    former = pressed(table_id=table.row.id)
    await ledgers.follow(ledger, former)
    new = replace(former, message_id=6, former_id=5)
    await ledgers.follow(ledger, new)
    ledger.standing[user_id] = former
    assert await ledgers.follow(ledger, pressed(PRESSED + 1, table.row.id)) is new
    assert ledger.standing == {}


async def stored(tavern: Tavern, table: Table) -> list[PanelRow]:
    """Return a table's stored panels."""
    found = await tavern.tables.store.load(table.row.id)
    assert found is not None
    return list(found.panels)

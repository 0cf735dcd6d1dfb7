"""The story of a hand: its events in order, each with its own player, even if the seat has changed hands."""

import pytest

from bot.locale import Catalogue
from bot.panels.shared import story
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.seats import Seats
from engine import GAMES
from engine.game import DEALER
from tests.bot.tavern import PEOPLE, Tavern, against, moved, playing

WORDS = Catalogue.load().words("en")


@pytest.fixture
def pause_seconds() -> float:
    """Computers act at once."""
    return 0


async def is_as_stored(tavern: Tavern, table: Table) -> None:
    """Check that a bot that starts now tells the same story."""
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    assert Table.restore(stored).story == table.story


def lines(table: Table, first: int = 1) -> list[str]:
    """Return the lines about a hand since its entry `first`, 0 being the deal."""
    view = view_of(table)
    return [line for told in table.story[first:] if (line := story.tell_entry(told, view, WORDS))]


def since(table: Table, user_id: int | None) -> str:
    """Return the news for a member (None: for everybody) in one line."""
    return story.since(view_of(table, user_id), WORDS)


def one_line(told: list[str]) -> str:
    """Return these events in the form of one line."""
    return WORDS("small", told=WORDS("told.then").join(told))


@pytest.mark.parametrize("game", GAMES)
async def test_a_new_hand_starts_with_its_deal(tavern: Tavern, game: str) -> None:
    table = await tavern.game(game)
    assert [told.seat for told in table.story] == [DEALER]
    began = table.dealt
    table = await tavern.play_hand(table)
    assert [told.seat for told in table.story].count(DEALER) == 1
    assert len(table.story) == 1 + table.seq - began
    await is_as_stored(tavern, table)
    if not table.playing:
        return
    for user_id in PEOPLE[: table.size]:
        table = await tavern.play.ready(table.row.id, user_id, table.seq)
    assert [told.seat for told in table.story] == [DEALER]
    await is_as_stored(tavern, table)


async def test_what_a_person_did_stays_theirs_and_what_a_computer_did_for_them_is_marked(
    tavern: Tavern,
) -> None:
    seats, table = Seats(tavern.tables), await tavern.game(players=4)
    for _ in range(4):
        table = await tavern.plays(table)
    by_people = lines(table)
    (left,) = table.waits_for()
    who = table.seats[left]
    async with playing(tavern):
        table = await seats.hand_over(table.row.id, who.user_id)
        assert lines(table) == by_people
        table = await moved(tavern, table)
        by_computer = lines(table, 5)
        marked = WORDS("seat.held", name=who.name)
        assert [marked in line for line in by_computer] == [True]
        assert not any(marked in line for line in by_people)
        await is_as_stored(tavern, table)
        for _ in range(3):
            table = await tavern.plays(table)
        table = await moved(tavern, table)
    table = await seats.take_back(table.row.id, who.user_id)
    while table.waits_for() != (left,):
        table = await tavern.plays(table)
    table = await tavern.plays(table)
    # They are back: the computer's plays stay marked, and their own are not.
    assert lines(table)[:5] == by_people + by_computer
    mine = [told.stood_in for told in table.story[1:] if told.seat == left]
    assert mine == [False, True, True, False]
    assert [told.stood_in for told in table.story if told.seat != left].count(True) == 0
    await is_as_stored(tavern, table)


async def test_a_computer_at_a_seat_of_its_own_stands_in_for_nobody(tavern: Tavern) -> None:
    table = await against(tavern, "ciapano", players=3)
    async with playing(tavern):
        while len(table.story) < 7:
            table = await moved(tavern, table)
            table = await tavern.plays(table)
    assert not any(told.stood_in for told in table.story)
    await is_as_stored(tavern, table)


async def test_a_member_is_told_what_happened_since_their_own_last_turn_in_that_order(
    tavern: Tavern,
) -> None:
    table = await tavern.game("ciapano", players=3)
    first = table.waits_for()[0]
    # Nobody has played: the deal is the only event, and the dealer is named anyway.
    assert since(table, None) == ""
    for number in range(2):
        table = await tavern.plays(table)
        told = lines(table)
        assert len(told) == number + 1
        # The card in view is told by the trick itself, the discard before it is not.
        assert since(table, None) == one_line(told[:1])
        assert since(table, PEOPLE[first]) == ""

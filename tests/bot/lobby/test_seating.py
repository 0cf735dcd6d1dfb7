"""Names of computers: the same in the same seat, and different from all others at the table."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from bot.blocks.people import plain
from bot.lobby.seating import NAMES, computer, with_names
from bot.locale import Catalogue
from bot.panels.table import board
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.names import Drawable, drawable
from bot.store import SeatRow
from bot.table.table import Table
from bot.table.viewing import view_of
from engine import GAMES
from tests.bot.tavern import PEOPLE, Tavern, against

SIZES = sorted(
    {
        sum(map(len, game.sides(game.options({"players": players} if players else {}))))
        for game in GAMES.values()
        for players in game.OPTIONS.get("players", (0,))
    }
)


def names(table: Table) -> list[str]:
    """Return the names of all at a table."""
    return [row.name for row in table.seats]


def sitting(seat: int, name: str) -> SeatRow:
    """Return a member of this name at a seat."""
    return SeatRow(seat, PEOPLE[seat], name, 9000 + seat)


def test_names_are_short_plain_and_apart_and_a_picture_can_draw_them() -> None:
    assert len({name.casefold() for name in NAMES}) == len(NAMES)
    for name in NAMES:
        assert name.isascii()
        assert name.isalpha()
        assert len(name) <= 5
        assert plain(name) == name
        assert drawable(name) == Drawable(name, Font.BOLD)


@pytest.mark.parametrize("size", SIZES)
def test_whoever_sits_there_every_computer_has_a_name_of_its_own(size: int) -> None:
    for people in range(1, size):
        for taken in combinations(NAMES, people):
            seats = [sitting(seat, name.upper()) for seat, name in enumerate(taken)]
            seats += [computer(seat, "easy") for seat in range(people, size)]
            found = with_names(seats)
            assert [row.name for row in found[:people]] == [name.upper() for name in taken]
            assert len({row.name.casefold() for row in found}) == size
            assert {row.name for row in found[people:]} <= {*NAMES}


@pytest.mark.parametrize("called", ["Ugo", "ugo", " UGO ", "\uff35\uff47\uff4f"])
def test_a_computer_is_never_called_like_a_member_however_that_is_written(called: str) -> None:
    assert computer(1, "easy").name == "Ugo"
    member, made = with_names([sitting(0, called), computer(1, "easy")])
    assert (member.name, made.name) == (called, NAMES[2])


def test_who_keeps_a_name_of_their_own_is_called_as_before() -> None:
    once = with_names([sitting(0, "Ugo"), computer(1, "easy"), computer(2, "easy"), computer(3, "easy")])
    assert with_names(reversed(once)) == once
    # A computer with another's name keeps it if it had it first, in the order of seats.
    assert [row.name for row in once] == ["Ugo", NAMES[2], NAMES[3], NAMES[4]]
    alone = with_names([replace(once[0], name="Ann"), *once[1:]])
    assert [row.name for row in alone] == ["Ann", *[row.name for row in once[1:]]]


async def test_computers_sit_down_under_the_names_of_their_seats(tavern: Tavern) -> None:
    for _ in range(2):
        table = await against(tavern, "ciapano", players=5)
        assert names(table) == ["P0", *NAMES[1:5]]
    await tavern.agrees(table)


async def test_a_computer_makes_way_for_a_member_of_its_name(tavern: Tavern) -> None:
    table = await tavern.lobby(players=4)
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "hard")
    assert names(table) == ["P0", *NAMES[1:4]]
    table = await tavern.lobbies.join(table.row.id, replace(tavern.person(1), name=NAMES[3].lower()), 1)
    assert names(table) == ["P0", NAMES[3].lower(), NAMES[2], NAMES[4]]
    assert [row.level for row in table.seats] == [None, None, "hard", "hard"]
    await tavern.agrees(table)
    table = await tavern.lobbies.leave(table.row.id, PEOPLE[1])
    assert names(table) == ["P0", NAMES[2], NAMES[4]]
    table = await tavern.lobbies.seat_computers(table.row.id, PEOPLE[0], "easy")
    assert names(table) == ["P0", NAMES[1], NAMES[2], NAMES[4]]
    await tavern.agrees(table)


async def test_computers_are_called_the_same_after_a_restart_and_in_the_rematch(tmp_path: Path) -> None:
    first = await Tavern.open(tmp_path)
    table = await first.lobbies.open(
        "civil-suits",
        {},
        guild_id=7,
        channel_id=8,
        language="en",
        host=replace(first.person(0), name=NAMES[2]),
        computers=3,
    )
    called = names(table)
    table = await first.lobbies.start(table.row.id, PEOPLE[0])
    await first.close()
    later = await Tavern.open(tmp_path)
    assert names(await later.tables.get(table.row.id)) == called
    await later.seats.stop(table.row.id)
    person = replace(later.person(0), name=NAMES[2])
    again = await later.rematches.rematch(table.row.id, person, channel_id=8, language="en")
    assert names(again) == called
    await later.agrees(again)
    await later.close()


async def test_a_message_tells_computers_from_people(tavern: Tavern) -> None:
    words = Catalogue.load().words("en")
    table = await against(tavern, "ciapano", players=3)
    (waits,) = table.waits_for()
    while table.seats[waits].person:
        table = await tavern.plays(table)
        (waits,) = table.waits_for()
    view, row = view_of(table, PEOPLE[0]), table.seats[waits]
    marked = words("seat.computer", name=row.name)
    assert marked != row.name
    assert marked in board.turn(view, words)

"""The lines of a full lobby on its people: how they stand, and the chance of each pair."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.lobby.seating import computer
from bot.locale import Catalogue, Words
from bot.panels.lobby.rivals import Rivalries, chances, full_lobby, stands
from bot.panels.table import board
from bot.store import Status, known
from bot.store.ratings.rivalry.before import Opposed, Rivalry
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of
from tests.bot.pictures.scenes_boards import WIDE, people, table
from tests.bot.tavern import Tavern

ENGLISH, ITALIAN = (Catalogue.load().words(language) for language in ("en", "it"))


def full(game: str = "cicera", **options: Any) -> Table:
    """Return a lobby in which people have all seats."""
    return table(game, people(game, **options), **options)


def sides_of(at: Table) -> Opposed:
    """Return the members of each side."""
    lobby = full_lobby(at)
    assert lobby is not None
    return lobby.sides


def rivals(at: Table, *won: int, games: int | None = None, season: bool = True, met: int = 9) -> Rivalry:
    """Return how the people of a lobby stand, who have met before."""
    number = sum(won) if games is None else games
    return Rivalry(sides_of(at), number, won, season, met, number)


def told(at: Table, rivalry: Rivalry, words: Words = ENGLISH) -> str:
    """Return the line without its mark for small type."""
    return stands(view_of(at), rivalry, words).removeprefix("-# ")


def test_the_side_that_leads_is_named_first() -> None:
    four, two = full(), full(players=2)
    assert told(four, rivals(four, 5, 7)) == "Bo & Di lead Ann & Cy 7 : 5 this season"
    assert told(four, rivals(four, 7, 5, season=False)) == "Ann & Cy lead Bo & Di 7 : 5 so far"
    assert told(two, rivals(two, 1, 0)) == "Ann leads Bo 1 : 0 this season"
    assert told(four, rivals(four, 4, 4)) == "You are level, 4 : 4 this season"
    assert told(four, rivals(four, 5, 7), ITALIAN) == "Bo e Di conducono 7 : 5 su Ann e Cy in questa stagione"
    assert told(two, rivals(two, 0, 1), ITALIAN) == "Bo conduce 1 : 0 su Ann in questa stagione"
    assert told(four, rivals(four, 4, 4, season=False), ITALIAN) == "Siete pari, 4 : 4 finora"


def test_pairs_with_long_names_have_their_marks() -> None:
    four = table("cicera", people("cicera", WIDE))
    assert told(four, rivals(four, 7, 5)) == "🟡 lead 🔷 7 : 5 this season"


def test_of_several_those_are_named_who_have_won_most() -> None:
    four = full("ciapano")
    assert told(four, rivals(four, 5, 3, 2, 2)) == "Ann has won 5 of your 12 games this season"
    both = rivals(four, 5, 1, 5, 1, season=False)
    assert told(four, both) == "Ann & Cy have each won 5 of your 12 games so far"
    assert told(four, rivals(four, 1, 0, 0, 0)) == "Ann has won your only game this season"
    assert told(four, rivals(four, 1, 1, 0, 0, games=1)) == "Ann & Bo have won your only game this season"
    assert told(four, rivals(four, 3, 3, 3, 3)) == "You are all level this season, 3 each"
    assert told(four, rivals(four, 0, 0, 0, 0, games=2)) == ""
    assert told(four, rivals(four, 5, 3, 2, 2), ITALIAN) == (
        "Ann ha vinto 5 delle vostre 12 partite in questa stagione"
    )


def test_people_who_play_for_the_first_time_are_told_so() -> None:
    four, two, five = full(), full(players=2), full("ciapano", players=5)
    assert told(four, rivals(four, 0, 0, met=0)) == "The first time that you four play Cicera"
    assert told(two, rivals(two, 0, 0, met=0)) == "The first time that you two play Cicera"
    assert told(five, rivals(five, *[0] * 5, met=0)) == "The first time that you five play Ciapano"
    assert (
        told(four, rivals(four, 0, 0), ITALIAN) == "La prima volta che voi quattro giocate in queste coppie"
    )
    assert told(four, rivals(four, 0, 0)) == "The first time that you four play in these pairs"
    # Their games did not count.
    assert told(four, rivals(four, 0, 0)._replace(sides_met=1)) == ""
    assert told(five, rivals(five, *[0] * 5)) == ""


def test_the_chance_of_each_pair_has_its_mark_and_the_sentence_on_weak_partners() -> None:
    four = full()
    view, likely = view_of(four), rivals(four, 7, 5)._replace(chance=60)
    assert chances(view, likely, ENGLISH) == (
        "-# Chances 🟡 60% 🔷 40%. A weak partner costs nothing: what counts is more than expected."
    )
    assert chances(view, likely, ITALIAN) == (
        "-# Probabilità 🟡 60% 🔷 40%. Un compagno debole non costa nulla: conta fare più del previsto."
    )
    assert chances(view, rivals(four, 7, 5), ENGLISH) == chances(view, None, ENGLISH) == ""


def public(view: AnyView, rivalry: Rivalry | None) -> str:
    """Return all texts of a public message."""
    return "\n".join(board.public_panel(view, ENGLISH, rivalry=rivalry).texts)


def test_a_lobby_whose_seats_have_changed_says_nothing_of_the_former_people() -> None:
    four = full()
    stood = rivals(four, 5, 7)._replace(chance=60)
    assert "lead" in public(view_of(four), stood)
    assert "Chances" in public(view_of(four), stood)
    other = replace(four.seats[3], user_id=2_000)
    for seats in (four.seats[:3], (*four.seats[:3], other), (*four.seats[:3], computer(3, "hard"))):
        now = view_of(replace(four, seats=seats))
        assert public(now, stood) == public(now, None)
    swapped = [replace(row, seat=(0, 2, 1, 3)[row.seat]) for row in four.seats]
    now = view_of(four.with_seats(*swapped))
    assert public(now, stood) == public(now, None)


def test_a_call_to_a_rematch_says_how_its_people_stand() -> None:
    four = full()
    kept = tuple((row.seat, row.user_id, row.name) for row in four.seats[1:])
    call = replace(four, seats=four.seats[:1]).with_row(reserved_until=9.0, reserved=kept)
    stood = rivals(four, 5, 7)._replace(chance=60)
    assert sides_of(call) == sides_of(four)
    assert (
        public(view_of(call), stood)
        == f"{public(view_of(call), None)}\n-# Bo & Di lead Ann & Cy 7 : 5 this season"
    )


def test_only_a_lobby_full_of_people_is_looked_up() -> None:
    four = full()
    assert full_lobby(four) is not None
    assert full_lobby(replace(four, seats=four.seats[:3])) is None
    assert full_lobby(replace(four, seats=(*four.seats[:3], computer(3, "hard")))) is None
    for status in set(Status) - {Status.LOBBY}:
        assert full_lobby(four.with_row(status=status)) is None


async def test_a_lobby_is_read_once_for_each_seating(tavern: Tavern, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "READ_SECONDS", 60.0)
    rivalries, four = Rivalries(tavern.store, tavern.tables.now), full()
    four = four.with_seats(*[replace(row, user_id=2**60 + row.seat) for row in four.seats])
    found = await rivalries.of(four)
    assert found is not None
    assert found == Rivalry(sides_of(four), 0, (0, 0), False, 0, 0)
    assert await rivalries.of(four) is found
    other = four.with_seats(*four.seats[:3], replace(four.seats[3], user_id=2**60 + 9))
    assert await rivalries.of(other) == found._replace(sides=sides_of(other))


async def test_a_line_that_comes_late_is_known_to_the_next_drawing(
    tavern: Tavern, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "READ_SECONDS", 0.0)
    rivalries, four = Rivalries(tavern.store, tavern.tables.now), full()
    four = four.with_seats(*[replace(row, user_id=2**60 + row.seat) for row in four.seats])
    assert await rivalries.of(four) is None
    async with asyncio.timeout(60):
        while await rivalries.of(four) is None:  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0)

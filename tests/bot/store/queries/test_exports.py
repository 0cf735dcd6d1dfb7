"""The file of a server's results: a line for each hand and seat, no formulas, and nobody who is hidden."""

import csv
import io
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.store import ResultRow, Scope, Store
from bot.store import played as played_games
from bot.store.model.results import LEFT, HandRow, SatRow
from bot.store.queries.exports import HEADINGS, TOTAL, safe
from tests.bot.store.ended import some_games
from tests.bot.store.store_rows import ANN, BO, CY, DI, a_place, a_result, a_seat, a_table, add_result

pytestmark = pytest.mark.asyncio(loop_scope="session")
GUILD = a_table().guild_id
Line = dict[str, str]


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


def lines(data: bytes) -> list[Line]:
    """Return the lines of a file, by heading."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


async def exported(store: Store) -> list[Line]:
    """Return the lines of the test server's file."""
    return lines((await store.played.export(GUILD)).data())


async def played(store: Store, result: ResultRow, **names: str) -> None:
    """Store a result and its table, whose seats have names such as `ann`, or those given by id."""
    last = {sat.seat: sat for sat in result.sat}
    seats = [
        a_seat(seat, sat.user_id, name=names.get(f"m{sat.user_id}", f"Name {sat.user_id % 10}"))
        for seat, sat in last.items()
    ]
    table_id = result.table_id
    await store.create(a_table(table_id), a_place(table_id), seats)
    await add_result(store, result)


async def test_a_cell_that_a_program_would_calculate_is_quoted() -> None:
    for formula in ('=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"):
        assert safe(formula) == f"'{formula}"
    assert safe(-3) == "'-3"
    for plain in ("", "Ann", "a=b", "1-2", " =1", "<@5>"):
        assert safe(plain) == plain


async def test_each_hand_and_seat_has_a_line_and_each_seat_one_for_the_end(store: Store) -> None:
    hands = (
        HandRow((7, -2), ({}, {}), alone=(1,), hints=(0, 3), undone=(2, 2)),
        HandRow((4, 5), ({}, {})),
    )
    await played(store, a_result("t1", ((ANN, CY), 11), ((BO, DI), 3), hands=hands))
    found = await exported(store)
    assert list(found[0]) == list(HEADINGS)
    assert [line["hand"] for line in found] == ["1"] * 4 + ["2"] * 4 + [TOTAL] * 4
    assert {line["number"] for line in found} == {"1"}
    assert {line["table"] for line in found} == {"t1"}
    # November in Rome.
    assert {line["ended_at"] for line in found} == {"2023-11-15T00:36:40+01:00"}
    told = ("seat", "side", "by", "member", "points", "hint", "computer", "taken_back", "place", "won")
    rows = [tuple(line[name] for name in told) for line in found]
    # Ann and Cy have the first two seats of this result.
    assert rows[:4] == [
        ("0", "0", "member", f"<@{ANN}>", "7", "1", "0", "0", "", ""),
        ("1", "0", "member", f"<@{CY}>", "7", "0", "1", "0", "", ""),
        ("2", "1", "member", f"<@{BO}>", "'-2", "0", "0", "2", "", ""),
        ("3", "1", "member", f"<@{DI}>", "'-2", "1", "0", "0", "", ""),
    ]
    assert rows[8] == ("0", "0", "member", f"<@{ANN}>", "11", "", "", "", "1", "1")
    assert rows[11] == ("3", "1", "member", f"<@{DI}>", "3", "", "", "", "2", "0")


async def test_who_was_out_and_a_hand_that_was_not_finished_have_no_points(store: Store) -> None:
    out = HandRow((3, 0, 4), ({}, None, {}))
    sat = (SatRow(0, 1, 0, ANN), SatRow(1, 1, 1, BO), SatRow(2, 1, 2, CY), SatRow(2, 2, 2, DI))
    sides = [((ANN,), 3), ((BO,), 0), ((CY,), 4)]
    result = a_result("t1", *sides, game="ciapano", hands=(out,), sat=sat, options={})
    await played(store, replace(result, why=LEFT, sides=()))
    found = await exported(store)
    assert [(line["hand"], line["member"], line["points"], line["won"]) for line in found] == [
        ("1", f"<@{ANN}>", "3", ""),
        ("1", f"<@{BO}>", "", ""),
        ("1", f"<@{CY}>", "4", ""),
        ("2", f"<@{ANN}>", "", ""),
        ("2", f"<@{BO}>", "", ""),
        ("2", f"<@{DI}>", "", ""),
        (TOTAL, f"<@{ANN}>", "", ""),
        (TOTAL, f"<@{BO}>", "", ""),
        (TOTAL, f"<@{DI}>", "", ""),
    ]
    assert {line["why"] for line in found} == {LEFT}


async def test_names_stand_as_they_were_in_that_game_and_no_name_is_a_formula(store: Store) -> None:
    nasty = {f"m{ANN}": "=cmd|' /C calc'!A0", f"m{BO}": '@x,"y"\nz'}
    await played(store, a_result("t1", ((ANN,), 1), ((BO,), 2)), **nasty)
    await played(store, a_result("t2", ((ANN,), 1), ((BO,), 2)), **{f"m{ANN}": "Ann à l’é"})
    names = {(line["table"], line["member"]): line["name"] for line in await exported(store)}
    assert names == {
        ("t1", f"<@{ANN}>"): "'=cmd|' /C calc'!A0",
        ("t1", f"<@{BO}>"): '\'@x,"y"\nz',
        ("t2", f"<@{ANN}>"): "Ann à l’é",
        ("t2", f"<@{BO}>"): f"Name {BO % 10}",
    }


async def test_who_hides_or_was_forgotten_is_left_out_and_the_points_stay(store: Store) -> None:
    await played(store, a_result("t1", ((ANN,), 11), ((BO,), 2), ((CY,), 5), game="ciapano", options={}))
    before = await exported(store)
    await store.choose(Scope.MEMBER, ANN, "hidden", "on")
    await store.members.forget(BO, 1.0)
    found = await exported(store)
    assert {(line["by"], line["member"], line["name"]) for line in found} == {
        ("member", "", ""),
        ("member", f"<@{CY}>", f"Name {CY % 10}"),
    }
    kept = [name for name in HEADINGS if name not in ("member", "name")]
    assert [[line[name] for name in kept] for line in found] == [
        [line[name] for name in kept] for line in before
    ]
    text = str(found)
    assert not any(str(hidden) in text for hidden in (ANN, BO))
    await store.choose(Scope.MEMBER, ANN, "hidden", "off")
    assert {line["member"] for line in await exported(store)} == {f"<@{ANN}>", "", f"<@{CY}>"}


async def test_seats_of_computers_and_other_servers_are_told_apart(store: Store) -> None:
    await some_games(store)
    await store.create(a_table("far", guild_id=GUILD + 1), a_place("far", guild_id=GUILD + 1), [])
    await add_result(store, a_result("far", ((ANN,), 1), ((BO,), 2), guild_id=GUILD + 1))
    found = await exported(store)
    assert {line["table"] for line in found} == {f"g{number}" for number in range(12)}
    assert {line["by"] for line in found if not line["member"]} == {"computer"}
    # Each game as its result tells it.
    for table_id in {line["table"] for line in found}:
        result = await store.played.result(table_id)
        assert result is not None
        of_game = [line for line in found if line["table"] == table_id]
        told: dict[int, dict[int, Any]] = {}
        for line in of_game:
            if line["hand"] != TOTAL and line["points"]:
                points = int(line["points"].removeprefix("'"))
                told.setdefault(int(line["hand"]), {})[int(line["side"])] = points
        assert told == {
            at: {side: hand.points[side] for side, of_side in enumerate(hand.by_name) if of_side is not None}
            for at, hand in enumerate(result.hands, 1)
        }
        ends = {(line["seat"], line["place"], line["won"]) for line in of_game if line["hand"] == TOTAL}
        side_of = {sat.seat: sat.side for sat in result.sat}
        sides = {side.side: (str(side.place), str(int(side.won))) for side in result.sides}
        assert ends == {(str(seat), *sides.get(side, ("", ""))) for seat, side in side_of.items()}


async def test_many_results_come_in_order_and_only_the_newest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played_games, "MOST_EXPORTED", 250)
    rng = random.Random(3)
    for number in range(260):
        await played(store, a_result(f"t{number}", ((ANN,), rng.randrange(9)), ((BO,), 9)))
    made = await store.played.export(GUILD)
    assert made.games == 250
    found = lines(made.data())
    assert [int(line["number"]) for line in found[::4]] == list(range(11, 261))
    assert [line["table"] for line in found[::4]] == [f"t{number}" for number in range(10, 260)]


async def test_a_server_without_results_has_a_file_of_headings(store: Store) -> None:
    made = await store.played.export(GUILD)
    assert (made.games, lines(made.data())) == (0, [])
    assert made.data().decode("utf-8-sig").split("\r\n") == [",".join(HEADINGS), ""]

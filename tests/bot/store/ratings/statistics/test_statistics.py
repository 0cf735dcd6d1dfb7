"""A member's statistics against a plain count of the same results."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import pytest
from sqlalchemy import select

from bot.store import Figure, ResultRow, Scope, Store, most, total
from bot.store.model.results import COMPUTERS, COUNTS, REWOUND
from bot.store.model.schema import result_seats
from bot.store.ratings.folding import played
from bot.store.ratings.statements import HIDDEN, HIDES
from bot.store.ratings.statistics.counting import CURVE_POINTS
from bot.store.ratings.statistics.member import Statistics
from tests.bot.store.ratings.statistics.chance import FORMER_ONE, HIDDEN_ONE, PEOPLE, some_results
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_place, a_result, a_table, add_result

GUILD: Final = a_table().guild_id
FIGURES: Final[Mapping[str, Figure]] = {
    "scue": total("scua"),
    "both": total("scua", "picada"),
    "long": most("napula"),
}
NOW: Final = ENDED + 1000 * 86_400

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def play(store: Store, results: Iterable[ResultRow]) -> None:
    for result in results:
        await store.create(a_table(result.table_id), a_place(result.table_id), [])
        await add_result(store, result)


async def of(store: Store, user_id: int, variant: str = "", guild_id: int = GUILD) -> Statistics | None:
    """Return the statistics of a member of Cicera."""
    return await store.ratings.statistics(guild_id, "cicera", user_id, NOW, FIGURES, variant)


async def mean_after(store: Store, table_id: str) -> float:
    """Return Ann's rating after a game."""
    asked = select(result_seats.c.mean).where(
        result_seats.c.table_id == table_id, result_seats.c.user_id == ANN
    )
    found = await store.readers.read(lambda connection: connection.scalar(asked))
    assert isinstance(found, float)
    return found


def players(result: ResultRow) -> int:
    return int(result.options["players"])


def side_at_end(result: ResultRow, user_id: int) -> int | None:
    """Return the side on which a user sat at the end."""
    last = {sat.seat: sat for sat in result.sat}
    return next((sat.side for sat in last.values() if sat.user_id == user_id), None)


def tallies(results: Sequence[ResultRow], user_id: int) -> list[Mapping[str, int]]:
    """Return the tally of each hand that a user played, by asking who had each seat then."""
    found = []
    for result in results:
        for number, hand in enumerate(result.hands, 1):
            for seat in {sat.seat for sat in result.sat}:
                owner = [sat for sat in result.sat if sat.seat == seat and sat.since <= number][-1]
                tally = hand.by_name[owner.side]
                if owner.user_id == user_id and seat not in hand.alone and tally is not None:
                    found.append(tally)
    return found


@pytest.mark.parametrize("seed", range(3))
async def test_all_numbers_are_those_of_a_plain_count(store: Store, seed: int) -> None:
    results = list(some_results(60, random.Random(seed)))
    await play(store, results)
    await store.choose(Scope.MEMBER, HIDDEN_ONE, HIDDEN, HIDES)
    known = 0
    for user in PEOPLE:
        found = await of(store, user)
        assert found is not None
        own = [result for result in results if any(sat.user_id == user for sat in result.sat)]
        counted = [result for result in own if played(result) is not None]
        assert {(one.options["players"], one.games) for one in found.variants} == set(
            Counter(map(players, counted)).items()
        )
        counted = [result for result in counted if players(result) == 4]
        decided = [one for one in counted if one.why == COUNTS and side_at_end(one, user) is not None]
        won = [one for one in decided if one.sides[side_at_end(one, user) or 0].won]
        assert (found.games, found.wins) == (len(counted), len(won))
        assert found.line is not None
        assert (found.line.games, found.line.wins) == (len(counted), len(won))
        expected = [(None if one not in decided else 1 if one in won else 2) for one in counted[-10:]]
        assert [one.place for one in found.last] == expected
        hands = tallies(counted, user)
        assert found.figures == {
            "scue": sum(hand.get("scua", 0) for hand in hands),
            "both": sum(hand.get("scua", 0) + hand.get("picada", 0) for hand in hands),
            "long": max(hand.get("napula", 0) for hand in hands),
        }
        computers = [
            one
            for one in own
            if one.why in (COUNTS, COMPUTERS, REWOUND) and any(sat.user_id < 0 for sat in one.sat)
        ]
        beat = [
            one for one in computers if (side := side_at_end(one, user)) is not None and one.sides[side].won
        ]
        assert found.computers == (len(computers), len(beat))
        met = Counter[int]()
        ahead = Counter[int]()
        for one in decided:
            there = {sat.seat: sat for sat in one.sat}.values()
            others = [sat.user_id for sat in there if sat.side != side_at_end(one, user)]
            met.update(others)
            ahead.update(others if one in won else ())
        clear = {
            other: (ahead[other], met[other])
            for other in met
            if met[other] >= 5
            and ahead[other] > met[other] / 2 + math.sqrt(met[other]) / 2
            and other not in (HIDDEN_ONE, FORMER_ONE)
        }
        assert len(found.beats) == min(2, len(clear))
        assert all(clear[one.user_id] == (one.ahead, one.games) for one in found.beats)
        known += len(found.beats)
        assert found.hides == (user == HIDDEN_ONE)
    assert known


async def test_partners_are_named_where_chemistry_is_larger_than_its_doubt(store: Store) -> None:
    """Ann wins high with Bo and loses high with Cy."""
    with_bo = [((ANN, BO), 40), ((CY, DI), 10)]
    with_cy = [((ANN, CY), 10), ((BO, DI), 40)]
    found = await of(store, ANN)
    assert found is None
    await play(
        store, (a_result(f"a{n}", *(with_bo, with_cy)[n % 2], ended_at=ENDED + n * 86_400) for n in range(2))
    )
    found = await of(store, ANN)
    assert found is not None
    assert found.paired
    assert (found.best, found.hardest) == (None, None)
    await play(
        store, (a_result(f"b{n}", *(with_bo, with_cy)[n % 2], ended_at=ENDED + n * 86_400) for n in range(80))
    )
    found = await of(store, ANN)
    assert found is not None
    assert found.best is not None
    assert found.hardest is not None
    assert (found.best.user_id, found.hardest.user_id) == (BO, CY)
    assert found.best.mean > found.best.doubt > 0 > found.hardest.mean
    await store.choose(Scope.MEMBER, BO, HIDDEN, HIDES)
    found = await of(store, ANN)
    assert found is not None
    assert found.best is None
    assert found.hardest is not None
    assert found.games == 82


async def test_who_hides_is_beaten_by_nobody_but_knows_whom_they_beat(store: Store) -> None:
    await play(store, (a_result(f"g{n}", ((ANN,), 31), ((BO,), 5)) for n in range(6)))
    found = await of(store, ANN)
    assert found is not None
    assert [(one.user_id, one.ahead, one.games) for one in found.beats] == [(BO, 6, 6)]
    await store.choose(Scope.MEMBER, BO, HIDDEN, HIDES)
    found = await of(store, ANN)
    assert found is not None
    assert (found.games, found.beats) == (6, ())
    await store.choose(Scope.MEMBER, ANN, HIDDEN, HIDES)
    await store.choose(Scope.MEMBER, BO, HIDDEN, "off")
    found = await of(store, ANN)
    assert found is not None
    assert [one.user_id for one in found.beats] == [BO]
    assert found.hides
    assert found.line is not None


async def test_another_variant_game_and_server_are_apart(store: Store) -> None:
    await play(
        store,
        (
            a_result("g1", ((ANN, CY), 52), ((BO, DI), 40)),
            a_result("g2", ((ANN,), 31), ((BO,), 5)),
            a_result("g3", ((ANN,), 3), ((BO,), 35)),
            a_result("g4", ((ANN, CY), 60), ((BO, DI), 1), game="ciapano", options={"players": 2}),
            a_result("g5", ((ANN,), 60), ((BO,), 1), guild_id=GUILD + 1),
        ),
    )
    usual = await of(store, ANN)
    assert usual is not None
    assert [(one.name, one.games) for one in usual.variants] == [("2-12-any", 2), ("4-12-any", 1)]
    assert (usual.variant, usual.games, usual.wins, usual.paired) == ("2-12-any", 2, 1, False)
    assert usual.variants[0].options["players"] == 2
    other = await of(store, ANN, "4-12-any")
    assert other is not None
    assert (other.variant, other.games, other.wins, other.paired) == ("4-12-any", 1, 1, True)
    assert await of(store, ANN, "3-12-any") == usual
    elsewhere = await of(store, ANN, guild_id=GUILD + 1)
    assert elsewhere is not None
    assert (elsewhere.games, elsewhere.wins) == (1, 1)
    assert await of(store, ANN, guild_id=GUILD + 2) is None
    assert await of(store, ANN + 99) is None


async def test_only_games_with_computers_leave_only_their_number(store: Store) -> None:
    await play(
        store,
        (
            a_result("g1", ((ANN,), 31), ((-1,), 5), why=COMPUTERS),
            a_result("g2", ((ANN,), 3), ((-1,), 35), why=COMPUTERS),
        ),
    )
    found = await of(store, ANN)
    assert found == Statistics("cicera", ANN, computers=(2, 1))


async def test_a_curve_ends_at_the_rating_and_keeps_its_heights(store: Store) -> None:
    rng = random.Random(5)
    results = [
        a_result(f"g{n}", ((ANN,), rng.randint(0, 40)), ((BO,), 20), ended_at=ENDED + n * 86_400)
        for n in range(2)
    ]
    await play(store, results)
    found = await of(store, ANN)
    assert found is not None
    assert found.curve is None
    more = [
        a_result(
            f"h{n}",
            ((ANN,), rng.randint(0, 40)),
            ((BO, CY)[n % 2 : n % 2 + 1], 20),
            ended_at=ENDED + (2 + n) * 86_400,
        )
        for n in range(CURVE_POINTS + 50)
    ]
    await play(store, more)
    found = await of(store, ANN)
    assert found is not None
    assert found.curve is not None
    assert found.line is not None
    points = found.curve.points
    assert CURVE_POINTS <= len(points) <= CURVE_POINTS + 2
    assert [number for number, _ in points] == sorted({number for number, _ in points})
    assert (points[0][0], points[-1][0]) == (1, found.games)
    assert points[-1][1] == pytest.approx(found.line.mean)
    means = [await mean_after(store, result.table_id) for result in (*results, *more)]
    moved = found.line.mean - means[-1]
    assert max(mean for _, mean in points) == pytest.approx(max(means) + moved)
    assert min(mean for _, mean in points) == pytest.approx(min(means) + moved)
    assert (found.curve.last - found.curve.first).days == CURVE_POINTS + 51

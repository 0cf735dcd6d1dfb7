"""The ranked lists of a server against a plain reading of the same ratings."""

import math
import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.preferences.declared import DECLARED
from bot.store import ResultRow, Scope, Store
from bot.store.model.results import HandRow
from bot.store.ratings import stored as stored_ratings
from bot.store.ratings.periods import ALL_TIME, month_of, season_of
from bot.store.ratings.ranking import Ranking
from bot.store.ratings.schema import ratings
from bot.store.ratings.statements import HIDDEN, HIDES
from bot.store.ratings.whole import rows as whole_rows
from tests.bot.store.store_rows import (
    ANN,
    BO,
    CY,
    DI,
    ENDED,
    a_place,
    a_result,
    a_table,
    add_result,
    counts,
    differing,
    listed,
)

GUILD = a_table().guild_id
MEMBER = ANN + 1000
VARIANT = "4-12-any"
NAMES = {ANN: "Ann", BO: "Bo 田 ♠", CY: "Cy", DI: "Di"}

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def play(store: Store, *results: ResultRow) -> None:
    for result in results:
        await store.create(a_table(result.table_id), a_place(result.table_id), [])
        await add_result(store, result)


def game(number: int, *sides: tuple[tuple[int, ...], int], hands: int = 6, **changes: Any) -> ResultRow:
    """Return a game of so many hands, each with these points."""
    result = a_result(f"g{number}", *sides, **changes)
    return replace(result, hands=hands * result.hands)


def evening(members: int, games: int, seed: int) -> list[ResultRow]:
    """Return games of four among so many members, who are the better the higher their number."""
    rng = random.Random(seed)
    made = []
    for number in range(games):
        a, b, c, d = rng.sample(range(1, members + 1), 4)
        hands = []
        for _ in range(5):
            luck = rng.gauss(0, 5)
            hands.append(HandRow((round(a + b + luck), c + d), ({}, {})))
        totals = [sum(hand.points[side] for hand in hands) for side in (0, 1)]
        sides = ((MEMBER + a, MEMBER + b), totals[0]), ((MEMBER + c, MEMBER + d), totals[1])
        made.append(a_result(f"g{number}", *sides, hands=tuple(hands)))
    return made


async def test_teams_are_unordered_pairs_and_members_play_in_all(store: Store) -> None:
    await play(
        store,
        a_result("g1", ((CY, ANN), 52), ((BO, DI), 40)),
        a_result("g2", ((DI, BO), 51), ((ANN, CY), 50)),
        a_result("g4", ((ANN, CY), 60), ((BO, DI), 1), guild_id=GUILD + 1),
        a_result("g5", ((ANN,), 60), ((BO,), 1), ((CY,), 5), ((DI,), 2), game="ciapano"),
        a_result("g3", ((ANN,), 20), ((BO,), 10)),
    )
    assert await counts(store, teams=True) == {(ANN, CY): (2, 1), (BO, DI): (2, 1)}
    assert await counts(store) == {(ANN,): (3, 2), (BO,): (3, 1), (CY,): (2, 1), (DI,): (2, 1)}
    assert [one.name for one in await store.ratings.variants(GUILD, "cicera", ENDED)] == [VARIANT, "2-12-any"]


async def test_every_rank_and_figure_follows_from_the_rows(store: Store) -> None:
    await play(store, *evening(9, 150, seed=5))
    rows = await store.readers.read(ratings_of)
    for teams in (False, True):
        lines = await listed(store, teams=teams)
        members = {row.user_id: row for row in rows if not row.partner_id}
        zero = sum(row.mean for row in members.values()) / len(members)
        value = {}
        for row in rows:
            if bool(row.partner_id) != teams:
                continue
            parts = [row, *(members[one] for one in (row.user_id, row.partner_id) if teams)]
            doubt = math.sqrt(sum(part.variance for part in parts))
            mean = sum(part.mean for part in parts) - (2 if teams else 1) * zero
            value[tuple(one for one in (row.user_id, row.partner_id) if one)] = (
                sum(part.guarded for part in parts) - doubt,
                mean,
                doubt,
            )
        ranked = [line for line in lines if not line.apart]
        assert ranked, "somebody has a rank"
        assert lines == [*ranked, *(line for line in lines if line.apart)]
        for line in ranked:
            own, mean, doubt = value[line.members]
            others = [value[other.members][0] for other in ranked]
            assert line.rank == 1 + sum(other > own + 1e-9 for other in others)
            assert line.mean == pytest.approx(mean)
            assert line.doubt == pytest.approx(doubt, rel=1e-3)
        assert {line.members for line in lines} == set(value)


def ratings_of(connection: Connection) -> list[Any]:
    """Return the rows of Cicera over all time."""
    of_all = select(ratings).where(ratings.c.period == ALL_TIME, ratings.c.game == "cicera")
    return list(connection.execute(of_all))


async def test_the_better_a_member_the_higher_the_badge(store: Store) -> None:
    await play(store, *evening(8, 200, seed=2))
    badges = {line.members[0] - MEMBER: line.badge for line in await listed(store)}
    in_order = [badges[one] for one in range(1, 9)]
    assert in_order == sorted(in_order)
    assert 0 <= in_order[0] < 4 < 8 < in_order[-1] <= 12


async def test_equals_share_a_rank(store: Store) -> None:
    # Two tables of four that have never met, with the same results.
    for first, number in ((MEMBER, 0), (MEMBER + 10, 100)):
        for extra, (a, b, c, d) in enumerate(12 * [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)]):
            sides = ((first + a, first + b), 9), ((first + c, first + d), 4)
            await play(store, game(number + extra, *sides, ended_at=ENDED + 86_400 * extra))
    lines = [line for line in await listed(store) if not line.apart]
    ranks = {line.members[0]: line.rank for line in lines}
    assert ranks[MEMBER] == ranks[MEMBER + 10] == 1
    assert sorted(filter(None, ranks.values())) == [1, 1, 3, 3, 5, 5, 7, 7]


async def test_few_games_stand_apart_but_not_in_a_month(store: Store) -> None:
    await play(store, game(1, ((ANN, CY), 52), ((BO, DI), 40)))
    for period in (ALL_TIME, season_of({}, ENDED), month_of({}, ENDED)):
        found = await store.ratings.ranking(GUILD, "cicera", VARIANT, period, ENDED, teams=False)
        lines = found.page(0, 9)
        monthly = period.startswith("m")
        assert [line.apart for line in lines] == 4 * ["" if monthly else "provisional"]
        assert [line.rank for line in lines] == ([1, 1, 3, 3] if monthly else 4 * [None])


async def test_who_hides_is_on_no_list_but_their_own_and_counts_for_no_rank(store: Store) -> None:
    await play(store, game(1, ((ANN, CY), 52), ((BO, DI), 40)))
    await store.choose(Scope.MEMBER, BO, HIDDEN, "off")
    await store.choose(Scope.MEMBER, DI, "deck", "italian")
    await store.choose(Scope.MEMBER, ANN, HIDDEN, HIDES)
    month = month_of({}, ENDED)

    async def of(user_id: int, *, teams: bool) -> list[tuple[int | None, tuple[int, ...]]]:
        found = await store.ratings.ranking(GUILD, "cicera", VARIANT, month, ENDED, teams=teams)
        lines = found.of(user_id, await store.ratings.hiding(), 3)
        return [(line.rank, line.members) for line in lines]

    async def all_of(*, teams: bool) -> list[tuple[int | None, tuple[int, ...]]]:
        found = await store.ratings.ranking(GUILD, "cicera", VARIANT, month, ENDED, teams=teams)
        return [(line.rank, line.members) for line in found.page(0, 9)]

    assert await all_of(teams=False) == [(1, (CY,)), (2, (BO,)), (2, (DI,))]
    assert await all_of(teams=True) == [(1, (BO, DI))]
    assert await of(ANN, teams=False) == [(1, (ANN,))]
    assert await of(ANN, teams=True) == [(1, (ANN, CY))]
    assert await of(CY, teams=True) == []
    assert await of(BO, teams=True) == [(1, (BO, DI))]
    await store.choose(Scope.MEMBER, ANN, HIDDEN, "off")
    assert await all_of(teams=True) == [(1, (ANN, CY)), (2, (BO, DI))]


async def test_pages_make_up_the_list_without_who_hides(store: Store) -> None:
    hiding = {MEMBER + 2, MEMBER + 5}
    await play(store, *evening(12, 60, seed=3))
    for teams in (False, True):
        whole = await listed(store, teams=teams)
        for member in hiding:
            await store.choose(Scope.MEMBER, member, HIDDEN, HIDES)
        found = await store.ratings.ranking(GUILD, "cicera", VARIANT, ALL_TIME, ENDED, teams=teams)
        left = [line.members for line in whole if hiding.isdisjoint(line.members)]
        for size in (1, 3, 7):
            pages = [found.page(offset, size) for offset in range(0, len(left) + 2, size)]
            lines = [line for page in pages for line in page]
            assert [line.members for line in lines] == left
            ranks = [line.rank for line in lines if line.rank is not None]
            assert ranks == sorted(ranks)
            assert not ranks or ranks[0] == 1
        assert len(found) == len(left)
        for member in hiding:
            await store.choose(Scope.MEMBER, member, HIDDEN, "off")


async def test_who_hides_is_known_by_the_preference_of_members() -> None:
    (declared,) = [one for one in DECLARED[Scope.MEMBER] if one.name == HIDDEN]
    assert HIDES in declared.values
    assert declared.default != HIDES


async def test_a_name_is_the_one_of_the_last_game(store: Store) -> None:
    sides = ((ANN, CY), 5), ((BO, DI), 1)
    await play(store, game(1, *sides, names={**NAMES, ANN: "Annie"}), game(2, *sides, names=NAMES))
    assert {line.members: line.names for line in await listed(store)} == {
        (one,): (name,) for one, name in NAMES.items()
    }
    assert [line.names for line in await listed(store, teams=True)] == [("Ann", "Cy"), ("Bo 田 ♠", "Di")]


async def test_the_variant_with_most_games_of_late_comes_first(store: Store) -> None:
    old = ENDED - 100 * 86_400
    for number, (deal, at) in enumerate([(6, old), (6, old), (6, old), (12, ENDED), (12, ENDED), (6, ENDED)]):
        options = {"players": 4, "target": 11 + 10 * (number % 2), "deal": deal, "picada": "any"}
        await play(store, game(number, ((ANN, CY), 5), ((BO, DI), 1), options=options, ended_at=at))
    found = await store.ratings.variants(GUILD, "cicera", ENDED)
    assert [(one.name, one.games, one.recent, one.first) for one in found] == [
        ("4-12-any", 2, 2, ENDED),
        ("4-6-any", 4, 1, old),
    ]
    assert found[1].options["deal"] == 6


async def test_a_team_of_two_who_play_only_together_has_a_rank_and_they_have_none(store: Store) -> None:
    others = list(combinations(range(MEMBER, MEMBER + 6), 2))
    for number, pair in enumerate(others):
        await play(store, game(number, ((ANN, CY), 9), (pair, 5), ended_at=ENDED + number))
    apart = {line.members: line.apart for line in await listed(store)}
    assert (apart[ANN,], apart[CY,]) == ("paired", "paired")
    teams = await listed(store, teams=True)
    assert [(line.rank, line.members) for line in teams if not line.apart] == [(1, (ANN, CY))]


async def test_months_that_are_over_are_dropped(store: Store) -> None:
    sides = ((ANN, CY), 5), ((BO, DI), 1)
    later = game(2, *sides, names={}, ended_at=ENDED + 30 * 86_400)
    await play(store, game(1, *sides, names={}), later)
    await store.ratings.drop_months(ENDED + 30 * 86_400)
    stored = await store.readers.read(lambda connection: whole_rows.stored(connection, GUILD))
    assert sorted(period for *_, period in stored) == ["all", "m2023-12", "s2023-10"]
    assert not await differing(store, now=ENDED + 30 * 86_400)


async def test_a_team_with_few_games_is_in_sight_of_its_members(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(stored_ratings.MOST_APART, "most", 1)
    others = [(MEMBER + 10 * n, MEMBER + 10 * n + 1) for n in range(3)]
    for number, pair in enumerate(others):
        await play(store, game(number, ((ANN, CY), 9), (pair, 5), ended_at=ENDED + number))
    await play(store, game(9, ((BO, DI), 9), (others[0], 5)))

    async def of(reader: int | None) -> Ranking:
        key = (GUILD, "cicera", VARIANT, ALL_TIME, ENDED)
        return await store.ratings.ranking(*key, teams=True, reader=reader)

    for _ in range(2):
        found = await of(BO)
        # Of those that have met too few others the one with most games.
        assert [line.members for line in found.page(0, 9)] == [(ANN, CY), others[0]]
        assert [(line.members, line.rank) for line in found.of(BO, frozenset(), 3)] == [((BO, DI), None)]
        assert (await of(ANN)).of(BO, frozenset(), 3) == []

"""Leaderboards against a plain count of the same results."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from bot.preferences.declared import DECLARED
from bot.store import LeaderboardRow, Meetings, ResultRow, Scope, Store
from bot.store.played import OWN_TEAMS
from bot.store.queries.leaderboards import HIDDEN, HIDES
from tests.bot.store.store_rows import ANN, BO, CY, DI, a_place, a_result, a_table, add_result

GUILD = a_table().guild_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def play(store: Store, *results: ResultRow) -> None:
    for result in results:
        await store.create(a_table(result.table_id), a_place(result.table_id), [])
        await add_result(store, result)


async def test_teams_are_unordered_pairs_and_members_play_in_all(store: Store) -> None:
    await play(
        store,
        a_result("g1", ((CY, ANN), 52), ((BO, DI), 40)),
        a_result("g2", ((DI, BO), 51), ((ANN, CY), 50)),
        a_result("g3", ((ANN,), 20), ((BO,), 10)),
        a_result("g4", ((ANN, CY), 60), ((BO, DI), 1), guild_id=GUILD + 1),
        a_result("g5", ((ANN, CY), 60), ((BO, DI), 1), game="ciapano"),
    )
    teams = ([LeaderboardRow(1, (ANN, CY), 2, 1, 11), LeaderboardRow(2, (BO, DI), 2, 1, -11)], 2)
    assert await store.played.leaderboard(GUILD, "cicera", teams=True, offset=0, limit=10) == teams
    members, total = await store.played.leaderboard(GUILD, "cicera", teams=False, offset=0, limit=10)
    assert total == 4
    assert members == [
        LeaderboardRow(1, (ANN,), 3, 2, 21),
        LeaderboardRow(2, (CY,), 2, 1, 11),
        LeaderboardRow(3, (DI,), 2, 1, -11),
        LeaderboardRow(4, (BO,), 3, 1, -21),
    ]
    assert await store.played.standing(GUILD, "cicera", teams=False, user_id=BO) == [members[3]]
    assert await store.played.standing(GUILD, "cicera", teams=True, user_id=BO) == [teams[0][1]]
    assert await store.played.standing(GUILD, "cicera", teams=True, user_id=BO + 99) == []


async def test_equals_share_a_rank(store: Store) -> None:
    await play(
        store,
        a_result("g1", ((1,), 9), ((9,), 0)),
        a_result("g2", ((2,), 5), ((8,), 0)),
        a_result("g3", ((3,), 5), ((7,), 0)),
        a_result("g4", ((4,), 4), ((7,), 0), ((6,), 1)),
    )
    lines, total = await store.played.leaderboard(GUILD, "cicera", teams=False, offset=0, limit=4)
    assert [(line.rank, line.members) for line in lines] == [(1, (1,)), (2, (2,)), (2, (3,)), (4, (4,))]
    page, same = await store.played.leaderboard(GUILD, "cicera", teams=False, offset=2, limit=2)
    assert (page, same) == (lines[2:], total)
    assert await store.played.leaderboard(GUILD, "cicera", teams=False, offset=99, limit=2) == ([], total)


async def test_every_line_as_counted_by_hand(store: Store) -> None:
    rng = random.Random(7)
    pairs = list(combinations(range(1, 6), 2))
    games, wins, difference = (
        Counter[tuple[int, ...]](),
        Counter[tuple[int, ...]](),
        Counter[tuple[int, ...]](),
    )
    for number in range(300):
        one = rng.choice(pairs)
        other = rng.choice([pair for pair in pairs if not set(pair) & set(one)])
        result = a_result(f"g{number}", (one, rng.randint(0, 3)), (other[::-1], rng.randint(0, 3)))
        await play(store, result)
        for side in result.sides:
            team = tuple(sorted(side.members))
            for who in [team, *((member,) for member in team)]:
                games[who] += 1
                wins[who] += side.won
                difference[who] += side.difference
    for teams in (True, False):
        of_kind = [who for who in games if (len(who) > 1) == teams]
        value = {who: (-wins[who], -difference[who], games[who]) for who in of_kind}
        expected = {
            LeaderboardRow(
                1 + sum(other < value[who] for other in value.values()),
                who,
                games[who],
                wins[who],
                difference[who],
            )
            for who in of_kind
        }
        lines, total = await store.played.leaderboard(GUILD, "cicera", teams=teams, offset=0, limit=100)
        assert (set(lines), total, len(lines)) == (expected, len(of_kind), len(of_kind))
        assert [line.rank for line in lines] == sorted(line.rank for line in lines)
        own = await store.played.standing(GUILD, "cicera", teams=teams, user_id=3)
        assert own == [line for line in lines if 3 in line.members][:OWN_TEAMS]


async def test_who_hides_is_on_no_board_but_their_own_and_counts_for_no_rank(store: Store) -> None:
    await play(
        store,
        a_result("g1", ((ANN, CY), 52), ((BO, DI), 40)),
        a_result("g2", ((ANN,), 9), ((CY,), 1)),
    )
    await store.choose(Scope.MEMBER, BO, "hidden", "off")
    await store.choose(Scope.MEMBER, DI, "deck", "italian")
    await store.choose(Scope.MEMBER, ANN, "hidden", "on")

    async def board(*, teams: bool) -> tuple[list[tuple[int, tuple[int, ...]]], int]:
        lines, total = await store.played.leaderboard(GUILD, "cicera", teams=teams, offset=0, limit=10)
        return [(line.rank, line.members) for line in lines], total

    async def own(user_id: int, *, teams: bool) -> list[tuple[int, tuple[int, ...]]]:
        lines = await store.played.standing(GUILD, "cicera", teams=teams, user_id=user_id)
        return [(line.rank, line.members) for line in lines]

    assert await board(teams=False) == ([(1, (CY,)), (2, (BO,)), (2, (DI,))], 3)
    assert await board(teams=True) == ([(1, (BO, DI))], 1)
    assert await own(ANN, teams=False) == [(1, (ANN,))]
    assert await own(ANN, teams=True) == [(1, (ANN, CY))]
    assert await own(CY, teams=True) == []
    assert await own(BO, teams=True) == [(1, (BO, DI))]
    await store.choose(Scope.MEMBER, ANN, "hidden", "off")
    assert await board(teams=True) == ([(1, (ANN, CY)), (2, (BO, DI))], 2)


async def test_pages_and_ranks_are_those_of_a_board_without_who_hides(store: Store) -> None:
    rng, hiding = random.Random(3), {ANN + 2, ANN + 5, ANN + 6, ANN + 11}
    for number in range(60):
        one, other, third, fourth = rng.sample(range(ANN, ANN + 12), 4)
        sides = ((one, other), rng.randint(0, 2)), ((third, fourth), rng.randint(0, 2))
        await play(store, a_result(f"g{number}", *sides))
    for teams in (False, True):
        whole, _ = await store.played.leaderboard(GUILD, "cicera", teams=teams, offset=0, limit=999)
        left = [line for line in whole if hiding.isdisjoint(line.members)]
        value = {line.members: (-line.wins, -line.difference, line.games) for line in left}
        expected = [(1 + sum(v < value[line.members] for v in value.values()), line.members) for line in left]
        for member in hiding:
            await store.choose(Scope.MEMBER, member, HIDDEN, HIDES)
        for size in (1, 3, 7):
            read = list[tuple[int, tuple[int, ...]]]()
            for offset in range(0, len(left) + 2, size):
                lines, total = await store.played.leaderboard(
                    GUILD, "cicera", teams=teams, offset=offset, limit=size
                )
                read += [(line.rank, line.members) for line in lines]
                assert total == len(left)
            assert read == expected
        for member in hiding:
            await store.choose(Scope.MEMBER, member, HIDDEN, "off")


async def test_who_hides_is_known_by_the_preference_of_members() -> None:
    (declared,) = [one for one in DECLARED[Scope.MEMBER] if one.name == HIDDEN]
    assert HIDES in declared.values
    assert declared.default != HIDES


async def test_a_name_is_the_one_under_which_a_member_last_finished_a_game_here(store: Store) -> None:
    def named(table_id: str, **changes: Any) -> ResultRow:
        names = {ANN: f"Ann of {table_id}", BO: "Bo 田 ♠"}
        return a_result(table_id, ((ANN,), 5), ((BO,), 1), names=names, **changes)

    await play(store, named("t3"), named("t1"), named("t4", guild_id=GUILD + 1), named("t2", game="ciapano"))
    assert await store.played.names(GUILD, "cicera", [ANN, BO, CY]) == {ANN: "Ann of t1", BO: "Bo 田 ♠"}
    assert await store.played.names(GUILD + 1, "cicera", {ANN}) == {ANN: "Ann of t4"}
    assert await store.played.names(GUILD, "cicera", []) == {}


async def test_meetings_are_those_of_the_same_sides_until_then(store: Store) -> None:
    pairs = ((ANN, CY), 52), ((BO, DI), 40)
    await play(
        store,
        a_result("g1", *pairs, ended_at=1.0),
        a_result("g2", ((DI, BO), 51), ((CY, ANN), 50), ended_at=2.0),
        # Other partners, another game, another server, fewer and more sides.
        a_result("g3", ((ANN, BO), 20), ((CY, DI), 10), ended_at=3.0),
        a_result("g4", *pairs, game="ciapano", ended_at=3.0),
        a_result("g5", *pairs, guild_id=GUILD + 1, ended_at=3.0),
        a_result("g6", ((ANN,), 20), ((CY,), 10), ended_at=3.0),
        a_result("g7", ((ANN,), 5), ((CY,), 10), ((BO,), 1), ended_at=3.0),
        a_result("g8", *pairs, ended_at=4.0),
        a_result("g9", ((CY,), 20), ((ANN,), 30), ended_at=5.0),
    )

    async def met(table_id: str) -> Meetings | None:
        return (await store.played.ended(table_id))[1]

    assert await met("g1") == Meetings(1, (1, 0))
    assert await met("g2") == Meetings(2, (1, 1))
    assert await met("g8") == Meetings(3, (2, 1))
    assert await met("g3") == await met("g4") == await met("g5") == Meetings(1, (1, 0))
    assert await met("g6") == Meetings(1, (1, 0))
    assert await met("g7") == Meetings(1, (0, 1, 0))
    # Ann has won both; she is the second side here.
    assert await met("g9") == Meetings(2, (0, 2))


async def test_a_shared_win_counts_for_each(store: Store) -> None:
    results = (
        a_result("g1", ((ANN,), 9), ((BO,), 9), ((CY,), 1), ended_at=1.0),
        a_result("g2", ((CY,), 1), ((BO,), 9), ((ANN,), 2), ended_at=2.0),
    )
    await play(store, *results)
    assert (await store.played.ended("g2"))[1] == Meetings(2, (0, 2, 1))


async def test_where_computers_took_part_nobody_has_met(store: Store) -> None:
    await store.create(a_table("g1"), a_place("g1"), [])
    stored, met = await store.played.ended("g1")
    assert stored is not None
    assert met is None
    assert await store.played.ended("g2") == (None, None)

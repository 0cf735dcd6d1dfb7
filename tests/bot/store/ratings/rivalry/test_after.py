"""What a game changed: the gain of each player, whom they pass, and the one thing that is news."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.store import ResultRow, Scope, Store
from bot.store.model.results import LEFT, SatRow
from bot.store.model.rows import FORMER_IDS
from bot.store.ratings.folding import pair_of, variant_of
from bot.store.ratings.periods import season_of
from bot.store.ratings.ranking import LeaderboardRow
from bot.store.ratings.rivalry.after import (
    BEAT_THE_ODDS,
    NEW_FIRST,
    UNCHANGED,
    WON_IN_A_ROW,
    Gain,
    News,
    Outcome,
    Rated,
    RatedGame,
    outcome,
    rated_game,
)
from tests.bot.store.ratings.rivalry.matches import BEFORE_SEASON, EVE, FAY, PAIRS, Matches
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_result, a_table

GUILD = a_table().guild_id
KNOWN = 0.1
"""A variance of which enough is known."""
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy", DI: "Di", EVE: "Eve", FAY: "Fay"}

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def matches(emptied: Store) -> Matches:
    return Matches(emptied)


def rated(user_id: int, mean: float, was: float | None = None, partner_id: int = 0, **changes: Any) -> Rated:
    """Return a rating of whose owner enough is known, who was at the table with a mean before it."""
    values: dict[str, Any] = {
        "mean": mean,
        "guarded": mean,
        "games": 50,
        "wins": 25,
        "streak": 1,
        "hands": 250,
        "most": 50,
        "changed_at": ENDED,
        "name": NAMES.get(user_id, ""),
        "opponents": 3,
        "variance": KNOWN,
        "last_id": "other" if was is None else "t1",
    }
    before = () if was is None else (was, was, KNOWN)
    return Rated(user_id=user_id, partner_id=partner_id, was=before, **values | changes)


def two(*points: int, **changes: Any) -> ResultRow:
    """Return a game between Ann and Bo."""
    return a_result("t1", ((ANN,), points[0]), ((BO,), points[1]), **changes)


def gains(found: Outcome) -> dict[int, Gain]:
    """Return the gains of a game with their points rounded."""
    return {user: gain._replace(points=round(gain.points, 6)) for user, gain in found.gains.items()}


def changed(result: ResultRow, listed: Sequence[Rated], *hiding: int, seasons: bool = True) -> Outcome:
    """Return what a game changed, whose season has the same ratings as all time."""
    lasting = [row for row in listed if row.last_id == "t1"]
    return outcome(RatedGame(result, seasons, listed, lasting, frozenset(hiding)))


WON = two(7, 3)
CLOSE = (rated(ANN, 1.3, 1.0), rated(BO, 0.7, 1.0), rated(CY, 1.1), rated(DI, 0.9))
"""Ann has passed Cy, and Di has passed Bo."""


async def test_a_game_moves_its_players_past_others() -> None:
    ahead, behind = Gain(0.3, ("Cy",)), Gain(-0.3, ("Di",), behind=True)
    assert gains(changed(WON, CLOSE)) == {ANN: ahead, BO: behind}


async def test_the_best_of_those_passed_is_named() -> None:
    more = (*CLOSE, rated(EVE, 1.2), rated(FAY, 1.05))
    assert changed(WON, more).gains[ANN].passes == ("Eve",)
    lost = (rated(ANN, 1.3, 1.0), rated(BO, 0.2, 1.0), rated(CY, 0.3), rated(DI, 0.6))
    assert changed(WON, lost).gains[BO].passes == ("Di",)


async def test_nobody_without_a_rank_and_no_hidden_or_former_member_is_passed() -> None:
    few, met = rated(CY, 1.1, variance=2.0), rated(CY, 1.1, opponents=2)
    for other in (few, met):
        assert changed(WON, (*CLOSE[:2], other)).gains[ANN].passes == ()
    assert changed(WON, CLOSE, CY).gains[ANN].passes == ()
    former = rated(FORMER_IDS - 1, 1.1)
    assert changed(WON, (*CLOSE[:2], former)).gains[ANN].passes == ()


async def test_a_hidden_player_reads_their_points_alone() -> None:
    found = gains(changed(WON, CLOSE, ANN))
    assert found[ANN] == Gain(0.3)
    assert found[BO].passes == ("Di",)


async def test_nothing_is_said_to_whom_another_game_has_changed_since() -> None:
    found = changed(WON, (CLOSE[0], rated(BO, 0.7, 1.0, last_id="later"), *CLOSE[2:]))
    assert set(found.gains) == {ANN}
    assert changed(WON, CLOSE[2:]) == UNCHANGED


def pair(one: int, other: int, mean: float, was: float | None = None) -> Rated:
    """Return the rating of a pair."""
    first, second = pair_of(one, other)
    return rated(first, mean, was, second)


FOUR = a_result("t1", (PAIRS[0], 7), (PAIRS[1], 3))
TEAMS = (
    *(rated(ANN, 0.1, 0.0), rated(CY, 0.1, 0.0), rated(BO, -0.1, 0.0), rated(DI, -0.1, 0.0)),
    *(rated(EVE, 0.0), rated(FAY, 0.0)),
    *(pair(ANN, CY, 0.1, 0.0), pair(BO, DI, -0.1, 0.0), pair(EVE, FAY, 0.2), pair(ANN, EVE, 0.05)),
)


async def test_partners_gain_together_and_pass_other_pairs() -> None:
    found = gains(changed(FOUR, TEAMS))
    assert found[ANN] == found[CY] == Gain(0.3, ("Eve", "Fay"))
    assert found[BO] == found[DI]
    assert found[BO].points == -0.3
    # Where one of two has played another game meanwhile, the pair is told nothing.
    later = [row._replace(last_id="later") if row.key == (CY, 0) else row for row in TEAMS]
    assert set(changed(FOUR, later).gains) == {BO, DI}


async def test_a_pair_does_not_pass_another_of_its_own_members() -> None:
    without = [row for row in TEAMS if row.key != pair_of(EVE, FAY)]
    assert changed(FOUR, without).gains[ANN].passes == ()


# News


async def test_a_new_first_is_news_before_anything_else() -> None:
    first = News(NEW_FIRST, 0, season=True)
    assert changed(WON, CLOSE).news == first
    assert changed(WON, CLOSE, seasons=False).news == News(NEW_FIRST, 0)
    streak = (rated(ANN, 1.3, 1.0, streak=5), *CLOSE[1:])
    assert changed(WON, streak).news == first
    # Nobody has passed, one has not played, or is not seen.
    ahead = (*CLOSE, rated(EVE, 9.0))
    assert changed(WON, ahead).news is None
    assert changed(WON, CLOSE, ANN).news is None
    assert changed(WON, (rated(ANN, 1.3, 1.2), *CLOSE[1:])).news is None


async def test_a_first_pair_is_that_of_its_side() -> None:
    assert changed(FOUR, TEAMS).news == News(NEW_FIRST, 0, season=True)


async def test_winners_with_little_chance_are_news() -> None:
    rows = (rated(ANN, -1.0, -1.1), rated(BO, 1.0, 1.1), rated(CY, 9.0))
    found = changed(WON, rows).news
    assert found is not None
    assert (found.kind, found.side) == (BEAT_THE_ODDS, 0)
    assert 5 <= found.n <= 30
    assert changed(two(3, 7), rows).news is None
    near = (rated(ANN, -0.1, -0.1), rated(BO, 0.1, 0.1), rated(CY, 9.0))
    assert changed(WON, near).news is None


async def test_no_upset_is_told_of_people_hardly_known_hidden_or_who_came_later() -> None:
    rows = (rated(ANN, -1.0, -1.1), rated(BO, 1.0, 1.1), rated(CY, 9.0))
    unknown = (rows[0]._replace(was=(-1.1, -1.1, 2.0)), *rows[1:])
    assert changed(WON, unknown).news is None
    for hidden in (ANN, BO):
        assert changed(WON, rows, hidden).news is None
    late = replace(WON, sat=(*WON.sat[:1], SatRow(1, 1, 1, DI), SatRow(1, 2, 1, BO)))
    assert changed(late, rows).news is None
    assert changed(replace(WON, why=LEFT), rows).news is None


@pytest.mark.parametrize(
    ("games", "told"), [(1, 0), (2, 0), (3, 3), (4, 0), (5, 5), (6, 0), (10, 10), (12, 0), (15, 15)]
)
async def test_games_won_in_a_row_are_news_now_and_then(games: int, told: int) -> None:
    rows = (rated(ANN, 0.2, 0.1, streak=games), rated(BO, 0.1, 0.2, streak=0), rated(CY, 9.0))
    assert changed(WON, rows).news == (News(WON_IN_A_ROW, 0, told) if told else None)
    assert changed(WON, rows, BO).news == (News(WON_IN_A_ROW, 0, told) if told else None)
    assert changed(WON, rows, ANN).news is None


async def test_the_row_of_a_pair_is_its_own() -> None:
    rows = [
        *(row._replace(streak=3) for row in TEAMS if not row.partner_id),
        *(row._replace(streak=5) if row.key == pair_of(ANN, CY) else row for row in TEAMS if row.partner_id),
        *(rated(1, 9.0), rated(2, 9.0), pair(1, 2, 9.0)),
    ]
    rows = [row._replace(user_id=row.user_id + 2**60) if row.user_id < 3 else row for row in rows]
    rows = [row._replace(partner_id=2 + 2**60) if row.partner_id == 2 else row for row in rows]
    assert changed(FOUR, rows).news == News(WON_IN_A_ROW, 0, 5)


# In a store


async def list_of(matches: Matches, period: str = "", *, teams: bool = True) -> dict[Any, LeaderboardRow]:
    """Return the lines of a list by their members, that of the season unless another is asked for."""
    variant = variant_of("cicera", a_result("t", *((side, 0) for side in PAIRS)).options)
    of = period or season_of({}, ENDED)
    found = await matches.store.ratings.ranking(GUILD, "cicera", variant, of, ENDED + 9999, teams=teams)
    return {line.members: line for line in found.page(0, 99)}


async def test_the_points_are_what_the_list_shows_more_than_before(matches: Matches) -> None:
    await matches.played(PAIRS, 9, 3, ended_at=BEFORE_SEASON)
    await matches.known(gap=1)
    before = await list_of(matches)
    last = await matches.played(PAIRS, 9, 3, hands=5)
    after = await list_of(matches)
    gains = (await matches.store.ratings.outcome(last)).gains
    for side in PAIRS:
        key = pair_of(*side)
        for member in side:
            assert gains[member].points == pytest.approx(after[key].mean - before[key].mean, abs=1e-3)
    assert gains[ANN].points > 0.05
    await matches.store.choose(Scope.SERVER, GUILD, "seasons", "off")
    lasting = (await matches.store.ratings.outcome(last)).gains
    assert lasting[ANN].points != gains[ANN].points
    assert lasting[ANN].points > 0


async def test_only_the_last_game_of_its_players_is_told(matches: Matches) -> None:
    earlier = await matches.played(PAIRS, 9, 3)
    assert set((await matches.store.ratings.outcome(earlier)).gains) == {ANN, BO, CY, DI}
    last = await matches.played((PAIRS[0], (BO, EVE)), 9, 3)
    assert set((await matches.store.ratings.outcome(earlier)).gains) == set()
    assert set((await matches.store.ratings.outcome(last)).gains) == {ANN, CY, BO, EVE}
    assert await matches.store.ratings.outcome("no table") == UNCHANGED


async def test_a_game_that_does_not_count_changed_nothing(matches: Matches) -> None:
    await matches.played(PAIRS, 9, 3)
    with_computer = ((ANN, CY), (BO, -1))
    assert await matches.store.ratings.outcome(await matches.played(with_computer, 9, 3)) == UNCHANGED


async def test_a_pair_that_wins_three_games_is_told(matches: Matches) -> None:
    told = [(await matches.store.ratings.outcome(await matches.played(PAIRS, 9, 3))).news for _ in range(5)]
    assert told == [None, None, News(WON_IN_A_ROW, 0, 3), None, News(WON_IN_A_ROW, 0, 5)]
    lost = await matches.played(PAIRS, 3, 9)
    assert (await matches.store.ratings.outcome(lost)).news is None


async def test_the_row_goes_on_over_seasons_and_hides_with_a_member(matches: Matches) -> None:
    for _ in range(2):
        await matches.played(PAIRS, 9, 3, ended_at=BEFORE_SEASON)
    third = await matches.played(PAIRS, 9, 3)
    assert (await matches.store.ratings.outcome(third)).news == News(WON_IN_A_ROW, 0, 3)
    await matches.store.choose(Scope.MEMBER, CY, "hidden", "on")
    assert (await matches.store.ratings.outcome(third)).news is None


async def test_one_of_several_winners_is_told(matches: Matches) -> None:
    alone = ((ANN,), (BO,), (CY,))
    for number in range(3):
        last = await matches.played(alone, 5, 9, 7 + number, game="ciapano")
    found = await matches.store.ratings.outcome(last)
    assert found.news == News(WON_IN_A_ROW, 1, 3)
    assert set(found.gains) == {ANN, BO, CY}


async def test_of_pairs_without_a_rank_only_those_of_the_game_are_read(matches: Matches) -> None:
    await matches.played(((ANN, EVE), (BO, FAY)), 9, 3)
    await matches.known()
    last = await matches.played(PAIRS, 9, 3)
    result = a_result(last, *((side, 0) for side in PAIRS))
    found = await matches.store.readers.read(lambda connection: rated_game(connection, result, frozenset()))
    assert {row.key for row in found.listed if row.partner_id} == {pair_of(*side) for side in PAIRS}
    assert {row.user_id for row in found.listed if not row.partner_id} == {ANN, BO, CY, DI, EVE, FAY}
    assert {row.key for row in found.listed if row.was} == {row.key for row in found.lasting}

"""How the people in a lobby stand: by results that count, this season first, and never with one who hides."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import insert

from bot.store import Scope, Store
from bot.store.model.results import EARLY, LEFT
from bot.store.model.rows import FORMER_IDS
from bot.store.model.zones import name_of_choice
from bot.store.ratings.rivalry.before import Rivalry, SharedGame, percent, standing
from bot.store.ratings.schema import unrated
from tests.bot.store.ratings.rivalry.matches import BEFORE_SEASON, EVE, HANDS, PAIRS, Matches, lobby
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_table

GUILD = a_table().guild_id
NOW = ENDED + 86_400.0
ACROSS = ((ANN, BO), (CY, DI))
ALONE = ((ANN,), (BO,), (CY,))

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def matches(emptied: Store) -> Matches:
    return Matches(emptied)


async def read(matches: Matches, sides: tuple[tuple[int, ...], ...] = PAIRS, game: str = "cicera") -> Rivalry:
    """Return how the people of a lobby stand."""
    found = await matches.store.ratings.rivalry(lobby(sides, game), NOW)
    assert found is not None
    return found


def won(*sides: tuple[int, ...], first: bool = True, counts: bool = True) -> SharedGame:
    """Return a game of two sides, which the first or the second one has won."""
    return SharedGame(ENDED, counts, {frozenset(sides[0]): first, frozenset(sides[1]): not first})


async def test_games_of_this_season_are_told_before_those_of_all_time() -> None:
    games = [won(*PAIRS), won(*PAIRS), won(*PAIRS, first=False)]
    assert standing(games, PAIRS, [False, False, True]) == Rivalry(PAIRS, 1, (0, 1), True, 3, 3)
    assert standing(games, PAIRS, [False] * 3) == Rivalry(PAIRS, 3, (2, 1), False, 3, 3)


async def test_only_games_of_exactly_these_sides_that_count_are_told() -> None:
    turned = (PAIRS[1], PAIRS[0])
    games = [won(*ACROSS), won(*PAIRS, counts=False), won(*turned), won((ANN, CY), (BO, EVE))]
    assert standing(games, PAIRS, [True] * 4) == Rivalry(PAIRS, 1, (0, 1), True, 3, 2)
    assert standing(games[:1], PAIRS, [True]) == Rivalry(PAIRS, 0, (0, 0), False, 1, 0)
    assert standing(games[3:], PAIRS, [True]) == Rivalry(PAIRS, 0, (0, 0), False, 0, 0)


async def test_a_chance_is_rounded_and_neither_none_nor_certain() -> None:
    assert [percent(share) for share in (0.0, 0.02, 0.48, 0.53, 0.976, 1.0)] == [5, 5, 50, 55, 95, 95]


async def test_people_who_have_never_met_are_told_apart_from_those_who_have(matches: Matches) -> None:
    assert await read(matches) == Rivalry(PAIRS, 0, (0, 0), False, 0, 0)
    await matches.played(ACROSS, 5, 3)
    assert await read(matches) == Rivalry(PAIRS, 0, (0, 0), False, 1, 0)
    await matches.played((*PAIRS[:1], (BO, EVE)), 5, 3)
    assert (await read(matches)).met == 1


async def test_results_of_a_server_are_counted_by_sides(matches: Matches) -> None:
    await matches.played(PAIRS, 7, 3, ended_at=BEFORE_SEASON)
    await matches.played(PAIRS, 7, 3, guild_id=GUILD + 2**22)
    assert await read(matches) == Rivalry(PAIRS, 1, (1, 0), False, 1, 1)
    await matches.played((PAIRS[1], PAIRS[0]), 7, 3)
    await matches.played(PAIRS, 7, 3, why=EARLY)
    await matches.played(PAIRS, 7, 3, why=LEFT)
    assert await read(matches) == Rivalry(PAIRS, 1, (0, 1), True, 4, 4)
    assert (await read(matches, (PAIRS[1], PAIRS[0]))).won == (1, 0)


async def test_without_seasons_all_games_are_told(matches: Matches) -> None:
    await matches.played(PAIRS, 7, 3, ended_at=BEFORE_SEASON)
    await matches.played(PAIRS, 3, 7)
    await matches.store.choose(Scope.SERVER, GUILD, "seasons", "off")
    assert await read(matches) == Rivalry(PAIRS, 2, (1, 1), False, 2, 2)


async def test_those_who_play_alone_are_counted_one_by_one(matches: Matches) -> None:
    for points in ((5, 9, 7), (8, 9, 7), (5, 9, 9)):
        await matches.played(ALONE, *points, game="ciapano")
    await matches.played((*ALONE, (DI,)), 5, 9, 7, 1, game="ciapano")
    found = await matches.store.ratings.rivalry(lobby(ALONE, "ciapano"), NOW)
    assert found == Rivalry(ALONE, 3, (0, 3, 1), True, 3, 3)


async def test_chances_are_told_once_enough_is_known_of_all_four(matches: Matches) -> None:
    await matches.played(PAIRS, 6, 5, hands=HANDS)
    assert (await read(matches)).chance is None  # everybody has met two opponents
    await matches.known(gap=2)
    chance = (await read(matches)).chance
    assert chance is not None
    assert 60 <= chance <= 95
    assert chance % 5 == 0
    assert (await read(matches, (PAIRS[1], PAIRS[0]))).chance == 100 - chance
    assert (await read(matches, ((ANN, CY), (BO, EVE)))).chance is None
    assert (await read(matches, ((ANN,), (BO,)))).chance is None


async def test_nothing_is_said_where_one_hides_or_was_forgotten(matches: Matches) -> None:
    await matches.known()
    await matches.store.choose(Scope.MEMBER, DI, "hidden", "on")
    assert await matches.store.ratings.rivalry(lobby(PAIRS), NOW) is None
    assert await matches.store.ratings.rivalry(lobby(((ANN,), (BO,))), NOW) is not None
    assert await matches.store.ratings.rivalry(lobby(((ANN,), (FORMER_IDS - 1,))), NOW) is None


async def test_nothing_is_said_while_the_games_of_a_server_are_still_to_be_counted(matches: Matches) -> None:
    await matches.played(PAIRS, 5, 3)
    row = {"guild_id": GUILD, "changes": 0}
    await matches.store.writer.write(lambda connection: connection.execute(insert(unrated), row))
    assert await matches.store.ratings.rivalry(lobby(PAIRS), NOW) is None
    await matches.store.ratings.make(NOW, pause=0.0)
    assert (await read(matches)).games == 1


async def test_a_season_begins_by_the_clock_of_the_server(matches: Matches) -> None:
    # Midnight in Tokyo is at 15:00 in Greenwich.
    await matches.store.choose(Scope.SERVER, GUILD, name_of_choice({}, BEFORE_SEASON - 1e7), "asia-tokyo")
    begins = datetime(2023, 9, 30, 15, tzinfo=UTC).timestamp()
    await matches.played(PAIRS, 5, 3, ended_at=begins - 1)
    assert not (await read(matches)).season
    await matches.played(PAIRS, 5, 3, ended_at=begins)
    found = await read(matches)
    assert (found.season, found.games) == (True, 1)

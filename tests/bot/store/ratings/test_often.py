"""Games that the same people play too often, and ranks that somebody feeds to themself."""

from dataclasses import replace
from typing import Final

import pytest

from bot.store import ResultRow, Scope, Store
from bot.store.model.results import EARLY
from bot.store.model.zones import name_of_choice
from bot.store.ratings.folding import FULL_GAMES, Ratings, fold, played
from bot.store.ratings.periods import ALL_TIME, day_of, month_of
from bot.store.ratings.ranking import PAIRED, PROVISIONAL
from bot.store.ratings.whole import rows as whole_rows
from bot.store.ratings.whole.fold import WholeFold
from tests.bot.store.ratings.hands import BY_TWO, EVE, a_game, a_hand
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_place, a_result, a_table, add_result, listed

GUILD: Final = a_table().guild_id
OTHERS: Final = {"deal": 6, "players": 4, "picada": "any", "target": 51}
DAY: Final = 86_400.0

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def play(store: Store, *results: ResultRow, first: int = 0) -> list[ResultRow]:
    """Store games one after the other, and return them with tables numbered from `first` on."""
    numbered = [replace(result, table_id=f"g{number}") for number, result in enumerate(results, first)]
    for result in numbered:
        await store.create(a_table(result.table_id), a_place(result.table_id), [])
        await add_result(store, result)
    return numbered


def won(day: int, winners: tuple[int, ...], losers: tuple[int, ...]) -> ResultRow:
    """Return a game of five hands on a day of its own."""
    result = a_result("", (winners, 9), (losers, 1), ended_at=ENDED + DAY * day)
    return replace(result, hands=5 * result.hands)


async def apart(store: Store) -> str:
    """Return why Ann stands apart, empty if she has a rank."""
    (line,) = [line for line in await listed(store) if line.members == (ANN,)]
    assert (line.rank is None) == bool(line.apart)
    return line.apart


async def test_a_seventh_game_of_a_day_counts_less_until_midnight_in_the_server(store: Store) -> None:
    # Midnight in Tokyo is at 15:00 in Greenwich.
    zones = {name_of_choice({}, ENDED - 90 * DAY): "asia-tokyo"}
    for name, zone in zones.items():
        await store.choose(Scope.SERVER, GUILD, name, zone)
    begins, ends = day_of(zones, ENDED)
    assert ends % DAY == 15 * 3600
    again = a_game(a_hand(9, 1), a_hand(5, 4))
    strangers = a_result("", ((ANN, CY), 9), ((BO, EVE), 1))
    swapped = a_result("", ((ANN, BO), 9), ((CY, DI), 1))
    early = replace(again, ended_at=begins, why=EARLY, sides=())
    full = [early, *[replace(again, ended_at=begins + second) for second in range(FULL_GAMES)]]
    evening = [
        (replace(strangers, ended_at=ends - 5), False),
        (replace(again, ended_at=ends - 4, options=OTHERS), False),
        (replace(again, ended_at=ends - 3), True),
        (replace(swapped, ended_at=ends - 2), True),
        (replace(again, ended_at=ends), False),
    ]
    results = await play(store, *full, *(result for result, _ in evening))
    expected, whole = dict[str, Ratings](), WholeFold(zones, ends)
    for result, often in zip(results, [False] * len(full) + [often for _, often in evening], strict=True):
        whole.add(result)
        if (game := played(result)) is not None:
            fold(game, expected.setdefault(f"4-{result.options['deal']}-any", {}), often=often)
    stored = await store.readers.read(lambda connection: whole_rows.stored(connection, GUILD))
    assert not whole.differs(stored)
    later = WholeFold(zones, ends + 60 * DAY)
    for result in results:
        later.add(result)
    assert {period for *_, period in stored} - {period for *_, period in later.made} == {
        month_of(zones, ENDED)
    }
    assert not later.differs(stored)
    for variant, ratings in expected.items():
        found = stored[GUILD, "cicera", variant, ALL_TIME]
        assert found.keys() == ratings.keys() >= set(BY_TWO)
        for key, rating in ratings.items():
            assert found[key].mean == pytest.approx(rating.mean, abs=1e-12)
            assert found[key].variance == pytest.approx(rating.variance, abs=1e-12)


async def test_who_beats_only_two_accounts_of_their_own_has_no_rank(store: Store) -> None:
    await play(store, *[won(day, (ANN,), ((BO, CY)[day % 2],)) for day in range(40)])
    assert await apart(store) == PROVISIONAL
    await play(store, won(40, (ANN,), (DI,)), first=40)
    assert await apart(store) == ""


async def test_more_than_four_of_five_hands_with_one_partner_leave_no_rank(store: Store) -> None:
    with_cy, with_di = ((ANN, CY), (BO, DI)), ((ANN, DI), (BO, CY))
    await play(store, *[won(day, *(with_cy if day % 5 else with_di)) for day in range(20)])
    assert await apart(store) == ""
    await play(store, won(20, *with_cy), first=20)
    assert await apart(store) == PAIRED

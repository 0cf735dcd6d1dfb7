"""The stored ratings of games with every oddity equal a second count of their exported results."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest

from bot.store import ResultRow, SideRow, Store
from bot.store.model.results import COMPUTERS, COUNTS, EARLY, LEFT, REWOUND, HandRow, SatRow
from bot.store.ratings.whole import rows
from tests.bot.store.store_rows import OPTIONS, a_place, a_seat, a_table, add_result
from tests.e2e.support.recounted import Line, lines_of, recount

pytestmark = pytest.mark.asyncio(loop_scope="session")
GUILD = a_table().guild_id
FIRST: Final = 1_100_000_000_000_000_000
MEMBERS: Final = range(FIRST, FIRST + 9)
BEGAN: Final = 1_790_000_000.0
GAMES: Final = 240
KINDS: Final = (("cicera", 4), ("cicera", 2), ("ciapano", 3), ("ciapano", 4), ("civil-suits", 4))
WHYS: Final = (COUNTS,) * 6 + (LEFT, REWOUND, EARLY, COMPUTERS)
CLOSE: Final = 1e-9


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


def some_results(rng: random.Random) -> Iterator[ResultRow]:
    """Yield results of all games, with ties, seats taken over, hints, computers, and games of one evening."""
    at, people, kind = BEGAN, list[int](), KINDS[0]
    for number in range(GAMES):
        if number % 12 not in range(1, 9):
            # Eight more games of the same people follow each twelfth.
            kind = rng.choice(KINDS)
            people = rng.sample(MEMBERS, kind[1])
            at += rng.uniform(0, 6 * 86_400)
        at += 600
        yield a_game(f"t{number}", rng, at, kind, people)


def a_game(
    table_id: str, rng: random.Random, at: float, kind: tuple[str, int], people: list[int]
) -> ResultRow:
    """Return the result of one game, whose points are so few that many sides are level."""
    game, size = kind
    sides = [(0, 2), (1, 3)] if kind == KINDS[0] else [(seat,) for seat in range(size)]
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    why, number = rng.choice(WHYS), rng.randrange(4)
    hands = tuple([_hand(rng, len(sides), size, out=game == "ciapano") for _ in range(number)])
    sat = [SatRow(seat, 1, side_of[seat], user_id) for seat, user_id in enumerate(people)]
    if rng.random() < 0.2:
        other = rng.choice([0, rng.choice([one for one in MEMBERS if one not in people])])
        seat = rng.randrange(size)
        sat.append(SatRow(seat, rng.randint(2, number + 2), side_of[seat], other))
    if why == COMPUTERS:
        sat[0] = SatRow(0, 1, 0, -1)
    sat.sort(key=lambda one: (one.seat, one.since))
    totals = [sum(hand.points[side] for hand in hands) for side in range(len(sides))]
    low = game != "cicera"
    better = [sum((other < own) if low else (other > own) for other in totals) for own in totals]
    rows = [
        SideRow(side, (), own, 0, won=not better[side], place=1 + better[side])
        for side, own in enumerate(totals)
    ]
    options: dict[str, Any] = {**OPTIONS, "players": size} if game == "cicera" else {"players": size}
    names = {one.user_id: f"Name {one.user_id}" for one in sat}
    stopped = why in (EARLY, LEFT)
    shown = () if stopped else tuple(rows)
    return ResultRow(table_id, GUILD, game, at, shown, why, "", options, hands, tuple(sat), names)


def _hand(rng: random.Random, sides: int, seats: int, *, out: bool) -> HandRow:
    absent = rng.randrange(sides) if out and rng.random() < 0.3 else None
    points = tuple([0 if side == absent else rng.randint(-1, 4) for side in range(sides)])

    def some(chance: float) -> tuple[int, ...]:
        return tuple([seat for seat in range(seats) if rng.random() < chance])

    by_name: tuple[dict[str, int] | None, ...] = tuple(
        [None if side == absent else {} for side in range(sides)]
    )
    return HandRow(points, tuple(by_name), some(0.1), some(0.1), some(0.1))


def nobody(line: Line) -> int:
    raise AssertionError(f"nobody hides: {line}")


@pytest.mark.parametrize("seed", range(3))
async def test_stored_ratings_equal_a_second_count_of_the_exported_results(store: Store, seed: int) -> None:
    shared = 0
    for result in some_results(random.Random(seed)):
        last = {sat.seat: sat for sat in result.sat}
        seats = [a_seat(seat, sat.user_id or -1 - seat) for seat, sat in last.items()]
        await store.create(a_table(result.table_id), a_place(result.table_id), seats)
        await add_result(store, result)
        shared += sum(side.won for side in result.sides) > 1
    assert shared > 20
    count = recount(lines_of((await store.played.export(GUILD)).data()), nobody)
    stored = await store.readers.read(partial(rows.stored, guild_id=GUILD))
    assert {place[1:] for place in stored} == count.keys()
    assert len(count) > 40
    for place, found in stored.items():
        mine = count[place[1:]]
        assert {frozenset(key) - {0} for key in found} == mine.keys()
        for key, rating in found.items():
            own = mine[frozenset(key) - {0}]
            numbers = (own.mean, own.variance, own.guarded, own.games, own.wins, own.hands)
            theirs = (rating.mean, rating.variance, rating.guarded, rating.games, rating.wins, rating.hands)
            assert theirs == pytest.approx(numbers, rel=0, abs=CLOSE), (place, key)

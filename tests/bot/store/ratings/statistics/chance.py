"""Random results: seats that change hands, hands of computers, games without an end."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.store import ResultRow, SideRow
from bot.store.model.results import COMPUTERS, COUNTS, EARLY, LEFT, REWOUND, HandRow, SatRow
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, OPTIONS, a_result

HIDDEN_ONE: Final = DI + 1
FORMER_ONE: Final = 2**49 + 5
PEOPLE: Final = (ANN, BO, CY, DI, HIDDEN_ONE, FORMER_ONE)
NAMES: Final = ("scua", "picada", "napula")
WHY: Final = (COUNTS, COUNTS, COUNTS, COUNTS, COUNTS, COMPUTERS, REWOUND, EARLY, LEFT)
DAY: Final = 86_400


def some_results(
    number: int, rng: random.Random, people: Sequence[int] = PEOPLE, whys: Sequence[str] = WHY
) -> Iterator[ResultRow]:
    """Yield so many results of Cicera, one a day."""
    for index in range(number):
        yield a_random_result(f"{index:08x}", rng, people, rng.choice(whys), ENDED + index * DAY)


def a_random_result(
    table_id: str, rng: random.Random, people: Sequence[int], why: str, ended_at: float
) -> ResultRow:
    """Return the result of a game of two pairs, or now and then of two members."""
    size = 2 if rng.random() < 0.1 else 4
    owners = rng.sample(people, size)
    sat = [SatRow(seat, 1, seat % 2, user) for seat, user in enumerate(owners)]
    hands = rng.randint(2, 7)
    others = [user for user in people if user not in owners]
    if others and rng.random() < 0.3:
        # Somebody takes over a seat in the middle.
        seat = rng.randrange(size)
        sat.insert(seat + 1, SatRow(seat, rng.randint(2, hands + 1), seat % 2, rng.choice(others)))
    if why == COMPUTERS or rng.random() < 0.05:
        sat[-1] = replace(sat[-1], user_id=-1)
    played = tuple(_hand(rng, size) for _ in range(hands))
    points = [sum(hand.points[side] for hand in played) for side in (0, 1)]
    if ANN in owners:
        # She is the better player.
        points[owners.index(ANN) % 2] += 9
    points[0] += points[0] == points[1]
    made = a_result(table_id, ((owners[0],), points[0]), ((owners[1],), points[1]), ended_at=ended_at)
    options: dict[str, Any] = {**OPTIONS, "players": size}
    sides: tuple[SideRow, ...] = () if why in (EARLY, LEFT) else made.sides
    return replace(
        made,
        sides=sides,
        why=why,
        options=options,
        hands=played,
        sat=tuple(sat),
        names={user: f"Name of {user}" for user in people},
    )


def _hand(rng: random.Random, size: int) -> HandRow:
    tallies = tuple({name: rng.randint(1, 5) for name in NAMES if rng.random() < 0.6} for _ in (0, 1))
    alone = tuple(seat for seat in range(size) if rng.random() < 0.05)
    return HandRow(tuple(sum(tally.values()) for tally in tallies), tallies, alone)

"""Unseen cards shared out: as constrained, every way equally likely, and only where there is one."""

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FRENCH_DECK, Card
from engine.hidden import share_out

CARDS = FRENCH_DECK[:6]


def all_ways(sizes: list[int], barred: set[tuple[Card, int]]) -> set[tuple[frozenset[Card], ...]]:
    """Return every way to share out `CARDS`, by trying all their orders."""
    found = set()
    for order in permutations(CARDS):
        hands, start = [], 0
        for size in sizes:
            hands.append(frozenset(order[start : start + size]))
            start += size
        if not any((c, number) in barred for number, hand in enumerate(hands) for c in hand):
            found.add(tuple(hands))
    return found


BARRED = st.sets(st.tuples(st.sampled_from(CARDS), st.integers(0, 2)), max_size=9)
SIZES = st.sampled_from([[2, 2, 2], [4, 1, 1], [3, 3, 0], [1, 2, 3], [6, 0, 0]])


@given(SIZES, BARRED)
def test_it_finds_a_way_where_there_is_one(sizes: list[int], barred: set[tuple[Card, int]]) -> None:
    ways = all_ways(sizes, barred)
    if not ways:
        with pytest.raises(ValueError, match="nobody may hold"):
            share_out(CARDS, sizes, lambda c, hand: (c, hand) not in barred, random.Random(0))
        return
    for seed in range(5):
        hands = share_out(CARDS, sizes, lambda c, hand: (c, hand) not in barred, random.Random(seed))
        assert tuple(map(frozenset, hands)) in ways


@pytest.mark.parametrize(
    "barred",
    [set(), {(CARDS[0], 0)}, {(CARDS[0], 0), (CARDS[1], 0), (CARDS[2], 1), (CARDS[3], 2), (CARDS[3], 0)}],
)
def test_every_way_is_equally_likely(barred: set[tuple[Card, int]]) -> None:
    sizes = [3, 2, 1]
    ways = all_ways(sizes, barred)
    rng = random.Random(1)
    found = Counter(
        tuple(map(frozenset, share_out(CARDS, sizes, lambda c, hand: (c, hand) not in barred, rng)))
        for _ in range(200 * len(ways))
    )
    assert found.keys() == ways
    assert all(140 < times < 260 for times in found.values())


def test_the_sizes_add_up() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        share_out(CARDS, [3, 2], lambda c, hand: True, random.Random(1))


def test_the_same_chance_gives_the_same_hands() -> None:
    def once() -> list[list[Card]]:
        return share_out(FRENCH_DECK, [13] * 4, lambda c, hand: c.rank > hand, random.Random(5))

    assert once() == once()
    assert sorted(c for hand in once() for c in hand) == list(FRENCH_DECK)

"""Random hands for cards that a viewer does not see."""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import factorial, prod
from typing import Final

from engine.cards import Card

_KEPT: Final = 1 << 13
"""Counts that are kept, of 300 bytes each: one deal needs up to 1,400, again and again."""

_Group = tuple[tuple[int, ...], int]
"""A group of cards: the hands that may hold them, and their number."""


def share_out(
    cards: Iterable[Card],
    sizes: Sequence[int],
    may_hold: Callable[[Card, int], bool],
    rng: random.Random,
) -> list[list[Card]]:
    """Return `cards` dealt into hands of these `sizes`, uniformly over all ways to deal them.

    `may_hold(card, hand)` returns whether a hand may hold a card. The sizes add up to the number of cards;
    ValueError if there is no way to deal them.
    """
    room = tuple(sizes)
    free: list[Card] = []
    bound: dict[tuple[int, ...], list[Card]] = {}
    for c in cards:
        holders = tuple([hand for hand in range(len(room)) if may_hold(c, hand)])
        (free if len(holders) == len(room) else bound.setdefault(holders, [])).append(c)
    if len(free) + sum(map(len, bound.values())) != sum(room):
        raise ValueError("the cards do not fill the hands")

    shared: list[list[Card]] = [[] for _ in room]
    # Cards with the fewest possible holders come first: then there are fewer ways to count.
    in_turn = sorted(bound, key=lambda holders: (len(holders), holders))
    groups = tuple([(holders, len(bound[holders])) for holders in in_turn])
    for holders in in_turn:
        for c in bound[holders]:
            groups = _one_less(groups)
            weights = [_ways(groups, _taken(room, hand)) if room[hand] else 0 for hand in holders]
            hand = _drawn(holders, weights, rng)
            shared[hand].append(c)
            room = _taken(room, hand)
    rng.shuffle(free)
    start = 0
    for hand, size in enumerate(room):
        shared[hand] += free[start : start + size]
        start += size
    return shared


def _drawn(holders: tuple[int, ...], weights: list[int], rng: random.Random) -> int:
    """Return one of `holders`, drawn by weight; the weights may be very large integers."""
    total = sum(weights)
    if not total:
        raise ValueError("nobody may hold a card")
    left = rng.randrange(total)
    return next(hand for hand, so_far in zip(holders, accumulate(weights), strict=True) if left < so_far)


def _one_less(groups: tuple[_Group, ...]) -> tuple[_Group, ...]:
    (holders, number), rest = groups[0], groups[1:]
    return ((holders, number - 1), *rest) if number > 1 else rest


def _taken(room: tuple[int, ...], hand: int) -> tuple[int, ...]:
    return (*room[:hand], room[hand] - 1, *room[hand + 1 :])


@lru_cache(_KEPT)
def _ways(groups: tuple[_Group, ...], room: tuple[int, ...]) -> int:
    """Return the number of ways to deal the groups, then unrestricted cards, to hands with this `room`."""
    if not groups:
        return factorial(sum(room)) // prod(map(factorial, room))
    rest = _one_less(groups)
    return sum([_ways(rest, _taken(room, hand)) for hand in groups[0][0] if room[hand]])

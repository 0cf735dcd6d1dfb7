"""A fair queue: owners take turns, each with their items in order, and nothing is lost."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.store.database.fair_queue import FairQueue

OWNERS = st.lists(st.integers(0, 4), max_size=40)


def filled(owners: list[int]) -> FairQueue[tuple[int, int]]:
    """Return a queue with an item, numbered from 0, of each of these owners."""
    turns: FairQueue[tuple[int, int]] = FairQueue()
    for number, owner in enumerate(owners):
        turns.put(owner, (owner, number))
    return turns


@given(OWNERS, st.integers(1, 9))
def test_everything_is_taken_once_and_everybody_keeps_their_order(owners: list[int], most: int) -> None:
    turns = filled(owners)
    taken: list[tuple[int, int]] = []
    while group := turns.take(most):
        assert len(group) == min(most, len(owners) - len(taken))
        taken += group
        assert len(turns) == len(owners) - len(taken)
    assert sorted(taken, key=lambda item: item[1]) == list(zip(owners, range(len(owners)), strict=True))
    for owner in set(owners):
        numbers = [number for other, number in taken if other == owner]
        assert numbers == sorted(numbers)


@given(OWNERS, st.integers(0, 40))
def test_nobody_is_ahead_of_whoever_waits_by_more_than_one(owners: list[int], most: int) -> None:
    had = Counter(owner for owner, _ in filled(owners).take(most))
    whole = Counter(owners)
    for owner in whole:
        if had[owner] < whole[owner]:
            assert max(had.values(), default=0) <= had[owner] + 1


@given(OWNERS, st.integers(0, 4))
def test_what_is_removed_is_gone_and_the_rest_stays_in_order(owners: list[int], unwanted: int) -> None:
    turns = filled(owners)
    removed = turns.remove(lambda item: item[0] == unwanted)
    assert removed == [(owner, number) for number, owner in enumerate(owners) if owner == unwanted]
    assert turns.take(99) == [item for item in filled(owners).take(99) if item[0] != unwanted]

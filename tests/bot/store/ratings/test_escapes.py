"""Nobody escapes a loss or lifts a rating by a hint, a computer on their seat, or another end of a game."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.model.results import LEFT, REWOUND, HandRow, ResultRow
from bot.store.ratings.folding import Owner, Rating, Ratings
from engine import GAMES
from tests.bot.store.ratings.hands import ALONE, BY_TWO, PAIRS, A, B, C, D, a_game, a_hand, means, rated
from tests.bot.store.store_rows import ENDED

seats = st.lists(st.integers(0, 3), max_size=2, unique=True).map(tuple)


def with_facts(hand: HandRow, hints: tuple[int, ...], alone: tuple[int, ...]) -> HandRow:
    """Return a hand in which these seats took a hint, and for these a computer played."""
    return replace(hand, hints=hints, alone=alone)


def with_last(result: ResultRow, hints: tuple[int, ...], alone: tuple[int, ...] = ()) -> ResultRow:
    """Return a result with these facts about its last hand."""
    return replace(result, hands=(*result.hands[:-1], with_facts(result.hands[-1], hints, alone)))


@st.composite
def games(draw: st.DrawFn) -> tuple[ResultRow, Ratings]:
    """Draw a game that any side may have won, and the ratings of its members before."""
    game = draw(st.sampled_from(sorted(GAMES)))
    number = len(PAIRS if game == "cicera" else ALONE)
    of_hand = st.lists(st.integers(0, 25), min_size=number, max_size=number).map(lambda own: a_hand(*own))
    earlier = draw(st.lists(st.builds(with_facts, of_hand, seats, seats), max_size=3))
    result = a_game(*earlier, draw(of_hand), game=game)
    places = draw(st.permutations([side.place for side in result.sides]))
    ended = zip(result.sides, places, strict=True)
    sides = tuple(replace(side, place=place, won=place == 1) for side, place in ended)
    mean, variance = st.floats(-4, 4), st.floats(0.05, 4)
    rating = st.builds(Rating, mean, variance, mean, changed_at=st.just(ENDED))
    keys = BY_TWO if game == "cicera" else (A, B, C, D)
    return replace(result, sides=sides), draw(st.fixed_dictionaries(dict.fromkeys(keys, rating)))


def no_higher(helped: ResultRow, plain: ResultRow, before: Ratings, keys: Sequence[Owner]) -> bool:
    """Return whether all of these are rated no higher after the one game than after the other."""
    after, expected = rated(helped, before=before), rated(plain, before=before)
    return all(
        after[key].mean <= expected[key].mean and after[key].guarded <= expected[key].guarded for key in keys
    )


@given(games(), st.integers(0, 3))
def test_a_hint_never_lifts_its_side(found: tuple[ResultRow, Ratings], seat: int) -> None:
    result, before = found
    (side,) = [one.side for one in result.sat if one.seat == seat]
    own = [key for key in before if any(one.side == side and one.user_id in key for one in result.sat)]
    assert no_higher(with_last(result, (seat,)), result, before, own)


@given(games(), st.integers(0, 3), seats)
def test_a_computer_never_lifts_the_person_for_whom_it_plays(
    found: tuple[ResultRow, Ratings], seat: int, hints: tuple[int, ...]
) -> None:
    result, before = found
    (member,) = [one.user_id for one in result.sat if one.seat == seat]
    helped = with_last(result, hints, (seat,))
    assert no_higher(helped, with_last(result, hints), before, [(member, 0)])


@given(games(), st.sampled_from([LEFT, REWOUND]))
def test_another_end_protects_nobody_and_is_nobodys_win(found: tuple[ResultRow, Ratings], why: str) -> None:
    result, before = found
    other = replace(result, why=why, sides=() if why == LEFT else result.sides)
    plain, after = rated(result, before=before), rated(other, before=before)
    assert means(after) == means(plain)
    for key, rating in after.items():
        assert rating.guarded - before[key].guarded <= rating.mean - before[key].mean + 1e-9
        assert (rating.wins, rating.games) == (0, 1)


@given(games())
def test_the_first_never_fall_and_the_last_never_rise(found: tuple[ResultRow, Ratings]) -> None:
    result, before = found
    result = replace(result, hands=tuple(with_facts(hand, hand.hints, ()) for hand in result.hands))
    places = {one.user_id: result.sides[one.side].place for one in result.sat}
    worst = max(places.values())
    for key, rating in rated(result, before=before).items():
        allowed = change = rating.mean - before[key].mean
        if worst > 1 and places[key[0]] in (1, worst):
            allowed = max(0, change) if places[key[0]] == 1 else min(0, change)
        assert rating.guarded - before[key].guarded == pytest.approx(allowed, abs=1e-9)

"""Turn order and the highest card, for any game with tricks."""

import pytest

from engine.cards import Suit, card
from engine.tricks import highest, next_seat

STRENGTH = {card(text): n for n, text in enumerate(["4S", "7H", "KS", "3S"])} | {card("3H"): 3}


@pytest.mark.parametrize(
    ("seat", "passed_over", "expected"),
    [
        (0, (0, 0, 0), 1),
        (2, (0, 0, 0), 0),
        (0, (0, 1, 0), 2),
        (1, (True, False, True), 1),
        (3, ((), (1,), (1,), ()), 0),
        (0, (0, 5, 5, 0), 3),
    ],
)
def test_next_seat(seat: int, passed_over: tuple[object, ...], expected: int) -> None:
    assert next_seat(seat, passed_over) == expected


def test_next_seat_of_nobody() -> None:
    with pytest.raises(ValueError, match="every seat"):
        next_seat(0, (1, 1))


def test_highest() -> None:
    plays = [(seat, card(text)) for seat, text in enumerate(["4S", "7H", "3S", "KS"])]
    assert highest(plays, STRENGTH) == (2, card("3S"))
    assert highest(plays, STRENGTH, Suit.HEARTS) == (1, card("7H"))
    assert highest(plays, STRENGTH, Suit.CLUBS) is None
    assert highest([], STRENGTH) is None


def test_among_equals_the_last_is_highest() -> None:
    plays = [(0, card("3S")), (1, card("3H")), (2, card("KS"))]
    assert highest(plays, STRENGTH) == (1, card("3H"))
    assert highest(plays[::-1], STRENGTH) == (0, card("3S"))

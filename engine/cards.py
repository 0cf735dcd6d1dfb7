"""Cards, decks and their notation.

A card is written rank then suit ("7D", "TS"). There is one object for each card, so cards are compared and
hashed by identity. Card order: suits S H D C, in a suit A 2 … T J Q K, then the Minions M1 M2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from operator import attrgetter
from typing import Final


class Suit(StrEnum):
    """The four suits, in card order."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(IntEnum):
    """The thirteen ranks from ace to king, numbered from 1."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


RANK_LETTERS: Final = "A23456789TJQK"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card; get it with `card("7D")`, never by constructing it. A Minion has no suit, and rank 14."""

    rank: int  # not a Rank: games add and compare ranks often, and plain ints are faster
    suit: Suit | None
    order: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __lt__(self, other: "Card") -> bool:
        return self.order < other.order

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # Copies and pickles must give the one object that stands for the card.
        return card, (self.text,)


FRENCH_DECK: Final = tuple(
    Card(int(rank), suit, 13 * s + rank - 1, RANK_LETTERS[rank - 1] + suit)
    for s, suit in enumerate(Suit)
    for rank in Rank
)
"""The 52 cards in card order."""

MINIONS: Final = (Card(14, None, 52, "M1"), Card(14, None, 53, "M2"))
"""The two cards above the king that Civil Suits adds."""

_BY_TEXT: Final = {c.text: c for c in (*FRENCH_DECK, *MINIONS)}


def card(text: str) -> Card:
    """Return the card written as `text`; ValueError if there is none."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text} is not a card") from None


def written(cards: Iterable[Card]) -> str:
    """Return the notation of `cards`, separated by blanks."""
    return " ".join([c.text for c in cards])


_ORDER: Final = attrgetter("order")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return `cards` sorted in card order."""
    return tuple(sorted(cards, key=_ORDER))

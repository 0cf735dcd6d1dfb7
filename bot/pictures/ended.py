"""What is told of a game that is over: winners, places, and three facts that are worth a glance."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card


class Fact(NamedTuple):
    """A number with its name; `side` is whose it is, where one of two sides has it alone."""

    number: str
    name: str
    side: int | None = None


class Place(NamedTuple):
    """Where a seat has come in, with a word on how."""

    seat: int
    place: int
    points: int
    how: str = ""


class Ended(NamedTuple):
    """How a game ended: the sides that have won, and how, in words that follow their names.

    `places` are empty where there are two sides, whose score says it; `cards` stand for the game.
    """

    winners: tuple[int, ...]
    how: str
    facts: tuple[Fact, Fact, Fact]
    cards: tuple[Card, Card]
    places: tuple[Place, ...] = ()


def ranked(came: Sequence[int], totals: Sequence[int], hows: Sequence[str]) -> tuple[Place, ...]:
    """Return the places, the first one first."""
    found = [Place(seat, *came) for seat, came in enumerate(zip(came, totals, hows, strict=True))]
    return tuple(sorted(found, key=lambda place: (place.place, place.seat)))

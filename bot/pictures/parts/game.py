"""The pictures that a game draws by itself, and the facts of one that is over: winners, places, and more."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from bot.locale import Words
from bot.pictures.parts.examples import Example
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.cards import Card


class Fact(NamedTuple):
    """A number with its name; `sides` are those that have it, none where it is everybody's."""

    number: str
    name: str
    sides: tuple[int, ...] = ()


class FinalPlace(NamedTuple):
    """The final place of a seat, and how it came to it in a word."""

    seat: int
    place: int
    points: int
    how: str = ""


class Ended(NamedTuple):
    """The end of a game: the winning sides, and how they won, in words that follow their names.

    `places` are empty where there are two sides, whose score says it; `cards` stand for the game.
    """

    winners: tuple[int, ...]
    how: str
    facts: tuple[Fact, Fact, Fact]
    cards: tuple[Card, Card]
    places: tuple[FinalPlace, ...] = ()


def ranked(came: Sequence[int], totals: Sequence[int], hows: Sequence[str]) -> tuple[FinalPlace, ...]:
    """Return the places, the first one first."""
    found = [FinalPlace(seat, *came) for seat, came in enumerate(zip(came, totals, hows, strict=True))]
    return tuple(sorted(found, key=lambda place: (place.place, place.seat)))


def having(values: Sequence[int], value: int) -> tuple[int, ...]:
    """Return the sides that have a value."""
    return tuple(side for side, own in enumerate(values) if own == value)


class Pictures(Protocol):
    """A game's own pictures, each made from everybody's view of a table.

    `FAN` are five cards that are typical of the game, the middle one most of all.
    """

    @property
    def FAN(self) -> Sequence[Card]: ...

    def table(self, view: View[Any], words: Words, style: Style) -> Sketch:
        """Return the table during a hand."""

    def sheet(self, view: View[Any], words: Words, style: Style) -> Sketch:
        """Return the score sheet of the hand that was just finished."""

    def ended(self, view: View[Any], words: Words) -> Ended:
        """Return the end of a finished game."""

    def playing_for(self, options: Any, words: Words) -> str:
        """Return the options of the game in one line."""

    def printed(self, options: Any, one: Card) -> tuple[int, int, int] | None:
        """Return the numbers on a card besides its rank; None for none."""

    def examples(self, options: Any) -> tuple[Example, ...]:
        """Return the positions that explain the rules, with a table's options."""

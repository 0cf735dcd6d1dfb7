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
    """A number with its name; `side` is whose it is, where one of two sides has it alone."""

    number: str
    name: str
    side: int | None = None


class FinalPlace(NamedTuple):
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
    places: tuple[FinalPlace, ...] = ()


def ranked(came: Sequence[int], totals: Sequence[int], hows: Sequence[str]) -> tuple[FinalPlace, ...]:
    """Return the places, the first one first."""
    found = [FinalPlace(seat, *came) for seat, came in enumerate(zip(came, totals, hows, strict=True))]
    return tuple(sorted(found, key=lambda place: (place.place, place.seat)))


class Pictures(Protocol):
    """A game's own pictures, each made from a table as everybody may see it.

    `FAN` are five cards that show what the game is about, the middle one first of all.
    """

    @property
    def FAN(self) -> Sequence[Card]: ...

    def table(self, view: View[Any], words: Words, style: Style) -> Sketch:
        """Return the table while a hand is played."""

    def sheet(self, view: View[Any], words: Words, style: Style) -> Sketch:
        """Return the score sheet of the hand that is just over."""

    def ended(self, view: View[Any], words: Words) -> Ended:
        """Return what is told of a game that has been finished."""

    def playing_for(self, options: Any, words: Words) -> str:
        """Return what is to be played, in a line."""

    def printed(self, options: Any, one: Card) -> tuple[int, int, int] | None:
        """Return the numbers that stand on a card besides its rank; None for none."""

    def examples(self, options: Any) -> tuple[Example, ...]:
        """Return the positions that explain the rules, as they are with a table's options."""

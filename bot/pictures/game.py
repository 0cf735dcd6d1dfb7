"""What a game has to offer for its tables to be drawn; all other pictures are the same for every game."""

from collections.abc import Sequence
from typing import Any, Protocol

from bot.locale import Words
from bot.pictures.ended import Ended
from bot.pictures.examples import Example
from bot.pictures.sketch import Sketch
from bot.pictures.style import Style
from bot.table.view import Shown
from engine.cards import Card


class Pictures(Protocol):
    """A game's own pictures, each made from a table as everybody may see it.

    `FAN` are five cards that show what the game is about, the middle one first of all.
    """

    @property
    def FAN(self) -> Sequence[Card]: ...

    def table(self, shown: Shown[Any], words: Words, style: Style) -> Sketch:
        """Return the table while a hand is played."""

    def sheet(self, shown: Shown[Any], words: Words, style: Style) -> Sketch:
        """Return the score sheet of the hand that is just over."""

    def ended(self, shown: Shown[Any], words: Words) -> Ended:
        """Return what is told of a game that has been finished."""

    def playing_for(self, options: Any, words: Words) -> str:
        """Return what is to be played, in a line."""

    def printed(self, options: Any, one: Card) -> tuple[int, int, int] | None:
        """Return the numbers that stand on a card besides its rank; None for none."""

    def examples(self, options: Any) -> tuple[Example, ...]:
        """Return the positions that explain the rules, as they are with a table's options."""

"""The moment that a picture of a trick game's table shows, for both its drawing and its description."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from bot.locale import Words
from bot.pictures.parts import tricks
from bot.pictures.sketch.names import Person, people
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.game import AnySeen

_Seen = TypeVar("_Seen", bound=AnySeen)


@dataclass(frozen=True, slots=True)
class TrickMoment(Generic[_Seen]):
    """A state of a hand for everybody, with the people at the table; each game adds its own."""

    view: View[_Seen]
    words: Words
    style: Style
    people: tuple[Person, ...]

    @classmethod
    def of(cls, view: View[_Seen], words: Words, style: Style) -> Self:
        """Return the moment of a view."""
        return cls(view, words, style, people(view, words))

    @property
    def seen(self) -> _Seen:
        """Return the public state."""
        return self.view.seen

    @property
    def hand(self) -> int:
        """Return the number of the hand under way."""
        return len(self.seen.sheets) + 1

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the seats that play the hand, in turn order."""
        return tuple(range(len(self.people)))

    @property
    def ahead(self) -> tuple[int, ...]:
        """Return the seats in play with the fewest points, none where all have as many."""
        return tricks.ahead(self.seen.totals, self.playing)

    def listed(self, parts: Iterable[str]) -> str:
        """Return texts as one list."""
        return self.words("comma").join(parts)

    def named(self, seats: Sequence[int]) -> str:
        """Return the names of seats as a description says them."""
        return self.listed(self.people[seat].said for seat in seats)

    @property
    def leading(self) -> str:
        """Return the leaders as a sentence, empty where there is none."""
        return self.words("alt.ahead", names=self.named(self.ahead)) if self.ahead else ""

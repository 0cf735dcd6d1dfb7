"""Which picture shows a table: a lobby, a hand under way, the sheet of one that is over, the end."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Protocol

from bot.locale import Words
from bot.pictures import ciapano, cicera, civil_suits
from bot.pictures.examples import Example
from bot.pictures.lobby import lobby
from bot.pictures.over import over
from bot.pictures.sketch import Sketch
from bot.pictures.style import Style
from bot.shown import AnyShown, Shown
from bot.store import Status


class Pictures(Protocol):
    """What a game's own pictures offer, each made from a table as everybody may see it."""

    def table(self, shown: Shown[Any], words: Words, style: Style) -> Sketch:
        """Return the table while a hand is played."""

    def sheet(self, shown: Shown[Any], words: Words, style: Style) -> Sketch:
        """Return the score sheet of the hand that is just over."""

    def examples(self, options: Any) -> tuple[Example, ...]:
        """Return the positions that explain the rules, as they are with a table's options."""


PICTURES: Final[Mapping[str, Pictures]] = MappingProxyType(
    {"cicera": cicera, "ciapano": ciapano, "civil-suits": civil_suits}
)
"""By game."""


def sketch(shown: AnyShown, words: Words, style: Style) -> Sketch | None:
    """Return the picture of a table as everybody may see it, None where there is nothing to be seen."""
    made = _sketch(shown, words, style)
    return made if made is None or not style.big else replace(made, calm=True)


def _sketch(shown: AnyShown, words: Words, style: Style) -> Sketch | None:
    match shown.status:
        case Status.LOBBY:
            return lobby(shown, words, style)
        case Status.PLAYING if shown.undealt:
            return lobby(shown, words, style)
        case Status.PLAYING if shown.between_hands:
            return PICTURES[shown.game].sheet(shown, words, style)
        case Status.PLAYING:
            return PICTURES[shown.game].table(shown, words, style)
        case Status.FINISHED | Status.STOPPED:
            return over(shown, words, style)
        case _:
            return None

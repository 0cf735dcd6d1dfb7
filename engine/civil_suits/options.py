"""The options of a game of Civil Suits: the powers of the challengers (V4), which no menu offers."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.cards import FRENCH_DECK, Card
from engine.game import BadOptions, Scatter

NAME: Final = "civil-suits"
OPTIONS: Final[Mapping[str, tuple[int | str, ...]]] = MappingProxyType({})
FIRST_GAME: Final[Mapping[str, int | str]] = MappingProxyType({})
POINT_OPTIONS: Final[tuple[str, ...]] = ("powers",)
SCATTER: Final = Scatter(luck=12.1, skill=3.3)

CHALLENGERS: Final = tuple(c for c in FRENCH_DECK if c.text[0] in "AJQK")
"""The sixteen cards that have powers, in card order (V4)."""

Numbers = tuple[int, int, int]
"""A challenger's numbers for Intelligence, Might and Magic, in the order of the rule book's table."""

HIGHEST_NUMBER: Final = 99

DEFAULT_POWERS: Final[tuple[Numbers, ...]] = (
    *((3, 8, 5), (2, 7, 4), (5, 6, 7), (4, 9, 2)),  # AS JS QS KS
    *((5, 3, 8), (4, 5, 6), (6, 2, 9), (3, 6, 7)),  # AH JH QH KH
    *((6, 6, 6), (7, 4, 5), (4, 5, 8), (5, 8, 3)),  # AD JD QD KD
    *((8, 4, 3), (6, 5, 4), (9, 3, 5), (7, 7, 2)),  # AC JC QC KC
)

_INDEX: Final = {c: index for index, c in enumerate(CHALLENGERS)}


@dataclass(frozen=True, slots=True)
class Options:
    """The numbers of each of `CHALLENGERS` (V4)."""

    powers: tuple[Numbers, ...] = DEFAULT_POWERS

    def numbers(self, challenger: Card) -> Numbers:
        """Return the numbers of a challenger for Intelligence, Might and Magic."""
        return self.powers[_INDEX[challenger]]


def options(values: Mapping[str, object]) -> Options:
    """Return the options chosen by `values`, defaults filled in; BadOptions if any is not allowed.

    `powers` is an object with all sixteen challengers, such as `{"AS": [3, 8, 5], …}`.
    """
    for name in values:
        if name != "powers":
            raise BadOptions(f"{NAME} has no option {name}")
    return Options(_powers(values["powers"])) if "powers" in values else Options()


def _powers(value: object) -> tuple[Numbers, ...]:
    if not isinstance(value, Mapping):
        raise BadOptions("powers is not an object")
    texts = [c.text for c in CHALLENGERS]
    for name in value:
        if name not in texts:
            raise BadOptions(f"powers: {name} is no challenger")
    for text in texts:
        if text not in value:
            raise BadOptions(f"powers: {text} is missing")
    return tuple(_numbers(text, value[text]) for text in texts)


def _numbers(text: str, value: object) -> Numbers:
    if isinstance(value, list | tuple) and len(value) == 3:
        intelligence, might, magic = value
        # A bool is an int too, but not a valid number.
        if all(type(number) is int and 0 <= number <= HIGHEST_NUMBER for number in value):
            return intelligence, might, magic
    raise BadOptions(f"powers: {text} needs three integers from 0 to {HIGHEST_NUMBER}")


def values(options: Options) -> dict[str, object]:
    """Return the value of every option, as a record has them."""
    by_card = zip(CHALLENGERS, options.powers, strict=True)
    return {"powers": {c.text: list(numbers) for c, numbers in by_card}}


def sides(options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side: four players, each for themself (V1)."""
    return (0,), (1,), (2,), (3,)

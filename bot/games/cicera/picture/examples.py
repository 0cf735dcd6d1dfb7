"""Positions that explain the rules of Cicera."""

from typing import Final

from bot.locale import Words
from bot.pictures.parts.examples import ARROW, Below, Example, groups
from engine.cards import Card
from engine.cicera import NAME
from engine.cicera.options import Options

_TAKES: Final = groups(card="9D", one="9S", sum="2H 3D 4C", table="2H 3D 4C 9S")
_COUNTED: Final = groups(cards="2S TD JH")
_POINTS: Final = groups(card="9S", table="4S 5S")
_NAPULA: Final = groups(run="AS 2S 3S 4S 5S", rest="8S TS")


def _sum(cards: tuple[Card, ...], words: Words) -> str:
    """Return cards that are taken together as a text, with a sign between them or as a list."""
    return words.cards(cards) if words.aloud else words("cicera.plus").join(map(words.card, cards))


_EXAMPLES: Final = (
    Example(
        NAME,
        1,
        "takes",
        _TAKES,
        ("card", ARROW, "one", "sum"),
        below=(Below(_TAKES["one"], ("9",)), Below(_TAKES["sum"], ("2 + 3 + 4",))),
        spelled={"sum": _sum},
    ),
    Example(
        NAME,
        2,
        "counted",
        _COUNTED,
        ("cards",),
        below=tuple(Below((card,), ("1",)) for card in _COUNTED["cards"]),
        told=False,
    ),
    Example(
        NAME,
        3,
        "points",
        _POINTS,
        ("card", ARROW, "table"),
        below=(Below(_POINTS["table"], ("4 + 5 · scua · simili",)),),
    ),
    Example(
        NAME,
        4,
        "napula",
        _NAPULA,
        ("run", "rest"),
        "run",
        (Below(_NAPULA["run"] + _NAPULA["rest"], ("napula 5 · mata 1 · spade 1 = 7",)),),
    ),
)


def examples(options: Options) -> tuple[Example, ...]:
    """Return the positions, the same whatever the house rules are."""
    return _EXAMPLES

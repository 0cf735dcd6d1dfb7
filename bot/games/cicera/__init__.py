"""Cicera's texts and questions, as a `Look`; its pictures are in `picture`.

They are made from the viewer's `View` and its legal actions, and from nothing else.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.blocks.counting import by_totals as final_places
from bot.blocks.look import no_facts as own_facts
from bot.blocks.look import no_leavers as leavers
from bot.games.cicera.asking import further, question
from bot.games.cicera.board import (
    appendix,
    counts,
    heading,
    lying,
    page,
    placing,
    waiting,
    winners,
)
from bot.games.cicera.figures import STATISTICS
from bot.games.cicera.telling import account, brief, by_how_much, deciding, doing, firsts, tell, weight
from bot.locale import Words
from bot.table.view import View

LOOKED_UP: Final = "last"
SHOWN: Final = frozenset({"deal"})
LIES: Final[frozenset[str]] = frozenset()
PAGES: Final[Mapping[str, Callable[[View[Any], Words], tuple[str, ...]]]] = MappingProxyType({})
VALUES: Final[Mapping[str, Callable[[Any, Words], str]]] = MappingProxyType({})

__all__ = [
    "LIES",
    "LOOKED_UP",
    "PAGES",
    "SHOWN",
    "STATISTICS",
    "VALUES",
    "account",
    "appendix",
    "brief",
    "by_how_much",
    "counts",
    "deciding",
    "doing",
    "final_places",
    "firsts",
    "further",
    "heading",
    "leavers",
    "lying",
    "own_facts",
    "page",
    "placing",
    "question",
    "tell",
    "waiting",
    "weight",
    "winners",
]

"""The texts and questions of Civil Suits, as a `Look`; its pictures are in `picture`.

They are made from the viewer's `View` and its legal actions, and from nothing else.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.blocks.counting import by_totals as final_places
from bot.blocks.look import no_leavers as leavers
from bot.games.civil_suits.asking import further, page, question
from bot.games.civil_suits.board import (
    by_how_much,
    counts,
    deciding,
    heading,
    lying,
    placing,
    waiting,
    weight,
    winners,
)
from bot.games.civil_suits.figures import STATISTICS
from bot.games.civil_suits.lookup import LOOKED_UP, PAGES, appendix
from bot.games.civil_suits.own import own_facts
from bot.games.civil_suits.telling import account, brief, doing, firsts, tell
from bot.locale import Words

SHOWN: Final = frozenset(("deal", "suit", "pass", "passed"))
LIES: Final = frozenset(("lead", "play", "ban", "tie", "challenge", "trick"))


def _powers(names: Any, words: Words) -> str:
    """Return the names of powers as a list."""
    return words("comma").join(words(f"hint.civil-suits.power.{name}") for name in names)


VALUES: Final[Mapping[str, Callable[[Any, Words], str]]] = MappingProxyType({"powers": _powers})

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

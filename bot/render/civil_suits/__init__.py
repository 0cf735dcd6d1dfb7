"""How Civil Suits is told, shown and asked."""

from typing import Final

from bot.render.civil_suits.asking import further, page, question
from bot.render.civil_suits.board import counts, heading, lying, placing, waiting, winners
from bot.render.civil_suits.looking import LOOKED_UP, PAGES, appendix
from bot.render.civil_suits.telling import account, brief, doing, tell

SHOWN: Final = frozenset(("deal", "suit", "pass", "passed"))
LIES: Final = frozenset(("lead", "play", "ban", "tie", "challenge", "trick"))

__all__ = [
    "LIES",
    "LOOKED_UP",
    "PAGES",
    "SHOWN",
    "account",
    "appendix",
    "brief",
    "counts",
    "doing",
    "further",
    "heading",
    "lying",
    "page",
    "placing",
    "question",
    "tell",
    "waiting",
    "winners",
]

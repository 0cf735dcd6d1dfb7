"""How Civil Suits is told, shown and asked."""

from bot.render.civil_suits.asking import further, page, question
from bot.render.civil_suits.board import counts, heading, lying, placing, waiting, winners
from bot.render.civil_suits.telling import account, doing, tell

__all__ = [
    "account",
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

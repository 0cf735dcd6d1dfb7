"""How Civil Suits is told, shown and asked."""

from bot.render.civil_suits.asking import further, page, question
from bot.render.civil_suits.board import counts, heading, lying, placing, waiting, winners
from bot.render.civil_suits.telling import doing, sheets, tell

__all__ = [
    "counts",
    "doing",
    "further",
    "heading",
    "lying",
    "page",
    "placing",
    "question",
    "sheets",
    "tell",
    "waiting",
    "winners",
]

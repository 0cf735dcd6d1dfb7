"""The names of points in words, and the reasons that earn them."""

from typing import Final

from bot.locale import Words
from engine.cicera import Options
from engine.cicera.scoring import CARD_POINTS, PLAY_POINTS
from engine.game import Line

ORDER: Final = (*PLAY_POINTS, *CARD_POINTS)
"""The order of names on a sheet, in which they are counted; within each the sheet's own order holds."""


def line_name(line: Line, words: Words) -> str:
    """Return the name of a line of the score sheet."""
    return words(f"cicera.line.{line.name}")


def earned(name: str, options: Options, words: Words) -> str:
    """Return the reason that earns the points of this name, in a few words."""
    rank = name == "picada" and options.picada == "rank"
    return words(f"cicera.earned.{'picada-rank' if rank else name}")

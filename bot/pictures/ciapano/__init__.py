"""Ciapano as pictures: the table with its trick, the score sheet of a hand, the end, examples."""

from typing import Final

from bot.locale import Words
from bot.pictures.ciapano.ended import ended
from bot.pictures.ciapano.examples import examples
from bot.pictures.ciapano.sheet import sheet
from bot.pictures.ciapano.table import table
from engine.cards import Card, card
from engine.ciapano import Options
from engine.ciapano.scoring import OUT

__all__ = ["FAN", "ended", "examples", "playing_for", "printed", "sheet", "table"]

FAN: Final = tuple(map(card, ("QC", "3H", "AS", "2D", "KC")))
"""Cards that cost points."""


def playing_for(options: Options, words: Words) -> str:
    """Return how many play, and at how many points one is out."""
    return words("picture.lobby.ciapano", players=words(f"ciapano.option.players.{options.players}"), out=OUT)


def printed(options: Options, one: Card) -> None:
    """Return nothing: its cards have ranks and suits only."""

"""Ciapano as pictures: the table with its trick, the score sheet of a hand, the end, examples."""

from typing import Final

from bot.games.ciapano.picture.ended import ended
from bot.games.ciapano.picture.examples import examples
from bot.games.ciapano.picture.sheet import sheet
from bot.games.ciapano.picture.table import table
from bot.locale import Words
from engine.cards import Card, card
from engine.ciapano import Options
from engine.ciapano.scoring import OUT

__all__ = ["FAN", "ended", "examples", "playing_for", "printed", "sheet", "table"]

FAN: Final = tuple(map(card, ("QC", "3H", "AS", "2D", "KC")))
"""Cards that cost points."""


def playing_for(options: Options, words: Words) -> str:
    """Return the number of players, and the points at which one is out."""
    return words("picture.lobby.ciapano", players=words(f"ciapano.option.players.{options.players}"), out=OUT)


def printed(options: Options, one: Card) -> None:
    """Return None: its cards have ranks and suits only."""

"""Cicera as pictures: the table, the score sheet of a finished hand, the end, examples."""

from typing import Final

from bot.games.cicera.picture.ended import ended
from bot.games.cicera.picture.examples import examples
from bot.games.cicera.picture.sheet import sheet
from bot.games.cicera.picture.table import table
from bot.locale import Words
from engine.cards import Card, card
from engine.cicera import Options

__all__ = ["FAN", "ended", "examples", "playing_for", "printed", "sheet", "table"]

FAN: Final = tuple(map(card, ("KH", "TD", "2S", "JH", "AS")))
"""Cards that score."""


def playing_for(options: Options, words: Words) -> str:
    """Return the number of players and the target."""
    players = words(f"cicera.option.players.{options.players}")
    return words("picture.lobby.cicera", players=players, target=options.target)


def printed(options: Options, one: Card) -> None:
    """Return None: its cards have ranks and suits only."""

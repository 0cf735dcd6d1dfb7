"""Civil Suits as pictures: the table with its trick and powers, the sheet of a round, the end, examples."""

from typing import Final

from bot.games.civil_suits.picture.ended import ended
from bot.games.civil_suits.picture.examples import examples
from bot.games.civil_suits.picture.sheet import sheet
from bot.games.civil_suits.picture.table import table
from bot.locale import Words
from engine.cards import Card, card
from engine.civil_suits import CHALLENGERS, Options
from engine.civil_suits.options import DEFAULT_POWERS, Numbers
from engine.civil_suits.state import ROUNDS

__all__ = ["FAN", "ended", "examples", "playing_for", "printed", "sheet", "table"]

FAN: Final = tuple(map(card, ("KS", "QH", "M2", "JD", "AC")))
"""Cards that have powers."""


def playing_for(options: Options, words: Words) -> str:
    """Return the number of rounds, and the origin of the challengers' numbers."""
    usual = options.powers == DEFAULT_POWERS
    return words(f"picture.lobby.civil-suits.{'usual' if usual else 'own'}", rounds=ROUNDS)


def printed(options: Options, one: Card) -> Numbers | None:
    """Return the powers of a challenger at this table."""
    return options.numbers(one) if one in CHALLENGERS else None

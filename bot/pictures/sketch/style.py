"""How a picture is drawn: the deck, whether the text is big, whether it has to be low."""

from typing import NamedTuple

from bot.pictures.decks import Deck, own_deck
from engine import GAMES


class Style(NamedTuple):
    """The deck of a picture, and whether its text is big; a game with cards of its own has its own deck.

    One that is `low` shows the table alone: it stands among words that say the rest. So does every table with
    big text.
    """

    deck: Deck = Deck.FRENCH
    big: bool = False
    low: bool = False

    def deck_of(self, game: str) -> Deck:
        """Return the deck that a game is drawn with."""
        return own_deck(GAMES[game].DECK) or self.deck

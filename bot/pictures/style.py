"""How somebody likes pictures: the deck, and whether the text is big."""

from typing import NamedTuple

from bot.pictures.decks import Deck


class Style(NamedTuple):
    """The deck of a picture, and whether its text is big; for Civil Suits the deck is its own."""

    deck: Deck = Deck.FRENCH
    big: bool = False

    def deck_of(self, game: str) -> Deck:
        """Return the deck that a game is drawn with."""
        return Deck.CIVIL if game == "civil-suits" else self.deck

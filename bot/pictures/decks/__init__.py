"""The decks: every card, back, tile and sign as a small SVG, made from a description that one can change."""

from enum import StrEnum


class Deck(StrEnum):
    """What the cards look like; Civil Suits has a deck of its own."""

    FRENCH = "french"
    FOUR = "four"
    """French, with a colour of its own for every suit."""
    CIVIL = "civil"
    ITALIAN = "italian"

"""The decks: every card, back, tile and sign as a small SVG, made from a description that is easy to change.

Nothing in them is typed: ranks are outlines and signs are paths, so no card depends on a font.
"""

from bot.pictures.decks.base import backs
from bot.pictures.decks.base.deck import SIZES, SUIT_COLOURS, SUIT_LIGHTS, Deck
from bot.pictures.decks.civil import civil
from bot.pictures.decks.french import french
from bot.pictures.decks.italian import italian
from bot.pictures.decks.tiles.icons import ICONS, icon
from bot.pictures.decks.tiles.naming import EMOJI_NAMES, SIGNS, own_deck
from bot.pictures.decks.tiles.tiles import emoji_svgs, tile
from engine.cards import Card

__all__ = [
    "EMOJI_NAMES",
    "ICONS",
    "SIGNS",
    "SIZES",
    "SUIT_COLOURS",
    "SUIT_LIGHTS",
    "Deck",
    "deck_back",
    "emoji_svgs",
    "face",
    "icon",
    "own_deck",
    "tile",
]


def face(deck: Deck, card: Card, powers: tuple[int, int, int] | None = None) -> str:
    """Return the face of `card` as an SVG, in the units of `SIZES`.

    `powers` are a Civil Suits challenger's Intelligence, Might and Magic; None stands for the rule book's.
    The Minions look the same in every deck.
    """
    if card.suit is None or deck is Deck.CIVIL:
        colour = "" if card.suit is None else SUIT_COLOURS[Deck.CIVIL][card.suit]
        return civil.face(card, card.suit, colour, powers)
    if deck is Deck.ITALIAN:
        return italian.face(card)
    return french.face(card, card.suit, SUIT_COLOURS[deck][card.suit])


def deck_back(deck: Deck) -> str:
    """Return the back of a deck's cards as an SVG, in the units of `SIZES`."""
    return backs.card_back(*SIZES[deck])

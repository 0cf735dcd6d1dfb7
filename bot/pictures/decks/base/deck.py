"""The names of the decks, with their card sizes and the colours of their suits."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import palette, signs
from bot.pictures.decks.base.drawing import CARD, ITALIAN_CARD
from engine.cards import Suit


class Deck(StrEnum):
    """A set of card faces; Civil Suits has its own."""

    FRENCH = "french"
    FOUR = "four"
    """French, with a different colour for each suit."""
    CIVIL = "civil"
    ITALIAN = "italian"


SIZES: Final[Mapping[Deck, tuple[int, int]]] = MappingProxyType(
    {deck: ITALIAN_CARD if deck is Deck.ITALIAN else CARD for deck in Deck}
)
"""Width and height of a card in its drawing units."""


def _by_suit(spades: str, hearts: str, diamonds: str, clubs: str) -> Mapping[Suit, str]:
    return MappingProxyType(dict(zip(Suit, (spades, hearts, diamonds, clubs), strict=True)))


SUIT_COLOURS: Final[Mapping[Deck, Mapping[Suit, str]]] = MappingProxyType(
    {
        Deck.FRENCH: _by_suit(palette.INK, palette.RED, palette.RED, palette.INK),
        Deck.FOUR: _by_suit(palette.INK, "#c8202f", "#0f66b8", "#0b7a55"),
        Deck.CIVIL: _by_suit("#454f63", "#1c5fae", "#1c5fae", "#454f63"),
        Deck.ITALIAN: signs.SIGN_COLOURS,
    }
)
"""The colours of ranks and signs."""

SUIT_LIGHTS: Final[Mapping[Deck, Mapping[Suit, str]]] = MappingProxyType(
    {
        Deck.FRENCH: _by_suit(palette.WHITE, palette.LIGHT_RED, palette.LIGHT_RED, palette.WHITE),
        Deck.FOUR: _by_suit(palette.WHITE, palette.LIGHT_RED, palette.DIAMOND, palette.LIGHT_GREEN),
        Deck.CIVIL: _by_suit(palette.WHITE, palette.WHITE, palette.DIAMOND, palette.WHITE),
        Deck.ITALIAN: _by_suit(palette.STEEL, palette.LIGHT_RED, palette.DISC, palette.LIGHT_GREEN),
    }
)
"""The colours of signs on a dark ground."""

TINTS: Final[Mapping[Deck, Mapping[Suit, str]]] = MappingProxyType(
    {
        Deck.FRENCH: _by_suit("#eceff5", "#ffeae6", "#ffeae6", "#eceff5"),
        Deck.FOUR: _by_suit("#e6eaf3", "#ffe2e0", "#dcebff", "#dcf3e6"),
        Deck.CIVIL: _by_suit("#e9ecf2", "#2a72c8", "#dcebff", "#e9ecf2"),
        Deck.ITALIAN: _by_suit("#dfecfc", "#ffe3e3", "#fff0cc", "#dcf2e6"),
    }
)
"""The ground of a tile."""

TILE_COLOURS: Final[Mapping[Deck, Mapping[Suit, str]]] = MappingProxyType(
    {**SUIT_COLOURS, Deck.CIVIL: {**SUIT_COLOURS[Deck.CIVIL], Suit.HEARTS: palette.WHITE}}
)
"""The colours of rank, sign and edge on a tile."""

CIVIL_INSIDES: Final[Mapping[Suit, str]] = MappingProxyType({Suit.HEARTS: "#8ec5ff"})
"""The inside of the signs of Civil Suits that have only an edge in their colour."""

MINION_TINT: Final = "#eee4ff"

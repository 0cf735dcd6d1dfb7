"""The names of tiles: a screen reader reads them, and no two decks share one."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base.deck import Deck
from engine.cards import FRENCH_DECK, MINIONS, Card, Suit

SIGNS: Final = ("intelligence", "might", "magic", "side_disc", "side_diamond", "dealer")
"""The names of tiles that are no cards."""

_SUITS: Final = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}
_RANKS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
_ITALIAN_SUITS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "coppe",
    Suit.DIAMONDS: "denari",
    Suit.CLUBS: "bastoni",
}
_ITALIAN_RANKS: Final = {1: "asso", 11: "fante", 12: "cavallo", 13: "re"}
_ENDS: Final = {Deck.FRENCH: "", Deck.FOUR: "_four", Deck.CIVIL: "_civil"}


def cards_of(deck: Deck) -> tuple[Card, ...]:
    """Return all cards of a deck; Civil Suits has two Minions besides."""
    return FRENCH_DECK + MINIONS if deck is Deck.CIVIL else FRENCH_DECK


def own_deck(cards: Collection[Card]) -> Deck | None:
    """Return the only deck with exactly these cards; None where several decks can show them."""
    return next((deck for deck in (Deck.CIVIL,) if set(cards) == set(cards_of(deck))), None)


def emoji_name(deck: Deck, card: Card) -> str:
    """Return the name of a card's tile, such as `spades_7`, `hearts_jack_four` or `coppe_fante`.

    It has 5 to 19 letters, digits and underscores.
    """
    if card.suit is None:
        return f"minion_{card.text[1]}"
    if deck is Deck.ITALIAN:
        return f"{_ITALIAN_SUITS[card.suit]}_{_ITALIAN_RANKS.get(card.rank, card.rank)}"
    return f"{_SUITS[card.suit]}_{_RANKS.get(card.rank, card.rank)}{_ENDS[deck]}"


EMOJI_NAMES: Final[Mapping[Deck, Mapping[Card, str]]] = MappingProxyType(
    {deck: MappingProxyType({card: emoji_name(deck, card) for card in cards_of(deck)}) for deck in Deck}
)
"""The names of every deck's tiles."""

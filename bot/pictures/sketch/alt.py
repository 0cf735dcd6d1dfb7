"""Descriptions of pictures: the same facts in the order in which the eye finds them."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from bot.locale import FRENCH, ITALIAN, Words
from bot.locale.names import shortened
from bot.pictures.decks import Deck
from engine.cards import Card, Suit

ALT: Final = 1024
"""Characters of a picture's description, at most."""

Naming = Callable[[Iterable[Card]], str]
"""How several cards are said."""


def words_aloud(deck: Deck, words: Words) -> Words:
    """Return `words` with cards as one says them, such as "three of spades", by the suits of the deck."""
    return words.naming(ITALIAN if deck is Deck.ITALIAN else FRENCH, aloud=True)


def card_names(cards: Iterable[Card], deck: Deck, words: Words) -> str:
    """Return several cards as one says them."""
    return words_aloud(deck, words).cards(cards)


def by_suit(cards: Iterable[Card], deck: Deck, words: Words) -> str:
    """Return cards as one says them, those of a suit together: "two, three, king of clubs"."""
    said, every = words_aloud(deck, words), tuple(cards)
    told = []
    for suit in Suit:
        if ranks := [said.rank(card) for card in every if card.suit is suit]:
            told.append(words("alt.card", rank=words("comma").join(ranks), suit=said.suit(suit)))
    told += [said.label_card(card) for card in every if card.suit is None]
    return words("comma").join(told)


def told(parts: Iterable[str], spare: Iterable[str] = ()) -> str:
    """Return sentences as one description; of `spare` ones, which come last, as many as there is room for."""
    text = _sentences(parts)
    for part in spare:
        if part and len(text) + 1 + len(part) <= ALT:
            text = _sentences((text, part))
    return shortened(text, ALT)


def fitting(drafts: Iterable[Iterable[str]]) -> str:
    """Return the first of several rows of sentences for which there is room, or the last one cut."""
    text = ""
    for parts in drafts:
        text = _sentences(parts)
        if len(text) <= ALT:
            break
    return shortened(text, ALT)


def _sentences(parts: Iterable[str]) -> str:
    """Return sentences in a row."""
    return " ".join(part for part in parts if part)


def namings(deck: Deck, words: Words) -> tuple[Naming, Naming]:
    """Return how cards are said where there is room, and in fewer words."""
    return partial(card_names, deck=deck, words=words), partial(by_suit, deck=deck, words=words)

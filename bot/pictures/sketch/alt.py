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

_NAMED: Final = 6
_SAID: Final = 4
"""Up to so many cards are all named, or said aloud; of more the first ones, with their number."""
_FIRST: Final = 2

Naming = Callable[[Iterable[Card]], str]
"""A way to say several cards."""


def words_aloud(deck: Deck, words: Words) -> Words:
    """Return `words` with spoken cards, such as "three of spades", by the suits of the deck."""
    return words.naming(ITALIAN if deck is Deck.ITALIAN else FRENCH, aloud=True)


def card_names(cards: Iterable[Card], deck: Deck, words: Words) -> str:
    """Return the spoken names of several cards."""
    return words_aloud(deck, words).cards(cards)


def by_suit(cards: Iterable[Card], deck: Deck, words: Words) -> str:
    """Return the spoken names of cards, suit by suit: "two, three, king of clubs"."""
    said, every = words_aloud(deck, words), tuple(cards)
    told = []
    for suit in Suit:
        if ranks := [said.rank(card) for card in every if card.suit is suit]:
            told.append(words("alt.card", rank=words("comma").join(ranks), suit=said.suit(suit)))
    told += [said.label_card(card) for card in every if card.suit is None]
    return words("comma").join(told)


def told(parts: Iterable[str], spare: Iterable[str] = ()) -> str:
    """Return sentences as one description, with as many of the `spare` ones at its end as have room."""
    text = _sentences(parts)
    for part in spare:
        if part and len(text) + 1 + len(part) <= ALT:
            text = _sentences((text, part))
    return shortened(text, ALT)


def fitting(drafts: Iterable[Iterable[str]]) -> str:
    """Return the first of several drafts that there is room for, or the last one cut."""
    text = ""
    for parts in drafts:
        text = _sentences(parts)
        if len(text) <= ALT:
            break
    return shortened(text, ALT)


def _sentences(parts: Iterable[str]) -> str:
    """Return sentences as one text."""
    return " ".join(part for part in parts if part)


def namings(deck: Deck, words: Words) -> tuple[Naming, Naming, Naming]:
    """Return three ways to say cards: the full one, one in fewer words, and one that counts them if many."""
    heard, brief = words_aloud(deck, words), partial(by_suit, deck=deck, words=words)
    return partial(card_names, deck=deck, words=words), brief, partial(some_cards, naming=brief, words=heard)


def some_cards(cards: Iterable[Card], naming: Naming, words: Words) -> str:
    """Return cards in words; of many the first ones, and how many they are."""
    every = tuple(cards)
    if len(every) <= (_SAID if words.aloud else _NAMED):
        return naming(every)
    return words("sheet.many", cards=naming(every[:_FIRST]), n=len(every))

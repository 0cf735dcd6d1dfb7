"""Descriptions of pictures: the same facts in the order in which the eye finds them."""

from collections.abc import Iterable

from bot.locale import Words
from bot.naming import cut
from bot.pictures.decks import Deck
from bot.render.panel import ALT
from engine.cards import Card


def card_name(card: Card, deck: Deck, words: Words) -> str:
    """Return a card as one says it aloud, such as "3 of spades", by the suits that the deck shows."""
    if card.suit is None:
        return words(f"alt.card.{card.text}")
    kind = "italian" if deck is Deck.ITALIAN else "french"
    rank, suit = words(f"alt.{kind}.rank.{card.text[0]}"), words(f"alt.{kind}.suit.{card.suit}")
    return words("alt.card", rank=rank, suit=suit)


def card_names(cards: Iterable[Card], deck: Deck, words: Words) -> str:
    """Return several cards as one says them, separated by commas."""
    return words("comma").join(card_name(card, deck, words) for card in cards)


def told(parts: Iterable[str], spare: Iterable[str] = ()) -> str:
    """Return sentences as one description; of `spare` ones, which come last, as many as there is room for."""
    text = _sentences(parts)
    for part in spare:
        if part and len(text) + 1 + len(part) <= ALT:
            text = _sentences((text, part))
    return cut(text, ALT)


def fitting(drafts: Iterable[Iterable[str]]) -> str:
    """Return the first of several rows of sentences for which there is room, or the last one cut."""
    text = ""
    for parts in drafts:
        text = _sentences(parts)
        if len(text) <= ALT:
            break
    return cut(text, ALT)


def _sentences(parts: Iterable[str]) -> str:
    """Return sentences in a row; one that ends with a name such as "Di P." needs no second point."""
    return " ".join(part[:-1] if part.endswith("..") else part for part in parts if part)

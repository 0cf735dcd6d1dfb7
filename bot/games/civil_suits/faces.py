"""Cards and suits as texts of Civil Suits: a challenger has its three numbers, each with its sign."""

from collections.abc import Iterable

from bot.locale import Words
from bot.locale.filling import Named, with_article
from engine.cards import Card, Suit
from engine.civil_suits import CHALLENGERS, Options


def face_text(card: Card, options: Options, words: Words) -> str:
    """Return a card as text, a challenger with its numbers for Intelligence, Might and Magic (V4)."""
    text, numbers = words.card(card), _numbers(card, options, words)
    if not numbers:
        return text
    told, the = (
        words("civil-suits.challenger", card=form, numbers=numbers) for form in (text, with_article(text))
    )
    return Named.of(told, the)


def _numbers(card: Card, options: Options, words: Words) -> str:
    """Return the numbers of a challenger, each behind its sign; empty for any other card."""
    if card not in CHALLENGERS:
        return ""
    intelligence, might, magic = options.numbers(card)
    return words(
        "civil-suits.numbers",
        intelligence=intelligence,
        might=might,
        magic=magic,
        eye=words.sign("intelligence"),
        hammer=words.sign("might"),
        star=words.sign("magic"),
    )


def face_texts(cards: Iterable[Card], options: Options, words: Words) -> str:
    """Return several cards as text, separated so that numbers do not run into each other."""
    told, between = [face_text(card, options, words) for card in cards], words("civil-suits.between")
    return Named.of(between.join(told), between.join(map(with_article, told)))


def suit_name(suit: Suit, words: Words) -> str:
    """Return the sign and the name of a suit."""
    return words.suit_name(suit)

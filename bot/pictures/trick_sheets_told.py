"""Score sheets of the two trick games in words."""

from collections.abc import Callable, Sequence

from bot.locale import Words
from bot.pictures.alt import aloud, card_name, card_names, fitting
from bot.pictures.decks import Deck
from bot.pictures.style import Style
from bot.pictures.trick_sheets import Part
from bot.pictures.tricks import number, signed
from engine.cards import Card, Suit

Naming = Callable[[Sequence[Card], Deck, Words], str]


def told(title: str, parts: Sequence[Part], foot: str, style: Style, words: Words) -> str:
    """Return a sheet in words; where it would be too long, the cards of a suit are named together."""
    return fitting(
        (title, *(_part(part, names, style.deck, words) for part in parts), foot)
        for names in (card_names, _by_suit)
    )


def _part(part: Part, names: Naming, deck: Deck, words: Words) -> str:
    after = words("comma") + part.after if part.after else ""
    head = words(
        "alt.sheet.part",
        name=part.person.said,
        before=number(part.before),
        n=signed(part.gained),
        total=number(part.before + part.gained),
    )
    rows = [
        words("alt.sheet.row", label=row.said or row.label, n=number(row.points or 0))
        + (f" ({names(row.cards, deck, words)})" if row.cards else "")
        for row in part.rows
    ]
    return head + after + (": " + "; ".join(rows) if rows else "") + "."


def _by_suit(cards: Sequence[Card], deck: Deck, words: Words) -> str:
    """Return cards as one says them, those of a suit together: "2, 3, king of clubs"."""
    said = aloud(deck, words)
    told = []
    for suit in Suit:
        ranks = [said.rank(card) for card in cards if card.suit is suit]
        if ranks:
            joined = words("comma").join(ranks)
            told.append(words("alt.card", rank=joined, suit=said.suit(suit)))
    told += [card_name(card, deck, words) for card in cards if card.suit is None]
    return words("comma").join(told)

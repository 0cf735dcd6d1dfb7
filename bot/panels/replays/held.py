"""The hands of a game that is over, each in a small line: by suit, and as short as the words name cards."""

from collections.abc import Iterable

from bot.blocks.blocks import lines
from bot.blocks.people import seat_name
from bot.games import LOOKS
from bot.locale import FRENCH, Words
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of
from engine.cards import Card, Suit


def held_hands(table: Table, seat: int | None, words: Words) -> str:
    """Return the cards that a seat holds at a moment, with whatever else it alone knows.

    For the seat None, with all hands open, they are those of every seat that holds cards.
    """
    rows = [row for row in table.seats if seat in (None, row.seat)]
    views = [view_of(table, row.user_id) for row in rows]
    return lines(*(_hand(view, words, whole=seat is not None) for view in views))


def _hand(view: AnyView, words: Words, *, whole: bool) -> str:
    """Return the viewer's hand with whatever they alone know, or only with the fact about their seat."""
    assert view.viewer is not None
    known, cards = LOOKS[view.game].own_facts(view, words), view.seen.hand
    if not cards and not (whole and known):
        return ""
    hand = in_suits(cards, words)
    if known:
        hand = words("replay.own-fact", fact=known[0], cards=hand).rstrip()
    told = words("between").join((hand, *(known[1:] if whole else ())))
    return words("replay.held", name=seat_name(view, view.viewer.seat, words), told=told)


def in_suits(cards: Iterable[Card], words: Words) -> str:
    """Return cards in a few signs, such as `♠A K 10  ♥7`; as tiles where their deck has no such signs."""
    found = list(cards)
    if words.deck != FRENCH and any(map(words.tile, found)):
        return words.cards(found)
    suits: dict[Suit | None, list[Card]] = {}
    for card in found:
        suits.setdefault(card.suit, []).append(card)
    return words("replay.suits").join(_suit(suit, of_suit, words) for suit, of_suit in suits.items())


def _suit(suit: Suit | None, cards: list[Card], words: Words) -> str:
    between = words("replay.ranks")
    if suit is None:
        named = (words.label_card(card) if words.aloud else words(f"replay.card.{card}") for card in cards)
        return between.join(named)
    return words("replay.suit", suit=words.suit(suit), ranks=between.join(map(words.short_rank, cards)))

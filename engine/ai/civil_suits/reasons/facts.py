"""Facts of a view that several reasons of Civil Suits speak of."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.ai.civil_suits import greedy
from engine.ai.civil_suits.greedy import own_suit, unseen_of
from engine.cards import Card, Suit
from engine.civil_suits import Seen
from engine.civil_suits.scoring import SUIT_CARDS
from engine.civil_suits.trick import IS_CHALLENGER

POWERS: Final = ("intelligence", "magic", "might")
"""The powers in the order of a trick's champions."""
MANY: Final = 5
"""How many cards of a suit, with none taken by others, show that a seat may shoot the moon."""


def demerits(seen: Seen, cards: Iterable[Card]) -> int:
    """Return the demerits of cards for the viewer (V22), without moons."""
    return greedy.demerits(cards, own_suit(seen))


def cost(seen: Seen, card: Card) -> int:
    """Return the demerits of a card for the viewer."""
    return demerits(seen, (card,))


def of_suit(cards: Iterable[Card], suit: Suit | None) -> list[Card]:
    """Return the cards of a suit; None stands for the Minions."""
    return [c for c in cards if c.suit is suit]


def laid_by_others(seen: Seen) -> list[Card]:
    """Return the cards that the other seats have laid to the trick."""
    return [c for seat, c in seen.trick.laid if seat != seen.viewer]


def lying(seen: Seen) -> int:
    """Return the demerits that the trick has for the viewer without the viewer's own card."""
    return demerits(seen, (*laid_by_others(seen), *seen.trick.waiting))


def lays_last(seen: Seen) -> bool:
    """Return whether the viewer is the last to lay to the trick."""
    met = {seen.viewer, *[seat for seat, _ in seen.trick.laid]}
    return not any(n and seat not in met for seat, n in enumerate(seen.counts))


def above(seen: Seen, card: Card) -> int:
    """Return how many cards that the others hold are higher."""
    return sum([c.rank > card.rank for c in unseen_of(seen)])


def taken(seen: Seen, seat: int, suit: Suit) -> int:
    """Return how many cards of a suit a seat has taken."""
    return len(SUIT_CARDS[suit] & set(seen.taken[seat]))


def takers(seen: Seen, suit: Suit) -> int:
    """Return how many seats have taken cards of a suit."""
    return sum([taken(seen, seat, suit) > 0 for seat in range(len(seen.counts))])


def alone(seen: Seen, seat: int, suit: Suit) -> int:
    """Return how many cards of a suit a seat has taken if that is many and nobody else has any, else 0."""
    number = taken(seen, seat, suit)
    return number if number >= MANY and takers(seen, suit) == 1 else 0


def numbers(seen: Seen, card: Card | None) -> tuple[int, int, int]:
    """Return a card's numbers for the powers in the order of `POWERS`, -1 for a card without any."""
    if card not in IS_CHALLENGER:
        return -1, -1, -1
    intelligence, strength, spell = seen.options.numbers(card)
    return intelligence, spell, strength


def best_power(seen: Seen, cards: Sequence[Card]) -> tuple[int, str, Card]:
    """Return the highest number among the powers of cards, the power, and the card."""
    every = [(n, name, c) for c in cards for n, name in zip(numbers(seen, c), POWERS, strict=True)]
    return max(every, key=lambda one: one[0])

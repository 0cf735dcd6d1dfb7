"""Facts of a view of Civil Suits that its claims need, found without the code that gives reasons."""

import random
from collections.abc import Iterable
from typing import Any

from engine import civil_suits
from engine.cards import Card, Suit
from engine.civil_suits.scoring import score_sheet


def cost(seen: Any, cards: Iterable[Card], seat: int | None = None) -> int:
    """Return the demerits of cards for a seat whose civil suit is known, the viewer unless it is given."""
    own = seen.suits[seen.viewer if seat is None else seat]
    every = tuple(cards)
    # In two parts, because taking a whole suit at once shoots the moon.
    return sum(score_sheet([own], [part], ()).score(0) for part in (every[::2], every[1::2]))


def laid(seen: Any) -> list[Card]:
    """Return the cards that others have laid."""
    return [c for seat, c in seen.trick.laid if seat != seen.viewer]


def held(seen: Any) -> list[Card]:
    """Return the cards that others hold."""
    world = civil_suits.sample(seen, random.Random(0))
    return [c for seat, hand in enumerate(world.hands) if seat != seen.viewer for c in hand]


def before(seen: Any) -> int:
    """Return the demerits of the trick without the viewer's card."""
    return cost(seen, (*laid(seen), *seen.trick.waiting))


def last_to_lay(seen: Any) -> bool:
    """Return whether nobody lays to the trick after the viewer."""
    done = {seat for seat, _ in seen.trick.laid} | {seen.viewer}
    return not any(n for seat, n in enumerate(seen.counts) if seat not in done)


def takings(seen: Any, seat: int) -> dict[Suit, int]:
    """Return how many cards of each suit a seat has taken."""
    return {suit: sum(c.suit is suit for c in seen.taken[seat]) for suit in Suit}


def owners(seen: Any, suit: Suit) -> list[int]:
    """Return the seats that have taken cards of a suit."""
    return [seat for seat in range(4) if takings(seen, seat)[suit]]


def alone_in(seen: Any, seat: int, suit: Suit, n: Any) -> bool:
    """Return whether a seat has at least five cards of a suit, and nobody else has any."""
    return owners(seen, suit) == [seat] and n == takings(seen, seat)[suit] >= 5


def numbers(seen: Any, card: Card | None) -> dict[str, int]:
    """Return a card's numbers by power, none for a card without powers."""
    if card is None or str(card)[0] not in "AJQK":
        return {}
    intelligence, might, magic = seen.options.numbers(card)
    return {"intelligence": intelligence, "magic": magic, "might": might}


def strongest(seen: Any, cards: Iterable[Card | None]) -> int:
    """Return the highest number of cards in any power."""
    return max([0, *(n + 1 for c in cards for n in numbers(seen, c).values())]) - 1


def last_highest(seen: Any, *more: tuple[int, Card]) -> int:
    """Return the seat that laid the highest card to a trick without Minions, the last of equals."""
    every = [(c.rank, place, seat) for place, (seat, c) in enumerate((*seen.trick.laid, *more))]
    *_, seat = max(every)
    return int(seat)

"""The rules of a hand of Ciapano on machine words: what is legal, a play, the scores.

A card is one of 40 bits: ten times its suit, in card order, plus its strength. The seats are those still in
the game, numbered anew in turn order. `tests/engine/ai/test_ciapano.py` holds it equal to the rules.
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, size
from engine.ai.compiled import compiled
from engine.cards import Card, Suit
from engine.ciapano.actions import DECK
from engine.ciapano.scoring import STRENGTH, THIRDS

SUITS: Final = tuple(Suit)
RANKS: Final = 10
NUMBER: Final = {c: RANKS * SUITS.index(c.suit) + STRENGTH[c] for c in DECK if c.suit}
"""The bit of each card."""
CARD: Final = {number: c for c, number in NUMBER.items()}

ALL: Final = (1 << len(DECK)) - 1
SUIT: Final = (1 << RANKS) - 1
ONES: Final = sum(1 << NUMBER[c] for c in DECK if THIRDS[c] == 1)
ACES: Final = sum(1 << NUMBER[c] for c in DECK if THIRDS[c] == 3)

_PLACES: Final = np.zeros((1 << RANKS) * RANKS, np.int8)
"""For each set of cards of one suit, from its place on, their strengths in ascending order."""
for _row in range(1 << RANKS):
    for _nth, _strength in enumerate([n for n in range(RANKS) if _row >> n & 1]):
        _PLACES[RANKS * _row + _nth] = _strength

PLAYERS, TURN, DEALER, LAID, ROW, BEST, TAKER, TABLE, PLAYED, DISCARD, DISCARDING, OPTIONS = range(12)
"""Fields of a state: the number of seats, whose turn it is, who dealt; how many cards are on the table, those
that follow suit (all of them to lead), the best one and its seat; as sets the table, all that was played and
the discard; whether the dealer is to lay a card aside (P5); the options of the game as a word
(`engine/ai/options.py`)."""
HANDS: Final = 12
TAKEN: Final = 17
VOIDS: Final = 22
"""Where the sets of each seat begin; voids are the cards of suits shown not to be held."""
FIELDS: Final = 27


def bits(cards: Any) -> int:
    """Return cards as a set of bits."""
    return sum(1 << NUMBER[c] for c in cards)


def unpacked(cards: int) -> tuple[Card, ...]:
    """Return the cards of a set of bits, in no order that matters."""
    return tuple(CARD[number] for number in range(len(DECK)) if cards >> number & 1)


@compiled
def thirds(cards: Any) -> Any:
    """Return the penalty of a set of cards (P3)."""
    return size(cards & ONES) + 3 * size(cards & ACES)


@compiled
def legal(state: Any) -> Any:
    """Return the cards that may be played or laid aside now (P5, P7)."""
    # Unsigned, here and below: a signed index might count from the end, which takes time to rule out.
    hand = state[np.uint64(HANDS + state[TURN])]
    following = hand & state[ROW]
    return following | hand * np.int64(following == 0)


@compiled
def play(state: Any, card: Any) -> Any:
    """Play the card, or lay it aside; return whether the hand is over."""
    seat = state[TURN]
    bit = np.int64(1) << card
    state[HANDS + seat] ^= bit
    following = (seat + 1) * np.int64(seat + 1 < state[PLAYERS])
    state[TURN] = following
    if state[DISCARDING]:
        state[DISCARDING] = 0
        state[DISCARD] = bit
        return False
    row = state[ROW]
    if state[LAID] == 0:
        row = np.int64(SUIT) << (RANKS * (card // RANKS))
        state[ROW] = row
    # Arithmetic instead of branches: which way they go is a coin's toss, and a wrong guess is dear.
    follows = bit & row
    better = np.int64(follows > state[BEST])
    state[BEST] += better * (follows - state[BEST])
    state[TAKER] += better * (seat - state[TAKER])
    state[VOIDS + seat] |= row * np.int64(follows == 0)
    state[PLAYED] |= bit
    state[TABLE] |= bit
    state[LAID] += 1
    if state[LAID] < state[PLAYERS]:
        return False
    taker = state[TAKER]
    state[TAKEN + taker] |= state[TABLE]
    state[TABLE] = 0
    state[LAID] = 0
    state[ROW] = ALL
    state[BEST] = 0
    state[TURN] = taker
    if state[HANDS + taker]:
        return False
    state[TAKEN + taker] |= state[DISCARD]  # P6
    return True


@compiled
def score(state: Any, scores: Any) -> None:
    """Write the points of each seat for a hand that is over (P9 to P11)."""
    players = state[PLAYERS]
    rest = 11
    for seat in range(players):
        scores[seat] = thirds(state[TAKEN + seat]) // 3
        rest -= scores[seat]
    taker = state[TURN]
    scores[taker] += rest
    if scores[taker] == 11:
        for seat in range(players):
            scores[seat] = 11
        scores[taker] = 0


@compiled
def deal(state: Any, deck: Any, players: Any, dealer: Any, chance: Any) -> None:
    """Deal a new hand (P5), all hands equally likely; `deck` has the 40 numbers in any order."""
    state[:] = 0
    state[PLAYERS] = players
    state[DEALER] = dealer
    state[ROW] = ALL
    rest = np.int64(ALL)
    place = 0
    for seat in range(players):
        if seat != dealer:
            hand = np.int64(0)
            for _ in range(len(deck) // players):
                other = place + below(chance, len(deck) - place)
                card = deck[other]
                deck[other] = deck[place]
                deck[place] = card
                place += 1
                hand |= np.int64(1) << card
            state[HANDS + seat] = hand
            rest ^= hand
    state[HANDS + dealer] = rest
    state[DISCARDING] = players == 3
    state[TURN] = dealer if players == 3 else (dealer + 1) % players


@compiled
def any_of(chance: Any, cards: Any) -> Any:
    """Return one of the cards, each as likely as the others, without a branch: by halves, then by suits."""
    nth = below(chance, size(cards))
    lower = size(cards & (SUIT << RANKS | SUIT))
    upper = nth >= lower
    first = 2 * RANKS if upper else 0
    nth = nth - lower if upper else nth
    cards = cards >> 2 * RANKS if upper else cards
    lower = size(cards & SUIT)
    upper = nth >= lower
    first = first + RANKS if upper else first
    nth = nth - lower if upper else nth
    cards = cards >> RANKS if upper else cards
    return first + _PLACES[np.uint64(RANKS * (cards & SUIT) + nth)]


@compiled
def random_deals(players: Any, deals: Any, chance: Any) -> Any:
    """Return the points of each seat over so many deals, every card chosen at random."""
    state = np.zeros(FIELDS, np.int64)
    deck = np.arange(40)
    scores = np.zeros(5, np.int64)
    totals = np.zeros(5, np.int64)
    for number in range(deals):
        deal(state, deck, players, number % players, chance)
        while not play(state, any_of(chance, legal(state))):
            pass
        score(state, scores)
        totals += scores
    return totals[:players]

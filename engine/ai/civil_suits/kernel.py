"""A round of Civil Suits on machine words: its fields, the opening, legal cards, the demerits.

A card is a number from 0 to 53, in card order; in sets it is the index of a bit. An action is a word: the
card laid or the challenger (`NOTHING`: to decline, or to add none), the suit banned or made trump or the seat
looked at (`NONE`: none), the set of cards set aside (0: no Magic, `SCORE`: one demerit less), the suit noted,
or the set of cards passed.
"""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from engine.ai.bits import size
from engine.ai.compiled import compiled
from engine.cards import Card
from engine.civil_suits import DECK
from engine.civil_suits.state import Phase

RANKS: Final = 13
SUIT: Final = (1 << RANKS) - 1
ALL: Final = (1 << len(DECK)) - 1
MINIONS: Final = 3 << 52
ACES: Final = sum(1 << RANKS * suit for suit in range(4))
COURT: Final = sum(7 << RANKS * suit + 10 for suit in range(4))
CHALLENGERS: Final = ACES | COURT
NOTHING: Final = 54
NONE: Final = 4
SCORE: Final = -1

PHASES: Final = tuple(Phase)
(DEAL, NOTING, PASSING, OFFER, PLAY, BAN, REPLAY, CHALLENGE, INTELLIGENCE, MAGIC, MIGHT, OVER) = range(12)

PHASE, TURN, ROUND, DEALER, TAKER, EARLY = range(6)
LAID, BANNED, MINION, WAITING, ASIDE, TRUMP, LEADER, PLAYED = range(6, 14)
"""Fields of a state, by index.

The phase, whose turn it is, the number of the round (from 1), the dealer; who took the last trick (-1: nobody
yet) and whether this is the first one of the game; for this trick how many cards are laid, all cards of
banned suits, who laid the last Minion (-1: nobody), the cards waiting for the taker, those set aside, the
trump suit, the leader; all cards that have left a hand.
"""
HANDS: Final = 14
TAKEN: Final = 18
SUITS: Final = 22
PASSES: Final = 26
SAVED: Final = 30
"""Fields of each seat, the index of the first: hand, cards taken, civil suit (`NONE`: none yet), cards
passed, and the demerits saved by Magic."""
WHO: Final = 34
WHAT: Final = 42
"""The seats and the cards of the trick, in the order laid."""
CHAMPIONS: Final = 50
"""The champions of Intelligence, Magic and Might (-1: nobody)."""
FIELDS: Final = 53


def bits(cards: Iterable[Card]) -> int:
    """Return cards as a set."""
    return sum(1 << c.order for c in cards)


@compiled
def rank(card: Any) -> Any:
    """Return the rank of a card, from 1 to 14 for a Minion (V2)."""
    return 14 if card >= 52 else card % RANKS + 1


@compiled
def row(suit: Any) -> Any:
    """Return all cards of a suit."""
    return np.int64(SUIT) << (RANKS * suit)


@compiled
def demerits(cards: Any, own: Any) -> Any:
    """Return the demerits of a set of cards (V22), without moons."""
    mine = row(own)
    return (
        size(cards & mine)
        + 3 * size(cards & ACES & ~mine)
        + 4 * size(cards & COURT & ~mine)
        + 5 * size(cards & MINIONS)
    )


@compiled
def legal(state: Any) -> Any:
    """Return the cards that may be laid or added to a tie now (V9, V13, V15)."""
    hand = state[HANDS + state[TURN]]
    if state[PHASE] == CHALLENGE:
        return hand & CHALLENGERS
    free = hand & ~state[BANNED]
    if state[EARLY]:
        free &= ~np.int64(MINIONS)
    return free if free else hand


@compiled
def passing(state: Any, giver: Any) -> Any:
    """Return how many cards a seat passes this round, and to whom (V7)."""
    number = state[ROUND]
    dealer = state[DEALER]
    offset = (giver - dealer) % 4
    if number == 4:
        if offset == 1:
            return 1, dealer
        if offset == 2:
            return 1, (dealer + 3) % 4
        return 0, giver
    step = 1 if number == 1 else 3 if number == 2 else 2
    receiver = (giver + step) % 4
    offset = (receiver - dealer) % 4
    return (3 if offset == 1 or offset == 2 else 4), receiver


@compiled
def exchange(state: Any) -> None:
    """Give all cards passed to their receivers; the state then waits for the first lead (V7, V8)."""
    for giver in range(4):
        state[HANDS + giver] &= ~state[PASSES + giver]
    for giver in range(4):
        _, receiver = passing(state, giver)
        state[HANDS + receiver] |= state[PASSES + giver]
    state[PHASE] = OFFER if state[EARLY] else PLAY
    state[TURN] = state[DEALER] if state[EARLY] else state[TAKER]


@compiled
def score(state: Any, scores: Any) -> None:
    """Write the demerits of each seat for a finished round (V22–V26) to `scores`."""
    moons = 0
    for seat in range(4):
        own = row(state[SUITS + seat])
        if state[TAKEN + seat] & own == own:
            moons |= 1 << seat
    for seat in range(4):
        taken = state[TAKEN + seat]
        suit = state[SUITS + seat]
        scores[seat] = -state[SAVED + seat]
        if moons >> seat & 1:
            for other in range(4):
                # The suits of one colour: spades and clubs, hearts and diamonds (V3).
                if moons >> other & 1 and other != seat and state[SUITS + other] == 3 - suit:
                    scores[seat] -= 13
                    break
        else:
            for wrong in range(4):
                if wrong != suit and taken & row(wrong) == row(wrong):
                    taken &= ~row(wrong)
            scores[seat] += demerits(taken, suit)


def begin(number: int, dealer: int, taker: int, hands: Iterable[int]) -> Any:
    """Return a state after the deal; `taker` took the last trick of the game (-1: none yet)."""
    state = np.zeros(FIELDS, np.int64)
    state[[PHASE, ROUND, DEALER, TAKER, EARLY]] = NOTING, number, dealer, taker, taker < 0
    state[MINION] = -1
    state[TRUMP] = NONE
    state[CHAMPIONS : CHAMPIONS + 3] = -1
    state[SUITS : SUITS + 4] = NONE
    state[HANDS : HANDS + 4] = list(hands)
    return state

"""The rules of a hand of Cicera on machine words: legal moves, plays, points.

A card's number, from 0 to 51, is four times its rank (from zero) plus its suit; in sets it is the index of a
bit. A move is one word: the set of cards captured, and above its bits the number of the card played.
`tests/engine/ai/test_cicera.py` checks that this agrees with the rules.
"""

from collections.abc import Iterable
from typing import Any, Final

from engine.ai.bits import lowest, size
from engine.ai.compiled import compiled
from engine.ai.options import MASK, option_bit
from engine.cards import FRENCH_DECK, Card, Suit
from engine.cicera import OPTIONS as OFFERED
from engine.cicera import Play
from engine.cicera.scoring import DIECI, FANTE, MATA

_SUITS: Final = tuple(Suit)
NUMBER: Final = {c: 4 * (c.rank - 1) + _SUITS.index(c.suit) for c in FRENCH_DECK if c.suit}
"""The number of each card."""
CARD: Final = {number: c for c, number in NUMBER.items()}


def bits(cards: Iterable[Card]) -> int:
    """Return cards as a set."""
    found = 0
    for c in cards:
        found |= 1 << NUMBER[c]
    return found


ALL: Final = (1 << 52) - 1
CARDS: Final = 48
"""How many cards are played in a hand (C7, C8)."""
VALUED: Final = (1 << 40) - 1
"""The cards that have a value to add up (C4)."""
SPADES: Final = bits(c for c in FRENCH_DECK if c.suit is Suit.SPADES)
SPECIAL: Final = bits((MATA, DIECI, FANTE))
NAPULA: Final = bits(c for c in FRENCH_DECK if c.suit is Suit.SPADES and c.rank <= 3)
"""The cards that every napula includes (C22)."""
_MATA: Final = bits((MATA,))
_DIECI: Final = bits((DIECI,))
_FANTE: Final = bits((FANTE,))

HANDS, PILES, POINTS = 0, 4, 6
"""Fields of each seat or side, the index of the first."""
TABLE, LEFT, TAKER, TURN, PLAYS, PLAYERS, EACH, OPTIONS, FIELDS = range(8, 17)
"""The other fields of a state, by index.

The table; the card just left, as a set; the side that captured last, -1 for none; the seat to play; how many
cards have been played; how many players there are and how many cards each gets in a round (C9); the options
of the game as a word (`engine/ai/options.py`).
"""
PICADA: Final = option_bit(OFFERED, "picada")
BY_RANK: Final = OFFERED["picada"].index("rank")
"""The house rule that a picada needs the same rank (C17)."""

_MOST_SETS: Final = 4051
"""How many sets of cards of the whole deck sum to at most ten."""
FOUND: Final = 0
SUMS: Final = _MOST_SETS
MOVES: Final = 2 * _MOST_SETS
MOST_MOVES: Final = 1 << 14
SCRATCH: Final = MOVES + MOST_MOVES
"""The length of `scratch`, a working array that is made once: sets of cards, their sums, and moves."""


def word(play: Play) -> int:
    """Return a play as a move."""
    return NUMBER[play.card] << 52 | bits(play.taken)


@compiled
def sets(table: Any, highest: Any, scratch: Any) -> Any:
    """Return how many sets of cards on the table sum to at most `highest`, and write them to `scratch`."""
    count = 0
    rest = table & VALUED
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        value = (number >> 2) + 1
        if value > highest:
            break
        card = 1 << number
        for index in range(count):
            if scratch[SUMS + index] + value <= highest:
                scratch[FOUND + count] = scratch[FOUND + index] | card
                scratch[SUMS + count] = scratch[SUMS + index] + value
                count += 1
        scratch[FOUND + count] = card
        scratch[SUMS + count] = value
        count += 1
    return count


@compiled
def legal(hand: Any, table: Any, scratch: Any) -> Any:
    """Return how many legal moves there are (C12, C13), and write them to `scratch`: cards left, captures."""
    count = 0
    rest = hand
    highest = 0
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        scratch[MOVES + count] = number << 52
        count += 1
        if number < 40:
            highest = (number >> 2) + 1
        else:
            same = table & (15 << (number & 60))
            while same:
                scratch[MOVES + count] = number << 52 | same & -same
                count += 1
                same &= same - 1
    for index in range(sets(table, highest, scratch)):
        first = 4 * (scratch[SUMS + index] - 1)
        rest = hand >> first & 15
        while rest:
            scratch[MOVES + count] = (first + lowest(rest)) << 52 | scratch[FOUND + index]
            count += 1
            rest &= rest - 1
    return count


@compiled
def play_points(number: Any, taken: Any, table: Any, left: Any, options: Any) -> Any:
    """Return the points of a capture (C16–C19)."""
    points = 0
    if taken == table:
        points += 1
    if taken & left and (options >> PICADA & MASK != BY_RANK or left >> (number & 60) & 15):
        points += 1
    if not taken & ~(SPADES << (number & 3)):
        points += 1
    if size(taken) >= 3:
        points += 1
    return points


@compiled
def play(state: Any, move: Any) -> None:
    """Play a move, changing `state`; no new round is dealt here when all hands are empty."""
    number = move >> 52
    taken = move & ALL
    card = 1 << number
    turn = state[TURN]
    state[HANDS + turn] ^= card
    if taken:
        side = turn & 1
        state[POINTS + side] += play_points(number, taken, state[TABLE], state[LEFT], state[OPTIONS])
        state[PILES + side] |= taken | card
        state[TABLE] ^= taken
        state[LEFT] = 0
        state[TAKER] = side
    else:
        state[TABLE] |= card
        state[LEFT] = card
    state[PLAYS] += 1
    state[TURN] = next_seat(turn, state)


@compiled
def next_seat(seat: Any, state: Any) -> Any:
    """Return the seat that plays after `seat`."""
    return seat + 1 if seat + 1 < state[PLAYERS] else 0


@compiled
def napula(pile: Any) -> Any:
    """Return the points of the unbroken run of spades from the ace (C22)."""
    run = 0
    while run < 13 and pile >> 4 * run & 1:
        run += 1
    return run if run >= 3 else 0


@compiled
def score(state: Any) -> None:
    """Give the rest of the table to the side that captured last (C15) and add the card points (C20–C25)."""
    if state[TAKER] >= 0:
        state[PILES + state[TAKER]] |= state[TABLE]
    state[TABLE] = 0
    first, second = state[PILES], state[PILES + 1]
    for side in range(2):
        pile = state[PILES + side]
        state[POINTS + side] += (
            napula(pile) + (pile & _MATA != 0) + (pile & _DIECI != 0) + (pile & _FANTE != 0)
        )
    if size(first) != size(second):
        state[POINTS + (size(second) > size(first))] += 2
    if size(first & SPADES) != size(second & SPADES):
        state[POINTS + (size(second & SPADES) > size(first & SPADES))] += 1


@compiled
def napoleone(state: Any) -> Any:
    """Return the side that has all spades at the end of the hand (C26), -1 if neither has."""
    for side in range(2):
        if not SPADES & ~state[PILES + side]:
            return side
    return -1

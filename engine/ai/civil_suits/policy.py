"""How a greedy player of Civil Suits plays on machine words; `greedy.py` is the same in readable words."""

from typing import Any, Final

import numpy as np

from engine.ai.bits import lowest, size
from engine.ai.civil_suits.greedy import (
    AGAIN,
    BEATEN,
    FOLLOWED,
    KEPT,
    LATE,
    LEADING,
    NOTED,
    OWN,
    SPITE,
)
from engine.ai.civil_suits.kernel import (
    ALL,
    ASIDE,
    BAN,
    CHALLENGE,
    HANDS,
    INTELLIGENCE,
    LAID,
    MAGIC,
    MIGHT,
    MINION,
    MINIONS,
    NONE,
    NOTHING,
    OFFER,
    PHASE,
    PLAYED,
    RANKS,
    SCORE,
    SUITS,
    TRUMP,
    TURN,
    WAITING,
    WHAT,
    WHO,
    demerits,
    legal,
    rank,
    row,
)
from engine.ai.civil_suits.trick import taker_of
from engine.ai.compiled import compiled

_KEPT: Final = np.array(KEPT)
_NOTED: Final = np.array(NOTED)


@compiled
def at_least(power: Any) -> Any:
    """Return all cards of a rank or higher."""
    if power >= 14:
        return np.int64(MINIONS)
    line = (np.int64(1) << RANKS) - (np.int64(1) << (power - 1))
    return np.int64(MINIONS) | line | line << RANKS | line << 2 * RANKS | line << 3 * RANKS


@compiled
def liability(card: Any, own: Any) -> Any:
    """Return what it is likely to cost to keep a card."""
    worth = _KEPT[rank(card) - 1]
    if card < 52 and card // RANKS == own:
        worth *= OWN
    return worth


@compiled
def cost(state: Any, card: Any, unseen: Any, number: Any, table: Any, top: Any) -> Any:
    """Return what laying a card costs whoever's turn it is, less what it is a liability to keep.

    `unseen` are the cards of others, `number` of them; `table` what lies there or waits, `top` the top rank.
    """
    seat = state[TURN]
    own = state[SUITS + seat]
    power = rank(card)
    chance = 0.0
    if power == 14:
        chance = 1.0
    elif state[MINION] < 0 and power >= top:
        above = size(unseen & at_least(power))
        stays = ((number - above) + 0.5) / (number + 1.0)
        chance = stays ** (BEATEN * (4 - state[LAID] - 1))
    now = 0.0
    if chance > 0.0:
        price = demerits(table | np.int64(1) << card, own) + LEADING
        price += FOLLOWED * (4 - state[LAID] - 1)
        now = chance * price
    tricks = size(state[HANDS + seat])
    if tricks == 1:
        return now
    return now - liability(card, own) * (1.0 + LATE / tricks)


@compiled
def lay(state: Any) -> Any:
    """Return the card that costs least, the first of equals."""
    cards = legal(state)
    best = lowest(cards)
    if cards & (cards - 1) == 0:
        return best
    unseen = ALL & ~state[PLAYED] & ~state[HANDS + state[TURN]]
    table = state[WAITING]
    top = 0
    for place in range(state[LAID]):
        if state[WHO + place] != state[TURN]:
            table |= np.int64(1) << state[WHAT + place]
            top = max(top, rank(state[WHAT + place]))
    number = size(unseen)
    least = 1e9
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = cost(state, card, unseen, number, table, top)
        if price < least:
            best, least = card, price
    return best


@compiled
def ban(state: Any) -> Any:
    """Return the suit whose ban saves most demerits."""
    own = state[SUITS + state[TURN]]
    best: Any = NONE
    most = 0.0
    for suit in range(4):
        saved = 0.0
        for place in range(state[LAID]):
            card = state[WHAT + place]
            if np.int64(1) << card & row(suit):
                saved += demerits(np.int64(1) << card, own) - FOLLOWED
        unseen = row(suit) & ~state[PLAYED] & ~state[HANDS + state[TURN]]
        if unseen:
            rest = ALL & ~state[PLAYED] & ~state[HANDS + state[TURN]]
            saved += (4 - state[LAID]) * (demerits(unseen, own) / size(rest))
        if saved > most:
            best, most = suit, saved
    return best


@compiled
def lying(state: Any) -> Any:
    """Return what the trick's taker takes."""
    cards = state[WAITING]
    for place in range(state[LAID]):
        cards |= np.int64(1) << state[WHAT + place]
    return cards & ~state[ASIDE]


@compiled
def challenge(state: Any) -> Any:
    """Return the challenger that one is well rid of in another's trick."""
    seat = state[TURN]
    cards = legal(state)
    if not cards or taker_of(state) == seat:
        return NOTHING
    top = 0
    for place in range(state[LAID]):
        top = max(top, rank(state[WHAT + place]))
    cards &= ~at_least(top)
    best: Any = NOTHING
    most = 0.0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = liability(card, state[SUITS + seat])
        if worth > most:
            best, most = card, worth
    return best


@compiled
def price_of(state: Any) -> Any:
    """Return what the trick as it lies costs whoever's turn it is."""
    seat = state[TURN]
    own = state[SUITS + seat]
    taker = taker_of(state)
    again = AGAIN * demerits(state[ASIDE], own)
    if taker == seat:
        return demerits(lying(state), own) + again
    return again - SPITE * demerits(lying(state), own)


@compiled
def magic(state: Any) -> Any:
    """Return the Magic that costs least: a demerit less, or the dear, the highest or all cards set aside."""
    seat = state[TURN]
    own = state[SUITS + seat]
    best: Any = SCORE
    least = price_of(state) - 1.0
    if taker_of(state) != seat:
        return best
    if state[HANDS] | state[HANDS + 1] | state[HANDS + 2] | state[HANDS + 3] == 0:
        return best
    laid, dear, top = np.int64(0), np.int64(0), 0
    for place in range(state[LAID]):
        bit = np.int64(1) << state[WHAT + place]
        laid |= bit
        if demerits(bit, own):
            dear |= bit
        top = max(top, rank(state[WHAT + place]))
    for aside in (dear, laid & at_least(top), laid):
        if aside:
            state[ASIDE] = aside
            price = price_of(state)
            if price < least:
                best, least = aside, price
    state[ASIDE] = 0
    return best


@compiled
def might(state: Any) -> Any:
    """Return the trump suit that makes the trick cost least."""
    best, least = NONE, price_of(state)
    for suit in range(4):
        state[TRUMP] = suit
        price = price_of(state)
        if price < least:
            best, least = suit, price
    state[TRUMP] = NONE
    return best


@compiled
def greedy(state: Any) -> Any:
    """Return what a greedy player does, as a word; noting and passing come before."""
    phase = state[PHASE]
    if phase == OFFER:
        return np.int64(NOTHING)
    if phase == BAN:
        return ban(state)
    if phase == CHALLENGE:
        return challenge(state)
    if phase == INTELLIGENCE:
        return np.int64((state[TURN] + 1) % 4)
    if phase == MAGIC:
        return magic(state)
    if phase == MIGHT:
        return might(state)
    return lay(state)


@compiled
def note(hand: Any) -> Any:
    """Return the suit that is worth most to note."""
    best, most = 0, -1e9
    for suit in range(4):
        worth = noted(hand, suit)
        if worth > most:
            best, most = suit, worth
    return best


@compiled
def noted(hand: Any, suit: Any) -> Any:
    """Return what it is worth to note a suit."""
    worth = 0.0
    cards = hand & row(suit)
    while cards:
        worth += _NOTED[rank(lowest(cards)) - 1]
        cards &= cards - 1
    return worth


@compiled
def give(hand: Any, own: Any, number: Any) -> Any:
    """Return the cards that are most of a liability, to be passed."""
    given = np.int64(0)
    for _ in range(number):
        cards = hand & ~given
        best, most = lowest(cards), -1e9
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            worth = liability(card, own)
            if worth > most:
                best, most = card, worth
        given |= np.int64(1) << best
    return given

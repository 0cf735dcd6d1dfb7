"""The greedy policy of Civil Suits on machine words; `greedy.py` has the same in readable Python."""

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
    OWN_SHARE,
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
    """Return the liability of keeping a card."""
    worth = _KEPT[rank(card) - 1]
    if card < 52 and card // RANKS == own:
        worth *= OWN_SHARE
    return worth


@compiled
def cost(state: Any, card: Any, unseen: Any, number: Any, table: Any, top: Any) -> Any:
    """Return the cost of laying a card to the seat to act, less the liability of keeping it.

    `unseen` are the cards of others, `number` of them; `table` are the cards of others in the trick and those
    waiting, `top` is the highest rank.
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
    for index in range(state[LAID]):
        if state[WHO + index] != state[TURN]:
            table |= np.int64(1) << state[WHAT + index]
            top = max(top, rank(state[WHAT + index]))
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
    """Return the suit whose ban saves most demerits, `NONE` if no ban saves any."""
    own = state[SUITS + state[TURN]]
    best: Any = NONE
    most = 0.0
    for suit in range(4):
        saved = 0.0
        for index in range(state[LAID]):
            card = state[WHAT + index]
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
def spoils(state: Any) -> Any:
    """Return the cards that the trick's taker takes."""
    cards = state[WAITING]
    for index in range(state[LAID]):
        cards |= np.int64(1) << state[WHAT + index]
    return cards & ~state[ASIDE]


@compiled
def challenge(state: Any) -> Any:
    """Return the challenger of most liability to get rid of in a trick that another takes, or `NOTHING`."""
    seat = state[TURN]
    cards = legal(state)
    if not cards or taker_of(state) == seat:
        return NOTHING
    top = 0
    for index in range(state[LAID]):
        top = max(top, rank(state[WHAT + index]))
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
    """Return the cost of the trick to the seat to act, as the trick is now."""
    seat = state[TURN]
    own = state[SUITS + seat]
    taker = taker_of(state)
    again = AGAIN * demerits(state[ASIDE], own)
    if taker == seat:
        return demerits(spoils(state), own) + again
    return again - SPITE * demerits(spoils(state), own)


@compiled
def magic(state: Any) -> Any:
    """Return the Magic that costs least: a demerit less, or the costly, highest or all cards set aside."""
    seat = state[TURN]
    own = state[SUITS + seat]
    best: Any = SCORE
    least = price_of(state) - 1.0
    if taker_of(state) != seat:
        return best
    if state[HANDS] | state[HANDS + 1] | state[HANDS + 2] | state[HANDS + 3] == 0:
        return best
    laid, dear, top = np.int64(0), np.int64(0), 0
    for index in range(state[LAID]):
        bit = np.int64(1) << state[WHAT + index]
        laid |= bit
        if demerits(bit, own):
            dear |= bit
        top = max(top, rank(state[WHAT + index]))
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
    """Return the trump suit with which the trick costs least, `NONE` if that is without one."""
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
    """Return the action of the greedy policy as a word; noting and passing are separate (`note`, `give`)."""
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
    """Return the suit that is best to note."""
    best, most = 0, -1e9
    for suit in range(4):
        worth = noted(hand, suit)
        if worth > most:
            best, most = suit, worth
    return best


@compiled
def noted(hand: Any, suit: Any) -> Any:
    """Return the value of noting a suit."""
    worth = 0.0
    cards = hand & row(suit)
    while cards:
        worth += _NOTED[rank(lowest(cards)) - 1]
        cards &= cards - 1
    return worth


@compiled
def give(hand: Any, own: Any, number: Any) -> Any:
    """Return the `number` cards of most liability, to be passed."""
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

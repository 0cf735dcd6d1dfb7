"""A greedy player of Civil Suits, by rule of thumb; `policy.py` has the same on machine words.

It lays the card with the least cost: the demerits that it is expected to take now, less the liability of
keeping it.
All numbers are in demerits and were found by self-play.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai.player import Judgement, Player
from engine.cards import Card, Suit
from engine.civil_suits import DECK, Action, Phase, Seen
from engine.civil_suits.actions import (
    DECLINE,
    EXPOSE,
    NO_CHALLENGE,
    NO_LOOK,
    SCORE,
    Ban,
    Challenge,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Passes,
    Play,
)
from engine.civil_suits.scoring import SUIT_CARDS
from engine.civil_suits.state import CLOCKWISE, SEATS
from engine.civil_suits.trick import IS_CHALLENGER, Trick, spoils, taker

BEATEN: Final = 0.65
"""How strongly each later player weighs in the chance that a card is beaten."""
LEADING: Final = 2.03
"""The cost of having to lead next."""
FOLLOWED: Final = 0.25
"""The demerits that each later player is expected to add."""
OWN_SHARE: Final = 0.96
"""The factor on the liability of cards of the own civil suit."""
LATE: Final = 1.13
"""How much the liability grows as few tricks are left."""
AGAIN: Final = 0.89
"""The part of the cards set aside that is expected to come back."""
SPITE: Final = 0.23
"""The value of a demerit that another seat takes."""
NOTED: Final = (*[-0.3] * 10, *[3.86] * 3)
"""The value of each rank in hand, from the ace, for noting its suit."""
KEPT: Final = (-0.17, -0.35, -0.26, -0.27, -0.16, 0.0, 0.3, 0.33, 0.81, 0.85, 1.33, 5.37, 5.43, 5.53)
"""The liability of each rank, from the ace to the Minions."""

NEAR_MOON: Final = 7
"""How many cards of its civil suit, with none taken by others, make a seat seem to shoot the moon."""


@dataclass(frozen=True, slots=True)
class Greedy(Player[Seen, Action]):
    """Takes the action that costs least; `blur` is the standard deviation of its misjudgement."""

    blur: float = 0.0

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the actions that it considers with their costs as negative demerits."""
        if should_expose(seen):
            return Judgement(((EXPOSE, 0.0),))
        costs = costs_of(seen)
        if self.blur:
            costs = {action: cost + rng.gauss(0, self.blur) for action, cost in costs.items()}
        best_first = sorted(costs, key=lambda action: costs[action])
        return Judgement(tuple([(action, -costs[action]) for action in best_first]))


def costs_of(seen: Seen) -> dict[Action, float]:
    """Return the costs of the actions to consider; the first of equals is preferred."""
    own = own_suit(seen)
    match seen.phase:
        case Phase.SUIT:
            notes = [action for action in seen.legal if isinstance(action, Note)]
            return {action: -noted(seen.hand, action.suit) for action in notes}
        case Phase.PASS:
            assert isinstance(seen.legal, Passes)
            dearest = sorted(seen.hand, key=lambda c: -liability_of(c, own))
            return {Pass(tuple(sorted(dearest[: seen.legal.number]))): 0.0}
        case Phase.OFFER:
            return {DECLINE: 0.0}
        case Phase.BAN:
            return _bans(seen, own)
        case Phase.CHALLENGE:
            return _challenges(seen, own)
        case Phase.INTELLIGENCE:
            return {look_at(seen): 0.0}
        case Phase.MAGIC:
            return _magic(seen, own)
        case Phase.MIGHT:
            none_first = [Might(None), *(Might(suit) for suit in Suit)]
            return {way: _price(seen, own, seen.trick._replace(trump=way.suit)) for way in none_first}
        case _:
            return _lays(seen, own)


def own_suit(seen: Seen) -> Suit | None:
    """Return the viewer's civil suit, None before it is noted."""
    assert seen.viewer is not None
    return seen.suits[seen.viewer]


def demerits(cards: Iterable[Card], own: Suit | None) -> int:
    """Return the demerits of cards for a seat that takes them (V22), without moons."""
    return sum([_demerit(c, own) for c in cards])


def _demerit(c: Card, own: Suit | None) -> int:
    if c.suit is None:
        return 5
    if c.suit is own:
        return 1
    return 3 if c.rank == 1 else 4 if c.rank > 10 else 0


def liability_of(c: Card, own: Suit | None) -> float:
    """Return the liability of keeping a card."""
    kept = KEPT[c.rank - 1]
    return kept * OWN_SHARE if c.suit is not None and c.suit is own else kept


def noted(hand: Sequence[Card], suit: Suit) -> float:
    """Return the value of noting a suit."""
    return sum([NOTED[c.rank - 1] for c in hand if c.suit is suit])


def unseen_of(seen: Seen) -> list[Card]:
    """Return the cards that others hold."""
    out = {c for pile in (seen.hand, seen.trick.waiting, *seen.taken) for c in pile}
    out.update(c for _, c in seen.trick.laid)
    return [c for c in DECK if c not in out]


def _lays(seen: Seen, own: Suit | None) -> dict[Action, float]:
    """Return the cost of each card that may be laid."""
    unseen = unseen_of(seen)
    others = [c for seat, c in seen.trick.laid if seat != seen.viewer]
    table = demerits((*seen.trick.waiting, *others), own)
    top = max([c.rank for c in others], default=0)
    to_come = SEATS - 1 - len(seen.trick.laid)
    costs: dict[Action, float] = {}
    for action in seen.legal:
        if not isinstance(action, Play):
            continue
        c = action.card
        chance = 0.0
        if c.suit is None:
            chance = 1.0
        elif not seen.trick.bans and c.rank >= top:
            above = sum([other.rank >= c.rank for other in unseen])
            chance = ((len(unseen) - above + 0.5) / (len(unseen) + 1.0)) ** (BEATEN * to_come)
        cost = 0.0
        if chance:
            cost = chance * (table + _demerit(c, own) + LEADING + FOLLOWED * to_come)
        if len(seen.hand) > 1:
            cost -= liability_of(c, own) * (1.0 + LATE / len(seen.hand))
        costs[action] = cost
    return costs


def _bans(seen: Seen, own: Suit | None) -> dict[Action, float]:
    """Return the cost of each ban: the lower, the more demerits it keeps out of the trick."""
    unseen = unseen_of(seen)
    to_come = SEATS - len(seen.trick.laid)
    costs: dict[Action, float] = {Ban(None): 0.0}
    for suit in Suit:
        saved = sum([_demerit(c, own) - FOLLOWED for _, c in seen.trick.laid if c.suit is suit])
        hidden = demerits([c for c in unseen if c.suit is suit], own)
        costs[Ban(suit)] = -(saved + to_come * (hidden / max(1, len(unseen))))
    return costs


def _challenges(seen: Seen, own: Suit | None) -> dict[Action, float]:
    """Return the cost of each challenger: in a trick that another seat takes, it gets rid of a liability."""
    top = max([c.rank for _, c in seen.trick.laid])
    mine = taker(seen.trick) == seen.viewer
    costs: dict[Action, float] = {NO_CHALLENGE: 0.0}
    for c in seen.hand:
        if c in IS_CHALLENGER and c.rank < top and not mine:
            costs[Challenge(c)] = -liability_of(c, own)
    return costs


def _price(seen: Seen, own: Suit | None, trick: Trick) -> float:
    """Return the cost of a trick to the viewer, as the trick is now."""
    price = demerits(spoils(trick), own)
    again = AGAIN * demerits(trick.aside, own)
    return again + (price if taker(trick) == seen.viewer else -SPITE * price)


def _magic(seen: Seen, own: Suit | None) -> dict[Action, float]:
    """Return the cost of each Magic: a demerit less, or the costly, the highest or all cards set aside."""
    costs: dict[Action, float] = {SCORE: _price(seen, own, seen.trick) - 1.0}
    if taker(seen.trick) != seen.viewer or not any(seen.counts):
        return costs
    laid = sorted(c for _, c in seen.trick.laid)
    top = max([c.rank for c in laid])
    dear = tuple([c for c in laid if _demerit(c, own)])
    for aside in (dear, tuple([c for c in laid if c.rank == top]), tuple(laid)):
        if aside:
            costs[Magic(aside)] = _price(seen, own, seen.trick._replace(aside=aside))
    return costs


def look_at(seen: Seen) -> Action:
    """Return the look at an unknown civil suit: that of the seat that has taken most cards of one suit.

    `NO_LOOK` if all are known.
    """
    assert seen.viewer is not None
    unknown = [seat for seat in CLOCKWISE[seen.viewer][1:] if seen.suits[seat] is None]
    if not unknown:
        return NO_LOOK
    return Intelligence(max(unknown, key=lambda seat: max(_by_suit(seen, seat).values())))


def _by_suit(seen: Seen, seat: int) -> dict[Suit, int]:
    taken = set(seen.taken[seat])
    return {suit: len(taken & cards) for suit, cards in SUIT_CARDS.items()}


def should_expose(seen: Seen) -> bool:
    """Return whether to expose: a seat whose civil suit was shown seems to shoot the moon."""
    if EXPOSE not in seen.legal[-1:]:
        return False
    shown = [other for who, other in seen.looked if who == seen.viewer and other not in seen.public]
    for seat in shown:
        suit = seen.suits[seat]
        if suit is not None and _by_suit(seen, seat)[suit] >= NEAR_MOON:
            rest = [other for other in range(SEATS) if other != seat]
            if not any(_by_suit(seen, other)[suit] for other in rest):
                return True
    return False

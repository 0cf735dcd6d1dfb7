"""A greedy player of Civil Suits, by rule of thumb; `policy.py` has the same on machine words.

It lays the card that costs least: what it would take now, less what it is a liability to keep. All figures
are in demerits; they were found by self-play.
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
"""How surely each player to come lays a card above, if there are any unseen."""
LEADING: Final = 2.03
"""The cost of having to lead next."""
FOLLOWED: Final = 0.25
"""The demerits that each player to come is likely to add."""
OWN: Final = 0.96
"""How much of a card's liability is left where it is of the own civil suit."""
LATE: Final = 1.13
"""How much dearer it is to keep a card as tricks get few."""
AGAIN: Final = 0.89
"""How much of the cards set aside comes back."""
SPITE: Final = 0.23
"""The worth of a demerit that another takes."""
NOTED: Final = (*[-0.3] * 10, *[3.86] * 3)
"""The worth of each rank in hand, from the ace, for noting its suit."""
KEPT: Final = (-0.17, -0.35, -0.26, -0.27, -0.16, 0.0, 0.3, 0.33, 0.81, 0.85, 1.33, 5.37, 5.43, 5.53)
"""The liability of each rank, from the ace to the Minions."""

MOONSTRUCK: Final = 7
"""So many cards of a civil suit taken, and nobody else any, look like shooting the moon."""


@dataclass(frozen=True, slots=True)
class Greedy(Player[Seen, Action]):
    """Does what costs least; `slips` is by how many demerits it misjudges, on average."""

    slips: float = 0.0

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the actions that it thought of by their cost."""
        if should_expose(seen):
            return Judgement(((EXPOSE, 0.0),))
        costs = costs_of(seen)
        if self.slips:
            costs = {action: cost + rng.gauss(0, self.slips) for action, cost in costs.items()}
        best_first = sorted(costs, key=lambda action: costs[action])
        return Judgement(tuple([(action, -costs[action]) for action in best_first]))


def costs_of(seen: Seen) -> dict[Action, float]:
    """Return what the actions cost that are worth a thought, the first of equals the one to do."""
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
            return {way: _lies(seen, own, seen.trick._replace(trump=way.suit)) for way in none_first}
        case _:
            return _lays(seen, own)


def own_suit(seen: Seen) -> Suit | None:
    """Return the civil suit of the viewer, None before it is noted."""
    assert seen.viewer is not None
    return seen.suits[seen.viewer]


def demerits(cards: Iterable[Card], own: Suit | None) -> int:
    """Return what cards cost whoever takes them (V22)."""
    return sum([_demerit(c, own) for c in cards])


def _demerit(c: Card, own: Suit | None) -> int:
    if c.suit is None:
        return 5
    if c.suit is own:
        return 1
    return 3 if c.rank == 1 else 4 if c.rank > 10 else 0


def liability_of(c: Card, own: Suit | None) -> float:
    """Return what it is likely to cost to keep a card."""
    kept = KEPT[c.rank - 1]
    return kept * OWN if c.suit is not None and c.suit is own else kept


def noted(hand: Sequence[Card], suit: Suit) -> float:
    """Return what it is worth to note a suit."""
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
    """Return what each ban costs: less, the dearer the cards that it takes out of the trick."""
    unseen = unseen_of(seen)
    to_come = SEATS - len(seen.trick.laid)
    costs: dict[Action, float] = {Ban(None): 0.0}
    for suit in Suit:
        saved = sum([_demerit(c, own) - FOLLOWED for _, c in seen.trick.laid if c.suit is suit])
        hidden = demerits([c for c in unseen if c.suit is suit], own)
        costs[Ban(suit)] = -(saved + to_come * (hidden / max(1, len(unseen))))
    return costs


def _challenges(seen: Seen, own: Suit | None) -> dict[Action, float]:
    """Return what each challenger costs: it is well rid of a bad card in another's trick."""
    top = max([c.rank for _, c in seen.trick.laid])
    mine = taker(seen.trick) == seen.viewer
    costs: dict[Action, float] = {NO_CHALLENGE: 0.0}
    for c in seen.hand:
        if c in IS_CHALLENGER and c.rank < top and not mine:
            costs[Challenge(c)] = -liability_of(c, own)
    return costs


def _lies(seen: Seen, own: Suit | None, trick: Trick) -> float:
    """Return what a trick costs the viewer as it lies."""
    price = demerits(spoils(trick), own)
    again = AGAIN * demerits(trick.aside, own)
    return again + (price if taker(trick) == seen.viewer else -SPITE * price)


def _magic(seen: Seen, own: Suit | None) -> dict[Action, float]:
    """Return what Magic costs: a demerit less, or the dear, the highest or all cards set aside."""
    costs: dict[Action, float] = {SCORE: _lies(seen, own, seen.trick) - 1.0}
    if taker(seen.trick) != seen.viewer or not any(seen.counts):
        return costs
    laid = sorted(c for _, c in seen.trick.laid)
    top = max([c.rank for c in laid])
    dear = tuple([c for c in laid if _demerit(c, own)])
    for aside in (dear, tuple([c for c in laid if c.rank == top]), tuple(laid)):
        if aside:
            costs[Magic(aside)] = _lies(seen, own, seen.trick._replace(aside=aside))
    return costs


def look_at(seen: Seen) -> Action:
    """Return whose civil suit to look at: of those unknown, who has taken most cards of one suit.

    It is nobody's where all are known.
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
    """Return whether a civil suit that the viewer alone was shown is one whose moon others should break."""
    if EXPOSE not in seen.legal[-1:]:
        return False
    shown = [other for who, other in seen.looked if who == seen.viewer and other not in seen.public]
    for seat in shown:
        suit = seen.suits[seat]
        if suit is not None and _by_suit(seen, seat)[suit] >= MOONSTRUCK:
            rest = [other for other in range(SEATS) if other != seat]
            if not any(_by_suit(seen, other)[suit] for other in rest):
                return True
    return False

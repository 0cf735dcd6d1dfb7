"""A greedy player of Ciapano, by rule of thumb: it plays the card that costs least.

The cost of a card is in thirds of a point: those it is expected to take in this trick, less those it would
take later if kept. `policy.py` has the same on machine words. The weights were found by self-play.
"""

import random
from dataclasses import dataclass
from typing import Final

from engine.ai.player import Judgement, Player
from engine.cards import Card, Suit
from engine.ciapano import DECK, Action, Discard, Seen
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.tricks import next_seat

BEATEN: Final = 0.9
"""The chance that a player beats a card if all unseen cards of the suit are higher."""
FOLLOWED: Final = 1.17
"""The thirds that a later player who may follow suit adds to the trick."""
THROWN: Final = 15.8
"""The cost of a later player who is void, and will throw in the most harmful card."""
LAST: Final = 5.26
"""The thirds that the last trick is worth (P10)."""
LEADING: Final = 0.25
"""The cost of having to lead next."""
KEPT: Final = 1.18
USUAL: Final = 3.22
LATE: Final = 4.65
"""The thirds a card may take later: `KEPT` times its own, `USUAL` more, `LATE` shared by the tricks left."""
GUARDED: Final = 0.2
"""How much each lower card of the suit in hand reduces that."""
SHORT: Final = 2.41
"""The value of shortening a suit, divided by how many cards of it are in hand."""


@dataclass(frozen=True, slots=True)
class Greedy(Player[Seen, Action]):
    """Plays the card that costs least; `blur` is the standard deviation of its misjudgement, in thirds."""

    blur: float = 0.0

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the legal actions with their costs as negative points."""
        costs = costs_of(seen)
        if self.blur:
            costs = {action: cost + rng.gauss(0, self.blur) for action, cost in costs.items()}
        best_first = sorted(costs, key=lambda action: costs[action])
        return Judgement(tuple([(action, -costs[action] / 3) for action in best_first]))


def costs_of(seen: Seen) -> dict[Action, float]:
    """Return the cost of each legal action in thirds, from low to high cards within a suit."""
    played = {c for trick in seen.tricks for _, c in trick.plays} | {c for _, c in seen.table}
    unseen = [c for c in DECK if c not in played and c not in seen.hand and c is not seen.discard]
    ahead = _ahead(seen)
    in_order = sorted(seen.legal, key=lambda action: (action.card.order // 13, STRENGTH[action.card]))
    return {action: _cost(seen, action, unseen, ahead) for action in in_order}


def _ahead(seen: Seen) -> list[set[Suit | None]]:
    """Return the suits in which each later player of this trick has shown a void."""
    seat = next_seat(seen.to_act[0], seen.out)
    leader = seen.table[0][0] if seen.table else seen.to_act[0]
    ahead = []
    while seat != leader:
        ahead.append(
            {
                trick[0][1].suit
                for trick in (*(trick.plays for trick in seen.tricks), seen.table)
                for who, c in trick
                if who == seat and c.suit is not trick[0][1].suit
            }
        )
        seat = next_seat(seat, seen.out)
    return ahead


def _cost(seen: Seen, action: Action, unseen: list[Card], ahead: list[set[Suit | None]]) -> float:
    """Return the cost of an action in thirds."""
    card = action.card
    others = [STRENGTH[c] for c in unseen if c.suit is card.suit]
    above = sum([strength > STRENGTH[card] for strength in others])
    below = len(others) - above
    tricks = len(seen.hand)
    aside = isinstance(action, Discard)
    now = (
        THIRDS[card] / 3.0 if aside else _taken(seen, card, above, below, ahead)
    )  # one of three takes it (P6)
    if tricks == 1:
        return now
    mine = [c for c in seen.hand if c.suit is card.suit]
    guards = sum([STRENGTH[c] < STRENGTH[card] for c in mine])
    later = KEPT * below / (below + above + 1.0) * (THIRDS[card] + USUAL + LATE / tricks)
    return now - (later / (1.0 + GUARDED * guards) + SHORT / len(mine))


def _taken(seen: Seen, card: Card, above: int, below: int, ahead: list[set[Suit | None]]) -> float:
    """Return the thirds that a card is expected to take in this trick."""
    if seen.table:
        led = seen.table[0][1].suit
        best = max([STRENGTH[c] for _, c in seen.table if c.suit is led])
        if card.suit is not led or STRENGTH[card] < best:
            return 0.0
    stays = 1.0 - BEATEN * above / (above + below + 1.0)
    chance, price = 1.0, THIRDS[card] + sum([THIRDS[c] for _, c in seen.table]) + LEADING
    for voids in ahead:
        if above + below == 0 or card.suit in voids:
            price += THROWN
        else:
            chance *= stays
            price += FOLLOWED
    return chance * (price + LAST if len(seen.hand) == 1 else price)

"""Sampling worlds that a viewer of Civil Suits cannot rule out: hidden hands, civil suits and passes.

A world agrees with everything that the viewer knows: the cards passed and received, those taken back in the
open, and the cards that a hand cannot hold because its seat was not asked to replay (V13).
"""

import random
from typing import Final

from engine.cards import Card, Suit, in_order
from engine.civil_suits.actions import DECK
from engine.civil_suits.seen import Seen
from engine.civil_suits.state import SEATS, Phase, State, passing
from engine.civil_suits.trick import banned
from engine.game import DEALER
from engine.hidden import share_out

_Hands = tuple[tuple[Card, ...], ...]

_SUITS: Final = tuple(Suit)
_BETWEEN_ROUNDS: Final = (Phase.DEAL, Phase.OVER)


def sample(seen: Seen, rng: random.Random) -> State:
    """Return a full state that the viewer cannot rule out.

    Hands, civil suits and passes are each uniform over all possible ones.
    """
    hands = _hands(seen, rng)
    return State(
        options=seen.options,
        sheets=seen.sheets,
        totals=seen.totals,
        dealer=seen.dealer,
        taker=seen.taker,
        winners=seen.winners,
        phase=seen.phase,
        turn=seen.to_act[0] if seen.phase not in (Phase.SUIT, Phase.PASS, Phase.OVER) else DEALER,
        hands=hands,
        suits=_suits(seen, rng),
        passes=_passes(seen, hands, rng),
        looked=seen.looked,
        public=seen.public,
        confined=seen.confined,
        trick=seen.trick,
        tricks=seen.tricks,
        taken=seen.taken,
        lines=seen.lines,
    )


def _suits(seen: Seen, rng: random.Random) -> tuple[Suit | None, ...]:
    """Return a civil suit for each seat that has noted one."""
    if seen.phase in _BETWEEN_ROUNDS:
        return seen.suits
    choosing = seen.to_act if seen.phase is Phase.SUIT else ()
    return tuple(
        suit or (None if seat in choosing else rng.choice(_SUITS)) for seat, suit in enumerate(seen.suits)
    )


def _hands(seen: Seen, rng: random.Random) -> _Hands:
    """Return the hands, with the unseen cards dealt to seats that may hold them."""
    if seen.phase in _BETWEEN_ROUNDS:
        return ((), (), (), ())
    known = _known(seen)
    open_cards = {
        *(c for pile in (*seen.taken, seen.trick.waiting) for c in pile),
        *(c for _, c in seen.trick.laid),
        *(c for hand in known for c in hand),
    }
    unseen = [c for c in DECK if c not in open_cards]
    others = [seat for seat in range(SEATS) if seat != seen.viewer]
    sizes = [seen.counts[seat] - len(known[seat]) for seat in others]

    def may_hold(c: Card, other: int) -> bool:
        suits = seen.confined[others[other]]
        return suits is None or c.suit in suits

    while True:
        hands = list(map(in_order, known))
        for seat, cards in zip(others, share_out(unseen, sizes, may_hold, rng), strict=True):
            hands[seat] = in_order((*known[seat], *cards))
        if seen.phase is not Phase.REPLAY:
            break
        suits = banned(seen.trick)
        if any(
            c.suit not in suits for c in hands[seen.to_act[0]]
        ):  # otherwise the seat would not be asked (V13)
            break
    return tuple(hands)


def _known(seen: Seen) -> list[list[Card]]:
    """Return the cards of each hand that the viewer knows."""
    known: list[set[Card]] = [set() for _ in range(SEATS)]
    laid: set[Card] = set()
    for trick in (*seen.tricks, seen.trick):
        laid.update(c for _, c in trick.laid)
        for seat, c in trick.back:
            known[seat].add(c)
    if seen.viewer is not None:
        to = _passing(seen)[seen.viewer]
        if to is not None and seen.phase is not Phase.PASS:
            known[to[0]].update(seen.passed)
        known[seen.viewer].update(seen.hand)
    return [[c for c in cards if c not in laid] for cards in known]


def _passing(seen: Seen) -> tuple[tuple[int, int] | None, ...]:
    assert seen.dealer is not None
    return passing(len(seen.sheets) + 1, seen.dealer)


def _passes(seen: Seen, hands: _Hands, rng: random.Random) -> _Hands:
    """Return the cards that each seat has passed: from its hand, or from all that the receiver held (V7)."""
    passes: list[tuple[Card, ...]] = [()] * SEATS
    if seen.phase in (*_BETWEEN_ROUNDS, Phase.SUIT):
        return tuple(passes)
    laid = [(seat, c) for trick in (*seen.tricks, seen.trick) for seat, c in trick.laid]
    for giver, to in enumerate(_passing(seen)):
        if to is None or (seen.phase is Phase.PASS and giver in seen.to_act):
            continue
        receiver, number = to
        if giver == seen.viewer:
            passes[giver] = seen.passed
        elif seen.phase is Phase.PASS:
            passes[giver] = in_order(rng.sample(hands[giver], number))
        elif receiver == seen.viewer:
            passes[giver] = seen.received
        else:
            held = [*hands[receiver], *(c for seat, c in laid if seat == receiver)]
            passes[giver] = in_order(rng.sample(held, number))
    return tuple(passes)

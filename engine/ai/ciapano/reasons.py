"""Reasons for an action of Ciapano: whether it takes the trick, and which cards it gets rid of."""

from collections.abc import Iterator

from engine.ai.reasons import Reason, reason
from engine.cards import Card
from engine.ciapano import DECK, Action, Discard, Seen
from engine.ciapano.rules import playing
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.tricks import highest


def reasons(seen: Seen, action: Action, other: Action | None) -> Iterator[Reason]:
    """Yield reasons for an action."""
    card = action.card
    if isinstance(action, Discard):
        yield from _aside(seen, card)
    elif not seen.table:
        yield from _leading(seen, card)
    elif card.suit is not seen.table[0][1].suit:
        yield from _thrown(seen, card)
    else:
        yield from _following(seen, card)


def unseen_above(seen: Seen, card: Card) -> list[Card]:
    """Return the unseen cards that beat `card`."""
    return [c for c in unseen_of(seen) if c.suit is card.suit and STRENGTH[c] > STRENGTH[card]]


def unseen_below(seen: Seen, card: Card) -> list[Card]:
    """Return the unseen cards that `card` beats."""
    return [c for c in unseen_of(seen) if c.suit is card.suit and STRENGTH[c] < STRENGTH[card]]


def unseen_of(seen: Seen) -> list[Card]:
    """Return the cards that the viewer has not seen in this hand."""
    known = {c for plays in (*(trick.plays for trick in seen.tricks), seen.table) for _, c in plays}
    return [c for c in DECK if c not in known and c not in seen.hand and c is not seen.discard]


def _shooting(seen: Seen, card: Card, last: bool = False) -> Iterator[Reason]:
    """Yield a reason if the viewer alone has taken points, and nobody can beat this card (P11)."""
    assert seen.viewer is not None
    others = [seen.thirds[seat] for seat in playing(seen.out) if seat != seen.viewer]
    if seen.thirds[seen.viewer] and not any(others) and (last or not unseen_above(seen, card)):
        yield reason("cappotto", card=card)


def _aside(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield reasons for laying a card aside (P5)."""
    yield from _rid_of(seen, card)
    yield from _empties(seen, card)


def _rid_of(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield a reason if a card that costs points leaves the hand."""
    if THIRDS[card]:
        most = max([THIRDS[action.card] for action in seen.legal])
        yield reason("rid-dearest" if THIRDS[card] == most else "rid", card=card, thirds=THIRDS[card])


def _empties(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield a reason if it is the last card of its suit in the hand, which makes a void (P7)."""
    if card.suit is not None and len(seen.hand) > 1 and [c.suit for c in seen.hand].count(card.suit) == 1:
        yield reason("empties", suit=card.suit)


def _thrown(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield reasons for a card that does not follow suit, and so never takes the trick (P8)."""
    if THIRDS[card]:
        yield from _rid_of(seen, card)
    elif not any(THIRDS[action.card] for action in seen.legal):
        yield reason("free")
    strongest = max([STRENGTH[c] for c in seen.hand if c.suit is card.suit])
    if STRENGTH[card] == strongest and unseen_below(seen, card):
        yield reason("rid-high", n=len(unseen_below(seen, card)), card=card)
    yield from _empties(seen, card)


def _leading(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield reasons for leading a card."""
    yield from _shooting(seen, card)
    above, below = unseen_above(seen, card), unseen_below(seen, card)
    if above and not below and card.suit is not None:
        yield reason("lowest-out", n=len(above), suit=card.suit)
    yield from _empties(seen, card)
    if below and len(above) >= len(below):
        mine = [c for c in seen.hand if c.suit is card.suit]
        low = min(mine, key=lambda c: STRENGTH[c]) is card
        yield reason("leads-low" if low else "leads", n=len(above), total=len(above) + len(below), card=card)


def _following(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield reasons for a card that follows suit."""
    led = seen.table[0][1].suit
    best = highest(seen.table, STRENGTH, led)
    assert best is not None
    legal = [action.card for action in seen.legal]
    under = [c for c in legal if STRENGTH[c] < STRENGTH[best[1]]]
    last = len(seen.table) == len(playing(seen.out)) - 1
    if card in under:
        top = max(under, key=lambda c: STRENGTH[c]) is card
        yield reason("ducks-high" if top and len(under) > 1 else "ducks", card=best[1])
        yield from _empties(seen, card)
        return
    yield from _shooting(seen, card, last)
    price = sum([THIRDS[c] for c in (card, *(c for _, c in seen.table))])
    strongest = max(legal, key=lambda c: STRENGTH[c]) is card
    if last and not price:
        yield reason("takes-nothing")
    if last and not under and strongest:
        yield reason("must-take", card=best[1])
    if last and price:
        yield reason("takes", card=card, thirds=price)
    if not last:
        above = unseen_above(seen, card)
        if above and not under:
            yield reason("must-pass-over", n=len(above), card=best[1])
        elif above:
            yield reason("may-be-beaten", n=len(above), card=best[1])
    yield from _empties(seen, card)

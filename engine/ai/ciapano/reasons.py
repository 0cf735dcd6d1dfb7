"""Reasons for an action of Ciapano: whether it takes the trick, and which cards it gets rid of."""

from collections.abc import Iterator

from engine.ai.reasons import Reason, reason
from engine.cards import Card
from engine.ciapano import DECK, Action, Discard, Seen
from engine.ciapano.rules import playing
from engine.ciapano.scoring import STRENGTH, THIRDS
from engine.tricks import highest


def reasons(seen: Seen, action: Action, other: Action | None) -> Iterator[Reason]:
    """Yield reasons for an action; without an `other` those that compare are not given."""
    card, rival = action.card, other.card if other is not None else None
    if isinstance(action, Discard):
        yield from _rid_of(seen, card, rival)
    elif not seen.table:
        yield from _leading(seen, card, rival)
    elif card.suit is not seen.table[0][1].suit:
        yield from _rid_of(seen, card, rival)
    elif _under(seen, card):
        yield from _ducking(seen, card, rival)
    else:
        yield from _taking(seen, card, rival)
    if rival is not None:
        yield from _keeping(seen, card, rival)


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


def _beats(seen: Seen) -> Card:
    """Return the card that takes the trick so far."""
    best = highest(seen.table, STRENGTH, seen.table[0][1].suit)
    assert best is not None
    return best[1]


def _under(seen: Seen, card: Card) -> bool:
    """Return whether a card of the suit led stays under the card that takes the trick so far."""
    return STRENGTH[card] < STRENGTH[_beats(seen)]


def _last(seen: Seen) -> bool:
    """Return whether the viewer is the last to play to the trick."""
    return len(seen.table) == len(playing(seen.out)) - 1


def _price(seen: Seen, card: Card) -> int:
    """Return the thirds of the trick so far with a card."""
    return sum([THIRDS[c] for c in (card, *(c for _, c in seen.table))])


def _shooting(seen: Seen, card: Card, last: bool = False) -> Iterator[Reason]:
    """Yield a reason if the viewer alone has taken points, and nobody can beat this card (P11)."""
    assert seen.viewer is not None
    others = [seen.thirds[seat] for seat in playing(seen.out) if seat != seen.viewer]
    if seen.thirds[seen.viewer] and not any(others) and (last or not unseen_above(seen, card)):
        yield reason("cappotto", card=card)


def _rid_of(seen: Seen, card: Card, rival: Card | None) -> Iterator[Reason]:
    """Yield reasons for a card that takes no trick: it is laid aside (P5), or does not follow suit (P8)."""
    if THIRDS[card] > (THIRDS[rival] if rival is not None else 0):
        most = max([THIRDS[action.card] for action in seen.legal])
        yield reason("rid-dearest" if THIRDS[card] == most else "rid", card=card, thirds=THIRDS[card])
    yield from _empties(seen, card)
    lower = len(unseen_below(seen, card))
    if lower > (len(unseen_below(seen, rival)) if rival is not None else 0):
        yield reason("rid-high", n=lower, card=card)


def _empties(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield a reason if it is the last card of its suit in the hand, which makes a void (P7)."""
    if card.suit is not None and len(seen.hand) > 1 and _held(seen, card) == 1:
        yield reason("empties", suit=card.suit)


def _held(seen: Seen, card: Card) -> int:
    """Return how many cards of a card's suit are in the hand."""
    return sum([c.suit is card.suit for c in seen.hand])


def _leading(seen: Seen, card: Card, rival: Card | None) -> Iterator[Reason]:
    """Yield reasons for leading a card."""
    yield from _shooting(seen, card)
    above, below = unseen_above(seen, card), unseen_below(seen, card)
    if above and not below and card.suit is not None:
        yield reason("lowest-out", n=len(above), suit=card.suit)
    yield from _empties(seen, card)
    if rival is not None:
        over, under = unseen_above(seen, rival), unseen_below(seen, rival)
        if len(above) * (len(over) + len(under)) > len(over) * (len(above) + len(below)):
            low = min([c for c in seen.hand if c.suit is card.suit], key=lambda c: STRENGTH[c]) is card
            total = len(above) + len(below)
            yield reason("leads-low" if low else "leads", n=len(above), total=total, card=card)
        if not above and not over and STRENGTH[card] > STRENGTH[rival]:
            yield reason("leads-sure", card=rival)


def _ducking(seen: Seen, card: Card, rival: Card | None) -> Iterator[Reason]:
    """Yield reasons for a card that follows suit and does not take the trick."""
    best = _beats(seen)
    under = [action.card for action in seen.legal if _under(seen, action.card)]
    if rival is None or rival not in under:
        yield reason("ducks", card=best)
    elif THIRDS[card] > THIRDS[rival]:
        yield reason("ducks-dear", card=card, top=best, thirds=THIRDS[card])
    elif STRENGTH[card] > STRENGTH[rival]:
        top = max(under, key=lambda c: STRENGTH[c]) is card
        yield reason("ducks-high", card=best) if top else reason("ducks-higher", card=rival)
    yield from _empties(seen, card)


def _taking(seen: Seen, card: Card, rival: Card | None) -> Iterator[Reason]:
    """Yield reasons for a card that takes the trick so far."""
    best, last = _beats(seen), _last(seen)
    yield from _shooting(seen, card, last)
    if last and not _price(seen, card):
        yield reason("takes-nothing")
    legal = [action.card for action in seen.legal]
    free = any(_under(seen, c) for c in legal)
    if last and not free and max(legal, key=lambda c: STRENGTH[c]) is card:
        yield reason("must-take", card=best)
    if last and _price(seen, card) and (rival is None or _price(seen, card) < _price(seen, rival)):
        yield reason("takes", card=card, thirds=_price(seen, card))
    above = len(unseen_above(seen, card))
    if not last and above > (len(unseen_above(seen, rival)) if rival is not None else 0):
        yield reason("may-be-beaten" if free else "must-pass-over", n=above, card=best)
    if rival is not None and STRENGTH[card] > STRENGTH[rival] > STRENGTH[best]:
        yield reason("takes-high", card=rival)
    yield from _empties(seen, card)


def _keeping(seen: Seen, card: Card, rival: Card) -> Iterator[Reason]:
    """Yield why another card that could be played is better kept."""
    n, less = _held(seen, rival), _held(seen, card)
    if n > less > 1 and card.suit is not None:
        yield reason("shortens", n=less, suit=card.suit)
    over = len(unseen_above(seen, rival))
    if over > len(unseen_above(seen, card)):
        yield reason("keeps-low", card=rival, n=over)
    may_take = not seen.table or (card.suit is seen.table[0][1].suit and not _under(seen, card))
    if may_take and not _aside(seen) and THIRDS[card] < THIRDS[rival]:
        yield reason("cheaper", card=rival, thirds=THIRDS[rival])
    if card.suit is rival.suit and STRENGTH[card] > STRENGTH[rival]:
        yield reason("keeps-lower", card=rival)
    mine, theirs = (sum([c.suit is one.suit for c in unseen_of(seen)]) for one in (card, rival))
    if not seen.table and not _aside(seen) and mine > theirs and card.suit is not None:
        yield reason("followed", n=mine, suit=card.suit)


def _aside(seen: Seen) -> bool:
    """Return whether a card is laid aside (P5)."""
    return any(isinstance(action, Discard) for action in seen.legal)

"""Reasons for a ban, for a challenger, and for the powers: Intelligence, Magic and Might."""

from collections.abc import Iterator

from engine.ai.civil_suits.greedy import unseen_of
from engine.ai.civil_suits.reasons.comparing import keep, rid, strong
from engine.ai.civil_suits.reasons.facts import (
    alone,
    best_power,
    cost,
    demerits,
    laid_by_others,
    lays_last,
    of_suit,
    taken,
    takers,
)
from engine.ai.reasons import Reason, reason
from engine.cards import Card, Suit
from engine.civil_suits import Seen
from engine.civil_suits.actions import Ban, Challenge, Magic, Might
from engine.civil_suits.state import SEATS
from engine.civil_suits.trick import Trick, spoils, taker


def ban(seen: Seen, suit: Suit | None, other: Ban | None) -> Iterator[Reason]:
    """Yield the demerits that a ban takes out of the trick or keeps out of it (V13)."""
    laid = laid_by_others(seen)
    instead = other.suit if other is not None else None
    if suit is not None:
        back, out = _back(seen, suit), _out(seen, suit)
        if back > _back(seen, instead):
            yield reason("ban-back", cards=tuple(of_suit(laid, suit)), n=back)
        if out > _out(seen, instead):
            yield reason("ban-out", n=out, suit=suit)
    elif not demerits(seen, [c for c in laid if c.suit is not None]):
        yield reason("ban-nothing")
    if instead is not None:
        there = tuple(of_suit(laid, instead))
        if there and not demerits(seen, there) and (suit is None or not of_suit(laid, suit)):
            yield reason("ban-leaves", cards=there)
    if suit is not None and not lays_last(seen):
        held = unseen_of(seen)
        if len(of_suit(held, suit)) > (len(of_suit(held, instead)) if instead is not None else 0):
            yield reason("ban-many", n=len(of_suit(held, suit)), suit=suit)


def _back(seen: Seen, suit: Suit | None) -> int:
    """Return the demerits of a banned suit that lie in the trick."""
    return 0 if suit is None else demerits(seen, of_suit(laid_by_others(seen), suit))


def _out(seen: Seen, suit: Suit | None) -> int:
    """Return the demerits of a banned suit that others hold, 0 if nobody has yet to lay."""
    return demerits(seen, of_suit(unseen_of(seen), suit)) if suit is not None and not lays_last(seen) else 0


# Challengers


def challenge(seen: Seen, card: Card | None, other: Challenge | None) -> Iterator[Reason]:
    """Yield the taker of the trick as it is now, with or without a challenger (V15)."""
    theirs = other.card if other is not None else None
    if card is None:
        yield from _no_challenger(seen, theirs)
        return
    then = _taker_with(seen, card)
    same = theirs is not None and then == _taker_with(seen, theirs)
    if then != seen.viewer and not same:
        yield reason("challenge-dump", card=card, n=cost(seen, card), seat=then)
    if then == seen.viewer != taker(seen.trick) and not same:
        yield reason("challenge-takes", n=demerits(seen, (*spoils(seen.trick), card)))
    if same and theirs is not None:
        if then != seen.viewer:
            yield from rid(seen, card, theirs)
        elif cost(seen, card) < cost(seen, theirs):
            yield reason("costs-less", card=card, other=theirs)
        yield from keep(seen, card, theirs)
    yield from strong(seen, card, theirs)


def _no_challenger(seen: Seen, other: Card | None) -> Iterator[Reason]:
    """Yield reasons for not adding a challenger."""
    now = taker(seen.trick)
    if not any(isinstance(action, Challenge) and action.card for action in seen.legal):
        yield reason("no-challenger")
    elif now == seen.viewer:
        yield reason("challenge-mine")
    elif other is not None and _taker_with(seen, other) == seen.viewer:
        yield reason("challenge-spares", card=other, n=demerits(seen, (*spoils(seen.trick), other)))
    elif other is not None:
        number, power, _ = best_power(seen, (other,))
        yield reason("keep-power", n=number, other=other, powers=(power,))


def _taker_with(seen: Seen, card: Card) -> int:
    """Return the taker of the trick with a challenger of the viewer's, as it is now."""
    assert seen.viewer is not None
    return taker(seen.trick._replace(laid=(*seen.trick.laid, (seen.viewer, card))))


# Powers


def look(seen: Seen, seat: int | None) -> Iterator[Reason]:
    """Yield why to look at the civil suit of a seat: it is unknown, and it may have taken most of a suit."""
    unknown = [other for other, suit in enumerate(seen.suits) if suit is None]
    if seat is None and not unknown:
        yield reason("look-none")
    if seat is None or seat not in unknown:
        return
    most = max(Suit, key=lambda suit: taken(seen, seat, suit))
    number = taken(seen, seat, most)
    if number > 1 and all(taken(seen, other, suit) <= number for other in unknown for suit in Suit):
        yield reason("look-most", n=number, suit=most)
    yield reason("look")


def magic(seen: Seen, action: Magic, other: Magic | None) -> Iterator[Reason]:
    """Yield the saving by Magic (V19) as the trick is now, and what goes to the next taker."""
    if action.score:
        yield reason("magic-score")
    trick, instead = _without(seen, action), _without(seen, other)
    then, theirs = taker(trick), taker(instead)
    cards, left, leaves = action.aside, demerits(seen, spoils(trick)), demerits(seen, spoils(instead))
    if then != seen.viewer == theirs and cards:
        yield reason("magic-turns", seat=then)
    elif then != seen.viewer == theirs:
        yield reason("as-it-is", seat=then)
    if then == seen.viewer != theirs:
        yield reason("magic-takes", n=left)
    if then == theirs == seen.viewer and left < leaves:
        yield reason("magic-saves", n=leaves - left)
    if then != seen.viewer != theirs:
        if left > leaves:
            yield reason("magic-stays", n=left, seat=then)
        yield from _given(seen, then, theirs)
    champion = seen.trick.champions[2]
    if champion not in (None, seen.viewer) and left < leaves:
        yield reason("magic-might", n=left)


def _without(seen: Seen, action: Magic | None) -> Trick:
    """Return the trick without the cards that Magic sets aside."""
    return seen.trick._replace(aside=action.aside if action is not None else ())


def might(seen: Seen, suit: Suit | None, other: Might | None) -> Iterator[Reason]:
    """Yield the taker of the trick with a trump or without one (V20), and the price."""
    then = taker(seen.trick._replace(trump=suit))
    theirs = taker(seen.trick._replace(trump=other.suit if other is not None else None))
    price = demerits(seen, spoils(seen.trick))
    if len({taker(seen.trick._replace(trump=trump)) for trump in (None, *Suit)}) == 1 and suit is None:
        yield reason("might-same", seat=then)
    if then == theirs:
        return
    if then == seen.viewer:
        yield from _moon(seen)
        yield reason("might-takes", n=price)
        return
    if theirs == seen.viewer and suit is not None and price:
        yield reason("might-away", n=price, seat=then, suit=suit)
    yield from _given(seen, then, theirs)
    if suit is None:
        yield reason("as-it-is", seat=then)
    elif then != taker(seen.trick) == theirs:
        yield reason("might-gives", seat=then, suit=suit)


def _moon(seen: Seen) -> Iterator[Reason]:
    """Yield a reason if only the viewer has taken cards of its civil suit, and the trick has more of them."""
    assert seen.viewer is not None
    own = seen.suits[seen.viewer]
    number = alone(seen, seen.viewer, own) if own is not None else 0
    if number and own is not None and of_suit(spoils(seen.trick), own):
        yield reason("moon", n=number, suit=own)


def _given(seen: Seen, then: int, theirs: int) -> Iterator[Reason]:
    """Yield why a trick goes to one seat rather than to another: their demerits, or what comes next."""
    assert seen.viewer is not None
    if seen.viewer in (then, theirs):
        return
    apart = [abs(total - seen.totals[seen.viewer]) for total in seen.totals]
    if apart[then] < apart[theirs]:
        yield reason("rival", n=apart[then], seat=then)
    number, suit = _only_taker(seen, theirs)
    if number > max(1, _only_taker(seen, then)[0]):
        yield reason("breaks", n=number, seat=theirs, suit=suit)
    if len(seen.taken[then]) < len(seen.taken[theirs]):
        yield reason("fewer", n=len(seen.taken[then]), seat=then)
    if (then - seen.viewer) % SEATS < (theirs - seen.viewer) % SEATS and seen.hand and seen.counts[then]:
        yield reason("leads-next", seat=then)


def _only_taker(seen: Seen, seat: int) -> tuple[int, Suit]:
    """Return the most cards of a suit of the trick that only this seat has taken cards of, and the suit."""
    there = {c.suit for c in spoils(seen.trick)}
    return max(
        [(taken(seen, seat, s) if s in there and takers(seen, s) == 1 else 0, s) for s in Suit],
        key=lambda one: one[0],
    )


def expose(seen: Seen) -> Iterator[Reason]:
    """Yield a seat that may shoot the moon: it alone has taken cards of its civil suit (V18, V23)."""
    for who, seat in seen.looked:
        suit = seen.suits[seat]
        if who == seen.viewer and seat not in seen.public and suit is not None:
            number = alone(seen, seat, suit)
            if number:
                yield reason("expose-moon", n=number, seat=seat, suit=suit)

"""Reasons to lay a card to the trick: whether it takes the trick, and the price."""

from collections.abc import Iterator
from enum import Enum, auto

from engine.ai.civil_suits.greedy import unseen_of
from engine.ai.civil_suits.reasons.comparing import (
    costly,
    harms,
    keep,
    rid,
    spare,
    split,
    strong,
    stronger,
    trumped,
)
from engine.ai.civil_suits.reasons.facts import (
    POWERS,
    above,
    alone,
    cost,
    laid_by_others,
    lays_last,
    lying,
    of_suit,
)
from engine.ai.reasons import Reason, reason
from engine.cards import Card
from engine.civil_suits import Seen
from engine.civil_suits.actions import Play
from engine.civil_suits.scoring import DEMERITS, MINIONS
from engine.civil_suits.trick import champions, tied


class Place(Enum):
    """The place of a card among the cards that others have laid."""

    MINION = auto()
    BEHIND = auto()
    """Behind a Minion of another seat, which takes the trick (V13)."""
    UNDER = auto()
    TIE = auto()
    OVER = auto()


LOSES = (Place.BEHIND, Place.UNDER)
"""The places of cards that do not take the trick, unless a power changes it."""


def place(seen: Seen, card: Card) -> Place:
    """Return the place of a card among those that others have laid."""
    if card.suit is None:
        return Place.MINION
    if seen.trick.bans:
        return Place.BEHIND
    top = max([c.rank for c in laid_by_others(seen)], default=0)
    return Place.UNDER if card.rank < top else Place.TIE if card.rank == top else Place.OVER


def lay(seen: Seen, card: Card, other: Card | None) -> Iterator[Reason]:
    """Yield reasons for laying a card that do not hold for another; None stands for no card."""
    mine, theirs = place(seen, card), place(seen, other) if other is not None else None
    yield from _moon(seen, card, mine, theirs)
    if mine is not Place.BEHIND:
        yield from _champion(seen, card, other)
    if other is None or mine is not theirs:
        yield from _outcome(seen, card, other, mine, theirs)
        yield from strong(seen, card, other)
        return
    if mine in LOSES:
        yield from _loses(seen, card, other, mine)
    elif mine is not Place.MINION:
        yield from _takes(seen, card, other)
    yield from keep(seen, card, other)
    yield from split(seen, card, other)
    if mine in LOSES:
        yield from harms(seen, card, other)
    if mine is not Place.BEHIND:
        yield from costly(seen, card, other)
        yield from strong(seen, card, other)
        yield from trumped(seen, card, other)
        yield from stronger(seen, card, other)
    yield from spare(seen, card, other)


def _moon(seen: Seen, card: Card, mine: Place, theirs: Place | None) -> Iterator[Reason]:
    """Yield a reason if only the viewer has taken cards of its civil suit, and may take more of them."""
    assert seen.viewer is not None
    own = seen.suits[seen.viewer]
    if own is None or mine in LOSES or theirs not in (None, *LOSES):
        return
    number = alone(seen, seen.viewer, own)
    if number and of_suit((card, *laid_by_others(seen), *seen.trick.waiting), own):
        yield reason("moon", n=number, suit=own)


def _champion(seen: Seen, card: Card, other: Card | None) -> Iterator[Reason]:
    """Yield the powers of which a card makes the viewer champion, if another does so of fewer."""
    mine = _powers(seen, card)
    if len(mine) > len(_powers(seen, other)):
        yield reason("champion", card=card, powers=mine)


def _powers(seen: Seen, card: Card | None) -> tuple[str, ...]:
    """Return the powers of which a card makes the viewer champion, if it fills the trick (V17)."""
    assert seen.viewer is not None
    if card is None or card.suit is None or not lays_last(seen):
        return ()
    trick = seen.trick._replace(laid=(*seen.trick.laid, (seen.viewer, card)))
    if tied(trick):
        return ()
    found = champions(trick, seen.options)
    return tuple([name for name, seat in zip(POWERS, found, strict=False) if seat == seen.viewer])


# Cards of which one takes the trick, and the other does not


def _outcome(
    seen: Seen, card: Card, other: Card | None, mine: Place, theirs: Place | None
) -> Iterator[Reason]:
    """Yield reasons for a card that does to the trick what another does not."""
    price = cost(seen, card)
    if mine is Place.MINION:
        yield reason("minion", n=lying(seen) + DEMERITS[MINIONS])
    elif mine is Place.BEHIND:
        seat = seen.trick.bans[-1][0]
        if price:
            yield reason("minions-dear", card=card, n=price, seat=seat)
        yield reason("minions", seat=seat)
    elif mine is Place.UNDER:
        top = _top(seen)
        if price:
            yield reason("under-dear", card=card, top=top, n=price)
        yield reason("under-high" if card.rank == _highest_under(seen, top) else "under", top=top)
    elif theirs is Place.MINION:
        yield reason("spare-minion", n=lying(seen) + DEMERITS[MINIONS])
    elif mine is Place.TIE:
        yield reason("tie", card=_top(seen))
    elif theirs is Place.TIE and other is not None:
        yield reason("untied", other=other)
    elif lays_last(seen):
        price += lying(seen)
        yield reason("over", card=card, n=price) if price else reason("over-free")
    elif lying(seen):
        yield reason("over-yet", card=card, n=lying(seen))
    else:
        yield reason("cheap-yet", card=card)


def _top(seen: Seen) -> Card:
    return max(laid_by_others(seen), key=lambda c: c.rank)


def _highest_under(seen: Seen, top: Card) -> int:
    return max([a.card.rank for a in seen.legal if isinstance(a, Play) and a.card.rank < top.rank])


# Cards that both take the trick, or both do not


def _loses(seen: Seen, card: Card, other: Card, mine: Place) -> Iterator[Reason]:
    """Yield reasons for a card that does not take the trick, as against another that does not."""
    price = cost(seen, card)
    if price and not cost(seen, other):
        if mine is Place.UNDER:
            yield reason("under-dear", card=card, top=_top(seen), n=price)
        else:
            yield reason("minions-dear", card=card, n=price, seat=seen.trick.bans[-1][0])
    if mine is Place.UNDER and price == cost(seen, other) and card.rank > other.rank:
        top = _top(seen)
        if card.rank == _highest_under(seen, top):
            yield reason("under-high", top=top)
    yield from rid(seen, card, other)


def _takes(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield reasons for a card that may take the trick, as against another that may."""
    price, theirs = cost(seen, card), cost(seen, other)
    if lays_last(seen):
        if card.rank > other.rank:
            yield reason("take-high", card=card, other=other)
        if price < theirs:
            yield reason("costs-less", card=card, other=other)
        return
    unseen = unseen_of(seen)
    higher, highers = above(seen, card), above(seen, other)
    if price > theirs and 2 * higher >= len(unseen):
        yield reason("lead-rid", card=card, n=len(unseen), most=higher)
    if higher > highers:
        lowest = min([a.card.rank for a in seen.legal if isinstance(a, Play)])
        if card.rank == lowest:
            yield reason("low", n=higher, total=len(unseen))
        else:
            yield reason("beatable", card=card, other=other, n=higher, least=highers)
    if price < theirs:
        yield reason("costs-less", card=card, other=other)
    suited = [c.rank for c in unseen if c.suit is not None]
    if suited and card.rank >= max(suited) > other.rank:
        yield reason("unbeaten", card=card)
    yield from strong(seen, card, other)
    if price > theirs and higher:
        yield reason("may-rid", card=card, n=higher)
    if card.rank > other.rank:
        yield reason("high-yet" if lying(seen) else "high-now", card=card, other=other)

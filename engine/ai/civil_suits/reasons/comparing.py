"""Reasons to lay one card rather than another, where both do the same to the trick."""

from collections.abc import Iterator

from engine.ai.civil_suits.greedy import own_suit, unseen_of
from engine.ai.civil_suits.reasons.facts import (
    POWERS,
    best_power,
    cost,
    laid_by_others,
    lays_last,
    numbers,
    of_suit,
    takers,
)
from engine.ai.reasons import Reason, reason
from engine.cards import Card
from engine.civil_suits import Seen
from engine.civil_suits.scoring import demerits
from engine.civil_suits.trick import taker


def rid(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield why to get rid of a card before another: it is dearer, or as dear and higher."""
    if cost(seen, card) > cost(seen, other):
        yield reason("rid-dearer", card=card, other=other)
    if card.rank > other.rank:
        yield reason("rid-higher", card=card, other=other)


def keep(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield why another card is worth keeping: its powers (V4), or the civil suit."""
    number, power, _ = best_power(seen, (other,))
    if number > best_power(seen, (card,))[0]:
        yield reason("keep-power", n=number, other=other, powers=(power,))
    if other.suit is not None and other.suit is own_suit(seen) is not card.suit:
        yield reason("keep-own", other=other, suit=other.suit)


def strong(seen: Seen, card: Card, other: Card | None) -> Iterator[Reason]:
    """Yield the powers in which a card beats all challengers of the trick, if another does so in none."""
    if ahead := _ahead(seen, card):
        names = tuple([POWERS[power] for power in ahead])
        if other is None or not _ahead(seen, other):
            yield reason("strong", card=card, powers=names)


def stronger(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield a power in which a card is stronger than another in any, while others have yet to lay."""
    number, power, _ = best_power(seen, (card,))
    if number > best_power(seen, (other,))[0] and not lays_last(seen):
        yield reason("stronger", n=number, card=card, other=other, powers=(power,))


def _ahead(seen: Seen, card: Card) -> list[int]:
    """Return the powers in which a card has a higher number than all challengers that others have laid."""
    laid = [numbers(seen, c) for c in laid_by_others(seen)]
    return [
        power
        for power, number in enumerate(numbers(seen, card))
        if number > max([-1, *[theirs[power] for theirs in laid]])
    ]


def harms(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield that the taker of the trick as it is now pays more for a card than for another."""
    seat = taker(seen.trick)
    suit = seen.suits[seat]
    if suit is not None and seat != seen.viewer:
        price = demerits(suit, (card,))
        if price > demerits(suit, (other,)):
            yield reason("harms", n=price, card=card, seat=seat)


def costly(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield a seat that has yet to lay, and whose civil suit is known to be that of a card."""
    met = {seen.viewer, *[seat for seat, _ in seen.trick.laid]}
    known = {suit: seat for seat, suit in enumerate(seen.suits) if seat not in met and seen.counts[seat]}
    if card.suit is not None and card.suit in known and other.suit not in known:
        yield reason("theirs", card=card, seat=known[card.suit], suit=card.suit)


def trumped(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield how many cards beat a card even if its suit becomes trumps (V20): more than beat another."""
    if card.suit is None or other.suit is None:
        return
    laid, every = laid_by_others(seen), [*laid_by_others(seen), *unseen_of(seen)]
    mine = [c for c in of_suit(every, card.suit) if c.rank > card.rank]
    theirs = [c for c in of_suit(every, other.suit) if c.rank > other.rank]
    shields = [c for c in mine if c in laid]
    if shields and not any(c in laid for c in theirs):
        yield reason("shield", top=max(shields, key=lambda c: c.rank), suit=card.suit)
    if len(mine) > len(theirs):
        yield reason("trumps", n=len(mine), card=card, other=other, least=len(theirs), suit=card.suit)


def longer(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield that the hand has more cards of a card's suit than of another's."""
    if card.suit is None or other.suit is None:
        return
    mine, theirs = of_suit(seen.hand, card.suit), of_suit(seen.hand, other.suit)
    if len(mine) > len(theirs):
        yield reason("longer", n=len(mine), suit=card.suit, than=other.suit, least=len(theirs))


def split(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield that nobody can shoot the moon in a card's suit any more, but still in another's (V23)."""
    if (
        card.suit is not None
        and other.suit is not None
        and takers(seen, card.suit) > 1 >= takers(seen, other.suit)
    ):
        yield reason("split", suit=card.suit, than=other.suit)


def spare(seen: Seen, card: Card, other: Card) -> Iterator[Reason]:
    """Yield that a card is easier to spare: more are left of its suit, or another can go over more cards."""
    yield from longer(seen, card, other)
    below = len([c for c in unseen_of(seen) if card.rank <= c.rank < other.rank])
    if card.suit is not None and other.suit is not None and below and cost(seen, card) == cost(seen, other):
        yield reason("keep-high", n=below, card=card, other=other)

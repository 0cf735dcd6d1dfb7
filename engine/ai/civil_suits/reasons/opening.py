"""Reasons before the first trick: for a civil suit, and for the cards to pass."""

from collections.abc import Iterator, Sequence

from engine.ai.civil_suits.reasons.comparing import longer
from engine.ai.civil_suits.reasons.facts import best_power, cost, demerits, of_suit
from engine.ai.reasons import Reason, reason
from engine.cards import Card, Suit
from engine.civil_suits import Seen
from engine.civil_suits.trick import IS_CHALLENGER


def note(seen: Seen, suit: Suit, other: Suit | None) -> Iterator[Reason]:
    """Yield how many cards of a suit cost less if it is noted, and how many cost more."""
    dear = {s: len([c for c in of_suit(seen.hand, s) if c in IS_CHALLENGER]) for s in Suit}
    low = {s: len(of_suit(seen.hand, s)) - dear[s] for s in Suit}
    saved = {s: demerits(seen, of_suit(seen.hand, s)) - dear[s] for s in Suit}
    if other is None:
        return
    if dear[suit] > dear[other]:
        if dear[suit] == max(dear.values()):
            yield reason("note-most", n=dear[suit], suit=suit)
        else:
            yield reason("note-more", n=dear[suit], suit=suit, than=other, least=dear[other])
    if saved[suit] > saved[other]:
        yield reason("note-saves", n=saved[suit], than=other, least=saved[other])
    if low[suit] < low[other]:
        yield reason("note-few", n=low[suit], suit=suit, than=other, most=low[other])
    if dear[suit] < dear[other]:
        yield reason("note-others", n=4 - dear[suit], suit=suit)
    if low[suit] > low[other]:
        yield reason("note-moon", n=dear[suit] + low[suit], suit=suit)
    if sum(_ranks(of_suit(seen.hand, suit))) > sum(_ranks(of_suit(seen.hand, other))):
        yield reason("note-high", suit=suit, than=other)


def pass_on(seen: Seen, cards: Sequence[Card], other: Sequence[Card]) -> Iterator[Reason]:
    """Yield the Minions, high ranks and demerits that a pass gets rid of, and the cards that it keeps."""
    gone = tuple([c for c in cards if c not in other])
    kept = tuple([c for c in other if c not in cards])
    if len(of_suit(cards, None)) > len(of_suit(other, None)):
        yield reason("pass-minions")
    yield from _dear(seen, cards, other, gone, kept)
    if _ranks(cards) == _ranks(seen.hand)[-len(cards) :] != _ranks(other):
        yield reason("pass-highest")
    if not kept:
        return
    if sum(_ranks(gone)) > sum(_ranks(kept)):
        yield reason("pass-higher", cards=gone, others=kept)
    number, power, strongest = best_power(seen, kept)
    if number > best_power(seen, gone)[0]:
        yield reason("pass-power", n=number, card=strongest, powers=(power,))
    if len(kept) == 1:
        yield from longer(seen, gone[0], kept[0])


def _dear(
    seen: Seen, cards: Sequence[Card], other: Sequence[Card], gone: Sequence[Card], kept: Sequence[Card]
) -> Iterator[Reason]:
    """Yield the demerits that a pass gets rid of, if they are more than by another one."""
    price = demerits(seen, cards)
    if price <= demerits(seen, other):
        return
    if price == sum(sorted([cost(seen, c) for c in seen.hand])[-len(cards) :]):
        yield reason("pass-dearest", n=price)
    elif len(kept) == 1:
        yield reason("pass-dearer", card=gone[0], other=kept[0])
    else:
        yield reason("pass-dear", n=price)


def _ranks(cards: Sequence[Card]) -> list[int]:
    return sorted([c.rank for c in cards])

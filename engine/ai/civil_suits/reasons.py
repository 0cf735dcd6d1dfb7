"""Reasons for an action of Civil Suits: the demerits that it costs, saves or averts."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.ai.civil_suits import greedy
from engine.ai.civil_suits.greedy import own_suit, unseen_of
from engine.ai.reasons import Reason, reason
from engine.cards import Card, Suit
from engine.civil_suits import Action, Seen
from engine.civil_suits.actions import (
    Ban,
    Challenge,
    Decline,
    Expose,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Play,
)
from engine.civil_suits.scoring import SUIT_CARDS
from engine.civil_suits.trick import IS_CHALLENGER, champions, spoils, taker, tied

POWERS: Final = ("intelligence", "magic", "might")
"""The powers in the order of a trick's champions."""
MANY: Final = 5
"""How many cards of its civil suit, with none taken by others, show that a seat may shoot the moon."""


def reasons(seen: Seen, action: Action, other: Action | None) -> Iterator[Reason]:
    """Yield reasons for an action."""
    match action:
        case Note(suit):
            yield from _note(seen, suit)
        case Pass(cards):
            yield from _pass(seen, cards)
        case Decline():
            yield reason("decline")
        case Play(card):
            yield from _play(seen, card)
        case Ban(suit):
            yield from _ban(seen, suit)
        case Challenge(card):
            yield from _challenge(seen, card)
        case Intelligence(seat):
            yield from _look(seen, seat)
        case Magic():
            yield from _magic(seen, action)
        case Might(suit):
            yield from _might(seen, suit)
        case Expose():
            yield from _expose(seen)


def demerits(seen: Seen, cards: Iterable[Card]) -> int:
    """Return the demerits of cards for the viewer (V22), without moons."""
    return greedy.demerits(cards, own_suit(seen))


# Before the first trick


def _note(seen: Seen, suit: Suit) -> Iterator[Reason]:
    """Yield how many cards of a suit cost less if it is noted, and how many cost more."""
    count = _of_suit(seen.hand, suit)
    dear, low = [c for c in count if c in IS_CHALLENGER], [c for c in count if c not in IS_CHALLENGER]
    if dear:
        most = all(len(dear) >= len([c for c in _of_suit(seen.hand, s) if c in IS_CHALLENGER]) for s in Suit)
        yield reason("note-most" if most else "note", n=len(dear), suit=suit)
    if all(len(low) <= len([c for c in _of_suit(seen.hand, s) if c not in IS_CHALLENGER]) for s in Suit):
        yield reason("note-few", n=len(low), suit=suit)


def _of_suit(cards: Iterable[Card], suit: Suit) -> list[Card]:
    return [c for c in cards if c.suit is suit]


def _pass(seen: Seen, cards: Sequence[Card]) -> Iterator[Reason]:
    """Yield the Minions, high ranks and demerits that a pass gets rid of."""
    minions = tuple(c for c in cards if c.suit is None)
    if minions:
        yield reason("pass-minions", cards=minions)
    ranks = sorted([c.rank for c in seen.hand])
    if sorted([c.rank for c in cards]) == ranks[-len(cards) :]:
        yield reason("pass-highest")
    cost = demerits(seen, cards)
    if cost:
        dearest = sorted([demerits(seen, (c,)) for c in seen.hand])[-len(cards) :]
        yield reason("pass-dearest" if cost == sum(dearest) else "pass-dear", n=cost)


# Cards


def _play(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield reasons for laying a card."""
    assert seen.viewer is not None
    others = [c for seat, c in seen.trick.laid if seat != seen.viewer]
    if card.suit is None:
        yield reason("minion", n=demerits(seen, (*others, *seen.trick.waiting, card)))
        return
    if seen.trick.bans:
        yield from _under_a_minion(seen, card)
        return
    yield from _champion(seen, card)
    yield from _moon(seen, (card, *others))
    top = max(others, key=lambda c: c.rank) if others else None
    if top is not None and card.rank < top.rank:
        yield from _under(seen, card, top)
    elif top is not None and card.rank == top.rank:
        yield reason("tie", card=top)
    else:
        yield from _over(seen, card, others)


def _lays_last(seen: Seen) -> bool:
    """Return whether the viewer is the last to lay to the trick."""
    met = {seat for seat, _ in seen.trick.laid}
    return not any(n and seat not in met and seat != seen.viewer for seat, n in enumerate(seen.counts))


def _champion(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield the powers of which a card makes the viewer champion, if it fills the trick (V17)."""
    assert seen.viewer is not None
    trick = seen.trick._replace(laid=(*seen.trick.laid, (seen.viewer, card)))
    if _lays_last(seen) and not tied(trick):
        found = champions(trick, seen.options)
        mine = tuple(name for name, seat in zip(POWERS, found, strict=False) if seat == seen.viewer)
        if mine:
            yield reason("champion", card=card, powers=mine)


def _under(seen: Seen, card: Card, top: Card) -> Iterator[Reason]:
    """Yield reasons for a card that is lower than another one."""
    cost = demerits(seen, (card,))
    if cost:
        yield reason("under-dear", card=card, top=top, n=cost)
    highest = max([a.card.rank for a in seen.legal if isinstance(a, Play) and a.card.rank < top.rank])
    yield reason("under-high" if card.rank == highest else "under", top=top)


def _over(seen: Seen, card: Card, others: Sequence[Card]) -> Iterator[Reason]:
    """Yield reasons for a card that is the highest so far."""
    lying, unseen = demerits(seen, (*others, *seen.trick.waiting)), unseen_of(seen)
    above = sum([c.rank > card.rank for c in unseen])
    if _lays_last(seen):
        price = lying + demerits(seen, (card,))
        yield reason("over", card=card, n=price) if price else reason("over-free")
    elif 2 * above >= len(unseen):
        lowest = min([a.card.rank for a in seen.legal if isinstance(a, Play)])
        yield reason("low" if card.rank == lowest else "beatable", card=card, n=above, total=len(unseen))
    elif above and not lying:
        yield reason("cheap-yet", card=card)


def _under_a_minion(seen: Seen, card: Card) -> Iterator[Reason]:
    """Yield reasons for a card in a trick that goes to another seat's Minion (V13)."""
    seat = seen.trick.bans[-1][0]
    cost = demerits(seen, (card,))
    if seat != seen.viewer:
        if cost:
            yield reason("minions-dear", card=card, n=cost, seat=seat)
        yield reason("minions", seat=seat)


def _moon(seen: Seen, cards: Iterable[Card]) -> Iterator[Reason]:
    """Yield a reason if only the viewer has taken cards of its civil suit, and `cards` has more of them."""
    assert seen.viewer is not None
    own = seen.suits[seen.viewer]
    if own is None:
        return
    taken = [len(SUIT_CARDS[own] & set(pile)) for pile in seen.taken]
    if taken[seen.viewer] >= MANY and sum(taken) == taken[seen.viewer] and _of_suit(cards, own):
        yield reason("moon", n=taken[seen.viewer], suit=own)


def _ban(seen: Seen, suit: Suit | None) -> Iterator[Reason]:
    """Yield the demerits that a ban takes out of the trick or keeps out of it (V13)."""
    assert seen.viewer is not None
    laid = [c for seat, c in seen.trick.laid if seat != seen.viewer]
    if suit is None:
        if not demerits(seen, [c for c in laid if c.suit is not None]):
            yield reason("ban-nothing")
        return
    there = _of_suit(laid, suit)
    if demerits(seen, there):
        yield reason("ban-back", cards=tuple(there), n=demerits(seen, there), suit=suit)
    hidden = _of_suit(unseen_of(seen), suit)
    met = {seat for seat, _ in seen.trick.laid}
    if demerits(seen, hidden) and any(n and seat not in met for seat, n in enumerate(seen.counts)):
        yield reason("ban-out", n=demerits(seen, hidden), suit=suit)


def _challenge(seen: Seen, card: Card | None) -> Iterator[Reason]:
    """Yield the taker of the trick as it is now, with or without a challenger (V15)."""
    assert seen.viewer is not None
    now = taker(seen.trick)
    if card is None:
        if not any(isinstance(action, Challenge) and action.card for action in seen.legal):
            yield reason("no-challenger")
        elif now == seen.viewer:
            yield reason("challenge-mine")
        return
    then = taker(seen.trick._replace(laid=(*seen.trick.laid, (seen.viewer, card))))
    if then != seen.viewer:
        cost = demerits(seen, (card,))
        yield reason("challenge-dump", card=card, n=cost, seat=then)
    elif now != seen.viewer:
        yield reason("challenge-takes", n=demerits(seen, (*spoils(seen.trick), card)))


# Powers


def _look(seen: Seen, seat: int | None) -> Iterator[Reason]:
    """Yield why to look at the civil suit of a seat: it is unknown, and it may have taken most of a suit."""
    if seat is None or seen.suits[seat] is not None:
        return
    most = max(Suit, key=lambda suit: _taken(seen, seat, suit))
    number = _taken(seen, seat, most)
    unknown = [other for other, suit in enumerate(seen.suits) if suit is None]
    if number > 1 and all(_taken(seen, other, suit) <= number for other in unknown for suit in Suit):
        yield reason("look-most", n=number, seat=seat, suit=most)
    yield reason("look", seat=seat)


def _taken(seen: Seen, seat: int, suit: Suit) -> int:
    return len(SUIT_CARDS[suit] & set(seen.taken[seat]))


def _magic(seen: Seen, action: Magic) -> Iterator[Reason]:
    """Yield the saving by Magic (V19), as the trick is now."""
    assert seen.viewer is not None
    if action.score:
        yield reason("magic-score")
    if not action.aside:
        return
    mine = taker(seen.trick) == seen.viewer
    then = taker(seen.trick._replace(aside=action.aside))
    cost = demerits(seen, action.aside)
    if mine and then != seen.viewer:
        yield reason("magic-turns", cards=action.aside, seat=then)
    if mine and then == seen.viewer and cost:
        yield reason("magic-saves", n=cost, cards=action.aside)
    if not mine and then == seen.viewer:
        yield reason("magic-takes", cards=action.aside)


def _might(seen: Seen, suit: Suit | None) -> Iterator[Reason]:
    """Yield the taker of the trick with a trump or without one (V20), and its cost."""
    assert seen.viewer is not None
    now = taker(seen.trick)
    then = taker(seen.trick._replace(trump=suit))
    cost = demerits(seen, spoils(seen.trick))
    if then != seen.viewer:
        if suit is not None and now == seen.viewer:
            yield reason("might-away", n=cost, seat=then, suit=suit)
        elif suit is None:
            yield reason("might-let", seat=then)
        elif then != now:
            yield reason("might-gives", seat=then, suit=suit)
    else:
        yield from _moon(seen, spoils(seen.trick))
        if not cost:
            yield reason("might-free")


def _expose(seen: Seen) -> Iterator[Reason]:
    """Yield a seat that may shoot the moon: it alone has taken cards of its civil suit (V18, V23)."""
    for who, seat in seen.looked:
        suit = seen.suits[seat]
        if who == seen.viewer and seat not in seen.public and suit is not None:
            number = _taken(seen, seat, suit)
            if number >= MANY and not any(_taken(seen, s, suit) for s in range(4) if s != seat):
                yield reason("expose-moon", n=number, seat=seat, suit=suit)

"""A seat's view of a game of Ciapano: observing a state, sampling one, telling events."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card, Suit, in_order
from engine.ciapano.actions import DECK, Action, Discard
from engine.ciapano.options import Options
from engine.ciapano.rules import State, Trick, legal, playing, to_act
from engine.ciapano.scoring import OUT, THIRDS, Sheet
from engine.game import DEALER, Event, Line
from engine.hidden import share_out
from engine.tricks import Played, next_seat


class Seen(NamedTuple):
    """A view of a game: exactly the facts that one seat (`viewer`; None: a spectator) may know.

    `out` has for each seat the number of the hand that removed it, 0 while it is in the game. `tricks` are
    those of the hand under way or just finished, `thirds` are those that each seat took in them. `discard` is
    known to the dealer and, after the hand, to everybody: it is the only card that was not played.
    """

    viewer: int | None
    options: Options
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]
    dealer: int | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    discard: Card | None
    tricks: tuple[Trick, ...]
    table: tuple[Played, ...]
    thirds: tuple[int, ...]
    to_act: tuple[int, ...]
    winner: int | None
    legal: tuple[Action, ...]


def observe(state: State, seat: int | None) -> Seen:
    """Return the view of `seat` (None: a spectator), with its legal actions."""
    hands = state.hands
    return Seen(
        seat,
        state.options,
        state.sheets,
        state.totals,
        state.out,
        state.dealer,
        hands[seat] if hands and seat is not None else (),
        tuple(map(len, hands)) or (0,) * state.options.players,
        state.discard if seat == state.dealer or state.turn == DEALER else None,
        state.tricks,
        state.table,
        state.thirds,
        to_act(state),
        state.winner,
        legal(state, seat) if seat is not None else (),
    )


def discards(seen: Seen) -> bool:
    """Return whether a card is to be laid aside (P5): the dealer acts first in a hand for nothing else."""
    return seen.to_act == (seen.dealer,) and not seen.table and not seen.tricks


def sample(seen: Seen, rng: random.Random) -> State:
    """Return a full state that the viewer cannot rule out, uniformly at random.

    Unseen cards are dealt to the hands, but no suit to a seat that did not follow it (P7). The card left over
    is the discard, which may be any card (P6).
    """
    hands: list[tuple[Card, ...]] = [()] * len(seen.counts) if seen.dealer is not None else []
    discard = seen.discard
    if any(seen.counts):
        known = {
            *seen.hand,
            *(c for trick in seen.tricks for _, c in trick.plays),
            *(c for _, c in seen.table),
        }
        unseen = [c for c in DECK if c not in known and c is not discard]
        others = [seat for seat in playing(seen.out) if seat != seen.viewer]
        sizes = [seen.counts[seat] for seat in others]
        sizes.append(len(unseen) - sum(sizes))
        voids = _voids(seen)
        *shared, left = share_out(
            unseen, sizes, lambda c, hand: hand == len(others) or c.suit not in voids[others[hand]], rng
        )
        for seat, cards in zip(others, shared, strict=True):
            hands[seat] = in_order(cards)
        if seen.viewer is not None:
            hands[seen.viewer] = seen.hand
        discard = left[0] if left else discard
    return State(
        options=seen.options,
        sheets=seen.sheets,
        totals=seen.totals,
        out=seen.out,
        dealer=seen.dealer,
        hands=tuple(hands),
        discard=discard,
        tricks=seen.tricks,
        table=seen.table,
        thirds=seen.thirds,
        turn=seen.to_act[0] if seen.to_act else DEALER,
        winner=seen.winner,
    )


def _voids(seen: Seen) -> list[set[Suit | None]]:
    """Return the suits in which each seat has shown a void (P7)."""
    voids: list[set[Suit | None]] = [set() for _ in seen.counts]
    for plays in (*(trick.plays for trick in seen.tricks), seen.table):
        for seat, played in plays:
            led = plays[0][1].suit
            if played.suit is not led:
                voids[seat].add(led)
    return voids


def preview(seen: Seen, action: Action) -> tuple[Line, ...]:
    """Return no points: they are all counted when the hand is over (P9)."""
    return ()


def begins(seen: Seen) -> int | None:
    """Return the seat that leads to the first trick: the next one in the game after the dealer (P7)."""
    return None if seen.dealer is None else next_seat(seen.dealer, seen.out)


def uncounted(seen: Seen, told: Sequence[Event]) -> Seen:
    """Return the view after the last trick: the discard still hidden, no seat removed."""
    *before, sheet = seen.sheets
    hand = len(seen.sheets)
    thirds = [0] * len(seen.thirds)
    for trick in seen.tricks:
        thirds[trick.taker] += sum([THIRDS[c] for _, c in trick.plays])
    return seen._replace(
        sheets=tuple(before),
        totals=tuple([total - sheet.score(seat) for seat, total in enumerate(seen.totals)]),
        out=tuple([0 if gone == hand else gone for gone in seen.out]),
        discard=seen.discard if seen.viewer == seen.dealer else None,
        thirds=tuple(thirds),
        to_act=(),
        winner=None,
    )


def events(before: State, seat: int, action: Action | None, after: State) -> tuple[Event, ...]:
    """Return the events between two states, in the order of telling."""
    if action is None:
        return (Event("deal", seat=after.dealer),)
    if type(action) is Discard:
        return (Event("discard", seat, seat),)  # the card stays secret (P5)
    told = [Event("play" if before.table else "lead", seat, seat, (action.card,))]
    if len(after.tricks) > len(before.tricks):
        trick = after.tricks[-1]
        told.append(Event("trick", trick.taker, trick.taker, tuple([c for _, c in trick.plays])))
    if after.turn == DEALER:
        told += _end_of_hand(before, after)
    return tuple(told)


def _end_of_hand(before: State, after: State) -> list[Event]:
    """Return the events at the end of a hand: the discard (P6), the score, seats removed, the winner."""
    sheet = after.sheets[-1]
    told = []
    if after.discard is not None:
        told.append(Event("uncovered", sheet.taker, sheet.taker, (after.discard,)))
    told.append(Event("hand", lines=sheet.lines))
    told += [Event("out", seat, seat) for seat in playing(before.out) if after.out[seat]]
    staying = playing(after.out)
    if after.winner is not None:
        told.append(Event("game", after.winner, after.winner))
    elif after.totals[staying[0]] >= OUT:
        told += [Event("tie", seat, seat) for seat in staying]  # P14
    return told


def reveals(before: State, seat: int, action: Action, after: State) -> bool:
    """Return False: no action reveals a hidden card; the discard is shown after the hand (P6)."""
    return False

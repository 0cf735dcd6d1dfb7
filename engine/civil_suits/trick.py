"""A trick of Civil Suits: its cards, the champions of the powers, and the taker (V11–V21)."""

from typing import Final, NamedTuple

from engine.cards import Card, Suit
from engine.civil_suits.actions import DECK
from engine.civil_suits.options import CHALLENGERS, Options
from engine.tricks import Played, highest

RANKS: Final = {c: c.rank for c in DECK}
"""The strength of each card, which does not depend on its suit (V2, V11)."""

IS_CHALLENGER: Final = frozenset(CHALLENGERS)


class Trick(NamedTuple):
    """A trick, under way or taken; all of it is public.

    `waiting` are cards that go to its taker without having been laid to it: those that Magic set aside from
    the previous trick (V19), and the last player's (V12). A replay (V13) replaces the card taken `back` in
    `laid`; challengers (V15) come last. `bans` has the seat and the suit, or None, for each Minion.
    `champions` are those of Intelligence, Magic and Might, or () if powers are not contested. `aside` are the
    cards that Magic sets aside from this trick.
    """

    waiting: tuple[Card, ...] = ()
    laid: tuple[Played, ...] = ()
    bans: tuple[tuple[int, Suit | None], ...] = ()
    back: tuple[Played, ...] = ()
    champions: tuple[int | None, ...] = ()
    aside: tuple[Card, ...] = ()
    trump: Suit | None = None
    taker: int | None = None


def banned(trick: Trick) -> tuple[Suit, ...]:
    """Return the suits that the trick's Minions have banned (V13, V14)."""
    return tuple([suit for _, suit in trick.bans if suit is not None])


def lying(trick: Trick) -> tuple[Played, ...]:
    """Return the cards laid to the trick with their seats, without those that Magic has set aside."""
    if not trick.aside:
        return trick.laid
    return tuple([(seat, c) for seat, c in trick.laid if c not in trick.aside])


def spoils(trick: Trick) -> tuple[Card, ...]:
    """Return the cards that the trick's taker takes."""
    return (*[c for _, c in lying(trick)], *trick.waiting)


def tied(trick: Trick) -> tuple[Card, ...]:
    """Return the cards that tie for the highest (V15), () if there is a single highest card."""
    top = max([c.rank for _, c in trick.laid])
    cards = [c for _, c in trick.laid if c.rank == top]
    return tuple(cards) if len(cards) > 1 else ()


def challenged(trick: Trick) -> tuple[Card, ...]:
    """Return the tied cards for which challengers may be added (V15), without added challengers."""
    seats = len({seat for seat, _ in trick.laid})
    return tied(trick._replace(laid=trick.laid[:seats]))


def champions(trick: Trick, options: Options) -> tuple[int | None, ...]:
    """Return the champions of Intelligence, Magic and Might (V17), () with fewer than two challengers."""
    challengers = [(seat, options.numbers(c)) for seat, c in trick.laid if c in IS_CHALLENGER]
    if len(challengers) < 2:
        return ()
    found: list[int | None] = []
    for column in (0, 2, 1):  # the numbers have Might before Magic
        top = max([numbers[column] for _, numbers in challengers])
        best = [seat for seat, numbers in challengers if numbers[column] == top]
        found.append(best[0] if len(best) == 1 else None)
    return tuple(found)


def taker(trick: Trick) -> int:
    """Return the seat that takes the trick as it is now."""
    if trick.bans:
        return trick.bans[-1][0]  # V13, V14
    left = lying(trick)
    of_trump = highest(left, RANKS, trick.trump) if trick.trump is not None else None  # V20
    best = of_trump or highest(left, RANKS) or highest(trick.laid, RANKS)  # V16, V21
    assert best is not None
    return best[0]

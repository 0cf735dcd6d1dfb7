"""The table that a play of Cicera leaves to the next player, and what unseen cards could do with it."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.cicera import Play, Seen, State, legal
from engine.cicera.scoring import play_points


class Offer(NamedTuple):
    """The cards on the table after a play, and the unseen cards that capture all of them, some, or score.

    `able` capture any of them, `takers` the card that the play has just left; there are none after a capture.
    `most` is the most points that one of the unseen cards scores.
    """

    table: tuple[Card, ...]
    sweepers: frozenset[Card]
    able: frozenset[Card]
    scorers: frozenset[Card]
    takers: frozenset[Card]
    most: int


def offer(seen: Seen, play: Play, unseen: Sequence[Card]) -> Offer:
    """Return the offer that a play makes to a next player who may hold any unseen card."""
    table = tuple(left_behind(seen, play))
    left = None if play.taken else play.card
    found = captures(seen, unseen, table)
    points = [len(play_points(0, one.card, one.taken, table, left, seen.options)) for one in found]
    return Offer(
        table,
        frozenset([one.card for one in found if len(one.taken) == len(table)]),
        frozenset([one.card for one in found]),
        frozenset([one.card for one, scored in zip(found, points, strict=True) if scored]),
        frozenset([one.card for one in found if left in one.taken]),
        max(points, default=0),
    )


def left_behind(seen: Seen, play: Play) -> list[Card]:
    """Return the cards on the table after a play."""
    if play.taken:
        return [c for c in seen.table if c not in play.taken]
    return [*seen.table, play.card]


def captures(seen: Seen, hand: Sequence[Card], table: Sequence[Card]) -> list[Play]:
    """Return the captures that cards of a hand could make on a table."""
    hands = (tuple(hand), *[()] * (seen.options.players - 1))
    state = State(seen.options, hands=hands, table=tuple(table), turn=0)
    return [play for play in legal(state, 0) if play.taken]

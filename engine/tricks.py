"""Rules that all games with tricks share: the next seat in turn, and the highest card."""

from collections.abc import Iterable, Mapping, Sequence

from engine.cards import Card, Suit

Played = tuple[int, Card]
"""A card on the table with the seat that played it."""


def next_seat(seat: int, passed_over: Sequence[object]) -> int:
    """Return the next seat after `seat` in turn order that is not passed over.

    `passed_over` has a truth value for each seat. If all others are passed over, the result is `seat` itself.
    """
    if all(passed_over):
        raise ValueError("every seat is passed over")
    following = (seat + 1) % len(passed_over)
    while passed_over[following]:
        following = (following + 1) % len(passed_over)
    return following


def highest(plays: Iterable[Played], strength: Mapping[Card, int], suit: Suit | None = None) -> Played | None:
    """Return the play of the strongest card, only among cards of `suit` if given; None if there is none.

    Of equal cards, the last one played counts.
    """
    best: Played | None = None
    power = -1
    for play in plays:
        played = play[1]
        if (suit is None or played.suit is suit) and strength[played] >= power:
            best, power = play, strength[played]
    return best

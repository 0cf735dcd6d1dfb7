"""The rest of a hand whose score nobody can change any more, proved by trying all ways to play it.

It looks at every hand, so only the bot may call it: players who are offered the rest learn only that it does
not matter how it is played.
"""

from collections.abc import Hashable
from typing import Final, Generic

from engine.game import DEALER, Action, Game, Options, Seen, State

BOUND: Final = 500
"""Actions tried before a proof is given up: a few milliseconds, for which the bot waits."""

FAR: Final = 12
"""The most actions to the end of a hand with which a proof is tried."""


def settling(
    game: Game[State, Action, Seen, Options], state: State, bound: int = BOUND
) -> tuple[tuple[int, Action], ...] | None:
    """Return the rest of the hand as legal actions, each with its seat, if every other way scores the same.

    None if no hand is under way, if several seats are to act at once, if some way scores differently, or if
    `bound` actions are too few for a proof.
    """
    found = _first_line(game, state)
    if found is None:
        return None
    line, end = found
    proof = _Proof(game, game.active(state), bound - len(line), game.standing(end))
    return line if proof.holds(state) else None


def _first_line(
    game: Game[State, Action, Seen, Options], state: State
) -> tuple[tuple[tuple[int, Action], ...], State] | None:
    """Return the first legal action of each turn to the end of the hand, and that end.

    None if no hand is under way, if the end is too far, or if several seats are to act at once.
    """
    line: list[tuple[int, Action]] = []
    while waits_for := _waits_for(game, state):
        if len(waits_for) > 1 or len(line) == FAR:
            return None
        (seat,) = waits_for
        action = game.legal(state, seat)[0]
        line.append((seat, action))
        state = game.apply(state, seat, action)
    return (tuple(line), state) if line else None


def _waits_for(game: Game[State, Action, Seen, Options], state: State) -> tuple[int, ...]:
    """Return the seats that the hand under way waits for, () when it is over."""
    waits_for = game.to_act(state)
    return () if waits_for == (DEALER,) else waits_for


class _Proof(Generic[State, Action, Seen, Options]):
    """A proof that every way to play a hand on ends with the same totals; it fails at the first other end."""

    def __init__(
        self, game: Game[State, Action, Seen, Options], seats: tuple[int, ...], bound: int, end: Hashable
    ) -> None:
        self.game, self.seats, self.left, self.end = game, seats, bound, end
        self.tried: set[Hashable] = set()

    def holds(self, state: State) -> bool:
        """Return whether every way from `state` leads to `end`; False also if the bound is reached first."""
        position = self.game.position(state)
        if position in self.tried:
            return True
        self.tried.add(position)
        waits_for = _waits_for(self.game, state)
        if not waits_for:
            return self.game.standing(state) == self.end
        if len(waits_for) > 1:
            return False
        for seat in self.seats:  # a seat may act out of turn, as with `expose` (V18)
            for action in reversed(self.game.legal(state, seat)):
                self.left -= 1
                if self.left < 0 or not self.holds(self.game.apply(state, seat, action)):
                    return False
        return True

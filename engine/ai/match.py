"""Two kinds of players against each other: who scores more, how surely, and how long they think.

The same decks can be played once with A on each side in turn (duplicate), so that luck in the cards cancels.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean
from typing import Generic

from engine.ai.player import Judgement, Player
from engine.game import Action, Game, Options, Seen, State
from engine.simulate import Played, play


@dataclass(slots=True)
class Timed(Player[Seen, Action], Generic[Seen, Action]):
    """A player whose decisions are timed; `ms` has the CPU milliseconds of each."""

    player: Player[Seen, Action]
    ms: list[float] = field(default_factory=list)

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the player's judgement."""
        return self.player.consider(seen, rng)

    def choose(self, seen: Seen, rng: random.Random) -> Action:
        """Return the player's choice."""
        began = time.thread_time()
        action = self.player.choose(seen, rng)
        self.ms.append(1000 * (time.thread_time() - began))
        return action


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one set of decks, over all games: the points of A and the mean points of a side of B.

    `games` is how many were played to the end, `wins` how many of these A won.
    """

    hands: int
    a: float
    b: float
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class Match:
    """The results of A against B, a score for each set of decks; `a_ms` and `b_ms` have every decision."""

    scores: tuple[Score, ...]
    sides: int
    a_ms: tuple[float, ...]
    b_ms: tuple[float, ...]

    @property
    def hands(self) -> int:
        """Return how many hands were played."""
        return sum(score.hands for score in self.scores)

    @property
    def points(self) -> tuple[float, float]:
        """Return the mean points in a hand of a side of A and of a side of B."""
        ours, theirs = sum(score.a for score in self.scores), sum(score.b for score in self.scores)
        return ours / self.hands, theirs / self.hands

    @property
    def margin(self) -> float | None:
        """Return half the 95 % interval of A's points above B's; None if there is only one set of decks."""
        sets = len(self.scores)
        if sets < 2:
            return None
        a, b = self.points
        off = sum((score.a - score.b - (a - b) * score.hands) ** 2 for score in self.scores)
        return 1.96 * sqrt(off * sets / (sets - 1)) / self.hands

    def summary(self) -> dict[str, object]:
        """Return the figures of the match by name, points per hand; `mean` is A's points above B's."""
        a, b = self.points
        interval = None
        if (margin := self.margin) is not None:
            interval = [round(a - b - margin, 3), round(a - b + margin, 3)]
        return {
            "hands": self.hands,
            "mean": round(a - b, 3),
            "interval": interval,
            "points": {
                "a": round(a, 3),
                "b": round(b, 3),
                "all": round((a + (self.sides - 1) * b) / self.sides, 3),
            },
            "games": sum(score.games for score in self.scores),
            "wins": sum(score.wins for score in self.scores),
            "ms": {"a": round(mean(self.a_ms), 3), "b": round(mean(self.b_ms), 3)},
            "p99_ms": {"a": round(_p99(self.a_ms), 3), "b": round(_p99(self.b_ms), 3)},
        }


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 99 // 100]


def match(
    game: Game[State, Action, Seen, Options],
    options: Options,
    a: Player[Seen, Action],
    b: Player[Seen, Action],
    deals: int,
    seed: int,
    duplicate: bool,
    games: bool,
) -> Match:
    """Return a match of `deals` hands, or of whole games with at least so many hands in total.

    A has one side, B all others. With `duplicate` A has every side in turn with the same decks, and each deck
    counts once; without it A's side changes from deal to deal.
    """
    sides = game.sides(options)
    timed = Timed(a), Timed(b)
    scores: list[Score] = []
    dealt = 0.0
    while dealt < deals:
        number = len(scores) + 1
        a_sides = list(range(len(sides))) if duplicate else [number % len(sides)]
        played = _played(game, options, timed, a_sides, f"{seed} {number}", hands=0 if games else 1)
        score = _score(a_sides, played, games)
        dealt += score.hands / len(a_sides)
        scores.append(score)
    return Match(tuple(scores), len(sides), tuple(timed[0].ms), tuple(timed[1].ms))


def _played(
    game: Game[State, Action, Seen, Options],
    options: Options,
    players: tuple[Player[Seen, Action], Player[Seen, Action]],
    a_sides: list[int],
    seed: str,
    hands: int,
) -> Iterator[Played[State, Action, Seen, Options]]:
    """Yield a game with the decks of `seed` for each side in `a_sides`, A playing that side."""
    sides = game.sides(options)
    seats = sum(map(len, sides))
    for a_side in a_sides:
        a, b = players
        yield play(game, options, [a if seat in sides[a_side] else b for seat in range(seats)], seed, hands)


def _score(a_sides: list[int], played: Iterator[Played[State, Action, Seen, Options]], games: bool) -> Score:
    hands, wins, ours, theirs = 0, 0, 0.0, 0.0
    for a_side, one in zip(a_sides, played, strict=True):
        outcome = one.game.outcome(one.state)
        hands += len(outcome.hands)
        mine = sum(hand.scores[a_side] for hand in outcome.hands)
        everyone = sum(sum(hand.scores) for hand in outcome.hands)
        ours += mine
        theirs += (everyone - mine) / (len(outcome.totals) - 1)
        wins += games and a_side in outcome.winners
    return Score(hands, ours, theirs, wins, len(a_sides) if games else 0)

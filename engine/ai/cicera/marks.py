"""The marks of the plays of Cicera, as a panel shows them beside the cards, and a player that goes by them.

A mark has the points that a play scores at once, the cards that it gains for the end of the hand, and the
risk that it leaves to the next player. It is made from the view of a seat alone.
"""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.ai.cicera.greedy import sweeping_rank, unseen_of
from engine.ai.cicera.offers import left_behind
from engine.ai.cicera.reasons import SPECIAL
from engine.ai.player import Judgement, Player
from engine.cards import Card, Suit
from engine.cicera import Play, Seen, preview

MANY: Final = 5
"""The fewest cards of a capture whose number is told."""


class Mark(NamedTuple):
    """The mark of a play: the points that it scores at once, and one kind of gain for the end of the hand.

    `valued` are captured cards that score alone at the end; without any, `spades` is the number of spades;
    without these, `cards` is the number of cards if there are many. `risky` marks are of plays after which an
    unseen card would take the whole table.
    """

    points: int = 0
    valued: tuple[Card, ...] = ()
    spades: int = 0
    cards: int = 0
    takes: bool = False
    risky: bool = False

    @property
    def rank(self) -> tuple[int, ...]:
        """Return the sort key of marks; the highest is the best."""
        return self.points, len(self.valued), not self.risky, self.takes, self.spades, self.cards


class Marked(NamedTuple):
    """The plays of one card: leaving it, and its captures with their marks, the best first."""

    leave: Play
    left: Mark
    captures: tuple[tuple[Play, Mark], ...]

    @property
    def mark(self) -> Mark:
        """Return the mark beside the card: that of its best capture, or of leaving it if it has none."""
        return self.captures[0][1] if self.captures else self.left

    @property
    def play(self) -> Play:
        """Return the play with the highest mark: a capture, unless leaving the card has a better one."""
        if not self.captures or self.left.rank > self.mark.rank:
            return self.leave
        return self.captures[0][0]


def marked(seen: Seen) -> dict[Card, Marked]:
    """Return the marks of the viewer's plays by card, in the order of the hand; empty out of turn."""
    unseen = unseen_of(seen)
    taking: dict[Card, list[tuple[Play, Mark]]] = {}
    leaving: dict[Card, Play] = {}
    for play in seen.legal:
        if play.taken:
            taking.setdefault(play.card, []).append((play, mark_of(seen, play, unseen)))
        else:
            leaving[play.card] = play
    return {
        card: Marked(leave, mark_of(seen, leave, unseen), _best_first(taking.get(card, ())))
        for card, leave in leaving.items()
    }


def _best_first(captures: Sequence[tuple[Play, Mark]]) -> tuple[tuple[Play, Mark], ...]:
    """Return captures by their marks, the best first; of equal ones that with more cards."""
    return tuple(sorted(captures, key=lambda one: (one[1].rank, len(one[0].taken)), reverse=True))


def mark_of(seen: Seen, play: Play, unseen: Sequence[Card]) -> Mark:
    """Return the mark of a play; `unseen` are the cards that the viewer has not seen."""
    sweeps = sweeping_rank(left_behind(seen, play))
    risky = sweeps is not None and any(c.rank == sweeps for c in unseen)
    if not play.taken:
        return Mark(risky=risky)
    mine = (play.card, *play.taken)
    valued = tuple([c for c in mine if c in SPECIAL])
    spades = 0 if valued else sum([c.suit is Suit.SPADES for c in mine])
    many = len(mine) if len(mine) >= MANY and not valued and not spades else 0
    points = sum([line.points for line in preview(seen, play)])
    return Mark(points, valued, spades, many, True, risky)


class Marks(Player[Seen, Play]):
    """Plays the card with the highest mark, the first of equal ones, as a beginner would who trusts them."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Play]:
        """Return the best play of each card in the order of the marks, all with value 0."""
        ordered = sorted(marked(seen).values(), key=lambda one: one.mark.rank, reverse=True)
        return Judgement(tuple([(one.play, 0.0) for one in ordered]))

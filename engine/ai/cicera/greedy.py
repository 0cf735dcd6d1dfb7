"""Rules of thumb for Cicera, in readable Python; `policy.py` has the same on machine words.

`greedy0` makes the play that gains most at once. `greedy1` also considers the table that it leaves: the next
player, an opponent, may capture the whole table (scua) or the card just left (picada).
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

from engine.ai.player import Judgement, Player
from engine.cards import Card, Suit
from engine.cicera import DECK, Play, Seen, preview
from engine.cicera.rules import HIGHEST_VALUE
from engine.cicera.scoring import DIECI, FANTE, MATA

A_CARD: Final = 0.07
A_SPADE: Final = 0.10
A_SPECIAL: Final = 1.0
OF_NAPULA: Final = 0.8
LEFT_BEHIND: Final = 0.5
"""The part of its worth that a card left on the table costs."""


def _worth(c: Card) -> float:
    spade = c.suit is Suit.SPADES
    special = c in (MATA, DIECI, FANTE)
    return A_CARD + A_SPADE * spade + A_SPECIAL * special + OF_NAPULA * (spade and c.rank <= 3)


WORTH: Final = {c: _worth(c) for c in DECK}


def worth(cards: Iterable[Card]) -> float:
    """Return the worth of cards in a pile: for carte, spade and napula, and of cards that score alone."""
    return sum([WORTH[c] for c in cards])


def sweeping_rank(table: Sequence[Card]) -> int | None:
    """Return the rank of the cards that capture all of `table` at once, None if there is none."""
    if len(table) == 1:
        return table[0].rank
    total = sum([c.rank for c in table])
    return total if table and total <= HIGHEST_VALUE >= max([c.rank for c in table]) else None


def picada_ranks(left: Card, others: Iterable[Card], by_rank: bool) -> set[int]:
    """Return the ranks of the cards that capture `left`, alone or with `others` from the table (C17)."""
    sums = {left.rank}
    if left.rank <= HIGHEST_VALUE and not by_rank:
        for c in others:
            if c.rank <= HIGHEST_VALUE:
                sums |= {one + c.rank for one in sums if one + c.rank <= HIGHEST_VALUE}
    return sums


def someone_holds(ranks: Iterable[int | None], unseen: Sequence[Card], held: int) -> float:
    """Return the chance that a hand of `held` unseen cards has a card of one of the ranks."""
    wanted = set(ranks)
    others = sum([c.rank not in wanted for c in unseen])
    if others == len(unseen):
        return 0.0
    return 1.0 - comb(others, held) / comb(len(unseen), held)


def unseen_of(seen: Seen) -> list[Card]:
    """Return the cards that the viewer has not seen in this hand."""
    known = {*seen.opening, *seen.hand, *[play.card for play in seen.plays]}
    return [c for c in DECK if c not in known]


def held_next(seen: Seen) -> int:
    """Return how many cards the next player will hold."""
    assert seen.viewer is not None
    held = seen.counts[(seen.viewer + 1) % seen.options.players]
    return held or (seen.options.deal if seen.stock else 0)  # a new round is dealt (C8, C9)


def danger(seen: Seen, play: Play, unseen: Sequence[Card], held: int) -> float:
    """Return the points and worth of cards that the next player is expected to gain after `play`."""
    if not play.taken:
        after: tuple[Card, ...] = (*seen.table, play.card)
        ranks = picada_ranks(play.card, seen.table, seen.options.picada == "rank")
        sweep = someone_holds([sweeping_rank(after)], unseen, held)
        either = someone_holds([*ranks, sweeping_rank(after)], unseen, held)
        return sweep * (2 + worth(after)) + (either - sweep) * (1 + WORTH[play.card])
    after = tuple([c for c in seen.table if c not in play.taken])
    return someone_holds([sweeping_rank(after)], unseen, held) * (1 + worth(after))


def gain(seen: Seen, play: Play) -> float:
    """Return the gain of a play at once: points and the worth of cards, or a loss for a card left behind."""
    if not play.taken:
        return -LEFT_BEHIND * WORTH[play.card]
    return sum([line.points for line in preview(seen, play)]) + worth((play.card, *play.taken))


def _judgement(seen: Seen, values: Iterable[float]) -> Judgement[Play]:
    return Judgement(
        tuple(sorted(zip(seen.legal, values, strict=True), key=lambda pair: pair[1], reverse=True))
    )


class Greedy0(Player[Seen, Play]):
    """Makes the play that gains most at once."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Play]:
        """Return the gain of each play at once."""
        return _judgement(seen, [gain(seen, play) for play in seen.legal])


class Greedy1(Player[Seen, Play]):
    """Makes the play that gains most, less the gain that it leaves to the next player."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Play]:
        """Return the gain of each play at once, less the gain that it is expected to give the next player."""
        unseen, held = unseen_of(seen), held_next(seen)
        return _judgement(seen, [gain(seen, play) - danger(seen, play, unseen, held) for play in seen.legal])


@dataclass(frozen=True, slots=True)
class Casual(Player[Seen, Play]):
    """Plays like `Greedy1`, but as carelessly as people who are chatting.

    It knows only its hand and the table, overlooks captures of several cards with a chance of `overlooks`,
    and misjudges values: `blur` is the standard deviation, in points.
    """

    blur: float = 0.35
    overlooks: float = 0.35

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Play]:
        """Return the misjudged values of the plays that it does not overlook."""
        visible = {*seen.hand, *seen.table}
        unseen = [c for c in DECK if c not in visible]
        held = held_next(seen)
        values = [
            (play, gain(seen, play) - danger(seen, play, unseen, held) + rng.gauss(0, self.blur))
            for play in seen.legal
            if len(play.taken) < 2 or rng.random() >= self.overlooks
        ]
        return Judgement(tuple(sorted(values, key=lambda pair: pair[1], reverse=True)))

"""Reasons for a play of Cicera: its points and captures, and the table that it leaves to the next player."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.ai.cicera.greedy import sweeping_rank, unseen_of
from engine.ai.reasons import Reason, reason
from engine.cards import Card, Suit
from engine.cicera import DECK, Play, Seen, preview
from engine.cicera.rules import HIGHEST_VALUE
from engine.cicera.scoring import DIECI, FANTE, MATA

SPECIAL: Final = {MATA: "mata", DIECI: "dieci", FANTE: "fante"}
"""The cards that score alone, with the names of their lines."""
NAPULA: Final = tuple(c for c in DECK if c.suit is Suit.SPADES and c.rank <= 3)
"""The cards that every napula includes (C22)."""


def reasons(seen: Seen, play: Play, other: Play | None) -> Iterator[Reason]:
    """Yield reasons for a play."""
    if play.taken:
        yield from _taking(seen, play)
    if sum(seen.counts) > 1 or seen.stock:
        yield from _leaving_behind(seen, play, other)
    if play.taken:
        mine = (play.card, *play.taken)
        spades = sum([c.suit is Suit.SPADES for c in mine])
        if spades:
            yield reason("spades", n=len(mine), spades=spades)
        yield reason("cards", n=len(mine))


def left_behind(seen: Seen, play: Play) -> list[Card]:
    """Return the cards on the table after a play."""
    if play.taken:
        return [c for c in seen.table if c not in play.taken]
    return [*seen.table, play.card]


def _taking(seen: Seen, play: Play) -> Iterator[Reason]:
    """Yield the gains of a capture."""
    assert seen.viewer is not None
    lines = preview(seen, play)
    if lines:
        names = tuple(line.name for line in lines)
        yield reason("scores", lines=names, n=sum([line.points for line in lines]))
    mine = (play.card, *play.taken)
    for c in mine:
        if c in SPECIAL:
            yield reason("special", card=c, line=SPECIAL[c])
    ours, theirs = seen.taken[seen.viewer % 2], seen.taken[1 - seen.viewer % 2]
    for c in mine:
        if c in NAPULA:
            if not any(one in theirs for one in NAPULA):
                yield reason("napula", card=c)
            elif not any(one in ours for one in NAPULA):
                yield reason("no-napula", card=c)
    if sum(seen.counts) == 1 and not seen.stock and left_behind(seen, play):
        yield reason("rest", cards=tuple(left_behind(seen, play)))


def _leaving_behind(seen: Seen, play: Play, other: Play | None) -> Iterator[Reason]:
    """Yield reasons from the table that a play leaves to the next player, who is an opponent."""
    after, unseen = left_behind(seen, play), unseen_of(seen)
    rank, sweepers = _sweepers(after, unseen)
    if not after:
        yield reason("bare")
    elif rank is None:
        face = next((c for c in after if c.rank > HIGHEST_VALUE), None)
        yield reason("too-high") if face is None else reason("face", card=face)
    elif sweepers == 0:
        yield reason("all-gone", rank=rank)
    elif sweepers == 1:
        yield reason("last-one", rank=rank)
    if not play.taken:
        if other is not None and other.taken:
            danger, more = _sweepers(left_behind(seen, other), unseen)
            if danger is not None and more > sweepers:
                yield reason("rather", n=more, cards=other.taken, rank=danger)
        if not any(_can_take(c.rank, play.card, after) for c in unseen):
            yield reason("safe", card=play.card)
        pair = next((c for c in seen.hand if c.rank == play.card.rank and c is not play.card), None)
        if pair is not None:
            yield reason("pair", card=play.card, pair=pair)


def _sweepers(table: Sequence[Card], unseen: Sequence[Card]) -> tuple[int | None, int]:
    """Return the rank that captures the whole table, and how many unseen cards have it."""
    rank = sweeping_rank(table)
    return rank, sum([c.rank == rank for c in unseen])


def _can_take(rank: int, wanted: Card, table: Sequence[Card]) -> bool:
    """Return whether a card of a rank could capture `wanted` from the table, alone or with others."""
    if rank == wanted.rank or rank > HIGHEST_VALUE or wanted.rank > HIGHEST_VALUE:
        return rank == wanted.rank
    sums = {wanted.rank}
    for c in table:
        if c is not wanted and c.rank <= HIGHEST_VALUE:
            sums |= {total + c.rank for total in sums}
    return rank in sums

"""Reasons for a play of Cicera: its points and captures, and the table that it leaves to the next player."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.ai.cicera.greedy import sweeping_rank, unseen_of
from engine.ai.cicera.offers import Offer, captures, left_behind, offer
from engine.ai.reasons import Reason, reason
from engine.cards import Card, Suit, in_order
from engine.cicera import DECK, Play, Seen, preview
from engine.cicera.rules import HIGHEST_VALUE
from engine.cicera.scoring import DIECI, FANTE, MATA

SPECIAL: Final = {MATA: "mata", DIECI: "dieci", FANTE: "fante"}
"""The cards that score alone, with the names of their lines."""
NAPULA: Final = tuple(c for c in DECK if c.suit is Suit.SPADES and c.rank <= 3)
"""The cards that every napula includes (C22)."""


def reasons(seen: Seen, play: Play, other: Play | None) -> Iterator[Reason]:
    """Yield reasons for a play; without an `other` those that compare are not given."""
    yield from _scoring(seen, play, other)
    yield from _winning(seen, play)
    if sum(seen.counts) > 1 or seen.stock:
        yield from _leaving_behind(seen, play, other)
    if other is not None:
        yield from _more(play, other)
    if not play.taken:
        yield from _keeping(seen, play, other)
    if other is not None:
        yield from _twin(seen, play, other)
        if play.taken and other.taken:
            yield from _first(seen, play, other)
        yield from _fewer_able(seen, play, other)
        total, less = _total(seen, play), _total(seen, other)
        # Face cards are in no sum, so beside one nothing is cleared whatever the others add up to.
        faces = [c for c in left_behind(seen, play) if c.rank > HIGHEST_VALUE]
        if total > less and not faces:
            yield reason("higher", n=total, less=less)


def _scoring(seen: Seen, play: Play, other: Play | None) -> Iterator[Reason]:
    """Yield the points that a capture scores at once."""
    lines = preview(seen, play)
    points, theirs = sum([line.points for line in lines]), 0
    if other is not None:
        theirs = sum([line.points for line in preview(seen, other)])
    if points > theirs:
        names = tuple([line.name for line in lines])
        if theirs:
            yield reason("scores-more", lines=names, n=points, less=theirs)
        else:
            yield reason("scores", lines=names, n=points)


def _winning(seen: Seen, play: Play) -> Iterator[Reason]:
    """Yield the cards that a capture wins and that count by themselves at the end of the hand."""
    assert seen.viewer is not None
    mine = _won(play)
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
    if play.taken and sum(seen.counts) == 1 and not seen.stock and left_behind(seen, play):
        yield reason("rest", cards=in_order(left_behind(seen, play)))


def _first(seen: Seen, play: Play, other: Play) -> Iterator[Reason]:
    """Yield that more unseen cards could take what a capture takes than what another one does."""
    found = captures(seen, unseen_of(seen), seen.table)
    mine, theirs = (
        len({one.card for one in found if set(one.taken) & set(taken)}) for taken in (play.taken, other.taken)
    )
    if mine > theirs:
        yield reason("first", n=mine, cards=play.taken, less=theirs)


def _fewer_able(seen: Seen, play: Play, other: Play) -> Iterator[Reason]:
    """Yield that fewer unseen cards could take anything from the table that is left."""
    unseen = unseen_of(seen)
    able, more = (len(offer(seen, one, unseen).able) for one in (play, other))
    if able < more:
        yield reason("fewer-able", n=able, more=more)


def _total(seen: Seen, play: Play) -> int:
    """Return the sum of the cards that a play leaves on the table, without face cards."""
    return sum([c.rank for c in left_behind(seen, play) if c.rank <= HIGHEST_VALUE])


def _won(play: Play) -> tuple[Card, ...]:
    """Return the cards that a play wins."""
    return (play.card, *play.taken) if play.taken else ()


def _more(play: Play, other: Play) -> Iterator[Reason]:
    """Yield that a capture wins more cards, or more spades, than another play."""
    mine, theirs = _won(play), _won(other)
    spades, fewer = _spades(mine), _spades(theirs)
    if spades > fewer:
        yield reason("spades", n=len(mine), spades=spades)
    if len(mine) > len(theirs):
        yield reason("more-cards", n=len(mine), less=len(theirs)) if theirs else reason("cards", n=len(mine))


def _spades(cards: tuple[Card, ...]) -> int:
    return sum([c.suit is Suit.SPADES for c in cards])


def _leaving_behind(seen: Seen, play: Play, other: Play | None) -> Iterator[Reason]:
    """Yield reasons from the table that a play leaves to the next player, who is an opponent."""
    unseen = unseen_of(seen)
    mine = offer(seen, play, unseen)
    theirs = None if other is None else offer(seen, other, unseen)
    if theirs is None or len(mine.sweepers) < len(theirs.sweepers):
        yield from _unswept(mine, theirs, other)
    if theirs is not None and len(mine.scorers) < len(theirs.scorers):
        if mine.scorers:
            yield reason("fewer-score", n=len(mine.scorers), more=len(theirs.scorers))
        else:
            yield reason("none-scores")
    if theirs is not None and 0 < mine.most < theirs.most:
        yield reason("score-less", n=mine.most, more=theirs.most)
    if not play.taken:
        if not mine.takers:
            yield reason("safe", card=play.card)
        elif theirs is not None and len(mine.takers) < len(theirs.takers):
            yield reason("fewer-take", card=play.card, n=len(mine.takers), more=len(theirs.takers))


def _unswept(mine: Offer, theirs: Offer | None, other: Play | None) -> Iterator[Reason]:
    """Yield why the table that is left cannot be swept, or hardly."""
    rank = sweeping_rank(mine.table)
    if not mine.table:
        yield reason("bare")
    elif rank is None:
        face = next((c for c in mine.table if c.rank > HIGHEST_VALUE), None)
        yield reason("too-high") if face is None else reason("face", card=face)
    elif not mine.sweepers:
        yield reason("all-gone", rank=rank)
    elif len(mine.sweepers) == 1:
        yield reason("last-one", rank=rank)
    if theirs is not None and other is not None:
        if other.taken:
            yield reason("rather", n=len(theirs.sweepers), cards=other.taken)
        elif mine.sweepers:
            yield reason("fewer-sweep", n=len(mine.sweepers), more=len(theirs.sweepers))


def _keeping(seen: Seen, play: Play, other: Play | None) -> Iterator[Reason]:
    """Yield reasons from the cards that stay in the hand when a card is left."""
    if other is not None and not other.taken:
        yield from _rather_kept(seen, play.card, other.card)
    hand = tuple([c for c in seen.hand if c is not play.card])
    table = tuple(left_behind(seen, play))
    back = [one.card for one in captures(seen, hand, table) if play.card in one.taken]
    if back:
        yield reason("back", card=play.card, back=back[0])
    if other is not None and other.taken and other.card is not play.card:
        yield reason("waits", card=other.card, cards=other.taken)


def _rather_kept(seen: Seen, left: Card, kept: Card) -> Iterator[Reason]:
    """Yield why one card is worth more in the hand than another one that is left."""
    if kept in SPECIAL and left not in SPECIAL:
        yield reason("keeps-special", card=kept)
    if kept in NAPULA and left not in NAPULA:
        yield reason("keeps-napula", card=kept)
    if kept.suit is Suit.SPADES and left.suit is not Suit.SPADES:
        yield reason("keeps-spade", card=kept)
    takes = next((one.taken for one in seen.legal if one.card is kept and one.taken), ())
    if takes and not any(one.card is left and one.taken for one in seen.legal):
        yield reason("keeps-take", card=kept, cards=takes)
    if left.rank > HIGHEST_VALUE >= kept.rank > 1:
        yield reason("leaves-face", card=kept)
    elif kept.rank > HIGHEST_VALUE >= left.rank:
        yield reason("keeps-face", card=kept, rank=kept.rank)
    elif left.rank < kept.rank <= HIGHEST_VALUE:
        yield reason("lower", card=kept)
    elif kept.rank < left.rank <= HIGHEST_VALUE:
        yield reason("leaves-higher", card=left)


def _twin(seen: Seen, play: Play, other: Play) -> Iterator[Reason]:
    """Yield why one of two cards of a rank is kept: its suit is more likely to make a simili (C18)."""
    given, kept = play.card, other.card
    if given.rank != kept.rank or given is kept or bool(play.taken) != bool(other.taken):
        return
    lying, unseen = left_behind(seen, play), unseen_of(seen)
    in_play = (*lying, *unseen, *seen.hand)
    # A simili takes cards of other ranks, so that it needs a three at least.
    if 3 <= kept.rank <= HIGHEST_VALUE:
        if _of_suit(lying, kept) > _of_suit(lying, given):
            yield reason("simili-lies", card=kept, n=_of_suit(lying, kept), suit=kept.suit)
        if _of_suit(in_play, kept) > _of_suit(in_play, given):
            yield reason("simili-more", card=kept, suit=kept.suit, less=given.suit)
        if _of_suit(seen.hand, kept) > _of_suit(seen.hand, given):
            yield reason("simili-mine", card=kept, suit=kept.suit, less=given.suit)
    if not play.taken and kept.rank < HIGHEST_VALUE:
        if _of_suit(lying, kept) > _of_suit(lying, given):
            yield reason("simili-table", suit=given.suit, more=kept.suit)
        if _of_suit(unseen, kept) > _of_suit(unseen, given):
            yield reason("simili-others", suit=given.suit, more=kept.suit)
        if _of_suit(seen.hand, given) > _of_suit(seen.hand, kept):
            yield reason("simili-own", suit=given.suit, less=kept.suit)


def _of_suit(cards: Iterable[Card], one: Card) -> int:
    """Return how many cards are of the suit of one, besides it."""
    return sum([c.suit is one.suit and c is not one for c in cards])

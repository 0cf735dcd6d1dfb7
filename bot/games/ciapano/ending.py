"""The end of a game of Ciapano in words: the winner, the hands that put the others out, the margin."""

from bot.blocks.people import seat_name
from bot.locale import Words
from bot.table.view import View
from engine.ciapano import Seen
from engine.ciapano.scoring import OUT, places


def leavers(seen: Seen, hand: int) -> tuple[int, ...]:
    """Return the seats that a hand has removed (P12, P14)."""
    return tuple(seat for seat, gone in enumerate(seen.out) if gone == hand)


def winners(seen: Seen) -> tuple[int, ...]:
    """Return the last seat left (P13)."""
    return () if seen.winner is None else (seen.winner,)


def final_places(view: View[Seen]) -> tuple[int, ...]:
    """Return the place of each seat (P15)."""
    return places(view.seen.out, view.seen.totals)


def deciding(view: View[Seen], words: Words) -> str:
    """Return how the viewer came to their place: out in a hand, with the fewest, the last in, or still in."""
    assert view.viewer is not None
    seat = view.viewer.seat
    hand, total = view.seen.out[seat], view.seen.totals[seat]
    if hand:
        return words("ciapano.end.out", hand=hand, total=total)
    if total >= OUT:
        return words("ciapano.end.fewest", n=total)
    key = "picture.ciapano.points" if view.seen.winner is None else "ciapano.end.last-in"
    return words.count(key, total)


def placing(view: View[Seen], words: Words) -> str:
    """Return the final places: the later a seat was removed, the better (P15)."""
    seen = view.seen
    ranks: dict[int, list[str]] = {}
    for seat, place in enumerate(places(seen.out, seen.totals)):
        ranks.setdefault(place, []).append(seat_name(view, seat, words))
    joined = ((place, words.names(ranks[place])) for place in sorted(ranks))
    return words("between").join(words("game.place", place=place, names=names) for place, names in joined)


def by_how_much(view: View[Seen], words: Words) -> str:
    """Return who went out in the last hand and by which sum, and how the winner stayed in (P12 to P14)."""
    seen, last = view.seen, len(view.seen.sheets)
    assert seen.winner is not None
    stays, left = seat_name(view, seen.winner, words), seen.totals[seen.winner]
    gone = words("comma").join(
        words(
            "ciapano.by.sum",
            name=seat_name(view, seat, words),
            before=seen.totals[seat] - seen.sheets[-1].score(seat),
            n=seen.sheets[-1].score(seat),
            total=seen.totals[seat],
        )
        for seat in leavers(seen, last)
    )
    return words(f"ciapano.by.{'out' if left < OUT else 'fewest'}", out=OUT, gone=gone, name=stays, n=left)

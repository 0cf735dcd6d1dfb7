"""The end of a game of Ciapano."""

from bot.locale import Words
from bot.pictures.parts import tricks
from bot.pictures.parts.game import Ended, Fact, having, ranked
from bot.table.view import View
from engine.cards import card
from engine.ciapano import Seen
from engine.ciapano.scoring import OUT, places


def ended(view: View[Seen], words: Words) -> Ended:
    """Return when each seat went out, the number of cappotti, and the dearest hand."""
    seen = view.seen
    assert seen.winner is not None
    cappotti = sum(sheet.cappotto is not None for sheet in seen.sheets)
    seats = range(len(seen.totals))
    costs = [max(sheet.score(seat) for sheet in seen.sheets) for seat in seats]
    won = words("picture.over.last-in" if seen.totals[seen.winner] < OUT else "picture.over.fewest")
    hows = [words("picture.over.out", hand=hand) if hand else won for hand in seen.out]
    return Ended(
        (seen.winner,),
        words("picture.over.ciapano"),
        (
            Fact(str(len(seen.sheets)), words.count("picture.over.hands", len(seen.sheets))),
            Fact(str(cappotti), words.count("picture.over.cappotti", cappotti)),
            Fact(tricks.signed(max(costs)), words("picture.over.dearest-hand"), having(costs, max(costs))),
        ),
        (card("AS"), card("3H")),
        ranked(places(seen.out, seen.totals), seen.totals, hows),
    )

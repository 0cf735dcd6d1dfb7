"""The end of a game of Civil Suits."""

from bot.blocks.counting import by_totals
from bot.locale import Words
from bot.pictures.parts import tricks
from bot.pictures.parts.game import Ended, Fact, having, ranked
from bot.table.view import View
from engine.cards import card
from engine.civil_suits import Seen
from engine.civil_suits.scoring import MOON


def ended(view: View[Seen], words: Words) -> Ended:
    """Return the demerits, moons, the best and the worst round."""
    seen = view.seen
    seats = range(len(seen.totals))
    moons = [
        sum(line.side == seat and line.name == MOON for sheet in seen.sheets for line in sheet.lines)
        for seat in seats
    ]
    low, high = ([best(sheet.score(seat) for sheet in seen.sheets) for seat in seats] for best in (min, max))
    hows = [words.count("picture.over.moons", n) if n else "" for n in moons]
    return Ended(
        seen.winners,
        words(f"picture.over.civil-suits.{'one' if len(seen.winners) == 1 else 'several'}"),
        (
            Fact(tricks.number_text(min(low)), words("picture.over.lowest-round"), having(low, min(low))),
            Fact(str(sum(moons)), words.count("picture.over.moons-shot", sum(moons))),
            Fact(tricks.number_text(max(high)), words("picture.over.highest-round"), having(high, max(high))),
        ),
        (card("KS"), card("M1")),
        ranked(by_totals(view), seen.totals, hows),
    )

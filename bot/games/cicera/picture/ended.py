"""The end of a game of Cicera."""

from bot.locale import Words
from bot.pictures.parts import tricks
from bot.pictures.parts.game import Ended, Fact, having
from bot.table.view import View
from engine.cards import card
from engine.cicera import Seen


def ended(view: View[Seen], words: Words) -> Ended:
    """Return the best hand, the number of scue, and the number of hands."""
    seen = view.seen
    assert seen.winner is not None
    best = [max(sheet.score(side) for sheet in seen.sheets) for side in (0, 1)]
    lines = [line for sheet in seen.sheets for line in sheet.lines if line.name == "scua"]
    scue = [sum(line.side == side for line in lines) for side in (0, 1)]
    score = words("picture.over.score", first=scue[0], second=scue[1])
    napoleone = seen.sheets[-1].napoleone is not None
    kind = "napoleone" if napoleone else "cicera"
    number = "one" if len(view.sides[seen.winner]) == 1 else "several"
    return Ended(
        (seen.winner,),
        words(f"picture.over.{kind}.{number}", target=seen.options.target),
        (
            Fact(tricks.signed(max(best)), words("picture.over.best-hand"), having(best, max(best))),
            Fact(score, words("picture.over.scue"), (0, 1)),
            Fact(str(len(seen.sheets)), words.count("picture.over.hands", len(seen.sheets))),
        ),
        (card("2S"), card("TD")),
    )

"""The points of a finished hand of Ciapano by name, with tricks and thirds, for statistics."""

from collections import Counter
from collections.abc import Mapping

from engine.ciapano.rules import State
from engine.ciapano.scoring import plays


def tally(state: State) -> tuple[Mapping[str, int] | None, ...]:
    """Return the points of the hand just finished by name, for each seat; None for one that is out (P12).

    Besides the points it has the tricks and the thirds that the seat has taken.
    """
    sheet, hand = state.sheets[-1], len(state.sheets)
    found: list[Mapping[str, int] | None] = []
    for seat, thirds in enumerate(sheet.thirds):
        tricks = sum([trick.taker == seat for trick in state.tricks])
        points = Counter({"tricks": tricks, "thirds": thirds})
        for line in sheet.lines:
            if line.side == seat:
                points[line.name] += line.points
        found.append(points if plays(state.out, seat, hand) else None)
    return tuple(found)

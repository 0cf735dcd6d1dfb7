"""The points of a finished hand of Cicera by name, for statistics."""

from collections import Counter
from collections.abc import Mapping

from engine.cicera.rules import State


def tally(state: State) -> tuple[Mapping[str, int], ...]:
    """Return the points of the hand just finished by name, for each side; `napoleone` is 1 (C26)."""
    sheet = state.sheets[-1]
    points: tuple[Counter[str], ...] = (Counter(), Counter())
    for line in sheet.lines:
        points[line.side][line.name] += line.points
    if sheet.napoleone is not None:
        points[sheet.napoleone]["napoleone"] = 1
    return points

"""The demerits of a finished round of Civil Suits by name, with tricks, moons and powers, for statistics."""

from collections import Counter
from collections.abc import Mapping

from engine.civil_suits.scoring import MOON, WRONG_MOON
from engine.civil_suits.state import SEATS, State


def tally(state: State) -> tuple[Mapping[str, int], ...]:
    """Return the demerits of the round just finished by name, for each seat.

    Besides them it has the tricks taken, the powers won in them (V17), and the number of moons (V23, V25).
    """
    points: list[Counter[str]] = [Counter() for _ in range(SEATS)]
    for line in state.sheets[-1].lines:
        points[line.side][line.name] += 1 if line.name in (MOON, WRONG_MOON) else line.points
    for trick in state.tricks:
        if trick.taker is not None and trick.laid:
            points[trick.taker]["tricks"] += 1
        for champion in trick.champions:
            if champion is not None:
                points[champion]["powers"] += 1
    return tuple(points)

"""What must be read on a score sheet: what everybody had, has scored and has now, and that it adds up."""

import re
from collections.abc import Sequence
from typing import Any

from tests.e2e.reading import SUITS, tokens


def wrong_sheet(
    where: str, told: Sequence[str], state: Any, sides: Sequence[Sequence[str]], scored: Sequence[int]
) -> list[str]:
    """Return where the lines `told` are not the sheet of the last hand of `state`; `sides` are the names.

    Below the line of a side stand its points by name, in bold, which add up to what it has scored.
    """
    found: list[str] = []
    sheet, names = state.sheets[-1], [name for side in sides for name in side]
    for side in scored:
        total, n = state.totals[side], sheet.score(side)
        wanted = [*sides[side], *map(str, (total - n, total, n))]
        here = [at for at, line in enumerate(told) if _plain(tokens(line, names)) == sorted(wanted)]
        if not here:
            found.append(f"{where}: no line of the sheet says {wanted} in {told}")
        elif (added := _points(told[here[0] + 1 : here[0] + 2])) != n:
            found.append(f"{where}: the points below {told[here[0]]!r} are {added}")
    return found


def _plain(said: list[str]) -> list[str]:
    """Return names and numbers in order, without suits."""
    return sorted(token.removeprefix("+") for token in said if token not in SUITS.values())


def _points(told: Sequence[str]) -> int:
    return sum(int(n) for line in told for n in re.findall(r"\*\*([+-]?\d+)\*\*", line))

"""The rows of a score sheet: each name of points with its reason, and the share of each side."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.blocks.counting import counted
from bot.games.cicera.points import ORDER, earned
from bot.locale import Words
from engine.cards import Card
from engine.cicera import DECK, Seen
from engine.cicera.scoring import SPADES
from engine.game import Line

NAPOLEONE: Final = "napoleone"
"""The row of the side that has all spades (C26): no points, but the game."""
_MOST: Final = {"carte": len(DECK), "spade": len(SPADES)}
"""Points for the most of something, with how many there are of it: numbers stand for the cards."""


class Share(NamedTuple):
    """A side's share of a row: its points, the cards that made them, or their number alone.

    With a `crown` the row has won the game.
    """

    points: int = 0
    cards: tuple[Card, ...] = ()
    number: int | None = None
    crown: bool = False


class PointRow(NamedTuple):
    """A row: the key of its name, the name, the reason that `earned` it, and the shares by side."""

    key: str
    name: str
    earned: str
    shares: tuple[Share, Share]


def point_rows(seen: Seen, words: Words, part: int) -> tuple[PointRow, ...]:
    """Return the rows of the last hand in sight; the points of each column are the score of its side."""
    sheet = seen.sheets[-1]
    captures = {play.card: (play.card, *play.taken) for play in seen.plays}
    groups: dict[str, list[Line]] = {}
    for line in counted(sheet.lines, ORDER, part):
        groups.setdefault(line.name, []).append(line)
    rows = [
        _row(name, (_share(name, group, captures, 0), _share(name, group, captures, 1)), seen, words)
        for name, group in groups.items()
    ]
    if sheet.napoleone is not None and len(groups) == len({line.name for line in sheet.lines}):
        won = Share(crown=sheet.napoleone == 0), Share(crown=sheet.napoleone == 1)
        rows.append(_row(NAPOLEONE, won, seen, words))
    return tuple(rows)


def _row(name: str, shares: tuple[Share, Share], seen: Seen, words: Words) -> PointRow:
    return PointRow(name, words(f"cicera.line.{name}"), earned(name, seen.options, words), shares)


def _share(name: str, group: Sequence[Line], captures: dict[Card, tuple[Card, ...]], side: int) -> Share:
    """Return a side's share: of one point all its cards, of several the cards that were played."""
    mine = [line for line in group if line.side == side]
    points = sum(line.points for line in mine)
    if name in _MOST:
        (most,) = group
        return Share(points, number=len(most.cards) if mine else _MOST[name] - len(most.cards))
    if len(mine) != 1:
        return Share(points, tuple(line.cards[0] for line in mine))
    (only,) = mine
    return Share(points, captures[only.cards[0]] if name in ("scua", "picada") else only.cards)

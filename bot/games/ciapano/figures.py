"""The numbers of Ciapano in a member's statistics: cappotti made, and hands without a point."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.store import Figure
from engine.ciapano.scoring import HAND_POINTS


def _made(hand: Mapping[str, int]) -> int:
    """Return 1 for a hand in which the seat made the cappotto (P11)."""
    return int(hand.get("cappotto", 0) < 0)


def _clean(hand: Mapping[str, int]) -> int:
    """Return 1 for a hand without a point, other than by a cappotto."""
    return int("cappotto" not in hand and not any(hand.get(name, 0) for name in HAND_POINTS))


STATISTICS: Final[Mapping[str, Figure]] = MappingProxyType(
    {"cappotti": Figure(_made), "clean": Figure(_clean)}
)

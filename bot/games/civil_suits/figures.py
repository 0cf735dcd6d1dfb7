"""The numbers of Civil Suits in a member's statistics."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.store import Figure, total
from engine.civil_suits.scoring import MOON, WRONG_MOON

STATISTICS: Final[Mapping[str, Figure]] = MappingProxyType(
    {"moons": total(MOON, WRONG_MOON), "powers": total("powers")}
)

"""The numbers of Cicera in a member's statistics."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.store import Figure, most, total

STATISTICS: Final[Mapping[str, Figure]] = MappingProxyType(
    {
        "scue": total("scua"),
        "picade": total("picada"),
        "napula": most("napula"),
        "napoleoni": total("napoleone"),
    }
)

"""The look of every game, by the game's name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.render import ciapano, cicera, civil_suits
from bot.render.look import Look

LOOKS: Final[Mapping[str, Look[Any]]] = MappingProxyType(
    {"cicera": cicera, "ciapano": ciapano, "civil-suits": civil_suits}
)

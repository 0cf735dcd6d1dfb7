"""The umpire of every game, by the game's name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tests.e2e.support.referee import Referee
from tests.e2e.support.umpire import Umpire
from tests.e2e.support.umpire_ciapano import Ciapano
from tests.e2e.support.umpire_civil import Civil

UMPIRES: Final[Mapping[str, type[Umpire]]] = MappingProxyType(
    {umpire.GAME: umpire for umpire in (Referee, Ciapano, Civil)}
)

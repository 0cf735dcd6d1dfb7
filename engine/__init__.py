"""Rules and play of the card games, and nothing else.

No Discord, no storage, no asyncio, no clock and no global randomness: pure functions over frozen values.
"""

from types import MappingProxyType
from typing import Final

from engine import ciapano, cicera, civil_suits
from engine.game import Game

GAMES: Final[MappingProxyType[str, Game]] = MappingProxyType(
    {cicera.NAME: cicera, ciapano.NAME: ciapano, civil_suits.NAME: civil_suits}
)

"""Rules and play of the card games, and nothing else.

No Discord, no storage, no asyncio, no clock and no global randomness: pure functions over frozen values.
"""

from typing import Final

from engine import ciapano, cicera, civil_suits
from engine.game import AnyGame, Game

# Each module is named with its own types, so that mypy holds it to the whole contract.
CICERA: Final[Game[cicera.State, cicera.Action, cicera.Seen, cicera.Options]] = cicera
CIAPANO: Final[Game[ciapano.State, ciapano.Action, ciapano.Seen, ciapano.Options]] = ciapano
CIVIL_SUITS: Final[Game[civil_suits.State, civil_suits.Action, civil_suits.Seen, civil_suits.Options]] = (
    civil_suits
)

GAMES: Final[dict[str, AnyGame]] = {cicera.NAME: CICERA, ciapano.NAME: CIAPANO, civil_suits.NAME: CIVIL_SUITS}
"""Every game by its name."""

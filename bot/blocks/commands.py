"""The names of the slash commands, the same in every language: friends tell each other which one to type."""

from typing import Final

CARDS_COMMAND: Final = "cards"
"""The command for everything that belongs to no single game."""
_SHORT: Final = {"civil-suits": "civil"}
"""Games whose command is shorter than their name."""


def command_of(game: str) -> str:
    """Return the name of a game's command, such as `civil`."""
    return _SHORT.get(game, game)

"""`python -m engine.ai`: compiles what computers think with, once, so that nobody waits for it later."""

from engine import GAMES
from engine.ai import named


def main() -> None:
    """Make a player that searches of every game, which has its kernel compiled and kept."""
    for game in GAMES:
        named(game, "hard")


if __name__ == "__main__":
    main()

"""`python -m bot.pictures.decks FOLDER` draws sheets of all decks, to be looked at after a change."""

import sys
from pathlib import Path

from bot.pictures.decks.sheets import write


def main(arguments: list[str]) -> int:
    """Return 0 when the sheets are written, 2 when no folder is named."""
    if len(arguments) != 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    for path in write(Path(arguments[0])):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

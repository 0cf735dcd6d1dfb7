"""`python -m bot.painting [FOLDER]` draws all that pictures are made of; the bot runs it beside itself."""

import sys
from pathlib import Path

from bot.painting.predrawn import CACHE, draw


def main(arguments: list[str]) -> int:
    """Return 0 when all is drawn, 1 where the folder cannot be written, 2 for other arguments."""
    if len(arguments) > 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    try:
        draw(Path(*arguments) if arguments else CACHE)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

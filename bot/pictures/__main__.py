"""`python -m bot.pictures [FOLDER]`: the name of `python -m bot.painting` in images made before 0.2.0."""

import sys

from bot.painting.__main__ import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

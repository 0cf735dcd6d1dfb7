"""`python -m bench.season`: a server's season of 300 games, and whether all its numbers agree with a recount.

Twenty members of known strength play games of all kinds over the stand-in, with all that happens in a season.
Every rating stored, every line of every leaderboard and every number written there is then held against a
second count, by the formulas of the design, of the results that `/cards settings` exports. `farthest` is the
largest difference of two numbers, `order` the rank correlation of members' ratings in Cicera with their true
strengths. The status is 1 where a number differs, or the order is not found.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.e2e.support.seasons import a_season

MEMBERS: Final = 20
WHOLE: Final = 300
LEAST: Final = 0.8
"""The rank correlation that so many games must reach: 230 of Cicera, with ninety hands of each member."""


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.season", description="Prove the numbers of a season."
    )
    parser.add_argument("--games", type=int, default=WHOLE, help="16 or more")
    parser.add_argument("--presses", type=float, default=0.05, help="the share played by presses alone")
    parser.add_argument("--seed", type=int, default=1, help="of who plays and how; decks are new each time")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a season whose numbers agree."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cards-season-") as folder:
        figures = await a_season(
            Path(folder), MEMBERS, options.games, seed=options.seed, presses=options.presses
        )
    return {"bench": "season", **figures, "order_least": LEAST, "seconds": round(time.monotonic() - began)}


def main(given: Sequence[str] | None = None) -> None:
    """Play a season, and print its figures as one JSON line."""
    figures = asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))
    print(json.dumps(figures))
    if figures["games"] >= WHOLE and figures["order"] < LEAST:
        sys.exit(1)


if __name__ == "__main__":
    main()

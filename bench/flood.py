"""`python -m bench.flood`: how much later others are answered while one member presses all the time.

Four people play at some tables, at the pace of people. Then the same goes on at as many other tables, while a
fifth member, who sits nowhere, presses the same button again and again. The bot has its quotas.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Final

from bench.computers import press
from bench.dealing import PLAYS, deal
from bench.stage import Stage, at, pressed
from bench.unlimited import NO_QUOTAS
from bot.host.settings import Settings
from sandbox.driver import NoAnswer

QUOTAS: Final = [f"{name}={Settings.model_fields[name].default}" for name in NO_QUOTAS]
LATER_MS: Final = 50.0
"""Others are to be answered later by no more, in the median."""


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.flood", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="that are played at a time")
    parser.add_argument("--seconds", type=float, default=30.0, help="of playing, each time")
    parser.add_argument("--every", type=float, default=2.5, help="seconds between the plays of a table")
    parser.add_argument("--presses", type=float, default=100.0, help="a second, of the fifth member")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "cards.db"
        stage = await stack.enter_async_context(Stage.set(2 * options.tables))
        places = stage.places
        tables = await deal(database, places, random.Random(7), PLAYS // 3)
        await stack.enter_async_context(stage.bot("real", str(database), *QUOTAS))
        await stage.sandbox.until(lambda: all(p.channel.messages for p in places), 60, "the tables are shown")
        # A few at a time: the four who play have quotas, too.
        for place in places:
            await place.open()
            await asyncio.sleep(0.2)
        ed = stage.sandbox.join(places[-1].channel.guild, "ed")
        board = places[-1].board()
        button = next(b for b in board.buttons if pressed(b.custom_id) == "more")
        answers: Counter[str] = Counter()

        async def flood() -> None:
            async with asyncio.TaskGroup() as group:
                while True:
                    group.create_task(once())
                    await asyncio.sleep(1 / options.presses)

        async def once() -> None:
            try:
                answers[(await ed.press(board, button)).kind] += 1
            except NoAnswer:
                answers["none"] += 1

        half = options.tables
        calm = await press(places[:half], tables[:half], options.seconds, options.every)
        flooding = asyncio.create_task(flood())
        flooded = await press(places[half:], tables[half:], options.seconds, options.every)
        flooding.cancel()
        with suppress(asyncio.CancelledError):
            await flooding
    return {
        "bench": "flood",
        "presses": len(calm) + len(flooded),
        "calm_ms": {"p50": round(at(calm, 50), 1), "p99": round(at(calm, 99), 1)},
        "flooded_ms": {"p50": round(at(flooded, 50), 1), "p99": round(at(flooded, 99), 1)},
        "later_p50_ms": round(at(flooded, 50) - at(calm, 50), 1),
        "later_p50_ms_target": LATER_MS,
        "answers_to_the_flood": dict(answers),
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()

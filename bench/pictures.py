"""`python -m bench.pictures`: the cost of pictures in CPU time, bytes and waiting.

Every kind is painted, and the first one after a start; and the event loop is watched while others are. The
best of several times counts, and stands beside that of a fixed job of the same process, the encoding of a
known image, so that a slow machine shows. Every scene is painted that the tests know: normal and in big
text, with every deck. Clips of plays in a row stand beside a picture of the same tables.
"""

import argparse
import asyncio
import gc
import io
import json
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, TypeVar

from PIL import Image

from bench.stage import ROOT, at
from bench.tables import turns
from bot.locale import Catalogue
from bot.painting.clips import LARGEST, gif
from bot.painting.gallery import Gallery, give_back
from bot.painting.paint import COMPRESSION, Painter
from bot.painting.predrawn import CACHE, draw, is_whole
from bot.painting.raster import Sprites
from bot.panels.shared.shows import sketch
from bot.pictures.decks import Deck
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.pages.winners import winners_picture
from bot.pictures.sketch.clip import Clip
from bot.pictures.sketch.sketch import HEIGHT, WIDTH, Sketch
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from bot.table.viewing import view_of
from tests.bot.pictures import scenes_boards, scenes_cicera, scenes_tricks

T = TypeVar("T")
CPU_MS: Final = 8.0
KB: Final = 40.0
PLAY_MS: Final = 14.0
HOLD_MS: Final = 10.0
FIRST_S: Final = 2.0
TICK: Final = 0.001
"""Seconds between two looks at how late the event loop is."""
CLIPS: Final = 120
"""Plays in a row that clips are made of: two hands and more, with a score sheet."""
FRAMES: Final = 4
"""Pictures of a clip, at most."""
FIRST: Final = {"cicera": "12 cards", "ciapano": "ciapano-four", "civil-suits": "civil-trick"}
"""By game, the scene whose picture is painted after a start."""
EVENINGS: Final = (
    ("cicera", Deck.FRENCH),
    ("cicera", Deck.FRENCH, Deck.ITALIAN, Deck.FOUR),
    ("ciapano", Deck.FRENCH, Deck.ITALIAN, Deck.FOUR),
    ("civil-suits", Deck.CIVIL),
)
"""The game of many tables, and the decks that they take in turns."""
SCENES: Final[Mapping[str, Callable[[], AnyView]]] = {
    **scenes_cicera.SCENES,
    **scenes_cicera.SHEETS,
    **scenes_tricks.SCENES,
    **scenes_boards.SCENES,
}


def styles(game: str) -> Iterator[Style]:
    """Yield every way to draw the pictures of a game."""
    decks = (Deck.CIVIL,) if game == "civil-suits" else (Deck.FRENCH, Deck.FOUR, Deck.ITALIAN)
    for big, deck in product((False, True), decks):
        yield Style(deck, big)


def sketches() -> Iterator[tuple[str, Callable[[], Sketch | None]]]:
    """Yield the name of every picture, and the function that makes its sketch."""
    words = Catalogue.load().words("en")
    for name, scene in SCENES.items():
        view = scene()
        for style in styles(view.game):
            yield _called(name, style), partial(sketch, view, words, style)
    teams = scenes_boards.TEAMS
    for style in styles("cicera"):
        board = partial(leaderboard_picture, "cicera", "Cicera", teams, (), 0, words, style)
        yield _called("leaderboard", style), board
        yield _called("winners", style), partial(winners_picture, "cicera", "Cicera", teams[:4], words, style)


def _called(name: str, style: Style) -> str:
    return f"{name}, {style.deck}{', big' if style.big else ''}"


def best(work: Callable[[], T], times: int) -> tuple[float, T]:
    """Return the least milliseconds of CPU time that `work` took, and its result."""
    spent = []
    for _ in range(times):
        began = time.thread_time()
        made = work()
        spent.append((time.thread_time() - began) * 1000)
    return min(spent), made


def reference(times: int) -> float:
    """Return the milliseconds of the fixed job: a known image of a table's size becomes a PNG."""
    known = Image.effect_mandelbrot((WIDTH, HEIGHT), (-2.0, -1.2, 0.9, 1.2), 100).point(lambda v: v // 2)

    def encode() -> None:
        known.save(io.BytesIO(), "PNG", compress_level=COMPRESSION)

    return best(encode, times)[0]


def painted(times: int) -> dict[str, Any]:
    """Return how long sketching, painting and encoding take, and how large pictures become."""
    if not is_whole(CACHE):
        draw(CACHE)
    painter = Painter(Sprites(CACHE))
    jobs, rows = [], {}
    for name, make in sketches():
        jobs.append(reference(3))
        sketching, made = best(make, times)
        if made is None:
            continue
        began = time.thread_time()
        painter.png(made)
        new = (time.thread_time() - began) * 1000
        milliseconds, data = best(partial(painter.png, made), times)
        rows[name] = (milliseconds, len(data) / 1000, sketching, new)
    job = median(jobs)
    normal = [row for name, row in rows.items() if not name.endswith("big")]
    big = [row for name, row in rows.items() if name.endswith("big")]
    over = {name: row for name, row in rows.items() if row[0] > CPU_MS or row[1] > KB}
    return {
        "pictures": len(rows),
        "reference_ms": round(job, 2),
        "reference_worst_ms": round(max(jobs), 2),
        "normal": _figures(normal, job),
        "big": _figures(big, job),
        "over": {
            name: {"ms": round(row[0], 1), "kb": round(row[1], 1)}
            for name, row in sorted(over.items(), key=lambda entry: -entry[1][1])
        },
        "ms_target": CPU_MS,
        "kb_target": KB,
    }


def _figures(rows: Sequence[tuple[float, float, float, float]], job: float) -> dict[str, float]:
    spent, size, sketching, new = (list(column) for column in zip(*rows, strict=True))
    return {
        "p50_ms": round(at(spent, 50), 2),
        "worst_ms": round(max(spent), 2),
        "worst_ratio": round(max(spent) / job, 2),
        "p50_kb": round(at(size, 50), 1),
        "worst_kb": round(max(size), 1),
        "worst_sketch_ms": round(max(sketching), 2),
        "p50_new_ms": round(at(new, 50), 1),
        "worst_new_ms": round(max(new), 1),
    }


# Clips


def clips(times: int) -> dict[str, dict[str, float]]:
    """Return by game and style what a clip of plays in a row takes, beside one of its pictures as a PNG."""
    words, found = Catalogue.load().words("en"), {}
    for game in FIRST:
        rows = [view_of(table) for _, table in islice(turns(game, 1, random.Random(CLIPS)), CLIPS)]
        for style in styles(game):
            painter, made = Painter(Sprites(CACHE)), [sketch(view, words, style) for view in rows]
            drawn = [one for one in made if one is not None]
            spent, alone, sizes = list[float](), list[float](), list[int]()
            for first in range(0, len(drawn) - FRAMES, FRAMES):
                clip = Clip(tuple(drawn[first : first + FRAMES]), "")
                alone += [best(partial(painter.png, frame), times)[0] for frame in clip.frames]
                work, data = best(partial(_clip, painter, clip), times)
                spent.append(work)
                sizes.append(len(data))
            found[_called(game, style)] = {
                "p50_ms": round(at(spent, 50), 1),
                "worst_ms": round(max(spent), 1),
                "png_p50_ms": round(at(alone, 50), 1),
                "p50_kb": round(at(sizes, 50) / 1000, 1),
                "worst_kb": round(max(sizes) / 1000, 1),
            }
    return found


def _clip(painter: Painter, clip: Clip) -> bytes:
    return gif([painter.coloured(frame) for frame in clip.even])


# Many tables at once


def at_tables(count: int, rounds: int) -> dict[str, dict[str, float]]:
    """Return by game and decks the milliseconds of a play at so many tables, at first and after the `rounds`.

    A play has two pictures: the table's, and the low one of a private message.
    """
    give_back()
    words, found = Catalogue.load().words("en"), {}
    for game, *decks in EVENINGS:
        painter, spent = Painter(Sprites(CACHE)), list[float]()
        for number, table in islice(turns(game, count, random.Random(count)), 2 * rounds * count):
            style, view = Style(decks[number % len(decks)]), view_of(table)
            made = [sketch(view, words, style._replace(low=low)) for low in (False, not view.between_hands)]
            began = time.thread_time()
            for picture in {one.name: one for one in made if one is not None}.values():
                painter.png(picture)
            spent.append((time.thread_time() - began) * 1000)
        found[" ".join((game, *decks))] = {
            "ms_a_play": round(mean(spent[rounds * count :]), 2),
            "first_ms_a_play": round(mean(spent[:count]), 2),
        }
    return found


# The first picture


async def first(folder: Path, game: str) -> float:
    """Return after how many seconds a gallery that has just begun has painted a table."""
    made = sketch(SCENES[FIRST[game]](), Catalogue.load().words("en"), Style())
    assert made is not None
    gallery = Gallery(folder)
    began = time.monotonic()
    filling = asyncio.create_task(gallery.fill())
    await gallery.png(made)
    seconds = time.monotonic() - began
    filling.cancel()
    await asyncio.gather(filling, return_exceptions=True)
    gallery.close()
    return seconds


def starts(runs: int) -> dict[str, dict[str, float]]:
    """Return by game how soon the first picture is there, with an empty folder and with a full one."""
    found = {}
    for game in FIRST:
        empty, full = [], []
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as folder:
                empty.append(_first_of(Path(folder), game))
            full.append(_first_of(CACHE, game))
        found[game] = {"empty_s": round(median(empty), 2), "full_s": round(median(full), 3)}
    return found


def _first_of(folder: Path, game: str) -> float:
    command = (sys.executable, "-m", "bench.pictures", "--first", game, str(folder))
    return float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


# The event loop meanwhile


async def holds(number: int, seconds: float) -> dict[str, float]:
    """Return how late the event loop is, in milliseconds, while pictures are painted and while none are."""
    every = [made for _, make in sketches() if (made := make()) is not None]
    new = every[:: max(1, len(every) // number)][:number]
    gallery, late = Gallery(CACHE), list[float]()

    async def watch() -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            late.append((loop.time() - due) * 1000)

    gc.collect()
    gc.freeze()
    watching = asyncio.create_task(watch())
    await asyncio.sleep(seconds)
    quiet = late.copy()
    late.clear()
    for made in new:
        await gallery.png(made)
    watching.cancel()
    gallery.close()
    return {
        "pictures": len(new),
        "late_p50_ms": round(at(late, 50), 2),
        "late_p99_ms": round(at(late, 99), 2),
        "late_worst_ms": round(max(late), 2),
        "quiet_p99_ms": round(at(quiet, 99), 2),
        "quiet_worst_ms": round(max(quiet), 2),
        "target_ms": HOLD_MS,
    }


def write(path: Path, most: int | None = None) -> None:
    """Write every sketch to a file, or so many at most, one after the other, for a bot to paint."""
    with path.open("wb") as file:
        for _, make in islice(sketches(), most):
            if (made := make()) is not None:
                pickle.dump(made, file)


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    parser = argparse.ArgumentParser(prog="python -m bench.pictures", description="Measure pictures.")
    parser.add_argument(
        "--times", type=int, default=7, help="that each picture is painted, of which the best counts"
    )
    parser.add_argument("--runs", type=int, default=3, help="of a start")
    parser.add_argument(
        "--new", type=int, default=50, help="pictures painted while the event loop is watched"
    )
    parser.add_argument("--tables", type=int, default=60, help="that are drawn in turns")
    parser.add_argument("--rounds", type=int, default=6, help="of plays at each of them")
    parser.add_argument("--first", nargs=2, metavar=("GAME", "FOLDER"), help="time one picture after a start")
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    if options.first:
        game, folder = options.first
        print(asyncio.run(first(Path(folder), game)))
        return
    figures = {
        "bench": "pictures",
        **painted(options.times),
        "clips": clips(options.times),
        "clip_kb_target": LARGEST / 1000,
        "at_tables": at_tables(options.tables, options.rounds),
        "ms_a_play_target": PLAY_MS,
        "first": starts(options.runs),
        "first_s_target": FIRST_S,
        "loop": asyncio.run(holds(options.new, 3.0)),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

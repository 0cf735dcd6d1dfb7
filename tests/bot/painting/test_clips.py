"""Clips: every picture as it is alone, of one size, played once, and never too large."""

import io
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from PIL import Image, ImageChops

from bot.locale import Catalogue
from bot.painting.clips import FEWEST, FRAME_MS, LARGEST, LAST_MS, gif
from bot.painting.colours import colours, pairs
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.panels.shared.shows import sketch
from bot.pictures.decks import Deck
from bot.pictures.sketch.clip import Clip
from bot.pictures.sketch.sketch import HEIGHT, WIDTH, Sketch
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from bot.tables.replays.replay import Replay
from tests.bot.panels.ending.games import stored

WORDS = Catalogue.load().words("en")


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(Sprites(CACHE))


@cache
def replay(game: str) -> Replay:
    return Replay.of(stored(game))


def scenes(game: str, deck: Deck, number: int = 6, *, big: bool = False) -> tuple[Sketch, ...]:
    """Return the pictures around the end of a game's first hand, a score sheet among them."""
    found = replay(game)
    moments = islice(found.every(), max(0, found.last_of(1) - number + 3), None)
    drawn = (sketch(view_of(found.at(moment)), WORDS, Style(deck, big)) for moment in moments)
    return tuple(islice((one for one in drawn if one is not None), number))


def frames(made: bytes) -> Iterator[Image.Image]:
    """Yield the pictures of a GIF as a viewer shows them."""
    with Image.open(io.BytesIO(made)) as file:
        for number in range(getattr(file, "n_frames", 1)):
            file.seek(number)
            yield file.copy()


def png(painter: Painter, scene: Sketch) -> Image.Image:
    with Image.open(io.BytesIO(painter.png(scene))) as picture:
        return picture.convert("RGB")


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize(("game", "deck"), list(pairs()))
def test_nothing_of_a_picture_is_lost_in_a_clip(painter: Painter, game: str, deck: Deck, big: bool) -> None:
    clip = Clip(scenes(game, deck, big=big), "")
    tallest = max(frame.height for frame in clip.frames)
    made = gif([painter.coloured(frame) for frame in clip.even])
    shown = [frame.convert("RGB") for frame in frames(made)]
    alone = [png(painter, replace(frame, height=tallest)) for frame in clip.frames]
    assert len(shown) == len({frame.name for frame in clip.frames}) == 6
    assert [frame.size for frame in shown] == [(WIDTH, tallest)] * 6
    for frame, picture in zip(shown, alone, strict=True):
        assert ImageChops.difference(frame, picture).getbbox() is None
    assert len(made) < LARGEST


def test_a_clip_is_played_once_and_stays_longest_on_its_last_picture(painter: Painter) -> None:
    made = gif([painter.coloured(frame) for frame in Clip(scenes("ciapano", Deck.FRENCH), "").even])
    assert b"NETSCAPE" not in made
    shown = list(frames(made))
    assert [frame.info["duration"] for frame in shown] == [FRAME_MS] * 5 + [LAST_MS]
    assert all("loop" not in frame.info for frame in shown)


def noise(number: int, height: int = HEIGHT) -> Image.Image:
    """Return the worst picture: nothing in it follows from what lies beside it."""
    made = colours("cicera", Deck.FRENCH).resize((WIDTH, height))
    made.putdata([value % 128 for value in random.Random(number).randbytes(WIDTH * height)])
    return made


def test_a_clip_that_would_be_too_large_begins_later() -> None:
    quiet = [colours("cicera", Deck.FRENCH).resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)]
    quiet += [quiet[0].point(lambda value, by=by: (value + by) % 128) for by in range(1, FEWEST)]
    made = gif([noise(1), noise(2), *quiet])
    assert len(made) < LARGEST
    shown = [frame.convert("RGB") for frame in frames(made)]
    assert [frame.tobytes() for frame in shown] == [one.convert("RGB").tobytes() for one in quiet]


def test_three_pictures_that_are_too_large_become_half_as_wide() -> None:
    pictures = [noise(number, 2 * HEIGHT) for number in range(6)]
    made = gif(pictures)
    assert len(made) <= LARGEST
    shown = list(frames(made))
    assert len(shown) == FEWEST
    width, height = shown[0].size
    assert WIDTH % width == 0
    assert width < WIDTH
    assert round(width * 2 * HEIGHT / WIDTH) == height


def test_a_clip_is_named_after_all_of_its_pictures_in_their_order() -> None:
    first, second, third = scenes("cicera", Deck.FRENCH, 3)
    clips = [Clip((first, second, third), "one"), Clip((first, third, second), ""), Clip((first, third), "")]
    assert len({clip.name for clip in clips}) == 3
    assert clips[0].name == Clip((first, second, third), "in other words").name
    assert all(clip.name.endswith(".gif") for clip in clips)

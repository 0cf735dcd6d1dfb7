"""Every text of a picture stands out from its background, and none is too small."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from bot.games.cicera.picture import sheet
from bot.locale import Catalogue
from bot.panels.shared.shows import sketch as sketched
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.sketch.sketch import Box, Icon, Item, Sketch, Text
from bot.pictures.sketch.style import Style
from tests.bot.games.cicera.checks import Rectangle, covered, meet
from tests.bot.pictures import scenes_boards, scenes_cicera, scenes_tricks

WORDS = Catalogue.load().words("en")
STYLES = (Style(Deck.FRENCH), Style(Deck.FRENCH, True), Style(Deck.ITALIAN))
LEAST = 4.5
ON_STRIPS = 6.0
"""The least contrast on strips and plates."""
WIDE = ("medal", "sun", "rays", "burst", "corona")
"""Signs behind texts."""


def light(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG 2 has it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((light(one), light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def grounds(sketch: Sketch) -> Iterator[tuple[Text, set[str]]]:
    """Yield each text with the colours of everything behind it, even in part."""
    felt = palette.felt_of(sketch.game)
    for place, text in enumerate(sketch.items):
        if not isinstance(text, Text) or not text.text:
            continue
        lies, found = covered(text), {felt.ground}
        for item in sketch.items[:place]:
            colour, edges = stretch(item)
            if colour is None or not meet(lies, edges):
                continue
            if inside(lies, edges) or (isinstance(item, Icon) and item.name == "medal"):
                found = set()
            found.add(colour)
        yield text, found


def stretch(item: Item) -> tuple[str | None, Rectangle]:
    if isinstance(item, Box):
        return item.fill, (item.x, item.y, item.x + item.width, item.y + item.height)
    if isinstance(item, Icon) and item.name in WIDE:
        # The rays of a medal, and the middle of a sun, are no background.
        edge = round(0.14 * item.size)
        return item.colour, (
            item.x + edge,
            item.y + edge,
            item.x + item.size - edge,
            item.y + item.size - edge,
        )
    return None, (0, 0, 0, 0)


def inside(one: Rectangle, other: Rectangle) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


@cache
def pictures(style: Style) -> Mapping[str, Sketch]:
    """Return all pictures of all scenes in a style."""
    scenes = {**scenes_cicera.SCENES, **scenes_boards.SCENES, **scenes_tricks.SCENES}
    drawn = {name: sketched(made(), WORDS, style) for name, made in scenes.items()}
    sheets = {f"sheet {name}": sheet(made(), WORDS, style) for name, made in scenes_cicera.SHEETS.items()}
    teams, members = scenes_boards.TEAMS, scenes_boards.MEMBERS
    boards = {
        f"leaderboard {game}": leaderboard_picture(
            game, teams, teams[1:2], members, 0, WORDS, style, teams=True
        )
        for game in palette.FELTS
    }
    return {name: found for name, found in drawn.items() if found is not None} | sheets | boards


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_every_text_stands_out_from_its_ground(style: Style) -> None:
    assert len(pictures(style)) > 50
    for name, sketch in pictures(style).items():
        felt = palette.felt_of(sketch.game)
        for text, found in grounds(sketch):
            for ground in found:
                least = ON_STRIPS if ground in (felt.strip, palette.LIGHT_PLATE) else LEAST
                assert contrast(text.colour, ground) >= least, (name, text.text, text.colour, ground)


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_no_text_is_smaller_than_eyes_can_read(style: Style) -> None:
    for name, sketch in pictures(style).items():
        least = 21 if not style.big else 28 if sketch.game == "cicera" else 24
        for text in sketch.texts:
            assert text.size >= least, (name, text.text, text.size)

"""Every text of a picture stands out from its background, none is too small, and big text is larger."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import pytest

from bot.games import PICTURES
from bot.games.cicera.picture import sheet
from bot.locale import Catalogue, Words
from bot.panels.shared.shows import sketch as sketched
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.pages.curve import curve_picture
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.pages.winners import winners_picture
from bot.pictures.parts.examples import picture
from bot.pictures.sketch.sketch import Box, Icon, Item, Sketch, Text
from bot.pictures.sketch.style import Style
from engine import GAMES
from tests.bot.games.cicera.checks import Rectangle, covered, meet
from tests.bot.pictures import scenes_boards, scenes_cicera, scenes_tricks
from tests.bot.pictures.scenes_boards import CURVES, LEADERBOARDS
from tests.bot.pictures.shown import DESKTOP, PHONE, Client

CATALOGUE = Catalogue.load()
WORDS = CATALOGUE.words("en")
STYLES = (Style(Deck.FRENCH), Style(Deck.FRENCH, True), Style(Deck.ITALIAN))
LEAST = 4.5
ON_STRIPS = 6.0
"""The least contrast on strips and plates."""
WIDE = ("medal", "sun", "rays", "burst", "corona")
"""Signs behind texts."""
LARGER = 1.15
"""The least ratio of a big text to the same one in a usual picture, as clients show them."""


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
def pictures(style: Style, words: Words = WORDS) -> Mapping[str, Sketch]:
    """Return all pictures of all scenes in a style."""
    scenes = {**scenes_cicera.SCENES, **scenes_boards.SCENES, **scenes_tricks.SCENES}
    drawn = {name: sketched(made(), words, style) for name, made in scenes.items()}
    sheets = {f"sheet {name}": sheet(made(), words, style) for name, made in scenes_cicera.SHEETS.items()}
    boards = {
        f"leaderboard {name} {game}": leaderboard_picture(game, game, lines, own, page, words, style)
        for game, (name, (lines, own, page)) in product(palette.FELTS, LEADERBOARDS.items())
    }
    best = {
        f"winners {name} {game}": winners_picture(game, game, lines, words, style)
        for game, (name, (lines, _, _)) in product(palette.FELTS, LEADERBOARDS.items())
        if lines
    }
    curves = {
        f"curve {name} {game}": curve_picture(game, curve, words, style)
        for game, (name, curve) in product(palette.FELTS, CURVES.items())
    }
    rules = {
        f"example {game} {example.name}": picture(example, words, style)
        for game in GAMES
        for example in PICTURES[game].examples(GAMES[game].options({}))
    }
    tables = {name: found for name, found in drawn.items() if found is not None}
    return tables | sheets | boards | best | curves | rules


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_every_text_stands_out_from_its_ground(style: Style) -> None:
    assert len(pictures(style)) > 50
    for name, sketch in pictures(style).items():
        felt = palette.felt_of(sketch.game)
        for text, found in grounds(sketch):
            for ground in found:
                least = ON_STRIPS if ground in (felt.strip, palette.LIGHT_PLATE) else LEAST
                assert contrast(text.colour, ground) >= least, (name, text.text, text.colour, ground)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("style", STYLES, ids=str)
def test_no_text_is_smaller_than_eyes_can_read(style: Style, language: str) -> None:
    for name, sketch in pictures(style, CATALOGUE.words(language)).items():
        least = 21 if not style.big else 28 if sketch.game == "cicera" else 24
        for text in sketch.texts:
            assert text.size >= least, (name, text.text, text.size)


def sizes(sketch: Sketch, client: Client) -> Mapping[tuple[str, int | None], list[float]]:
    """Return the sizes at which a client shows each text, by its letters and whom it names."""
    found = defaultdict(list)
    for text in sketch.texts:
        if text.text.strip():
            found[text.text, text.who].append(text.size * client.scale(sketch.height))
    return found


@pytest.mark.parametrize("client", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("deck", [Deck.FRENCH, Deck.ITALIAN])
def test_big_text_is_larger_in_sight(deck: Deck, language: str, client: Client) -> None:
    words = CATALOGUE.words(language)
    usual, low = pictures(Style(deck), words), pictures(Style(deck, low=True), words)
    for name, sketch in pictures(Style(deck, big=True), words).items():
        plain, big = sizes(low[name], client), sizes(sketch, client)
        for text in plain.keys() & big.keys():
            assert min(big[text]) >= LARGER * min(plain[text]), (name, text)
            assert max(big[text]) >= LARGER * max(plain[text]), (name, text)
        for other in (plain, sizes(usual[name], client)):
            least = min(map(min, other.values()), default=0)
            assert all(min(found) > least for found in big.values()), name


def test_tables_are_low_in_big_text() -> None:
    assert pictures(Style(big=True)) == pictures(Style(big=True, low=True))

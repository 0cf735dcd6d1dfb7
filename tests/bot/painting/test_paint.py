"""From sketches to pixels: what is pasted where, in which colours, and the same every time."""

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from bot.locale import Catalogue
from bot.painting import colours
from bot.painting.paint import RING, Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.panels.shared.shows import sketch
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.sketch import (
    LEFT,
    MIDDLE,
    RIGHT,
    Box,
    CardAt,
    Icon,
    Item,
    Sketch,
    Stroke,
    Text,
    TileAt,
)
from bot.pictures.sketch.style import Style
from engine import GAMES
from engine.cards import card
from tests.bot.pictures import scenes_cicera, scenes_tricks

WORDS = Catalogue.load().words("en")
KING = card("KH")
STRIP = Box(0, 0, 300, 100, 0, "#0d302a")


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(Sprites(CACHE))


def showing(*items: Item, game: str = "cicera", deck: Deck = Deck.FRENCH, height: int = 300) -> Sketch:
    return Sketch(game, deck, items, "A test", height)


def colour(picture: Image.Image, x: int, y: int) -> str:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{int(value):02x}" for value in pixel[:3])


def inked(painter: Painter, text: Text) -> tuple[int, int, int, int]:
    """Return the box of a text's pixels on a strip."""
    empty, written = painter.drawn(showing(STRIP)), painter.drawn(showing(STRIP, text))
    box = ImageChops.difference(empty, written).getbbox()
    assert box is not None
    return box


def test_what_comes_later_lies_above(painter: Painter) -> None:
    under, over = Box(10, 10, 50, 50, 0, "#ff0000"), Box(30, 30, 50, 50, 0, "#0000ff")
    picture = painter.drawn(showing(under, over))
    assert [colour(picture, x, x) for x in (20, 40, 70)] == ["#ff0000", "#0000ff", "#0000ff"]


def test_a_card_has_its_shadow_and_a_ring_only_where_it_is_said(painter: Painter) -> None:
    x, y, width = 100, 60, 100
    plain = painter.drawn(showing(CardAt(x, y, width, KING, Deck.FRENCH)))
    ringed = painter.drawn(showing(CardAt(x, y, width, KING, Deck.FRENCH, ring=True)))
    beside = (x - RING // 2, y + 70)
    assert colour(ringed, *beside) == palette.GOLD
    assert colour(plain, *beside) != palette.GOLD
    assert colour(plain, x + width + 1, y + 70) == palette.FELTS["cicera"].track
    inside = (x + 10, y + 10, x + width - 10, y + 130)
    assert ImageChops.difference(plain.crop(inside), ringed.crop(inside)).getbbox() is None


def test_a_turned_card_stays_about_its_middle(painter: Painter) -> None:
    straight = CardAt(200, 60, 100, KING, Deck.FRENCH)
    empty = painter.drawn(showing())
    for turn in (0, 13, -13):
        drawn = painter.drawn(showing(straight._replace(turn=turn)))
        box = ImageChops.difference(empty, drawn).getbbox()
        assert box is not None
        assert abs((box[0] + box[2]) / 2 - 250) < 4
        assert abs((box[1] + box[3]) / 2 - 130) < 5


@pytest.mark.parametrize(("at", "expected"), [(LEFT, 0.0), (MIDDLE, 0.5), (RIGHT, 1.0)])
def test_a_text_stands_on_its_baseline_where_it_is_said(painter: Painter, at: str, expected: float) -> None:
    left, top, right, bottom = inked(painter, Text(150, 60, "HEH", Font.BOLD, 30, "#ffffff", at))
    assert abs(left + (right - left) * expected - 150) < 4
    assert bottom == 60
    assert 20 <= bottom - top <= 24


def test_a_box_is_filled_outlined_or_dashed(painter: Painter) -> None:
    box = Box(100, 100, 100, 60, 0, "#102030", "#ffffff", 4)
    picture = painter.drawn(showing(box))
    assert (colour(picture, 102, 130), colour(picture, 150, 130)) == ("#ffffff", "#102030")
    hollow = painter.drawn(showing(box._replace(fill=None)))
    ground = painter.drawn(showing())
    assert (colour(hollow, 102, 130), colour(hollow, 150, 130)) == ("#ffffff", colour(ground, 150, 130))
    dashed = painter.drawn(showing(box._replace(dashed=True, fill=None)))
    edge = {colour(dashed, x, 102) == "#ffffff" for x in range(100, 200)}
    assert edge == {True, False}
    assert painter.drawn(showing(box._replace(width=0))).tobytes() == ground.tobytes()


def test_a_stroke_goes_through_its_points_and_no_further(painter: Painter) -> None:
    stroke = Stroke(100, 50, ((0, 40), (60, 0), (60, 80)), 6, "#ffffff")
    ground, picture = painter.drawn(showing()), painter.drawn(showing(stroke))
    for x, y in ((100, 90), (130, 70), (160, 50), (160, 100), (160, 130)):
        assert colour(picture, x, y) == "#ffffff"
    box = ImageChops.difference(ground, picture).getbbox()
    assert box is not None
    assert all(abs(edge - at) <= 1 for edge, at in zip(box, (97, 47, 163, 133), strict=True))
    assert colour(picture, 130, 100) == colour(ground, 130, 100)


def test_tiles_and_signs_are_drawn(painter: Painter) -> None:
    ground = painter.drawn(showing())
    for item in (TileAt(100, 100, 42, KING, Deck.FRENCH), Icon(100, 100, 42, "dealer")):
        box = ImageChops.difference(ground, painter.drawn(showing(item))).getbbox()
        assert box is not None
        assert all(100 <= value <= 142 for value in box)


def test_a_picture_is_the_same_whoever_draws_it_and_whatever_was_drawn_before(painter: Painter) -> None:
    scene = sketch(scenes_cicera.SCENES["12 cards"](), WORDS, Style())
    assert scene is not None
    painter.png(showing(STRIP))
    assert painter.png(scene) == Painter(Sprites(CACHE)).png(scene) == painter.png(scene)


class Cutting(Sprites):
    """Counts the drawings that it cuts to a width."""

    cuts = 0

    def image(self, svg: str, width: int) -> Image.Image:
        self.cuts += 1
        return super().image(svg, width)


def test_every_deck_is_cut_once_however_often_tables_show_it() -> None:
    sprites = Cutting(CACHE)
    painter = Painter(sprites)

    def show(deck: Deck, game: str, *, ring: bool) -> int:
        """Return how many drawings are cut for every card of a deck, large and as a tile."""
        before, cards = sprites.cuts, GAMES[game].DECK
        large = [CardAt(100, 60, 155, shown, deck, ring) for shown in cards]
        painter.drawn(showing(*large, *(TileAt(300, 60, 44, shown, deck) for shown in cards), game=game))
        return sprites.cuts - before

    decks = {deck: game for game, deck in colours.pairs()}
    assert all(show(deck, game, ring=False) for deck, game in decks.items())
    for ring in (True, False):
        assert not any(show(deck, game, ring=ring) for deck, game in decks.items())


def test_a_picture_holds_nothing_but_what_is_seen(painter: Painter) -> None:
    with Image.open(io.BytesIO(painter.png(showing(STRIP)))) as picture:
        picture.load()
        assert picture.info.keys() <= {"transparency"}
        assert (picture.mode, picture.size, picture.format) == ("P", (680, 300), "PNG")


def scenes() -> Iterator[tuple[str, Sketch]]:
    """Yield a busy moment of every game with every deck."""
    busy = {"cicera": scenes_cicera.SCENES["12 cards"], "ciapano": scenes_tricks.SCENES["ciapano-four"]}
    for game, deck in colours.pairs():
        shown = busy.get(game, scenes_tricks.SCENES["civil-magic"])()
        found = sketch(shown, WORDS, Style(deck))
        assert found is not None
        yield f"{game}-{deck}", found


@pytest.mark.parametrize(
    ("name", "scene"), list(scenes()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_palette_of_a_game_is_near_enough(painter: Painter, name: str, scene: Sketch) -> None:
    """After a change to cards or colours that this refuses, `make palettes` counts the colours anew."""
    exact = painter.drawn(scene)
    with Image.open(io.BytesIO(painter.png(scene))) as coloured:
        difference = ImageChops.difference(exact, coloured.convert("RGB"))
    # A mean square of 10 is 38 dB, which is invisible.
    squares = ImageStat.Stat(difference).sum2
    assert sum(squares) / (3 * exact.width * exact.height) < 10


def test_named_colours_are_in_every_palette() -> None:
    for game, deck in colours.pairs():
        values = colours.colours(game, deck).getpalette() or []
        assert len(values) == 3 * colours.PALETTE_SIZE
        there = {tuple(values[i : i + 3]) for i in range(0, len(values), 3)}
        felt = palette.felt_of(game)
        for name in (felt.ground, felt.strip, felt.second, palette.WHITE, palette.INK, palette.LIGHT_PLATE):
            assert ImageColor.getrgb(name)[:3] in there

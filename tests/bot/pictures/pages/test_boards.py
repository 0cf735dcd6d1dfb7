"""Pictures without a game under way: lobbies, games that are over, leaderboards."""

import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from PIL import Image

from bot.games import PICTURES
from bot.locale import Catalogue
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.pictures.decks import SIZES, Deck
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.pages.winners import winners_picture
from bot.pictures.parts.plates import MARKS
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.fonts import draws, loaded, width
from bot.pictures.sketch.names import people as people_of
from bot.pictures.sketch.sketch import LEFT, RIGHT, WIDTH, Box, CardAt, Icon, Sketch, Text
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.view import AnyView
from tests.bot.pictures.scenes_boards import (
    LEADERBOARDS,
    NASTY,
    PLAYED,
    SCENES,
    STOPPED,
    WIDE,
    drawn,
    light,
    lobby,
    over,
    people,
)

WORDS = Catalogue.load().words("en")
STYLES = {
    "french": Style(),
    "italian": Style(Deck.ITALIAN),
    "big": Style(big=True),
}


def worst() -> Iterator[tuple[str, AnyView]]:
    """Yield every scene, and every game with names of the worst kind."""
    yield from ((name, made()) for name, made in SCENES.items())
    for game, variants in PLAYED.items():
        for options in variants:
            name = f"worst {game} {options.get('players', '')}"
            seats = people(game, WIDE, **options)
            yield f"{name} lobby", lobby(game, *seats, **options)
            for status, hands in ((Status.FINISHED, 0), (STOPPED, 2)):
                view = over(game, 2, WIDE, status, hands, **options)
                yield f"{name} {status}", view
                held = (replace(view.seats[0], level="hard"), *view.seats[1:])
                yield f"{name} {status} with a computer", replace(view, seats=held)


def boards() -> Iterator[tuple[str, Sketch]]:
    """Yield leaderboards and winners, of teams and members, with long names and numbers, or of nobody."""
    for (name, style), (what, (lines, own, page)) in product(
        STYLES.items(), {**LEADERBOARDS, **NASTY}.items()
    ):
        made = leaderboard_picture("cicera", "Cicera", lines, own, page, WORDS, style)
        yield f"leaderboard {what} {name}", made
        yield f"winners {what} {name}", winners_picture("cicera", "Cicera", lines, WORDS, style)


@cache
def tables() -> Mapping[str, AnyView]:
    """Return the tables of the pictures, by name."""
    return dict(worst())


@cache
def sketches() -> Mapping[str, Sketch]:
    """Return every picture in every style, by name."""
    drawings = {
        f"{name} {style}": drawn(view, WORDS, STYLES[style])
        for name, view in tables().items()
        for style in STYLES
    }
    return drawings | dict(boards())


def ink(text: Text) -> tuple[int, int, int, int]:
    """Return the rectangle filled by a text's letters."""
    left, top, right, bottom = loaded(text.font, text.size).getbbox(text.text, anchor="ls")
    wide = width(text.text, text.font, text.size)
    x = text.x if text.at == LEFT else text.x - wide if text.at == RIGHT else text.x - wide // 2
    return math.floor(x + left), math.floor(text.y + top), math.ceil(x + right), math.ceil(text.y + bottom)


def test_every_text_is_inside_and_none_lies_on_another() -> None:
    for name, sketch in sketches().items():
        places = {text: ink(text) for text in sketch.texts if text.text}
        for text, (left, top, right, bottom) in places.items():
            assert 0 <= left <= right <= WIDTH, (name, text)
            assert 0 <= top <= bottom <= sketch.height, (name, text)
            assert all(letter == " " or draws(text.font, letter) for letter in text.text), (name, text)
        for (one, a), (other, b) in combinations(places.items(), 2):
            # The last letter of an Arabic name reaches over its width by a pixel or two.
            apart = a[2] - 2 <= b[0] or b[2] - 2 <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (name, one, other)


def test_no_text_lies_on_a_sign_beside_it() -> None:
    for name, sketch in sketches().items():
        for icon in sketch.items:
            if not isinstance(icon, Icon) or icon.name not in ("computer", *MARKS):
                continue
            for text in sketch.texts:
                left, top, right, bottom = ink(text)
                across = right <= icon.x or icon.x + icon.size <= left
                assert across or bottom <= icon.y or icon.y + icon.size <= top, (name, text, icon)


def test_nothing_is_small_and_big_text_is_big() -> None:
    for name, sketch in sketches().items():
        big = name.endswith("big")
        assert min(text.size for text in sketch.texts) >= (25 if big else 21), name
        assert all(text.size >= (32 if big else 22) for text in sketch.texts if text.who is not None), name


def test_every_description_is_whole_and_has_room() -> None:
    for name, sketch in sketches().items():
        assert 0 < len(sketch.alt) <= ALT, name
        assert sketch.alt.endswith("."), name


def test_a_description_names_everybody_and_every_card() -> None:
    for name, view in tables().items():
        persons = people_of(view, WORDS)
        for style in STYLES:
            sketch = sketches()[f"{name} {style}"]
            assert {text.who for text in sketch.texts if text.who is not None} <= {p.seat for p in persons}
            for one in persons:
                assert one.said in sketch.alt, name
            for item in sketch.items:
                if isinstance(item, CardAt):
                    assert spoken(item) in sketch.alt, name


def spoken(item: CardAt) -> str:
    """Return the words for a card in a description, composed anew."""
    if item.card.suit is None:
        return f"Minion {item.card.text[1]}"
    italian = item.deck is Deck.ITALIAN
    numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    courts = "asso fante cavallo re" if italian else "ace jack queen king"
    ranks = dict(zip("23456789TAJQK", [*numbers, *courts.split()], strict=True))
    suits = ("spade", "coppe", "denari", "bastoni") if italian else ("spades", "hearts", "diamonds", "clubs")
    return f"{ranks[item.card.text[0]]} of {suits['SHDC'.index(item.card.text[1])]}"


def test_light_is_who_sits_in_a_lobby_and_who_has_won() -> None:
    for name, view in tables().items():
        match view.status:
            case Status.LOBBY:
                plates = len(view.seats)
            case Status.FINISHED if len(view.sides) > 2:
                plates = len(PICTURES[view.game].ended(view, WORDS).winners)
            case _:
                plates = 0
        for style in STYLES:
            assert light(sketches()[f"{name} {style}"]) == plates, name


def index_of(item: CardAt) -> list[tuple[float, float]]:
    """Return points all over a card's index, as they are seen."""
    wide, high = SIZES[item.deck]
    scale = item.width / wide
    right, bottom = (48, 92) if item.deck is Deck.ITALIAN else (58, 122)
    points = [(14 + (right - 14) * a / 8, 12 + (bottom - 12) * b / 8) for a in range(9) for b in range(9)]
    return [turned(item, (x - wide / 2) * scale, (y - high / 2) * scale) for x, y in points]


def turned(item: CardAt, x: float, y: float) -> tuple[float, float]:
    """Return the place in the picture of a point given from the card's middle."""
    wide, high = SIZES[item.deck]
    angle = math.radians(-item.turn)
    middle = item.x + item.width / 2, item.y + item.width * high / wide / 2
    return (
        middle[0] + x * math.cos(angle) - y * math.sin(angle),
        middle[1] + x * math.sin(angle) + y * math.cos(angle),
    )


def covers(item: CardAt, x: float, y: float) -> bool:
    """Return whether a card lies over a point."""
    wide, high = SIZES[item.deck]
    angle = math.radians(item.turn)
    x, y = x - item.x - item.width / 2, y - item.y - item.width * high / wide / 2
    across, down = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return abs(across) < item.width / 2 and abs(down) < item.width * high / wide / 2


def test_no_index_is_covered() -> None:
    for name, sketch in sketches().items():
        for number, item in enumerate(sketch.items):
            if not isinstance(item, CardAt):
                continue
            points = index_of(item)
            assert all(0 <= x <= WIDTH and 0 <= y <= sketch.height for x, y in points), name
            for above in sketch.items[number + 1 :]:
                match above:
                    case CardAt():
                        assert not any(covers(above, x, y) for x, y in points), (name, item, above)
                    case Box(fill=str()):
                        right, bottom = above.x + above.width, above.y + above.height
                        assert not any(above.x < x < right and above.y < y < bottom for x, y in points), name


def test_pictures_are_small() -> None:
    painter = Painter(Sprites(CACHE))
    names = ["lobby-cicera", "lobby-civil", "over-cicera", "over-ciapano-five", "stopped-cicera"]
    drawings = [sketches()[f"{name} french"] for name in names] + [sketches()["leaderboard teams french"]]
    for sketch in drawings:
        made = painter.png(sketch)
        assert len(made) <= 40_000
        assert Image.open(io.BytesIO(made)).size == (WIDTH, sketch.height)

"""Pictures in Italian and in a language 40 % longer: texts stay in their places in every style."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import Final

import pytest

from bot.games.cicera.picture import sheet
from bot.locale import Catalogue, Words
from bot.locale.names import ELLIPSIS
from bot.panels.shared.shows import sketch as sketched
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.pages.curve import curve_picture
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.pages.winners import winners_picture
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.fonts import draws
from bot.pictures.sketch.sketch import WIDTH, Box, Sketch, Text, TileAt
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from bot.table.viewing import view_of
from tests.bot.games.cicera.checks import check_places, covered, meet
from tests.bot.games.test_trick_pictures import under_way
from tests.bot.pictures.pages.test_boards import tables
from tests.bot.pictures.scenes_boards import CURVES, LEADERBOARDS, NASTY
from tests.bot.pictures.scenes_cicera import SCENES as CICERA
from tests.bot.pictures.scenes_cicera import SHEETS
from tests.bot.pictures.scenes_tricks import SCENES as TRICKS
from tests.bot.pictures.scenes_tricks import table
from tests.bot.pictures.test_grounds import inside
from tests.e2e.support.pseudo import disguised, lengthened

ITALIAN: Final = Catalogue.load().words("it")
DECKS: Final = (Deck.FRENCH, Deck.ITALIAN)
"""The decks whose cards differ in size; in four colours the French one has the same places."""
RANDOM: Final = "random"
STYLES: Final = [Style(*chosen) for chosen in product(DECKS, (False, True), (False, True))]

GAMES: Final[Sequence[tuple[str, dict[str, object]]]] = (
    ("ciapano", {"players": 3}),
    ("ciapano", {"players": 5}),
    ("civil-suits", {}),
)


@cache
def longer() -> Words:
    """Return a language 40 % longer than English."""
    return Words("en", disguised("en", lengthened)[0])


@cache
def moments() -> Mapping[str, AnyView]:
    """Return tables at named moments and at some of random games: last tricks of every worth, and any other
    news between two plays.
    """
    named = {name: made() for name, made in {**CICERA, **TRICKS}.items()}
    games = {
        f"{RANDOM} {game} {options} {place}": view_of(made)
        for game, options in GAMES
        for place, made in enumerate(islice(under_way(table(game, options), Random(1)), 3, 90, 5))
    }
    return {**named, **tables(), **games}


def pictures(words: Words, style: Style) -> Iterator[tuple[str, Sketch]]:
    """Yield every picture in a language and a style, with its name.

    Of random games, and of names of the worst kind, each style has another part.
    """
    for number, (name, view) in enumerate(moments().items()):
        if name.startswith((RANDOM, "worst")) and (number + STYLES.index(style)) % 4:
            continue
        if (found := sketched(view, words, style)) is not None:
            yield name, found
    for name, made in SHEETS.items():
        yield name, sheet(made(), words, style)
    for game, (name, (lines, own, page)) in product(palette.FELTS, {**LEADERBOARDS, **NASTY}.items()):
        title = words("cicera.name") + f" · {words('comma').strip()} 2026"
        yield (
            f"leaderboard {name} {game}",
            leaderboard_picture(game, title, lines, own, page, words, style, months=not page),
        )
        if lines:
            yield f"winners {name} {game}", winners_picture(game, title, lines, words, style)
    for game, (name, curve) in product(palette.FELTS, CURVES.items()):
        yield f"curve {name} {game}", curve_picture(game, curve, words, style)


def faults(sketch: Sketch) -> Iterator[tuple[object, ...]]:
    """Yield the faults of a picture's texts."""
    places = {text: covered(text) for text in sketch.texts if text.text.strip()}
    for text, (left, upper, right, lower) in places.items():
        if left < 0 or upper < 0 or right > WIDTH or lower > sketch.height:
            yield "outside", text
        if lacking := {letter for letter in text.text if letter != " " and not draws(text.font, letter)}:
            yield "cannot be drawn", lacking
    for (one, here), (other, there) in combinations(places.items(), 2):
        # Parts of one line touch each other.
        if meet((here[0] + 1, here[1], here[2] - 1, here[3]), there):
            yield "one over the other", one, other
    for place, item in enumerate(sketch.items):
        if isinstance(item, Text) and item in places:
            yield from (("out of its box", item, box) for box in boxes(sketch, place, places[item]))
        if isinstance(item, TileAt):
            tile = (item.x, item.y, item.x + item.size, item.y + item.size)
            yield from (("on a tile", text) for text, lies in places.items() if meet(lies, tile))
    if len(sketch.alt) > ALT:
        yield "described in", len(sketch.alt)


def boxes(sketch: Sketch, place: int, lies: tuple[int, int, int, int]) -> Iterator[Box]:
    """Yield the boxes behind an item that reaches over their edge."""
    for box in sketch.items[:place]:
        if isinstance(box, Box) and box.fill is not None:
            edges = (box.x, box.y, box.x + box.width, box.y + box.height)
            # A line may touch the edge of the place of a card above it.
            left, upper, right, lower = lies
            if meet((left, upper + 3, right, lower), edges) and not inside(lies, edges):
                yield box


@pytest.mark.parametrize("language", ["italian", "longer"])
@pytest.mark.parametrize("style", STYLES, ids=str)
def test_every_text_keeps_to_its_place(style: Style, language: str) -> None:
    found = dict(pictures(ITALIAN if language == "italian" else longer(), style))
    assert [(name, fault) for name, sketch in found.items() for fault in faults(sketch)] == []
    for name in (*CICERA, *SHEETS):
        check_places(found[name])
    if language == "italian":
        texts = [text.text for sketch in found.values() for text in sketch.texts if text.who is None]
        assert [text for text in texts if ELLIPSIS in text] == []

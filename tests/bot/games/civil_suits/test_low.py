"""The low pictures of Civil Suits, as they stand in private panels: all of the trick in less room."""

from itertools import combinations
from typing import Any

import pytest

from bot.games.civil_suits import picture
from bot.games.civil_suits.picture.moment import POWER_BAND
from bot.pictures.decks.base import palette
from bot.pictures.sketch.fonts import width
from bot.pictures.sketch.sketch import WIDTH, Box, CardAt, Icon, Sketch
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from engine.civil_suits.trick import IS_CHALLENGER, lying
from tests.bot.games.test_trick_pictures import GAMES, WORDS, WORST, check_table, chosen, pictures
from tests.bot.pictures.scenes_tricks import SCENES
from tests.bot.pictures.test_grounds import LEAST, ON_STRIPS, contrast, grounds

LOW = Style(low=True)
STYLES = (LOW, Style(big=True, low=True))
CIVIL = GAMES.index(("civil-suits", {}))
HEIGHT = 350
"""Pixels at a width of 680: 150 of 290 on a phone."""
HIGHEST = 440
"""The same where more cards lie there than have room in one row."""
TOUCHED = 104
"""Pixels that are 44 on a phone, where a picture is 290 wide."""
SIGNS = ("demerits", *POWER_BAND)
EVERY = (*STYLES, Style(), Style(big=True))
MOMENTS = tuple(name for name in SCENES if name.startswith("civil") and name != "civil-round-over")


def drawn(view: Any, style: Style = LOW) -> Sketch:
    return picture.table(view, WORDS, style)


@pytest.mark.parametrize("style", STYLES)
def test_a_low_table_shows_all_that_lies_open_and_nothing_else(style: Style) -> None:
    for made, view, sketch in pictures(CIVIL, style):
        check_table(sketch, made, view)


@pytest.mark.parametrize("style", STYLES)
def test_names_of_every_kind_fit_a_low_table(style: Style) -> None:
    for made in chosen(CIVIL, 1, style, WORST):
        view = view_of(made)
        check_table(drawn(view, style), made, view)


def test_a_low_table_leaves_room_for_the_cards() -> None:
    heights = {True: [0], False: [0]}
    for made, _, sketch in pictures(CIVIL, LOW):
        heights[len(lying(made.state.trick)) <= 6].append(sketch.height)
    assert max(heights[True]) <= HEIGHT
    assert HEIGHT < max(heights[False]) <= HIGHEST


@pytest.mark.parametrize("style", EVERY)
def test_all_cards_are_large_and_lie_apart_in_every_tie(style: Style) -> None:
    met = set()
    shown = [sketch for _, _, sketch in pictures(CIVIL, style)]
    for sketch in [*shown, *(drawn(SCENES[name](), style) for name in MOMENTS)]:
        faces = [item for item in sketch.items if isinstance(item, CardAt)]
        met.add(len(faces))
        for face in faces:
            assert face.width >= TOUCHED
            assert 0 <= face.x <= face.x + face.width <= WIDTH
            assert face.y + round(1.4 * face.width) <= sketch.height
        for one, other in combinations(faces, 2):
            assert abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= round(1.4 * one.width)
    assert {4, 5, 6, 7, 8} <= met


@pytest.mark.parametrize("style", EVERY)
def test_every_number_follows_its_sign(style: Style) -> None:
    numbers = 0
    for name in MOMENTS:
        sketch, met = drawn(SCENES[name](), style), set[Icon]()
        signs = [item for item in sketch.items if isinstance(item, Icon) and item.name in SIGNS]
        for text in [text for text in sketch.texts if text.text.lstrip("+−").isdigit()]:
            left = text.x - width(text.text, text.font, text.size)
            near = [sign for sign in signs if sign.y < text.y and sign.y + sign.size > text.y - text.size]
            before = sorted((sign for sign in near if left - 220 < sign.x < left), key=lambda sign: sign.x)
            # A sign has one number: the next one needs its own.
            assert set(before[-1:]) - met, (name, text)
            met.add(before[-1])
            numbers += 1
    assert numbers


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("style", STYLES)
def test_every_text_of_a_low_table_stands_out_and_is_large_enough(name: str, style: Style) -> None:
    sketch = drawn(SCENES[name](), style)
    felt = palette.felt_of(sketch.game)
    for text, found in grounds(sketch):
        assert text.size >= (24 if style.big else 21), text
        for ground in found:
            least = ON_STRIPS if ground in (felt.strip, palette.LIGHT_PLATE) else LEAST
            assert contrast(text.colour, ground) >= least, (text.text, text.colour, ground)


def column(sketch: Sketch, item: Box | Icon) -> int:
    """Return the seat below whose plate an item stands."""
    plates = [box for box in sketch.items if isinstance(box, Box) and box.y <= 8]
    return sum(plate.x - 10 <= item.x for plate in plates) - 1


@pytest.mark.parametrize("style", STYLES)
def test_champions_stand_as_signs_below_their_own_plate(style: Style) -> None:
    seen = 0
    for made, _, sketch in pictures(CIVIL, style):
        champions = made.state.trick.champions
        if not champions:
            continue
        seen += 1
        below = [item for item in sketch.items if isinstance(item, Icon) and item.name in POWER_BAND]
        signs = {(item.name, column(sketch, item)) for item in below}
        places = {power: champions[place] for power, (place, _, _) in POWER_BAND.items()}
        assert signs == {(power, seat) for power, seat in places.items() if seat is not None}
        gold = [item for item in sketch.items if isinstance(item, Box) and item.fill == palette.DISC]
        assert [column(sketch, box) for box in gold] == [made.state.turn]
    assert seen


def test_each_challenger_has_its_numbers_and_each_ban_its_sign() -> None:
    bans = 0
    for made, _, sketch in pictures(CIVIL, LOW):
        trick = made.state.trick
        for face in (item for item in sketch.items if isinstance(item, CardAt)):
            numbers = made.state.options.numbers(face.card) if face.card in IS_CHALLENGER else None
            assert face.numbers == numbers
        crossed = [item.suit for item in sketch.items if isinstance(item, Icon) and item.name == "banned"]
        for _, suit in trick.bans:
            assert suit is None or suit in crossed
            bans += suit is not None
    assert bans

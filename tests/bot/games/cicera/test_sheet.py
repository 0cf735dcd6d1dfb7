"""Score sheets of Cicera as sketches: each point stands there once, and the columns add up."""

import io
import re
from dataclasses import replace
from itertools import cycle

import pytest
from PIL import Image

from bot.games.cicera.picture import sheet
from bot.games.cicera.picture.rows import MOST_ROWS, ORDER, point_rows
from bot.locale import Catalogue
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.pictures.decks import Deck
from bot.pictures.parts.plates import SIDE_COLOURS
from bot.pictures.sketch.sketch import Box, Sketch, Text
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.cicera import Seen
from engine.game import Line
from tests.bot.games.cicera.checks import check_places, check_told
from tests.bot.pictures.scenes_cicera import (
    LONG,
    NAMES,
    SHEETS,
    cards,
    finished,
    shown,
    whole_game,
)

WORDS = Catalogue.load().words("en")
STYLES = tuple(Style(deck, big) for big in (False, True) for deck in (Deck.FRENCH, Deck.FOUR, Deck.ITALIAN))
WORST = ("W" * 20, "M" * 32, "田中さん", "محمد عبد الرحمن")


def pills(sketch: Sketch) -> tuple[list[int], list[int]]:
    """Return the points in the pills of both columns, a pill being a coloured box with a number on it."""
    found: tuple[list[int], list[int]] = ([], [])
    for box, text in zip(sketch.items, sketch.items[1:], strict=False):
        if isinstance(box, Box) and isinstance(text, Text) and re.fullmatch(r"\+\d+", text.text):
            assert box.fill in SIDE_COLOURS
            found[SIDE_COLOURS.index(box.fill)].append(int(text.text))
    return found


def check_sheet(seen: View[Seen], style: Style) -> Sketch:
    sketch = sheet(seen, WORDS, style)
    *earlier, found = seen.seen.sheets
    before = [sum(one.score(side) for one in earlier) for side in (0, 1)]
    texts = [text.text for text in sketch.texts]
    for side in (0, 1):
        scored = found.score(side)
        assert sum(pills(sketch)[side]) == scored
        assert f"{before[side]} + {scored}" in texts
        assert str(before[side] + scored) in texts
    check_places(sketch)
    check_told(sketch, seen, WORDS)
    for name in {line.name for line in found.lines}:
        assert any(text.startswith(WORDS(f"cicera.line.{name}")) for text in texts)
        assert WORDS(f"cicera.line.{name}") in sketch.alt
    return sketch


@pytest.mark.parametrize(("seed", "takes"), [(1, 0.3), (2, 0.6), (3, 1.0)])
@pytest.mark.parametrize("names", [NAMES, LONG[:2], WORST])
def test_columns_add_up_in_every_game(seed: int, takes: float, names: tuple[str, ...]) -> None:
    styles = cycle(STYLES)
    for state in whole_game(seed, names, takes, hands=3):
        if state.between_hands:
            seen = shown(state)
            check_sheet(seen, next(styles))
            check_sheet(seen, next(styles))


@pytest.mark.parametrize("style", STYLES)
def test_scenes_can_be_read(style: Style) -> None:
    for made in SHEETS.values():
        check_sheet(made(), style)


def test_a_named_point_is_a_row_in_the_order_of_the_sheet() -> None:
    seen = SHEETS["sheet"]().seen
    found = point_rows(seen, WORDS)
    assert [row.name for row in found] == [WORDS(f"cicera.line.{name}") for name in ORDER]
    assert [row.note for row in found if row.note] == ["29 : 23", "8 : 5"]


def test_several_scue_are_a_row_each_up_to_a_sheet_full() -> None:
    scue = tuple(Line(n % 2, "scua", 1, cards(f"{rank}H")) for n, rank in enumerate("A23456789"))
    piles = "AS 2S 3S 4S 7S 8S 9S TS AH 2H 3H 4H 5H 6H 7H 8H 9H TH KH 2D 3D 7D 8D 9D JD QD KD 7C QC"
    for made in range(len(scue)):
        seen = finished((piles,), scue[:made]).seen
        lines = seen.sheets[-1].lines
        found = point_rows(seen, WORDS)
        if len(lines) <= MOST_ROWS:
            assert len(found) == len(lines)
            assert all(0 in row.points for row in found)
        else:
            assert len(found) == len({line.name for line in lines})


def test_a_scua_is_told_with_all_that_it_took() -> None:
    seen = SHEETS["sheet of a played hand"]().seen
    scua = next(line for line in seen.sheets[-1].lines if line.name == "scua")
    play = next(play for play in seen.plays if play.card is scua.cards[0])
    row = point_rows(seen, WORDS)[0]
    assert row.cards == (play.card, *play.taken)


def test_a_side_is_told_its_own_points_of_a_name_and_not_how_many_both_made() -> None:
    sketch = sheet(SHEETS["sheet of many points"](), WORDS, STYLES[0])
    assert "scua × 5" in [text.text for text in sketch.texts]
    mine, others = sketch.alt.split("Bo and Di, ")
    assert "scua 3 (two of hearts, three of hearts and five of hearts)" in mine
    assert "scua 2 (ace of hearts and four of hearts)" in others


def test_a_hand_without_points_says_so() -> None:
    seen = finished((), ())
    first, blank, _ = seen.seen.sheets
    assert not blank.lines
    totals = first.score(0), first.score(1)
    bare = replace(seen, seen=seen.seen._replace(sheets=(first, blank), totals=totals))
    sketch = check_sheet(bare, STYLES[0])
    assert WORDS("picture.cicera.none") in [text.text for text in sketch.texts]


def test_a_sheet_is_as_high_as_its_rows() -> None:
    heights = [sheet(SHEETS[name](), WORDS, STYLES[0]).height for name in ("sheet", "sheet of two")]
    assert heights[0] == 842
    assert heights[1] < 842


def test_the_picture_is_small() -> None:
    made = Painter(Sprites(CACHE)).png(sheet(SHEETS["sheet"](), WORDS, STYLES[0]))
    assert Image.open(io.BytesIO(made)).size == (680, 842)
    assert len(made) <= 40_000

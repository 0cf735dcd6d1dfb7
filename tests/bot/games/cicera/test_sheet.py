"""Score sheets of Cicera as sketches: each point stands there once, and the columns add up."""

import io
import re
from dataclasses import replace
from itertools import combinations, cycle

import pytest
from PIL import Image

from bot.games.cicera.board import heading
from bot.games.cicera.picture import sheet
from bot.games.cicera.picture.rows import PointRow, point_rows
from bot.games.cicera.points import ORDER
from bot.games.cicera.telling import account
from bot.locale import Catalogue
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.pictures.decks import Deck
from bot.pictures.parts.plates import SIDE_COLOURS
from bot.pictures.sketch.sketch import Box, Icon, Sketch, Text, TileAt
from bot.pictures.sketch.style import Style
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.cards import Card
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


def rows(name: str, part: int = WHOLE) -> tuple[PointRow, ...]:
    """Return the rows of a scene that are counted by this part."""
    return point_rows(SHEETS[name]().seen, WORDS, part)


def test_a_named_point_is_a_row_in_the_order_of_the_sheet_with_what_earned_it() -> None:
    found = rows("sheet")
    assert [row.name for row in found] == [WORDS(f"cicera.line.{name}") for name in ORDER]
    numbers = {row.key: tuple(share.number for share in row.shares) for row in found}
    assert numbers == {**dict.fromkeys(ORDER, (None, None)), "carte": (29, 23), "spade": (8, 5)}
    drawn = [text.text for text in sheet(SHEETS["sheet"](), WORDS, STYLES[0]).texts]
    assert all(row.earned in drawn for row in found)
    told = {row.key: row.earned for row in found}
    assert told["scua"] == "cleared the table"
    assert told["picada"] == "took the card just left"
    assert told["dieci"] == "ten of diamonds"


def test_a_picada_by_rank_is_explained_as_one() -> None:
    seen = SHEETS["sheet"]().seen
    seen = seen._replace(options=replace(seen.options, picada="rank"))
    (found,) = [row for row in point_rows(seen, WORDS, WHOLE) if row.key == "picada"]
    assert found.earned == "an equal card just left"


def test_several_scue_are_one_row_with_the_card_that_each_was_made_with() -> None:
    scue = tuple(Line(n % 2, "scua", 1, cards(f"{rank}H")) for n, rank in enumerate("A23456789"))
    piles = "AS 2S 3S 4S 7S 8S 9S TS AH 2H 3H 4H 5H 6H 7H 8H 9H TH KH 2D 3D 7D 8D 9D JD QD KD 7C QC"
    for made in range(2, len(scue)):
        first, *others = point_rows(finished((piles,), scue[:made]).seen, WORDS, WHOLE)
        assert first.key == "scua"
        assert "scua" not in {row.key for row in others}
        assert [len(share.cards) for share in first.shares] == [made - made // 2, made // 2]


def test_a_scua_is_told_with_all_that_it_took() -> None:
    seen = SHEETS["sheet of a played hand"]().seen
    scua = next(line for line in seen.sheets[-1].lines if line.name == "scua")
    play = next(play for play in seen.plays if play.card is scua.cards[0])
    assert rows("sheet of a played hand")[0].shares[scua.side].cards == (play.card, *play.taken)


def test_a_side_is_told_its_own_points_of_a_name_and_not_how_many_both_made() -> None:
    sketch = sheet(SHEETS["sheet of many points"](), WORDS, STYLES[0])
    mine, others = sketch.alt.split("Bo and Di, ")
    assert "scua 3, cleared the table (two of hearts, three of hearts and five of hearts)" in mine
    assert "scua 2, cleared the table (ace of hearts and four of hearts)" in others
    assert "napula 12, spades from the ace (ace of spades to queen of spades)" in mine


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("style", STYLES)
def test_the_cards_of_a_side_are_whole_and_in_its_own_column(name: str, style: Style) -> None:
    sketch = sheet(SHEETS[name](), WORDS, style)
    tiles = [item for item in sketch.items if isinstance(item, TileAt)]
    for one, other in combinations(tiles, 2):
        assert abs(one.x - other.x) >= one.size or abs(one.y - other.y) >= one.size
    assert all(tile.size >= 47 for tile in tiles), "20 pixels on a phone"
    ends = [
        max(box.x for box in sketch.items if isinstance(box, Box) and filled(box, side)) for side in (0, 1)
    ]
    for row in rows(name):
        first, second = (share.cards for share in row.shares)
        lies = [tile for tile in tiles if tile.card in first + second]
        for tile in lies:
            if tile.card not in second:
                assert tile.x + tile.size <= ends[0] or tile.card in other_rows(name, row)
            elif tile.card not in first:
                assert ends[0] < tile.x < tile.x + tile.size <= ends[1] or tile.card in other_rows(name, row)


def filled(box: Box, side: int) -> bool:
    """Return whether a box is a pill of a side; its bar is lower."""
    return box.fill == SIDE_COLOURS[side] and box.height > 30


def other_rows(name: str, but: PointRow) -> set[Card]:
    """Return the cards in the rows of a scene but one."""
    return {
        card for row in rows(name) if row is not but and row != but for s in row.shares for card in s.cards
    }


def test_more_cards_than_have_room_are_told_by_their_number() -> None:
    found = [text.text for text in sheet(SHEETS["sheet of too many scue"](), WORDS, STYLES[0]).texts]
    assert [found.count(text) for text in ("× 7", "× 6", "× 4", "× 2")] == [1, 1, 1, 0]
    found = [text.text for text in sheet(SHEETS["sheet of many points"](), WORDS, STYLES[0]).texts]
    assert [found.count(text) for text in ("× 12", "× 5", "× 3")] == [1, 1, 0]


def test_napoleone_is_told_when_all_is_counted() -> None:
    view = SHEETS["sheet of many points"]()
    *before, last = view.seen.sheets
    view = replace(view, seen=view.seen._replace(sheets=(*before, replace(last, napoleone=0))))
    for part in range(1, WHOLE + 1):
        sketch = sheet(replace(view, counting=part), WORDS, STYLES[0])
        crowns = [item for item in sketch.items if isinstance(item, Icon) and item.name == "crown"]
        assert len(crowns) == (part == WHOLE)
        assert ("Ann and Cy: napoleone, all spades: the game." in sketch.alt) == (part == WHOLE)


@pytest.mark.parametrize("style", STYLES)
def test_a_sheet_is_counted_name_by_name_with_the_sums_so_far(style: Style) -> None:
    view = SHEETS["sheet"]()
    whole, names = sheet(view, WORDS, style), []
    for part in range(1, WHOLE + 1):
        sketch = sheet(replace(view, counting=part), WORDS, style)
        keys = {row.key for row in rows("sheet", part)}
        names.append(len(keys))
        texts = [text.text for text in sketch.texts]
        for name in ORDER:
            assert (WORDS(f"cicera.line.{name}") in texts) == (name in keys)
            assert (f"{WORDS(f'cicera.line.{name}')} " in sketch.alt) == (name in keys)
        for before, column in zip((23, 19), pills(sketch), strict=True):
            assert f"{before} + {sum(column)}" in texts
            assert f"Now {before + sum(column)}." in sketch.alt
        assert ("34" in texts) == (part == WHOLE)
        assert sketch.height == whole.height
        check_places(sketch)
    assert names == [3, 6, 10]
    assert sketch == whole


def test_where_both_sides_have_the_points_that_win_it_says_that_the_higher_total_does() -> None:
    view = SHEETS["sheet of many points"]()
    both, before = WORDS("cicera.both", target=24), [23, 19]
    for target, told in ((51, False), (25, False), (24, True)):
        options = replace(view.seen.options, target=target)
        at = replace(view, seen=view.seen._replace(options=options))
        texts = [text.text for text in sheet(at, WORDS, STYLES[0]).texts]
        assert (WORDS("picture.cicera.higher") in texts) == told
        assert (WORDS("picture.cicera.first-to", n=target) in texts) != told
        assert (both in account(at.seen.sheets[-1], at.hand, before, at, WORDS)) == told
        playing = replace(at, between_hands=False)
        reached = max(at.seen.totals) >= target
        said = "cicera.heading.reached" if reached else "cicera.heading"
        assert heading(at, WORDS) == WORDS("cicera.heading", hand=at.hand, target=target)
        assert heading(playing, WORDS) == WORDS(said, hand=at.hand, target=target)


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
    assert heights[0] == 862
    assert heights[1] < 862


def test_the_picture_is_small() -> None:
    made = Painter(Sprites(CACHE)).png(sheet(SHEETS["sheet"](), WORDS, STYLES[0]))
    assert Image.open(io.BytesIO(made)).size == (680, 862)
    assert len(made) <= 40_000

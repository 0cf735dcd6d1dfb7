"""The curve of a rating: where its points lie, and what its description tells."""

from itertools import pairwise

import pytest

from bot.locale import Catalogue
from bot.pictures.pages.curve import curve_picture
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.sketch import WIDTH, Box, Sketch, Stroke
from bot.pictures.sketch.style import Style
from tests.bot.pictures.scenes_boards import CURVES

CATALOGUE = Catalogue.load()
PHONE = 340 / 680


def drawn(name: str, language: str = "en", *, big: bool = False) -> Sketch:
    return curve_picture("cicera", CURVES[name], CATALOGUE.words(language), Style(big=big))


def stroke(sketch: Sketch) -> Stroke:
    [found] = [item for item in sketch.items if isinstance(item, Stroke)]
    return found


def zero(sketch: Sketch) -> int:
    """Return the height of the zero line."""
    [found] = [item for item in sketch.items if isinstance(item, Box) and item.height == 3]
    return found.y + 1


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("name", CURVES)
def test_a_point_is_as_high_as_its_rating_and_lies_on_the_plate(name: str, big: bool) -> None:
    sketch = drawn(name, big=big)
    line, points = stroke(sketch), CURVES[name].points
    [plate] = [item for item in sketch.items if isinstance(item, Box) and item.height > 160]
    heights = [zero(sketch) - (line.y + y) for _, y in line.points]
    scale = max(map(abs, heights)) / max(abs(mean) for _, mean in points)
    for height, (_, mean) in zip(heights, points, strict=True):
        assert height == pytest.approx(mean * scale, abs=2)
    across = [x for x, _ in line.points]
    assert across == sorted(across)
    assert plate.y < line.y + min(y for _, y in line.points)
    assert line.y + max(y for _, y in line.points) < plate.y + plate.height
    assert line.x + across[-1] < plate.x + plate.width
    assert sketch.height * PHONE <= 200


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("name", CURVES)
def test_values_at_the_side_do_not_touch_and_are_large_enough(name: str, big: bool) -> None:
    texts = drawn(name, big=big).texts
    assert all(text.size >= (28 if big else 21) for text in texts)
    side = [text for text in texts if text.x < WIDTH // 3 and text.y > 100 and text.at == "r"]
    assert "0" in [text.text for text in side]
    bases = sorted(text.y for text in side)
    assert all(below - above >= side[0].size for above, below in pairwise(bases))


def test_a_description_tells_both_ends_and_both_heights() -> None:
    assert drawn("three").alt == (
        "Points a hand, game by game (3), 31 December 2025 to 1 January 2026: "
        "at first −0.3, highest +0.2 (game 2), lowest −0.3 (game 1), now +0.1."
    )
    assert "massimo +31,5 (partita 9), minimo −14,3 (partita 1), ora +31,4" in drawn("steep", "it").alt
    assert all(len(drawn(name, language).alt) <= ALT for name in CURVES for language in CATALOGUE.languages)


def test_less_than_half_of_a_decimal_is_written_without_a_minus() -> None:
    sketch = drawn("flat")
    assert "−0" not in sketch.alt
    assert not any("−" in text.text for text in sketch.texts)

"""The picture of a member's rating after each of their games: a line over and under the mean of all."""

from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.sketch.alt import fitting
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import RIGHT, WIDTH, Box, Item, Sketch, Stroke, Text, flat
from bot.pictures.sketch.style import Style
from bot.store import Curve

_EDGE: Final = 10
_NARROWEST: Final = 0.5
"""Points a hand: less of a change does not fill the picture."""


class _Layout(NamedTuple):
    """Pixels of the header, of the plate and of its foot, and the sizes of texts."""

    header: int
    plate: int
    foot: int
    titles: tuple[int, ...]
    now: int
    label: int


_PLAIN: Final = _Layout(header=62, plate=172, foot=42, titles=(34, 30, 26), now=40, label=24)
_BIG: Final = _Layout(header=66, plate=168, foot=48, titles=(42, 38, 34), now=48, label=34)


def curve_picture(game: str, curve: Curve, words: Words, style: Style) -> Sketch:
    """Return the picture of a rating's curve, with its heights, its two days, and the rating now."""
    felt, layout = palette.felt_of(game), _BIG if style.big else _PLAIN
    height = layout.header + _EDGE + layout.plate + layout.foot
    now = _points(curve.points[-1][1], words)
    room = WIDTH - 5 * _EDGE - width(now, Font.SLAB, layout.now)
    title, size = fitted(words(words.of_game(game, "picture.curve.title")), Font.SLAB, layout.titles, room)
    top, middle = layout.header + _EDGE, round(0.5 * layout.header)
    days = top + layout.plate + layout.foot - round(0.5 * (layout.foot - 0.72 * layout.label))
    half, small = WIDTH // 2 - 3 * _EDGE, (layout.label, layout.label - 3, layout.label - 6)
    first, last = (fitted(words.day(day), Font.MEDIUM, small, half) for day in (curve.first, curve.last))
    items = flat(
        Box(0, 0, WIDTH, layout.header, 0, felt.strip),
        Text(2 * _EDGE, middle + round(0.36 * size), title, Font.SLAB, size, palette.WHITE),
        Text(
            WIDTH - 2 * _EDGE,
            middle + round(0.36 * layout.now),
            now,
            Font.SLAB,
            layout.now,
            palette.DISC,
            RIGHT,
        ),
        Box(_EDGE, top, WIDTH - 2 * _EDGE, layout.plate, 16, felt.strip),
        _line(curve, top, layout, felt, words),
        Text(2 * _EDGE, days, first[0], Font.MEDIUM, first[1], palette.WHITE),
        Text(WIDTH - 2 * _EDGE, days, last[0], Font.MEDIUM, last[1], palette.WHITE, RIGHT),
    )
    return Sketch(
        game, style.deck_of(game), items, fitting([[curve_words(game, curve, words)]]), height, calm=True
    )


def curve_words(game: str, curve: Curve, words: Words) -> str:
    """Return a curve in words: its two ends, its highest and its lowest point."""
    means = dict(curve.points)
    highest, lowest = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    return words(
        words.of_game(game, "alt.curve"),
        games=curve.points[-1][0],
        first=words.day(curve.first),
        last=words.day(curve.last),
        start=rounded(curve.points[0][1]),
        highest=rounded(means[highest]),
        at_highest=highest,
        lowest=rounded(means[lowest]),
        at_lowest=lowest,
        now=rounded(curve.points[-1][1]),
    )


def rounded(mean: float) -> float:
    """Return points a hand with one decimal; less than half of that has no sign of its own."""
    return round(mean, 1) + 0.0


def _points(mean: float, words: Words) -> str:
    return words("picture.leaderboard.mean", points=rounded(mean))


def _line(curve: Curve, top: int, layout: _Layout, felt: Felt, words: Words) -> tuple[Item, ...]:
    """Return the line with the zero, and the values of its highest and its lowest point at the left."""
    means = [mean for _, mean in curve.points]
    high, low = max(0.0, *means), min(0.0, *means)
    spare = max(0.0, _NARROWEST - (high - low)) / 2
    high, low = high + spare, low - spare
    # Less than half of a decimal is the zero itself.
    marked = {_points(mean, words): mean for mean in (max(means), min(means)) if rounded(mean)}
    left = 2 * _EDGE + max(width(text, Font.BOLD, layout.label) for text in (*marked, "0")) + 2 * _EDGE
    right, pad = WIDTH - 4 * _EDGE, round(0.9 * layout.label)
    highest, tall = top + pad, layout.plate - 2 * pad

    def y(mean: float) -> int:
        return highest + round(tall * (high - mean) / (high - low))

    labels, taken = list[Item](), list[int]()
    for text, mean in (("0", 0.0), *marked.items()):
        # A value gives way to the zero beside it, and the lowest to the highest.
        if all(abs(y(mean) - other) >= layout.label for other in taken):
            taken.append(y(mean))
            base = y(mean) + round(0.36 * layout.label)
            labels.append(Text(left - 2 * _EDGE, base, text, Font.BOLD, layout.label, palette.WHITE, RIGHT))
    games = curve.points[-1][0] - 1
    points = tuple(
        [(round((right - left) * (number - 1) / games), y(mean) - highest) for number, mean in curve.points]
    )
    end, dot = points[-1], 10
    return flat(
        labels,
        Box(left - _EDGE, y(0.0) - 1, right - left + 2 * _EDGE, 3, 0, felt.accent),
        Stroke(left, highest, points, 5, palette.DISC),
        Box(
            left + end[0] - dot, highest + end[1] - dot, 2 * dot, 2 * dot, dot, palette.WHITE, palette.DISC, 5
        ),
    )

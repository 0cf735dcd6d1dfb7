"""The picture of a page of a leaderboard, and below it the reader's own rows of other pages."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.pages.standing import EDGE, FIGURES, Sizes, line_of, lines_aloud, look_of, plate_of
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Item, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow

PAGE_ROWS: Final = 8
"""Rows of a page: with more, big text would be no larger on a phone, which shows 300 pixels of height."""
_OWN: Final = 3
"""The most rows of the reader below a page."""


class _Layout(NamedTuple):
    """Pixels of the header, between plates, and of the words above rows without a rank; sizes of texts."""

    header: int
    gap: int
    apart: int
    titles: tuple[int, ...]
    label: int
    sizes: Sizes


_PLAIN: Final = _Layout(
    header=86, gap=5, apart=34, titles=(36, 32, 28), label=22,
    sizes=Sizes(
        height=58, medal=44, tile=44, upper=25, lower=52,
        one=(26,), two=(24, 23), over=(25, 23), under=22, points=28, small=22,
    ),
)  # fmt: skip
_BIG: Final = _Layout(
    header=92, gap=3, apart=38, titles=(48, 44, 40, 36), label=29,
    sizes=Sizes(
        height=69, medal=60, tile=54, upper=29, lower=61,
        one=(38, 36), two=(34,), over=(34,), under=32, points=38, small=30,
    ),
)  # fmt: skip


def leaderboard_picture(
    game: str,
    title: str,
    lines: Sequence[LeaderboardRow],
    own: Sequence[LeaderboardRow],
    page: int,
    words: Words,
    style: Style,
    *,
    months: bool = False,
) -> Sketch:
    """Return the picture of a page of rows, counted from 0; `months` is true where it is of a month.

    The reader's `own` rows are light; those of other pages stand below.
    """
    felt, layout, deck = palette.felt_of(game), _BIG if style.big else _PLAIN, style.deck_of(game)
    mine = {row.members for row in own}
    rows = [line_of(row, words, light=row.members in mine) for row in lines]
    below = [line_of(row, words, light=True) for row in elsewhere(lines, own)]
    every = [*rows, *below]
    look = look_of(every, layout.sizes, felt, deck, words)
    items: list[Item] = [*_header(game, title, page, layout, felt, words)]
    top, apart = layout.header + EDGE - 2, False
    for place, line in enumerate(every):
        if place == len(rows):
            top += EDGE
        if line.row.rank is None and not apart:
            items += _apart(top, layout, felt, words)
            top, apart = top + layout.apart, True
        items += plate_of(line, top, look)
        top += layout.sizes.height + layout.gap
    nobody = "" if every else words(f"alt.leaderboard.{'nobody-month' if months else 'nobody'}")
    if nobody:
        items += _nobody(nobody, top, layout, felt)
        top += layout.sizes.height + layout.gap
    head = words("alt.leaderboard.page", title=title, page=page + 1) if page else title
    heads = (words(words.of_game(game, "alt.leaderboard.head"), title=head), nobody)
    alt = lines_aloud(heads, every, [line for line in every if line.light], deck, words)
    return Sketch(game, deck, flat(items), alt, top + EDGE - layout.gap)


def elsewhere(lines: Sequence[LeaderboardRow], own: Sequence[LeaderboardRow]) -> tuple[LeaderboardRow, ...]:
    """Return the reader's best rows that are not on a page, at most three."""
    shown = {row.members for row in lines}
    return tuple(row for row in own if row.members not in shown)[:_OWN]


def _header(game: str, title: str, page: int, layout: _Layout, felt: Felt, words: Words) -> tuple[Item, ...]:
    """Return the title over the names of the figures and, if there is room, a later page's number."""
    label, left = layout.label, 2 * EDGE
    lower = layout.header - round(0.45 * label)
    text, size = fitted(title, Font.SLAB, layout.titles, FIGURES - left)
    figures = words(words.of_game(game, "picture.leaderboard.figures"))
    number = words("picture.leaderboard.page", page=page + 1) if page else ""
    taken = left + width(number, Font.MEDIUM, label) + left + width(figures, Font.MEDIUM, label)
    return flat(
        Box(0, 0, WIDTH, layout.header, 0, felt.strip),
        Text(left, lower - round(1.32 * label), text, Font.SLAB, size, palette.WHITE),
        Text(left, lower, number, Font.MEDIUM, label, felt.second) if number and taken <= FIGURES else None,
        Text(FIGURES, lower, figures, Font.MEDIUM, label, felt.second, RIGHT),
    )


def _apart(top: int, layout: _Layout, felt: Felt, words: Words) -> tuple[Item, ...]:
    """Return the words above rows that have no rank, between two lines."""
    label, middle = layout.label, top + (layout.apart - layout.gap) // 2
    text = words("picture.leaderboard.apart")
    wide = width(text, Font.SEMI, label) + 2 * EDGE
    side = (WIDTH - wide) // 2 - 2 * EDGE
    return (
        Box(2 * EDGE, middle - 1, side, 2, 0, felt.accent),
        Text(WIDTH // 2, middle + round(0.36 * label), text, Font.SEMI, label, palette.WHITE, MIDDLE),
        Box(WIDTH - 2 * EDGE - side, middle - 1, side, 2, 0, felt.accent),
    )


def _nobody(text: str, top: int, layout: _Layout, felt: Felt) -> tuple[Item, ...]:
    """Return the plate of a leaderboard on which nobody has finished a game."""
    high = layout.sizes.height
    fit, size = fitted(text, Font.SEMI, (layout.sizes.under, layout.label), WIDTH - 4 * EDGE)
    return (
        Box(EDGE, top, WIDTH - 2 * EDGE, high, 14, felt.strip),
        Text(WIDTH // 2, top + high // 2 + round(0.36 * size), fit, Font.SEMI, size, felt.second, MIDDLE),
    )

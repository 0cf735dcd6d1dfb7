"""Score sheets of the two trick games: a panel for each player with the new total and its sources."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt, felt_of
from bot.pictures.parts.plates import leader_crown, name_line
from bot.pictures.parts.tricks import SomeTiles, ahead, gain, number_text, signed, some_tiles
from bot.pictures.sketch.alt import Naming, fitting, namings, words_aloud
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import RIGHT, WIDTH, Box, Icon, Item, Sketch, Text, flat, right_of
from bot.pictures.sketch.style import Style
from engine.cards import Card

_MOST: Final = (10, 8, 6, 5, 4, 3, 2, 1)
"""The most tiles of a row: as many as leave the sheet below its limit."""
_EDGE: Final = 8
"""Pixels between the picture's edge and a panel, and between panels and rows."""
_PAD: Final = 12
"""Pixels between a row's edge and its content."""
_LINE: Final = WIDTH - 4 * _EDGE
"""Pixels of width for the rows of a line."""


class ScoreRow(NamedTuple):
    """A source of points with its cards: its name, and the reason that `earned` them in a few words.

    `worth` is drawn after the label; it begins at (0, 0). `said` is the label as it is read aloud. Until a
    row is `counted` it keeps its place and is not drawn.
    """

    label: str
    earned: str
    points: int
    cards: tuple[Card, ...] = ()
    worth: tuple[Text, ...] = ()
    said: str = ""
    counted: bool = True


class Part(NamedTuple):
    """One player's score: the total before, the points counted, and a word after it, such as "out".

    `mark` is drawn before the name.
    """

    person: Person
    before: int
    gained: int
    after: str
    near: bool
    rows: tuple[ScoreRow, ...]
    mark: Icon | None = None


class _Fitted(NamedTuple):
    """A row as it is drawn: its texts from (0, 0) on, the tiles that have room, and widths.

    Tiles begin `before` pixels from its left edge; a `pill` with the points ends it.
    """

    row: ScoreRow
    texts: tuple[Text, ...]
    before: int
    tiles: SomeTiles
    pill: int
    wide: int


class _Measures(NamedTuple):
    """Heights and sizes of a sheet: header and its texts, band, name, total, labels, row, tile, crown.

    Sentences are no smaller than `small`.
    """

    header: int
    title: int
    hint: int
    band: int
    names: tuple[int, ...]
    total: int
    label: int
    small: int
    row: int
    tile: int
    crown: int
    limit: int


_NORMAL: Final = _Measures(60, 36, 22, 45, (26, 24, 22, 21), 38, 22, 21, 51, 47, 32, 860)
_BIG: Final = _Measures(66, 46, 28, 46, (36, 34, 32), 48, 30, 26, 52, 48, 38, 673)
"""Beyond `limit` pixels of height fewer tiles are shown, and repeated names are not explained again.

Big text explains none of them: a client makes a picture smaller that is too high.
"""


def sheet_measures(style: Style) -> _Measures:
    """Return the heights and sizes of a sheet."""
    return _BIG if style.big else _NORMAL


def score_sheet(
    game: str,
    title: str,
    hint: str,
    parts: Sequence[Part],
    foot: Sequence[str],
    alt: str,
    style: Style,
    words: Words,
    *,
    whole: bool,
) -> Sketch:
    """Return a score sheet, as high as when it is `whole`; `foot` are its last lines, empty ones for room."""
    felt, size = felt_of(game), sheet_measures(style)
    spare = len(foot) * _foot_line(size)
    rows: list[list[list[_Fitted]]] = []
    low = 0
    for once, most in product((False, True), _MOST):
        made = _panels(_explained_once(parts) if once else parts, most, felt, size, words)
        tall = size.header + _EDGE + sum(_high(lines, size) + _EDGE for lines in made) + spare
        if not low or tall < low:
            rows, low = made, tall
        if tall <= size.limit:
            break
    items: list[Item] = list(_header(title, hint, felt, size))
    leading = _leading(parts) if whole else ()
    y = size.header + _EDGE
    for part, lines in zip(parts, rows, strict=True):
        items.append(Box(_EDGE, y, WIDTH - 2 * _EDGE, _high(lines, size), 14, felt.strip))
        items += _band(part, y, felt, size, first=part.person.seat in leading)
        for place, line in enumerate(lines):
            items += _line(line, y + size.band + place * size.row, felt, size, style.deck)
        y += _high(lines, size) + _EDGE
    for last in foot:
        sizes = (size.label, size.label - 1, size.label - 2, size.small)
        text, high = fitted(last, Font.SEMI, sizes, WIDTH - 40)
        items.append(Text(20, y + round(0.9 * size.label), text, Font.SEMI, high, felt.second))
        y += _foot_line(size)
    return Sketch(game, style.deck, tuple(items), alt, y)


def _panels(
    parts: Sequence[Part], most: int, felt: Felt, size: _Measures, words: Words
) -> list[list[list[_Fitted]]]:
    """Return the lines of rows of each panel, with at most so many tiles in a row."""
    return [_packed([_fitted(row, most, felt, size, words) for row in part.rows]) for part in parts]


def _foot_line(size: _Measures) -> int:
    """Return the height of a line below the panels."""
    return round(0.9 * size.label) + 14


def _explained_once(parts: Sequence[Part]) -> list[Part]:
    """Return the scores with the reasons for points only where a name stands first."""
    known: set[str] = set()
    told = []
    for part in parts:
        rows = [row._replace(earned="") if row.label in known else row for row in part.rows]
        known.update(row.label for row in part.rows)
        told.append(part._replace(rows=tuple(rows)))
    return told


def _header(title: str, hint: str, felt: Felt, size: _Measures) -> Iterator[Item]:
    """Yield the title, and the hint at its right if there is room."""
    yield Box(0, 0, WIDTH, size.header, 0, felt.strip)
    base = round(size.header / 2 + 0.36 * size.title)
    heading = Text(20, base, title, Font.SLAB, size.title, palette.WHITE)
    yield heading
    room = WIDTH - 20 - right_of(heading) - 24
    if width(hint, Font.MEDIUM, size.small) <= room:
        text, high = fitted(hint, Font.MEDIUM, (size.hint, size.small), room)
        yield Text(WIDTH - 20, base - 2, text, Font.MEDIUM, high, felt.second, RIGHT)


def _leading(parts: Sequence[Part]) -> tuple[int, ...]:
    """Return the leaders after the hand; a game that is won needs no mark of them."""
    totals = {part.person.seat: part.before + part.gained for part in parts}
    return ahead([totals.get(seat, 0) for seat in range(max(totals) + 1)], tuple(totals))


def _band(part: Part, y: int, felt: Felt, size: _Measures, *, first: bool) -> tuple[Item, ...]:
    """Return the head of a panel: name, before + added, the new total, the word after it."""
    middle = y + size.band // 2 + 1
    base = middle + round(0.36 * size.label)
    after_wide = width(part.after, Font.SEMI, size.label)
    column = WIDTH - 24 - (max(after_wide, 4 * size.label) + 18 if part.after else 0)
    total = number_text(part.before + part.gained)
    sign = "+" if part.gained >= 0 else "−"
    added = f"{number_text(part.before)} {sign} {abs(part.gained)}"
    left = 20 + (part.mark.size + 2 if part.mark is not None else 0)
    crown = column - width(total, Font.SLAB, size.total) - size.crown - 6
    ends = column - max(width(total, Font.SLAB, size.total), round(1.2 * size.total)) - size.crown - 20
    room = ends - width(added, Font.SEMI, size.label) - 16 - left
    mark = part.mark and part.mark._replace(x=16, y=middle - part.mark.size // 2)
    after = Text(
        WIDTH - 24, base, part.after, Font.SEMI, size.label, palette.NEAR if part.near else felt.second, RIGHT
    )
    return flat(
        mark,
        name_line(part.person, left, middle + round(0.36 * size.names[0]), room, size.names, palette.WHITE),
        Text(ends, base, added, Font.SEMI, size.label, felt.second, RIGHT),
        leader_crown(crown, middle - size.crown // 2 - 2, size.crown) if first else None,
        Text(column, middle + round(0.36 * size.total), total, Font.SLAB, size.total, palette.DISC, RIGHT),
        after if part.after else None,
    )


# Sources of points


def _high(lines: Sequence[Sequence[_Fitted]], size: _Measures) -> int:
    """Return the height of a panel with these lines of rows."""
    return size.band + len(lines) * size.row + (2 if lines else 0)


def _packed(rows: Sequence[_Fitted]) -> list[list[_Fitted]]:
    """Return the rows in as few lines as they need, each in the first that has room."""
    lines: list[list[_Fitted]] = []
    for row in rows:
        for line in lines:
            if sum(other.wide + _EDGE for other in line) + row.wide <= _LINE:
                line.append(row)
                break
        else:
            lines.append([row])
    return lines


def _fitted(row: ScoreRow, most: int, felt: Felt, size: _Measures, words: Words) -> _Fitted:
    """Return a row with at most so many tiles, and no wider than a line."""
    pill = width(signed(row.points), Font.BOLD, size.label) + round(1.2 * size.label)
    sizes = (size.tile, size.label)
    texts = [Text(0, 0, row.label, Font.SEMI, size.label, palette.WHITE)]
    texts += [text._replace(x=text.x + right_of(texts[0]) + 8) for text in row.worth]
    ends = right_of(texts[-1])
    few = some_tiles(row.cards, 1, _LINE, sizes, words).wide
    room = _LINE - 2 * _PAD - pill - (few + 20 if row.cards else 10) - ends - 8
    if row.earned and size is not _BIG:
        earned = words("sheet.earned", earned=row.earned)
        earned, high = fitted(earned, Font.MEDIUM, (size.label, size.label - 2, 21), room)
        texts.append(Text(ends + 8, 0, earned, Font.MEDIUM, high, felt.second))
        ends = right_of(texts[-1])
    before = _PAD + ends + 10
    tiles = some_tiles(row.cards, most, _LINE - before - 10 - pill - _PAD, sizes, words)
    wide = before + (tiles.wide + 10 if row.cards else 0) + pill + _PAD
    return _Fitted(row, tuple(texts), before, tiles, pill, wide)


def _line(rows: Sequence[_Fitted], y: int, felt: Felt, size: _Measures, deck: Deck) -> Iterator[Item]:
    """Yield rows, each on its own ground: the source and its reason, its tiles, the points in a pill."""
    x, high = 2 * _EDGE, size.row - 3
    middle = y + high // 2
    base = middle + round(0.36 * size.label)
    for row in rows:
        if row.row.counted:
            yield Box(x, y, row.wide, high, 12, felt.ground)
            for text in row.texts:
                yield text._replace(x=text.x + x + _PAD, y=base + text.y)
            yield from row.tiles.items(x + row.before, middle, deck, felt.second)
            yield from gain(row.row.points, x + row.wide - _PAD - row.pill // 2, middle, size.label)
        x += row.wide + _EDGE


def sheet_description(
    title: Sequence[str], parts: Sequence[Part], foot: Sequence[str], style: Style, words: Words
) -> str:
    """Return a sheet in words as far as it is counted; if that is too long, cards are named by suit."""
    heard = words_aloud(style.deck, words)
    return fitting(
        (*title, *(_part(part, naming, heard) for part in parts), *foot)
        for naming in namings(style.deck, words)
    )


def _part(part: Part, naming: Naming, words: Words) -> str:
    after = words("comma") + part.after if part.after else ""
    head = words(
        "alt.sheet.part",
        name=part.person.said,
        before=number_text(part.before),
        n=signed(part.gained),
        total=number_text(part.before + part.gained),
    )
    rows = [_row(row, naming, words) for row in part.rows if row.counted]
    return head + after + (": " + "; ".join(rows) if rows else "") + "."


def _row(row: ScoreRow, naming: Naming, words: Words) -> str:
    told = words("alt.sheet.row", label=row.said or row.label, n=number_text(row.points))
    more = [row.earned, naming(row.cards)]
    return told + "".join(f" ({part})" for part in [words("comma").join(filter(None, more))] if part)

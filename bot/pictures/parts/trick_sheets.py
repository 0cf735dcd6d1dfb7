"""Score sheets of the two trick games: a panel for each player with the new total and its sources."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt, felt_of
from bot.pictures.parts.plates import leader_crown, name_line
from bot.pictures.parts.tricks import ahead, gain, number_text, signed, tile_row
from bot.pictures.sketch.alt import Naming, fitting, namings, words_aloud
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import RIGHT, WIDTH, Box, Icon, Item, Sketch, Text, flat, right_of
from bot.pictures.sketch.style import Style
from engine.cards import Card

_STEPS: Final = (1.08, 0.94, 0.85, 0.77, 0.69, 0.62)
"""Distance of a tile to the next, in parts of its size: below the last one a Q would be a C."""
_EDGE: Final = 8
"""Pixels between the picture's edge and a panel, and between panels and rows."""
_PAD: Final = 12
"""Pixels between a row's edge and its content."""
SPARE: Final = 24
"""Pixels that a row can lose by standing its tiles closer."""
_LINE: Final = WIDTH - 4 * _EDGE
"""Pixels of width for the rows of a line."""


class ScoreRow(NamedTuple):
    """A source of points (`None` for a source of none), with its cards.

    `worth` is drawn after the label; it begins at (0, 0). `said` is the label as it is read aloud. Where the
    cards make it `plain`, the label is left out if the sheet would be too high.
    """

    label: str
    points: int | None
    cards: tuple[Card, ...] = ()
    worth: tuple[Text, ...] = ()
    said: str = ""
    plain: bool = False


class Part(NamedTuple):
    """One player's score: the total before, the points added, and a word after it, such as "out".

    `mark` is drawn before the name.
    """

    person: Person
    before: int
    gained: int
    after: str
    near: bool
    rows: tuple[ScoreRow, ...]
    mark: Icon | None = None


class _Measures(NamedTuple):
    """Heights and sizes of a sheet: header and its texts, band, name, total, labels, row, tile, crown."""

    header: int
    title: int
    hint: int
    band: int
    names: tuple[int, ...]
    total: int
    label: int
    row: int
    tile: int
    crown: int
    limit: int


_NORMAL: Final = _Measures(60, 36, 22, 48, (26, 24, 22, 21), 38, 22, 50, 40, 32, 660)
_BIG: Final = _Measures(70, 46, 28, 56, (38, 36, 34), 52, 28, 58, 52, 38, 800)
"""Beyond `limit` pixels of height tiles stand closer, and labels that they make plain are left out."""


def sheet_measures(style: Style) -> _Measures:
    """Return the heights and sizes of a sheet."""
    return _BIG if style.big else _NORMAL


def score_sheet(
    game: str, title: str, hint: str, parts: Sequence[Part], foot: str, alt: str, style: Style
) -> Sketch:
    """Return a score sheet, as high as its rows; `foot` is its last line."""
    felt, size = felt_of(game), sheet_measures(style)
    for step, bare in (*((step, False) for step in _STEPS), (_STEPS[-1], True)):
        rows = [_packed([_bare(row) if bare else row for row in part.rows], step, size) for part in parts]
        tall = sum(_high(lines, size) + _EDGE for lines in rows)
        if size.header + _EDGE + tall <= size.limit:
            break
    items: list[Item] = list(_header(title, hint, felt, size))
    leading = _leading(parts)
    y = size.header + _EDGE
    for part, lines in zip(parts, rows, strict=True):
        items.append(Box(_EDGE, y, WIDTH - 2 * _EDGE, _high(lines, size), 14, felt.strip))
        items += _band(part, y, felt, size, first=part.person.seat in leading)
        for place, line in enumerate(lines):
            items += _line(line, y + size.band + place * size.row, felt, size, style.deck)
        y += _high(lines, size) + _EDGE
    if foot:
        base = y + round(0.9 * size.label)
        text, high = fitted(foot, Font.SEMI, (size.label, max(21, size.hint - 4)), WIDTH - 40)
        items.append(Text(20, base, text, Font.SEMI, high, felt.second))
        y = base + 14
    return Sketch(game, style.deck, tuple(items), alt, y)


def _header(title: str, hint: str, felt: Felt, size: _Measures) -> Iterator[Item]:
    """Yield the title, and the hint at its right if there is room."""
    yield Box(0, 0, WIDTH, size.header, 0, felt.strip)
    heading = Text(
        20, round(size.header / 2 + 0.36 * size.title), title, Font.SLAB, size.title, palette.WHITE
    )
    yield heading
    room = WIDTH - 20 - right_of(heading) - 24
    least = max(21, size.hint - 4)
    if width(hint, Font.MEDIUM, least) <= room:
        text, high = fitted(hint, Font.MEDIUM, (size.hint, size.hint - 2, least), room)
        yield Text(WIDTH - 20, heading.y - 2, text, Font.MEDIUM, high, felt.second, RIGHT)


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
    return flat(
        part.mark._replace(x=16, y=middle - part.mark.size // 2) if part.mark is not None else None,
        name_line(part.person, left, middle + round(0.36 * size.names[0]), room, size.names, palette.WHITE),
        Text(ends, base, added, Font.SEMI, size.label, felt.second, RIGHT),
        leader_crown(crown, middle - size.crown // 2 - 2, size.crown) if first else None,
        Text(
            column,
            middle + round(0.36 * size.total),
            total,
            Font.SLAB,
            size.total,
            palette.DISC,
            RIGHT,
        ),
        Text(
            WIDTH - 24,
            base,
            part.after,
            Font.SEMI,
            size.label,
            palette.NEAR if part.near else felt.second,
            RIGHT,
        )
        if part.after
        else None,
    )


# Sources of points


def _high(lines: Sequence[Sequence[ScoreRow]], size: _Measures) -> int:
    """Return the height of a panel with these lines of rows."""
    return size.band + len(lines) * size.row + (2 if lines else 0)


def _packed(rows: Sequence[ScoreRow], step: float, size: _Measures) -> list[list[ScoreRow]]:
    """Return the rows, one after the other, in as few lines as they need."""
    lines: list[list[ScoreRow]] = []
    free = 0
    for row in (part for whole in rows for part in _split(whole, size)):
        need = _wide(row, step, size) + _EDGE
        if need > free:
            lines.append([])
            free = _LINE + _EDGE
        lines[-1].append(row)
        free -= need
    return lines


def _bare(row: ScoreRow) -> ScoreRow:
    """Return a row without its label where the cards tell enough."""
    return row._replace(label="") if row.plain and row.cards else row


def _split(row: ScoreRow, size: _Measures) -> tuple[ScoreRow, ...]:
    """Return a row in two where its tiles have too little room in one."""
    if _needs(row, _STEPS[-1], size) <= _LINE + SPARE:
        return (row,)
    half = (len(row.cards) + 1) // 2
    return row._replace(points=None, cards=row.cards[:half]), ScoreRow("", row.points, row.cards[half:])


def _pill(row: ScoreRow, size: _Measures) -> int:
    """Return the width of the pill with a row's points, and of the gap before it."""
    return (
        0
        if row.points is None
        else width(signed(row.points), Font.BOLD, size.label) + round(1.2 * size.label)
    )


def _before(row: ScoreRow, size: _Measures) -> int:
    """Return the width of a row before its tiles."""
    label = width(row.label, Font.SEMI, size.label) + 8 if row.label else 0
    return _PAD + label + (right_of(row.worth[-1]) if row.worth else -8)


def _wide(row: ScoreRow, step: float, size: _Measures) -> int:
    """Return the width of a row, that of the line at most."""
    return min(_LINE, _needs(row, step, size))


def _needs(row: ScoreRow, step: float, size: _Measures) -> int:
    """Return the width that a row needs with its tiles so far apart."""
    tiles = 10 + size.tile + round(step * size.tile) * (len(row.cards) - 1) if row.cards else 0
    pill = _pill(row, size)
    return _before(row, size) + tiles + (10 + pill if pill else 0) + _PAD


def _together(rows: Sequence[ScoreRow], step: float, size: _Measures) -> int:
    """Return the width of a line's rows."""
    return sum(_wide(row, step, size) + _EDGE for row in rows) - _EDGE


def _line(rows: Sequence[ScoreRow], y: int, felt: Felt, size: _Measures, deck: Deck) -> Iterator[Item]:
    """Yield rows, each on its own ground: the name of the source, its tiles, the points in a pill."""
    x, high = 2 * _EDGE, size.row - (4 if size is _BIG else 6)
    step = next((step for step in _STEPS if _together(rows, step, size) <= _LINE), _STEPS[-1])
    middle = y + high // 2
    for row in rows:
        wide, pill = _wide(row, step, size), _pill(row, size)
        base = middle + round(0.36 * size.label)
        yield Box(x, y, wide, high, 12, felt.ground)
        if row.label:
            yield Text(x + _PAD, base, row.label, Font.SEMI, size.label, palette.WHITE)
        after = x + _PAD + (width(row.label, Font.SEMI, size.label) + 8 if row.label else 0)
        for text in row.worth:
            yield text._replace(x=text.x + after, y=base + text.y)
        begins = x + _before(row, size) + 10
        ends = x + wide - _PAD - (pill + 10 if pill else 0)
        if row.cards:
            yield from tile_row(row.cards, begins, middle - size.tile // 2, ends - begins, size.tile, deck)
        if row.points is not None:
            yield from gain(row.points, x + wide - _PAD - pill // 2, middle, size.label)
        x += wide + _EDGE


def sheet_description(title: str, parts: Sequence[Part], foot: str, style: Style, words: Words) -> str:
    """Return a sheet in words; where it would be too long, the cards of a suit are named together."""
    heard = words_aloud(style.deck, words)
    return fitting(
        (title, *(_part(part, naming, heard) for part in parts), foot)
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
    rows = [
        words("alt.sheet.row", label=row.said or row.label, n=number_text(row.points or 0))
        + (f" ({naming(row.cards)})" if row.cards else "")
        for row in part.rows
    ]
    return head + after + (": " + "; ".join(rows) if rows else "") + "."

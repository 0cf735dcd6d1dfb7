"""The score sheet of a hand of Cicera: each side's points, the cards that made them, and the sums."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.games.cicera.picture.measures import CICERA_FELT
from bot.games.cicera.picture.rows import PointRow, point_rows
from bot.games.cicera.picture.sides import DARK, members, side_mark, side_names
from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts.plates import SIDE_COLOURS, bar, both, name_line
from bot.pictures.sketch.alt import Naming, fitting, namings, words_aloud
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person, people
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Item, Sketch, Text, TileAt, flat
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.cicera import Seen


class _Measures(NamedTuple):
    header: int
    row: int
    foot: int
    columns: tuple[int, int]
    """The middles of the sides' columns."""
    cards: int
    """Where tiles and notes end."""
    label: int
    note: int
    tile: int
    pitch: int
    closest: int
    """Tiles that would stand closer than so many pixels take a line of their own."""
    pill: tuple[int, int, int]
    """Width, height and size of its number."""
    total: int


_NORMAL: Final = _Measures(105, 62, 102, (512, 622), 460, 26, 24, 42, 40, 22, (64, 42, 26), 50)
_BIG: Final = _Measures(184, 74, 150, (504, 616), 438, 34, 30, 54, 52, 40, (88, 54, 36), 62)


class _Account(NamedTuple):
    """The content of a sheet: the hand's number, its rows, the totals before it and each side's score."""

    number: int
    rows: tuple[PointRow, ...]
    before: tuple[int, int]
    scored: tuple[int, int]
    target: int


def sheet(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the score sheet of the hand that was just finished."""
    seen = view.seen
    (first, second), last = seen.totals, seen.sheets[-1]
    scored = last.score(0), last.score(1)
    before = first - scored[0], second - scored[1]
    account = _Account(view.hand, point_rows(seen, words), before, scored, seen.options.target)
    everybody = people(view, words)
    measures = _BIG if style.big else _NORMAL
    header = _big_header if style.big else _header
    body: list[Item] = []
    y = measures.header + 7
    for place, row in enumerate(account.rows):
        high = _height(row, measures)
        if place % 2 == 0:
            body.append(Box(8, y, WIDTH - 16, high - 4, 10, CICERA_FELT.track))
        body += _row(row, y, measures, style.deck, words)
        y += high
    if not account.rows:
        text, size = fitted(
            words("picture.cicera.none"), Font.SEMI, (measures.label, measures.note), WIDTH - 40
        )
        body.append(Text(20, y + 38, text, Font.SEMI, size, CICERA_FELT.second))
        y += measures.row
    y += 8
    items = flat(header(account, everybody, words, measures), body, _foot(account, y, measures, words))
    heard = words_aloud(style.deck, words)
    told = _told(account._replace(rows=point_rows(seen, heard)), everybody, heard, style.deck)
    return Sketch("cicera", style.deck, items, told, y + measures.foot)


def _header(
    account: _Account, everybody: tuple[Person, ...], words: Words, measures: _Measures
) -> Iterator[Item]:
    yield Box(0, 0, WIDTH, measures.header, 0, CICERA_FELT.strip)
    title, size = fitted(words("picture.cicera.sheet", n=account.number), Font.SLAB, (38, 34), 420)
    yield Text(20, 49, title, Font.SLAB, size, palette.WHITE)
    hint, size = fitted(words("picture.cicera.who"), Font.MEDIUM, (22, 21), 432)
    yield Text(20, 84, hint, Font.MEDIUM, size, CICERA_FELT.second)
    # Names are of one size, though not all are as long.
    widest = max(width(person.text, person.font, 24) for person in everybody)
    sizes = (24, 22, 21) if widest <= 100 else (21,)
    for side, centre in enumerate(measures.columns):
        yield side_mark(side, centre, 19, 20)
        mine = members(everybody, side)
        for place, person in enumerate(mine):
            y = (58, 89)[place] if len(mine) > 1 else 74
            yield from name_line(person, centre, y, 100, sizes, palette.WHITE, MIDDLE)


def _big_header(
    account: _Account, everybody: tuple[Person, ...], words: Words, measures: _Measures
) -> Iterator[Item]:
    """Yield the header with a line of names for each side: big ones have no room in a column."""
    yield Box(0, 0, WIDTH, measures.header, 0, CICERA_FELT.strip)
    title, size = fitted(words("picture.cicera.sheet", n=account.number), Font.SLAB, (46, 40), 420)
    yield Text(20, 58, title, Font.SLAB, size, palette.WHITE)
    for side, centre in enumerate(measures.columns):
        y = (112, 162)[side]
        yield side_mark(side, 34, y - 13, 26)
        joint = words("and")
        yield from both(members(everybody, side), joint, 60, y, 390, (40, 36, 34), palette.WHITE)
        yield side_mark(side, centre, measures.header - 32, 30)


def _height(row: PointRow, measures: _Measures) -> int:
    return measures.row + (0 if _pitch(row, measures) else measures.tile + 8)


def _pitch(row: PointRow, measures: _Measures) -> int:
    """Return the distance of a row's tiles beside its name; 0 where they have no room there."""
    if len(row.cards) < 2:
        return measures.pitch
    room = measures.cards - 36 - width(row.label, Font.SEMI, measures.label) - measures.tile
    between = min(measures.pitch, room // (len(row.cards) - 1))
    return between if between >= measures.closest else 0


def _row(row: PointRow, y: int, measures: _Measures, deck: Deck, words: Words) -> Iterator[Item]:
    """Yield a row: name, cards, and the points in the column of the side that made them."""
    middle, tile = y + measures.row // 2 - 2, measures.tile
    baseline = middle + round(0.36 * measures.label)
    room = measures.cards - 36 - (tile if len(row.cards) == 1 else 0)
    if row.note:
        room -= width(row.note, Font.SEMI, measures.note)
    label, size = fitted(row.label, Font.SEMI, (measures.label, measures.label - 2, measures.note), room)
    yield Text(20, baseline, label, Font.SEMI, size, palette.WHITE)
    if row.note:
        yield Text(measures.cards, baseline, row.note, Font.SEMI, measures.note, CICERA_FELT.second, RIGHT)
    pitch, top = _pitch(row, measures), middle - tile // 2
    left = measures.cards - tile - (len(row.cards) - 1) * pitch
    if not pitch:
        pitch = min(measures.pitch, (measures.cards - 20 - tile) // (len(row.cards) - 1))
        left, top = 20, y + measures.row - 6
    for place, card in enumerate(row.cards):
        yield TileAt(left + place * pitch, top, tile, card, deck)
    wide, high, size = measures.pill
    for side, points in enumerate(row.points):
        centre = measures.columns[side]
        if points:
            yield Box(centre - wide // 2, middle - high // 2, wide, high, high // 2, SIDE_COLOURS[side])
            said = words("picture.cicera.plus", n=points)
            yield Text(centre, middle + round(0.36 * size), said, Font.BOLD, size, palette.INK, MIDDLE)
        else:
            yield Box(centre - 3, middle - 3, 6, 6, 3, CICERA_FELT.accent)


def _foot(account: _Account, y: int, measures: _Measures, words: Words) -> Iterator[Item]:
    """Yield the sums: each side's points before the hand and in it, as numbers and as bars to the target."""
    big = measures is _BIG
    yield Box(0, y, WIDTH, measures.foot, 0, CICERA_FELT.strip)
    total, size = fitted(words("picture.cicera.total"), Font.BOLD, (measures.label, measures.note, 22), 118)
    yield Text(20, y + (54 if big else 40), total, Font.BOLD, size, palette.WHITE)
    hint = words("picture.cicera.first-to", n=account.target)
    hint, size = fitted(hint, Font.SEMI, (measures.note - 2, 21), 172 if big else 114)
    yield Text(20, y + (100 if big else 72), hint, Font.SEMI, size, CICERA_FELT.second)
    left, right, thick = (240, 440, 24) if big else (166, 436, 18)
    for side, centre in enumerate(measures.columns):
        before, scored = account.before[side], account.scored[side]
        middle = y + ((44, 92) if big else (29, 65))[side]
        yield side_mark(side, left - (24 if big else 16), middle, 22 if big else 16)
        points = ((before + scored, SIDE_COLOURS[side]), (before, DARK[side]))
        parts = [(part / account.target, colour) for part, colour in points if part > 0]
        yield from bar(left, middle - thick // 2, right - left, parts, CICERA_FELT.track, thick=thick)
        said = words("picture.cicera.sum", before=before, n=scored)
        said, size = fitted(said, Font.SEMI, (measures.note - 2, 24, 22), 110)
        yield Text(centre, y + (44 if big else 28), said, Font.SEMI, size, CICERA_FELT.second, MIDDLE)
        total = str(before + scored)
        yield Text(
            centre, y + (114 if big else 82), total, Font.SLAB, measures.total, SIDE_COLOURS[side], MIDDLE
        )


def _told(account: _Account, everybody: tuple[Person, ...], words: Words, deck: Deck) -> str:
    """Return the sheet in words: the totals before, each side's points with their cards, the totals now."""
    return fitting(_sentences(account, everybody, words, naming) for naming in namings(deck, words))


def _sentences(account: _Account, everybody: tuple[Person, ...], words: Words, naming: Naming) -> list[str]:
    first, second = (side_names(everybody, side, words) for side in (0, 1))
    comma = words("comma")
    parts = [
        words(
            "alt.cicera.sheet",
            n=account.number,
            first=first,
            mine=account.before[0],
            second=second,
            others=account.before[1],
            target=account.target,
        )
    ]
    for side, who in enumerate((first, second)):
        lines = [
            words(
                "alt.cicera.line",
                name=row.name,
                n=row.points[side],
                cards=row.note or naming(row.by_side[side]),
            )
            for row in account.rows
            if row.points[side]
        ]
        parts.append(
            words(
                "alt.cicera.earned",
                side=who,
                points=account.scored[side],
                lines=comma.join(lines) or words("alt.cicera.nothing"),
                total=account.before[side] + account.scored[side],
            )
        )
    return parts

"""The score sheet of a hand of Cicera: points with their reasons, each side's share, and the sums."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.blocks.counting import part_of
from bot.games.cicera.picture.measures import CICERA_FELT
from bot.games.cicera.picture.rows import PointRow, Share, point_rows
from bot.games.cicera.picture.sides import DARK, members, side_mark, side_names
from bot.locale import FRENCH, ITALIAN, Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts.plates import SIDE_COLOURS, bar, leader_crown, name_line
from bot.pictures.parts.tricks import some_tiles
from bot.pictures.sketch.alt import Naming, fitting, namings, words_aloud
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person, people
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Item, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.table.pauses import WHOLE
from bot.table.view import View
from engine.cicera import Seen


class _Measures(NamedTuple):
    """Pixels of the header, a row and the foot; sizes of texts, those of names and titles tried in order."""

    header: int
    row: int
    foot: int
    columns: tuple[tuple[int, int], tuple[int, int]]
    """The left and right ends of the sides' columns."""
    titles: tuple[int, ...]
    names: tuple[int, ...]
    line: int
    """Pixels from one name to the next."""
    label: int
    small: int
    """The smallest size of a label, and that of reasons."""
    tile: int
    pill: tuple[int, int, int]
    """Width, height and size of its number."""
    total: int


_NORMAL: Final = _Measures(
    105, 64, 102, ((247, 458), (464, 672)), (38, 34, 30), (26, 24, 22, 21), 31, 26, 21, 47, (56, 42, 26), 48
)
_BIG: Final = _Measures(
    118, 54, 108, ((302, 484), (490, 672)), (48, 44, 40), (36, 34, 32, 30), 38, 34, 30, 48, (72, 46, 32), 60
)
"""No higher than the usual one, as a client makes a picture smaller that is too high: without reasons."""
_LEFT: Final = 20


class _Account(NamedTuple):
    """The content of a sheet: the hand's number, its counted rows, the totals before, each side's score.

    There are `high` rows when all of it is counted; until then it is not `whole`.
    """

    number: int
    rows: tuple[PointRow, ...]
    high: int
    before: tuple[int, int]
    scored: tuple[int, int]
    target: int
    whole: bool


def sheet(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the score sheet of the hand that was just finished, as far as it has been counted."""
    words = words.naming(ITALIAN if style.deck is Deck.ITALIAN else FRENCH)
    account, everybody = _account(view, words), people(view, words)
    measures = _BIG if style.big else _NORMAL
    body: list[Item] = []
    y = measures.header + 7
    for place in range(account.high):
        if place % 2 == 0:
            body.append(Box(8, y, WIDTH - 16, measures.row - 4, 10, CICERA_FELT.track))
        if place < len(account.rows):
            body += _row(account.rows[place], y, measures, style.deck, words)
        y += measures.row
    if not account.high:
        text, size = fitted(
            words("picture.cicera.none"), Font.SEMI, (measures.label, measures.small), WIDTH - 40
        )
        body.append(Text(_LEFT, y + 38, text, Font.SEMI, size, CICERA_FELT.second))
        y += measures.row
    y += 8
    items = flat(_header(account, everybody, words, measures), body, _foot(account, y, measures, words))
    heard = words_aloud(style.deck, words)
    told = _told(_account(view, heard), everybody, heard, style.deck)
    return Sketch("cicera", style.deck, items, told, y + measures.foot)


def _account(view: View[Seen], words: Words) -> _Account:
    """Return the content of the sheet of the hand just finished."""
    seen, part = view.seen, part_of(view, len(view.seen.sheets))
    (first, second), last = seen.totals, seen.sheets[-1]
    rows = point_rows(seen, words, part)
    return _Account(
        view.hand,
        rows,
        len(point_rows(seen, words, WHOLE)),
        (first - last.score(0), second - last.score(1)),
        (sum(row.shares[0].points for row in rows), sum(row.shares[1].points for row in rows)),
        seen.options.target,
        part == WHOLE,
    )


def _header(
    account: _Account, everybody: tuple[Person, ...], words: Words, measures: _Measures
) -> Iterator[Item]:
    yield Box(0, 0, WIDTH, measures.header, 0, CICERA_FELT.strip)
    title = words("picture.cicera.sheet", n=account.number)
    title, size = fitted(title, Font.SLAB, measures.titles, measures.columns[0][0] - _LEFT - 6)
    yield Text(_LEFT, measures.header // 2 + 13, title, Font.SLAB, size, palette.WHITE)
    # Names are of one size, though not all are as long.
    room = measures.columns[0][1] - measures.columns[0][0]
    fits = [
        size
        for size in measures.names
        if all(width(person.text, person.font, size) + size <= room for person in everybody)
    ]
    sizes = tuple(measures.names[measures.names.index(fits[0]) :]) if fits else measures.names[-1:]
    last = measures.header - 16
    for side, (left, right) in enumerate(measures.columns):
        yield side_mark(side, (left + right) // 2, 19, 20)
        mine = members(everybody, side)
        for place, person in enumerate(mine):
            y = last - measures.line * (len(mine) - 1 - place) if len(mine) > 1 else last - measures.line // 2
            yield from name_line(person, (left + right) // 2, y, room, sizes, palette.WHITE, MIDDLE)


def _row(row: PointRow, y: int, measures: _Measures, deck: Deck, words: Words) -> Iterator[Item]:
    """Yield a row: the name, in normal text over its reason, and in each side's column cards and points."""
    room = measures.columns[0][0] - _LEFT - 6
    high = measures.row - 4
    name, size = fitted(row.name, Font.SEMI, (measures.label, measures.label - 2, measures.small), room)
    if measures is _BIG:
        yield Text(_LEFT, y + high // 2 + round(0.36 * size), name, Font.SEMI, size, palette.WHITE)
    else:
        yield Text(_LEFT, y + round(0.45 * high), name, Font.SEMI, size, palette.WHITE)
        text, size = fitted(row.earned, Font.MEDIUM, (measures.small,), room)
        yield Text(_LEFT, y + round(0.86 * high), text, Font.MEDIUM, size, CICERA_FELT.second)
    for side, share in enumerate(row.shares):
        yield from _share(share, side, y + high // 2, measures, deck, words)


def _share(
    share: Share, side: int, middle: int, measures: _Measures, deck: Deck, words: Words
) -> Iterator[Item]:
    """Yield a side's share of a row: its cards or their number, and at the right end its points."""
    left, right = measures.columns[side]
    wide, high, size = measures.pill
    centre, ends = right - wide // 2, right - wide - 6
    if share.points:
        yield Box(centre - wide // 2, middle - high // 2, wide, high, high // 2, SIDE_COLOURS[side])
        said = words("picture.cicera.plus", n=share.points)
        yield Text(centre, middle + round(0.36 * size), said, Font.BOLD, size, palette.INK, MIDDLE)
    elif share.crown:
        yield leader_crown(centre - high // 2, middle - high // 2, high)
    else:
        yield Box(centre - 3, middle - 3, 6, 6, 3, CICERA_FELT.accent)
    if share.number is not None:
        base = middle + round(0.36 * measures.label)
        yield Text(ends, base, str(share.number), Font.SEMI, measures.label, CICERA_FELT.second, RIGHT)
    sizes = (measures.tile, measures.label)
    tiles = some_tiles(share.cards, len(share.cards), ends - left, sizes, words)
    yield from tiles.items(ends - tiles.wide, middle, deck, CICERA_FELT.second)


def _foot(account: _Account, y: int, measures: _Measures, words: Words) -> Iterator[Item]:
    """Yield the sums: each side's points before the hand and in it, as numbers and as bars to the target.

    In big text the number stands below the sum, and the bar beside it.
    """
    big = measures is _BIG
    yield Box(0, y, WIDTH, measures.foot, 0, CICERA_FELT.strip)
    room = measures.columns[0][0] - _LEFT - 10
    total = words("picture.cicera.total" if account.whole else "picture.cicera.so-far")
    total, size = fitted(total, Font.BOLD, (measures.label, measures.small), room)
    yield Text(_LEFT, y + 42, total, Font.BOLD, size, palette.WHITE)
    totals = map(sum, zip(account.before, account.scored, strict=True))
    both = account.whole and min(totals) >= account.target
    hint = words("picture.cicera.higher" if both else "picture.cicera.first-to", n=account.target)
    hint, size = fitted(hint, Font.SEMI, (measures.label - 4, measures.small), room)
    yield Text(_LEFT, y + measures.foot - 24, hint, Font.SEMI, size, CICERA_FELT.second)
    for side, (begins, right) in enumerate(measures.columns):
        left = begins + _LEFT // 2
        before, scored = account.before[side], account.scored[side]
        told = str(before + scored)
        beside = right - left - width(told, Font.SLAB, measures.total) - 8
        base = y + (96 if big else 62)
        yield Text(right, base, told, Font.SLAB, measures.total, SIDE_COLOURS[side], RIGHT)
        said = words("picture.cicera.sum", before=before, n=scored)
        sizes = (measures.label, measures.label - 4, measures.small)
        said, size = fitted(said, Font.SEMI, sizes, right - left if big else beside)
        yield Text(left, y + 42 if big else base, said, Font.SEMI, size, CICERA_FELT.second)
        points = ((before + scored, SIDE_COLOURS[side]), (before, DARK[side]))
        parts = [(part / account.target, colour) for part, colour in points if part > 0]
        top, long = (y + 68, beside) if big else (y + 76, right - left)
        yield from bar(left, top, long, parts, CICERA_FELT.track, thick=18 if big else 14)


def _told(account: _Account, everybody: tuple[Person, ...], words: Words, deck: Deck) -> str:
    """Return the sheet in words: the totals before, each side's points with their cards, the totals now."""
    return fitting(_sentences(account, everybody, words, naming) for naming in namings(deck, words))


def _sentences(account: _Account, everybody: tuple[Person, ...], words: Words, naming: Naming) -> list[str]:
    first, second = names = [side_names(everybody, side, words) for side in (0, 1)]
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
    for side, who in enumerate(names):
        told = [_line(row, side, words, naming) for row in account.rows if row.shares[side].points]
        parts.append(
            words(
                "alt.cicera.earned" if account.whole else "alt.cicera.so-far",
                side=who,
                points=account.scored[side],
                lines="; ".join(told) or words("alt.cicera.nothing"),
                total=account.before[side] + account.scored[side],
            )
        )
        parts += [_won(row, who, words) for row in account.rows if row.shares[side].crown]
    return parts


def _line(row: PointRow, side: int, words: Words, naming: Naming) -> str:
    """Return a side's share of a row in words."""
    mine, others = row.shares[side], row.shares[1 - side]
    if mine.number is not None:
        cards = words("alt.cicera.against", mine=mine.number, others=others.number)
    elif row.key == "napula":
        cards = words("cicera.run", first=naming(mine.cards[:1]), last=naming(mine.cards[-1:]))
    else:
        cards = naming(mine.cards)
    told = words("alt.cicera.line", name=row.name, n=mine.points, earned=row.earned)
    # The name of a card that scores by itself is said once.
    return told if cards == row.earned else f"{told} ({cards})"


def _won(row: PointRow, who: str, words: Words) -> str:
    return words("alt.cicera.napoleone", name=row.name, side=who, earned=row.earned)

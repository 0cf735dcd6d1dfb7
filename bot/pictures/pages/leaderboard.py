"""The picture of a page of a leaderboard: ranks, names, games won and played, points difference."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.locale.names import isolated
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.parts.plates import both, name_line, rank
from bot.pictures.parts.tricks import signed
from bot.pictures.sketch.alt import fitting
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person, member
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Item, Sketch, Text, flat, right_of
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow

_EDGE: Final = 10
_NAMES: Final = 92
"""The x where names begin."""
_OWN: Final = 3
"""The most standings of the reader below a page."""
POINTS: Final = WIDTH - 24
"""The x where the points difference ends."""


class _Layout(NamedTuple):
    """Pixels of the header, of a row and between rows, and the sizes of texts."""

    header: int
    pitch: int
    gap: int
    title: int
    label: int
    one: tuple[int, ...]
    two: tuple[int, ...]
    games: int
    points: int
    medal: int


_PLAIN: Final = _Layout(92, 76, 10, 38, 22, (28, 26), (25, 23), 26, 32, 56)
_BIG: Final = _Layout(92, 76, 5, 46, 28, (38, 36, 34), (33,), 31, 40, 66)


class _Row(NamedTuple):
    """A row of the leaderboard with its people; `own` marks the reader's."""

    standing: LeaderboardRow
    people: tuple[Person, ...]
    own: bool


def leaderboard_picture(
    game: str,
    standings: Sequence[LeaderboardRow],
    own: Sequence[LeaderboardRow],
    names: Mapping[int, str],
    page: int,
    words: Words,
    style: Style,
    *,
    teams: bool,
) -> Sketch:
    """Return the picture of a page of standings, counted from 0; `names` are members' names by id.

    The reader's `own` rows are light; those of other pages stand below.
    """
    felt, layout = palette.felt_of(game), _BIG if style.big else _PLAIN
    mine = {standing.members for standing in own}
    rows = [_row(standing, names, mine, words) for standing in standings]
    below = [_row(standing, names, mine, words) for standing in elsewhere(standings, own)]
    title = words(f"picture.board.{'teams' if teams else 'members'}", game=words(f"{game}.name"))
    games = _games([*rows, *below], layout, words)
    items: list[Item] = [*_header(title, page, games, layout, felt, words)]
    top = layout.header + _EDGE
    if not rows and not below:
        items += _nobody(top, layout, felt, words)
        top += layout.pitch
    for row in rows:
        items += _drawn(row, top, games, layout, felt, words)
        top += layout.pitch
    top += 2 * _EDGE if below else 0
    for row in below:
        items += _drawn(row, top, games, layout, felt, words)
        top += layout.pitch
    return Sketch(game, style.deck_of(game), flat(items), _alt(title, page, rows, below, words), top)


def elsewhere(
    standings: Sequence[LeaderboardRow], own: Sequence[LeaderboardRow]
) -> tuple[LeaderboardRow, ...]:
    """Return the reader's best standings that are not on a page, at most three."""
    shown = {standing.members for standing in standings}
    return tuple(standing for standing in own if standing.members not in shown)[:_OWN]


def _row(
    standing: LeaderboardRow, names: Mapping[int, str], mine: set[tuple[int, ...]], words: Words
) -> _Row:
    people = tuple(member(user_id, names.get(user_id, ""), words) for user_id in standing.members)
    return _Row(standing, people, standing.members in mine)


def _header(title: str, page: int, games: int, layout: _Layout, felt: Felt, words: Words) -> tuple[Item, ...]:
    """Return the title, and the names of the columns."""
    baseline = layout.header - 14
    points, won = words("picture.board.points"), words("picture.board.won")
    beside = words("picture.board.page", page=page + 1) if page else ""
    taken = max(width(beside, Font.MEDIUM, layout.label), 120)
    sizes = tuple(layout.title - less for less in (0, 4, 8, 14))
    text, size = fitted(title, Font.SLAB, sizes, POINTS - 3 * _EDGE - taken)
    above = baseline - round(1.23 * layout.label)
    number = Text(POINTS, above, beside, Font.MEDIUM, layout.label, felt.second, RIGHT)
    return (
        Box(0, 0, WIDTH, layout.header, 0, felt.strip),
        Text(2 * _EDGE, round(0.55 * layout.header), text, Font.SLAB, size, palette.WHITE),
        *((number,) if page else ()),
        Text(games, baseline, won, Font.MEDIUM, layout.label, felt.second, RIGHT),
        Text(POINTS, baseline, points, Font.MEDIUM, layout.label, felt.second, RIGHT),
    )


def _games(rows: Sequence[_Row], layout: _Layout, words: Words) -> int:
    """Return the x where the games won end, left of the widest points difference and of its name."""
    points = ["+888", *(_difference(row.standing) for row in rows)]
    named = width(words("picture.board.points"), Font.MEDIUM, layout.label) + 20
    return POINTS - max(named, *(width(text, Font.SLAB, layout.points) + 30 for text in points))


def _drawn(row: _Row, top: int, games: int, layout: _Layout, felt: Felt, words: Words) -> tuple[Item, ...]:
    """Return a row as a plate."""
    standing, height = row.standing, layout.pitch - layout.gap
    colour = palette.INK if row.own else palette.WHITE
    gold = palette.INK if row.own else palette.DISC
    middle = top + height // 2
    won = words("picture.board.won-of", wins=standing.wins, games=standing.games)
    size = layout.games
    room = games - width(won, Font.BOLD, size) - 16 - _NAMES - layout.medal + _PLAIN.medal
    plate = Box(_EDGE, top, WIDTH - 2 * _EDGE, height, 16, palette.LIGHT_PLATE if row.own else felt.strip)
    if row.own:
        plate = plate._replace(outline=palette.GOLD, line=4)
    return flat(
        plate,
        rank(standing.rank, (_EDGE + 6 + layout.medal // 2, middle), layout.medal, colour),
        _names(row.people, _NAMES + layout.medal - _PLAIN.medal, middle, room, layout, colour, words),
        Text(games, middle + round(0.36 * size), won, Font.BOLD, size, colour, RIGHT),
        Text(
            POINTS,
            middle + round(0.36 * layout.points),
            _difference(standing),
            Font.SLAB,
            layout.points,
            gold,
            RIGHT,
        ),
    )


def _names(
    people: tuple[Person, ...], x: int, middle: int, room: int, layout: _Layout, colour: str, words: Words
) -> tuple[Item, ...]:
    """Return the names of a row side by side, or one below the other if two do not fit."""
    joint = words("and")
    for size in layout.one:
        line = both(people, joint, x, middle + round(0.36 * size), 10 * room, (size,), colour)
        if right_of(line[-1]) <= x + room:
            return line
    if len(people) == 1:
        return name_line(people[0], x, middle + round(0.36 * layout.one[-1]), room, layout.one, colour)
    first = layout.two[0]
    step = round(1.1 * first)
    top = middle + round(0.36 * first) - step * (len(people) - 1) // 2
    return flat(
        *(
            name_line(person, x, top + row * step, room, layout.two, colour)
            for row, person in enumerate(people)
        )
    )


def _nobody(top: int, layout: _Layout, felt: Felt, words: Words) -> tuple[Item, ...]:
    """Return the row of a leaderboard on which nobody has finished a game."""
    height = layout.pitch - layout.gap
    text, size = fitted(
        words("picture.board.nobody"), Font.SEMI, (layout.one[-1], layout.label), WIDTH - 6 * _EDGE
    )
    return (
        Box(_EDGE, top, WIDTH - 2 * _EDGE, height, 16, felt.strip),
        Text(
            WIDTH // 2, top + (height + round(0.72 * size)) // 2, text, Font.SEMI, size, felt.second, MIDDLE
        ),
    )


def _alt(title: str, page: int, rows: list[_Row], below: list[_Row], words: Words) -> str:
    """Return the picture in words; names that are too long for it are given as drawn."""
    head = words("alt.board", title=title, page=page + 1) if page else words("alt.board.first", title=title)
    nobody = words("alt.board.nobody") if not rows and not below else ""
    return fitting(
        (
            head,
            *(_told(row, words, short=short) for row in rows),
            *(words("alt.board.own", row=_told(row, words, short=short)) for row in below),
            nobody,
        )
        for short in (False, True)
    )


def _told(row: _Row, words: Words, *, short: bool) -> str:
    standing = row.standing
    return words(
        "alt.board.row",
        rank=standing.rank,
        names=words("alt.and").join(isolated(person.text) if short else person.said for person in row.people),
        wins=standing.wins,
        games=standing.games,
        difference=_difference(standing),
    )


def _difference(standing: LeaderboardRow) -> str:
    """Return a points difference with its sign, even at 0, as in the message beside the picture."""
    return signed(standing.difference) if standing.difference else "+0"

"""A line of a leaderboard as a plate, and in words: rank, badge, names, points a hand, games won, streak."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.locale.names import isolated
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.parts.plates import both, name_line, rank
from bot.pictures.sketch.alt import fitting, words_aloud
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import TEAM_LETTERS, Drawable, Person, drawable, member, name_aloud
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Text, TileAt, flat, right_of
from bot.store import LeaderboardRow
from bot.store.ratings.ranking import PAIRED
from engine.cards import RANK_LETTERS, Card, Suit, card

EDGE: Final = 10
"""Pixels between the picture's edge and a plate."""
FIGURES: Final = WIDTH - 24
"""The x where the figures end."""
STREAK: Final = 3
"""Games won in a row from which a streak is shown."""
_BADGES: Final = RANK_LETTERS[1:] + RANK_LETTERS[0]
_NO_RANK: Final = "–"
_GAP: Final = 8
"""Pixels between points and doubt, and between medal and badge."""
_CLOSER: Final = 2
"""Pixels by which figures are closer to each other than names, whose letters may be higher and lower."""
_ROOM: Final = 16
"""Pixels between names and figures."""


class Line(NamedTuple):
    """A line of a leaderboard with its people; a `light` one stands out."""

    row: LeaderboardRow
    people: tuple[Person, ...]
    light: bool = False

    @property
    def team(self) -> Drawable | None:
        """Return the team's name if it has one that can be drawn."""
        return drawable(self.row.team, TEAM_LETTERS) if self.row.team else None


class Sizes(NamedTuple):
    """Pixels of a plate, of its signs, and sizes of texts; of several sizes the first that fits.

    `upper` and `lower` are baselines of two texts one below the other. Names stand in `one` or in `two`
    lines; a name that is `over` others is larger than what is `under` it.
    """

    height: int
    medal: int
    tile: int
    upper: int
    lower: int
    one: tuple[int, ...]
    two: tuple[int, ...]
    over: tuple[int, ...]
    under: int
    points: int
    small: int


class LineStyle(NamedTuple):
    """How the lines of a picture are drawn; `doubts` is the width of their widest doubt."""

    sizes: Sizes
    felt: Felt
    deck: Deck
    words: Words
    doubts: int


def look_of(lines: Iterable[Line], sizes: Sizes, felt: Felt, deck: Deck, words: Words) -> LineStyle:
    """Return the look that lines have in common."""
    doubts = [width(_doubt(line, words), Font.MEDIUM, sizes.small) for line in lines]
    return LineStyle(sizes, felt, deck, words, max(doubts, default=0))


def line_of(row: LeaderboardRow, words: Words, *, light: bool = False) -> Line:
    """Return a row with its people, members and former ones."""
    people = zip(row.members, row.names, strict=True)
    return Line(row, tuple(member(user_id, name, words) for user_id, name in people), light)


def badge(row: LeaderboardRow, suit: Suit = Suit.HEARTS) -> Card:
    """Return the card that is the badge of a row, from two to ace."""
    return card(f"{_BADGES[row.badge]}{suit}")


def plate_of(line: Line, top: int, look: LineStyle) -> tuple[Item, ...]:
    """Return a line as a plate."""
    row, sizes = line.row, look.sizes
    ink = palette.INK if line.light else palette.WHITE
    middle = top + sizes.height // 2
    medal = EDGE + 6 + sizes.medal // 2
    tile = medal + sizes.medal // 2 + _GAP
    left = tile + sizes.tile + _GAP + 4
    plate = Box(EDGE, top, WIDTH - 2 * EDGE, sizes.height, 14, look.felt.strip)
    if line.light:
        plate = plate._replace(fill=palette.LIGHT_PLATE, outline=palette.GOLD, line=4)
    place = (
        (Text(medal, _base(middle, sizes.points), _NO_RANK, Font.SLAB, sizes.points, ink, MIDDLE),)
        if row.rank is None
        else rank(row.rank, (medal, middle), sizes.medal, ink)
    )
    figures, wide = _figures(line, top, look)
    return flat(
        plate,
        place,
        TileAt(tile, middle - sizes.tile // 2, sizes.tile, badge(row), look.deck),
        _names(line, left, top, FIGURES - wide - _ROOM - left, look),
        figures,
    )


def _names(line: Line, x: int, top: int, room: int, look: LineStyle) -> Sequence[Item]:
    """Return a team's name over its members', or names in one line, or below each other if need be.

    Scripts whose letters are too high for two lines have one.
    """
    people, team, sizes, joint = line.people, line.team, look.sizes, look.words("and")
    ink = palette.INK if line.light else palette.WHITE
    second = palette.INK if line.light else look.felt.second
    upper, lower, middle = top + sizes.upper, top + sizes.lower, top + sizes.height // 2
    high = Font.SCRIPTS in [part.font for part in (*people, *((team,) if team else ()))]
    if team is not None:
        text, size = fitted(team.text, team.font, sizes.over, room)
        y = _base(middle, size) if high else upper
        titled = Text(x, y, text, team.font, size, ink, who=people[0].seat)
        return (titled, *(() if high else both(people, joint, x, lower, room, (sizes.under,), second)))
    if line.row.apart == PAIRED:
        text, size = fitted(look.words("picture.leaderboard.paired"), Font.MEDIUM, (sizes.small,), room)
        note = Text(x, lower, text, Font.MEDIUM, size, second)
        return *name_line(people[0], x, upper, room, sizes.over, ink), note
    for size in sizes.one:
        found = both(people, joint, x, _base(middle, size), 10 * room, (size,), ink)
        if right_of(found[-1]) <= x + room:
            return found
    if high or len(people) == 1:
        return both(people, joint, x, _base(middle, sizes.one[-1]), room, sizes.one, ink)
    heights = zip(people, (upper, lower), strict=True)
    return flat(*(name_line(person, x, y, room, sizes.two, ink) for person, y in heights))


def _figures(line: Line, top: int, look: LineStyle) -> tuple[tuple[Item, ...], int]:
    """Return points a hand with their doubt, over games won and a streak; and the width of it all."""
    row, sizes, words = line.row, look.sizes, look.words
    ink = palette.INK if line.light else palette.WHITE
    gold = palette.INK if line.light else palette.DISC
    second = palette.INK if line.light else look.felt.second
    upper, lower = top + sizes.upper + _CLOSER, top + sizes.lower - _CLOSER
    mean = words("picture.leaderboard.mean", points=_mean(row))
    won = words("picture.leaderboard.won-of", wins=row.wins, games=row.games)
    left = FIGURES - look.doubts - _GAP
    right = FIGURES - width(won, Font.MEDIUM, sizes.small) - 2 * _GAP
    items: list[Item] = [
        Text(left, upper, mean, Font.SLAB, sizes.points, gold, RIGHT),
        Text(FIGURES, upper, _doubt(line, words), Font.MEDIUM, sizes.small, second, RIGHT),
        Text(FIGURES, lower, won, Font.MEDIUM, sizes.small, ink, RIGHT),
    ]
    left -= width(mean, Font.SLAB, sizes.points)
    if row.streak >= STREAK:
        number, flame = str(row.streak), round(1.15 * sizes.small)
        items.append(Text(right, lower, number, Font.BOLD, sizes.small, ink, RIGHT))
        right -= width(number, Font.BOLD, sizes.small) + flame + 3
        colour = palette.RED if line.light else palette.NEAR
        items.append(Icon(right, lower - round(0.36 * sizes.small) - flame // 2 - 1, flame, "flame", colour))
    return tuple(items), FIGURES - min(left, right)


def _base(middle: int, size: int) -> int:
    """Return the baseline of a text whose capitals are about the height `middle`."""
    return middle + round(0.36 * size)


def _mean(row: LeaderboardRow) -> float:
    """Return points a hand with one decimal; less than half of that has no sign of its own."""
    return round(row.mean, 1) + 0.0


def _doubt(line: Line, words: Words) -> str:
    return words("picture.leaderboard.doubt", doubt=line.row.doubt)


def lines_aloud(
    heads: Sequence[str], lines: Sequence[Line], own: Sequence[Line], deck: Deck, words: Words
) -> str:
    """Return first sentences and then lines in words, the reader's `own` as theirs.

    Where there is no room, long names give way.
    """
    return fitting(
        (*heads, *(_told(line, deck, words, form, own=line in own) for line in lines)) for form in range(3)
    )


def _told(line: Line, deck: Deck, words: Words, form: int, *, own: bool) -> str:
    """Return a line in words, with names as they are, as drawn, or with a team's alone."""
    row = line.row
    place = (
        words(f"alt.leaderboard.{row.apart}")
        if row.rank is None
        else words("alt.leaderboard.rank", rank=row.rank)
    )
    facts = [
        _named(line, words, form),
        words_aloud(deck, words).rank(badge(row)),
        words("alt.leaderboard.points", points=_mean(row), doubt=row.doubt),
        words("alt.leaderboard.won", wins=row.wins, games=row.games),
    ]
    if row.streak >= STREAK:
        facts.append(words("alt.leaderboard.streak", n=row.streak))
    told = words("alt.leaderboard.row", place=place, facts=words("comma").join(facts))
    return words("alt.leaderboard.own", row=told) if own else told


def _named(line: Line, words: Words, form: int) -> str:
    """Return the names of a line in a form."""
    people = words("alt.and").join(isolated(one.text) if form else one.said for one in line.people)
    if not line.row.team or not (team := name_aloud(line.row.team)):
        return people
    return team if form > 1 else words("alt.leaderboard.team", team=team, names=people)

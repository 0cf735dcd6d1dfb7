"""The picture of the winners of a season, to be shown around: the first on a ribbon, then all of them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.pages.festive import confetti, rays, ribbon
from bot.pictures.pages.standing import EDGE, Line, Sizes, badge, line_of, lines_aloud, look_of, plate_of
from bot.pictures.parts.tricks import card_width
from bot.pictures.sketch.alt import words_aloud
from bot.pictures.sketch.fonts import Font, fitted
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import MIDDLE, WIDTH, CardAt, Icon, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow
from engine.cards import Suit

MOST_WINNERS: Final = 5
"""Lines at most: the first three, and more where they share a rank."""
_CENTRE: Final = WIDTH // 2
_LEAN: Final = 108
"""Pixels from the edge to the middle of a card beside the emblem."""
_TURN: Final = 12
"""Degrees by which it leans."""


class _Layout(NamedTuple):
    """Positions in pixels from the top, and sizes of texts.

    `gap` is that between plates, `card` the height of the cards beside the emblem, `pieces` the amount of
    confetti.
    """

    top: int
    emblem: int
    ribbon: int
    title: int
    body: int
    gap: int
    card: int
    pieces: int
    ribbons: tuple[int, ...]
    titles: tuple[int, ...]
    sizes: Sizes


_PLAIN: Final = _Layout(
    top=14, emblem=170, ribbon=236, title=291, body=312, gap=8, card=144, pieces=72, ribbons=(48, 42, 36, 30),
    titles=(28, 26, 24, 22),
    sizes=Sizes(
        height=70, medal=54, tile=54, upper=32, lower=61,
        one=(30, 28), two=(28, 26), over=(30, 28, 26), under=24, points=34, small=24,
    ),
)  # fmt: skip
_BIG: Final = _Layout(
    top=10, emblem=120, ribbon=190, title=258, body=278, gap=8, card=0, pieces=50, ribbons=(58, 50, 44),
    titles=(36, 33, 30),
    sizes=Sizes(
        height=80, medal=68, tile=60, upper=36, lower=71,
        one=(40, 38), two=(36,), over=(38, 36), under=33, points=42, small=32,
    ),
)  # fmt: skip


def winners_picture(
    game: str, title: str, lines: Sequence[LeaderboardRow], words: Words, style: Style
) -> Sketch:
    """Return the picture of the winners of a season, best first; only the first five lines are shown."""
    felt, layout, deck = palette.felt_of(game), _BIG if style.big else _PLAIN, style.deck_of(game)
    rows = [line_of(row, words, light=row.rank == 1) for row in lines[:MOST_WINNERS]]
    look = look_of(rows, layout.sizes, felt, deck, words)
    pitch = layout.sizes.height + layout.gap
    first = tuple(person for line in rows if line.light for person in _called(line))
    named = ribbon(first, words("and"), layout.ribbon, layout.ribbons) if first else ()
    under, size = fitted(title, Font.SLAB, layout.titles, WIDTH - 4 * EDGE)
    middle = layout.top + layout.emblem // 2
    cards = _cards(rows, middle, layout, deck)
    items = flat(
        rays(middle, layout.emblem, felt),
        confetti(layout.title - layout.titles[0], layout.pieces, named),
        cards,
        Icon(_CENTRE - layout.emblem // 2, layout.top, layout.emblem, "emblem"),
        named,
        Text(_CENTRE, layout.title, under, Font.SLAB, size, palette.WHITE, MIDDLE),
        *(plate_of(line, layout.body + place * pitch, look) for place, line in enumerate(rows)),
    )
    heard = words_aloud(deck, words)
    beside = words("alt.over.cards", cards=heard.cards(card.card for card in cards)) if cards else ""
    alt = lines_aloud((words(words.of_game(game, "alt.winners"), title=title), beside), rows, (), deck, words)
    return Sketch(game, deck, items, alt, layout.body + len(rows) * pitch + EDGE, calm=True)


def _called(line: Line) -> tuple[Person, ...]:
    """Return the name of a line for the ribbon: its team's, or its people."""
    if line.team is None:
        return line.people
    return (Person(line.people[0].seat, line.team.text, line.team.font, line.team.text),)


def _cards(rows: Sequence[Line], middle: int, layout: _Layout, deck: Deck) -> tuple[CardAt, ...]:
    """Return the badge of the first as two cards, which lean away from the emblem between them."""
    if not rows or not layout.card:
        return ()
    wide = card_width(layout.card, deck)
    return tuple(
        CardAt(x - wide // 2, middle - layout.card // 2, wide, badge(rows[0].row, suit), deck, turn=turn)
        for x, suit, turn in ((_LEAN, Suit.HEARTS, _TURN), (WIDTH - _LEAN, Suit.SPADES, -_TURN))
    )

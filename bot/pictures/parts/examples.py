"""Positions that explain the rules as pictures: cards in a row, the answer ringed or written below them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks import SIZES, Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts.tricks import card_width
from bot.pictures.sketch.alt import told, words_aloud
from bot.pictures.sketch.fonts import Font, width
from bot.pictures.sketch.sketch import MIDDLE, WIDTH, Box, CardAt, Icon, Item, Sketch, Text, TileAt
from bot.pictures.sketch.style import Style
from engine.cards import Card, Suit
from engine.cards import card as card_of

_SIDE: Final = 16
"""Pixels left free at both sides, above and below."""
_GAP: Final = 12
"""Pixels between two cards."""
_SIGN: Final = {False: 54, True: 64}
"""Pixels of a sign between cards, with the room around it, plain and big."""
TALLEST: Final = 112
"""Pixels of a card's height at most: a phone shows the picture beside a page of the rules."""
_LABEL: Final = {False: 30, True: 42}
"""The size of labels below cards, plain and big."""
BRACKET: Final = 4
_SMALL: Final = 64
"""Pixels of a card's width below which its tile is easier to read."""


class Sign(NamedTuple):
    """A sign from `decks/tiles/icons.py` by name, with the suit and the colour of those that have one."""

    name: str
    suit: Suit | None = None
    colour: str | None = None


ARROW: Final = Sign("arrow", colour=palette.WHITE)


class Below(NamedTuple):
    """The label below some cards that lie side by side: digits and signs."""

    cards: tuple[Card, ...]
    said: tuple[str | Sign, ...]


@dataclass(frozen=True)
class Example:
    """A position that explains a topic of a game's rules, with its answer.

    `groups` are the cards by their names in the sentence. `row` is drawn from left to right: groups, and
    signs or digits between them. The cards of the group `ring` have the gold ring; `numbers` stand on cards
    besides their rank. A group in `spelled` is written by the game itself. If an example is not `told`, its
    topic says all of it, and the sentence only describes the picture.
    """

    game: str
    topic: int
    name: str
    groups: Mapping[str, tuple[Card, ...]]
    row: tuple[str | Sign, ...]
    ring: str = ""
    below: tuple[Below, ...] = ()
    numbers: Mapping[Card, tuple[int, int, int]] = field(default_factory=dict)
    spelled: Mapping[str, Callable[[tuple[Card, ...], Words], str]] = field(default_factory=dict)
    told: bool = True

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the drawn cards from left to right."""
        return tuple(card for part in self.row for card in self.of(part))

    def of(self, part: str | Sign) -> tuple[Card, ...]:
        """Return the cards of a part of the row, none for a sign."""
        return self.groups.get(part, ()) if isinstance(part, str) else ()


def groups(**notations: str) -> Mapping[str, tuple[Card, ...]]:
    """Return groups of cards by name, each written like `"2H 3D 4C"`."""
    return MappingProxyType(
        {name: tuple(map(card_of, notation.split())) for name, notation in notations.items()}
    )


def example_sentence(example: Example, words: Words) -> str:
    """Return a position and its answer as a text, with cards as in other texts."""
    return _spelled(example, words, words)


def picture(example: Example, words: Words, style: Style) -> Sketch:
    """Return the picture of a position, described in these words."""
    deck, size, sign = style.deck_of(example.game), _LABEL[style.big], _SIGN[style.big]
    wide, high = _size(example, deck, sign)
    placed = tuple(_placed(example, deck, (wide, high), sign))
    items = [*placed, *_said(example, placed, (wide, high), size)]
    height = _SIDE + high + _SIDE + (size + 12 if example.below else 0)
    alt = told([_spelled(example, words_aloud(deck, words), words)])
    return Sketch(example.game, deck, tuple(items), alt, height, calm=True)


def _spelled(example: Example, said: Words, words: Words) -> str:
    """Return the sentence of an example with its cards in the words `said`; an empty group is nobody's."""
    values = {}
    for name, cards in example.groups.items():
        if name in example.spelled:
            told = example.spelled[name](cards, said)
        elif said.aloud:
            told = said.cards(cards)
        else:
            texts = [said.card(card) for card in cards]
            told = texts[0] if len(texts) == 1 else words("comma").join(texts)  # one card keeps its article
        values[name] = told or words("rules.nobody")
    return words(f"{example.game}.example.{example.name}", **values)


def _size(example: Example, deck: Deck, sign: int) -> tuple[int, int]:
    """Return the width and height of each card, so that the row has room and is not too tall."""
    room = WIDTH - 2 * _SIDE - _between_cards(example, sign)
    wide = min(card_width(TALLEST, deck), room // len(example.cards))
    across, up = SIZES[deck]
    return wide, round(wide * up / across) if wide >= _SMALL else wide


def _between_cards(example: Example, sign: int) -> int:
    """Return the pixels of the signs, and of the gaps between cards that lie side by side."""
    signs = sum(not example.of(part) for part in example.row)
    parted = sum(not example.of(part) for part in example.row[1:-1])
    return signs * sign + (len(example.cards) - 1 - parted) * _GAP


def _placed(example: Example, deck: Deck, card: tuple[int, int], sign: int) -> Iterator[Item]:
    """Yield the row about the middle of the picture; `card` is the width and height of a card."""
    wide, high = card
    whole = len(example.cards) * wide + _between_cards(example, sign)
    x, ringed = (WIDTH - whole) // 2, example.groups.get(example.ring, ())
    after_card = False
    for part in example.row:
        if not example.of(part):
            yield _between(part, x, _SIDE + high // 2, sign)
            x, after_card = x + sign, False
        for one in example.of(part):
            x += _GAP if after_card else 0
            if wide < _SMALL:
                yield TileAt(x, _SIDE, wide, one, deck)
            else:
                numbers = example.numbers.get(one)
                yield CardAt(x, _SIDE, wide, one, deck, ring=one in ringed, numbers=numbers)
            x, after_card = x + wide, True


def _between(part: str | Sign, x: int, middle: int, sign: int) -> Item:
    """Return a sign, or digits, between two groups of cards, in `sign` pixels."""
    size = sign - _GAP
    if isinstance(part, Sign):
        return Icon(x + _GAP // 2, middle - size // 2, size, part.name, part.colour, part.suit)
    return Text(x + sign // 2, middle + round(0.36 * size), part, Font.BOLD, size, palette.WHITE, MIDDLE)


def _said(example: Example, placed: tuple[Item, ...], card: tuple[int, int], size: int) -> Iterator[Item]:
    """Yield a line and a label below each group of cards that has one.

    `card` is the width and height of a card.
    """
    across, high = card
    places = {item.card: item.x for item in placed if isinstance(item, CardAt | TileAt)}
    y = _SIDE + high + _SIDE // 2
    for cards, said in example.below:
        left = places[cards[0]]
        wide = places[cards[-1]] + across - left
        if len(cards) > 1:
            yield Box(left, y, wide, BRACKET, BRACKET // 2, palette.DISC)
        parts = [(part, _wide(part, size)) for part in said]
        x = left + (wide - sum(part for _, part in parts) - 6 * (len(parts) - 1)) // 2
        for part, room in parts:
            if isinstance(part, Sign):
                yield Icon(x, y + 10, room, part.name, part.colour, part.suit)
            else:
                base = y + 10 + round(0.86 * size)
                yield Text(x, base, part, Font.BOLD, size, palette.WHITE)
            x += room + 6


def _wide(part: str | Sign, size: int) -> int:
    return round(1.15 * size) if isinstance(part, Sign) else width(part, Font.BOLD, size)

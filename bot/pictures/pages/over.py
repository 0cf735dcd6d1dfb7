"""The picture of a game that is over, to be shown around: winners, margin, and three facts.

It says all without the message beside it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.pages.festive import confetti, rays, ribbon
from bot.pictures.pages.over_description import over_description
from bot.pictures.pages.stopped import stopped_picture
from bot.pictures.parts import tricks
from bot.pictures.parts.fan import pair
from bot.pictures.parts.game import Ended, Fact, FinalPlace, Pictures
from bot.pictures.parts.plates import MARKS, SIDE_COLOURS, name_line, rank
from bot.pictures.sketch.alt import words_aloud
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person, people
from bot.pictures.sketch.sketch import LEFT, MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.view import AnyView

_CENTRE: Final = WIDTH // 2
_EDGE: Final = 16
_LEAN: Final = 108
"""Pixels from the edge to the middle of a card beside the emblem."""
_COLUMN: Final = 168
"""Pixels from the middle to a side's score in big text; its names stand below it."""
_GAP: Final = 8
"""Pixels between the number of a fact and its owner."""


class _Layout(NamedTuple):
    """Positions in pixels from the top, and sizes of texts.

    Rows of places begin at `body` and are `pitch` apart, or closer where there are many. `card` is the width
    of the cards beside the emblem, `pieces` the amount of confetti.
    """

    emblem: int
    top: int
    title: int
    under: int
    body: int
    facts: int
    height: int
    titles: tuple[int, ...]
    names: tuple[int, ...]
    label: int
    score: int
    number: int
    pieces: int
    card: int = 0
    pitch: int = 0


SIDES: Final = _Layout(
    emblem=216, top=20, title=288, under=341, body=357, facts=452, height=560, titles=(48, 42, 36, 30),
    names=(26, 24, 22), label=23, score=76, number=36, pieces=74, card=108,
)  # fmt: skip
BIG_SIDES: Final = _Layout(
    emblem=108, top=8, title=170, under=226, body=240, facts=440, height=560, titles=(58, 50, 44),
    names=(36, 34, 32), label=28, score=92, number=48, pieces=44,
)  # fmt: skip
_PLACES: Final = _Layout(
    emblem=126, top=10, title=172, under=221, body=232, facts=452, height=560, titles=(44, 40, 36, 30),
    names=(26, 24, 22), label=22, score=32, number=36, pieces=56, card=78, pitch=56,
)  # fmt: skip
BIG_PLACES: Final = _Layout(
    emblem=54, top=3, title=105, under=161, body=169, facts=0, height=0, titles=(58, 50, 44),
    names=(36, 34, 32), label=28, score=46, number=48, pieces=36, pitch=58,
)  # fmt: skip
"""Its height follows from its rows; a client makes a picture smaller that is too high."""


def over_picture(view: AnyView, words: Words, style: Style, own: Pictures) -> Sketch:
    """Return the picture of a game that was finished, or stopped without a result.

    `own` are the game's own pictures.
    """
    if view.status is not Status.FINISHED:
        return stopped_picture(view, words, style)
    felt, persons = palette.felt_of(view.game), people(view, words)
    ended = own.ended(view, words)
    if ended.places:
        layout = _grown(BIG_PLACES, len(ended.places)) if style.big else _PLACES
        body = _places(ended, persons, layout, felt)
    else:
        layout = BIG_SIDES if style.big else SIDES
        body = _score(view, persons, ended.winners, layout, big=style.big)
    winners = tuple(persons[seat] for side in ended.winners for seat in view.sides[side])
    middle = layout.top + layout.emblem // 2
    middles = ((_LEAN, middle), (WIDTH - _LEAN, middle))
    cards = pair(view, style, own, ended.cards, middles, layout.card) if layout.card else ()
    ribboned = ribbon(winners, words("and"), layout.title, layout.titles)
    items = flat(
        Box(0, 0, WIDTH, layout.facts, 0, felt.ground),
        rays(middle, layout.emblem, felt),
        confetti(layout.under - layout.label, layout.pieces, ribboned),
        cards,
        Icon(_CENTRE - layout.emblem // 2, layout.top, layout.emblem, "emblem"),
        ribboned,
        _how(ended.how, layout),
        body,
        _facts(ended, persons, layout, felt, words),
    )
    heard = words_aloud(style.deck_of(view.game), words)
    described = over_description(view, own.ended(view, heard), persons, heard, with_cards=bool(cards))
    return Sketch(view.game, style.deck_of(view.game), items, described, layout.height)


def _grown(layout: _Layout, rows: int) -> _Layout:
    """Return a layout as high as its rows."""
    facts = layout.body + rows * layout.pitch + 6
    return layout._replace(facts=facts, height=facts + layout.label + layout.number + 34)


def _how(how: str, layout: _Layout) -> Text:
    """Return the line below the winners' names."""
    text, size = fitted(how, Font.MEDIUM, (layout.label,), WIDTH - 2 * _EDGE)
    return Text(_CENTRE, layout.under, text, Font.MEDIUM, size, palette.WHITE, MIDDLE)


def _score(
    view: AnyView, persons: tuple[Person, ...], winners: tuple[int, ...], layout: _Layout, *, big: bool
) -> tuple[Item, ...]:
    """Return a strip with the score of two sides, and their names beside it; big names stand below."""
    felt, size = palette.felt_of(view.game), layout.score
    baseline = layout.body + round(0.97 * size)
    mark = 44 if big else 30
    items: list[Item] = [
        Box(0, layout.body, WIDTH, layout.facts - layout.body, 0, felt.strip),
        Box(2 * _EDGE, layout.facts - 2, WIDTH - 4 * _EDGE, 2, 0, felt.ground),
        Text(_CENTRE, baseline - size // 20, ":", Font.SLAB, size, palette.WHITE, MIDDLE),
    ]
    for side, total in enumerate(view.seen.totals):
        outwards = 1 if side else -1
        half = width(str(total), Font.SLAB, size) // 2
        middle = _CENTRE + outwards * (_COLUMN if big else 26 + half)
        outer = middle + outwards * (half + 14 + mark)
        items += [
            Text(middle, baseline, str(total), Font.SLAB, size, SIDE_COLOURS[side], MIDDLE),
            Icon(
                min(outer, outer - outwards * mark),
                baseline - round(0.36 * size) - mark // 2,
                mark,
                MARKS[side],
            ),
        ]
        group = [persons[seat] for seat in view.sides[side]]
        colour = palette.WHITE if side in winners else felt.second
        pitch = layout.names[0] + 6
        if big:
            x, at, room = middle, MIDDLE, _CENTRE - 2 * _EDGE
            first = baseline + round(1.5 * layout.names[0])
        else:
            x, at = (WIDTH - _EDGE, RIGHT) if side else (_EDGE, LEFT)
            room = abs(x - outer) - 14
            first = baseline - round(0.36 * (size - layout.names[0])) - pitch * (len(group) - 1) // 2
        for row, person in enumerate(group):
            items += name_line(person, x, first + row * pitch, room, layout.names, colour, at)
    return tuple(items)


def _places(ended: Ended, persons: tuple[Person, ...], layout: _Layout, felt: Felt) -> tuple[Item, ...]:
    """Return a row for each seat: place, name, how it came to it, points; light for the winners."""
    room = layout.facts - layout.body
    pitch = min(layout.pitch, room // len(ended.places))
    top = layout.body + (room - pitch * len(ended.places)) // 2
    items: list[Item] = []
    for number, place in enumerate(ended.places):
        items += _place(
            place,
            persons[place.seat],
            top + number * pitch,
            pitch - 6,
            place.seat in ended.winners,
            layout,
            felt,
        )
    return tuple(items)


def _place(
    place: FinalPlace, person: Person, y: int, height: int, won: bool, layout: _Layout, felt: Felt
) -> tuple[Item, ...]:
    colour = palette.INK if won else palette.WHITE
    middle, size = y + height // 2, min(layout.score, height - 4)
    medal = min(height - 2, round(1.3 * layout.score))
    points = tricks.number_text(place.points)
    right = WIDTH - 28
    left = _EDGE + 2 * _EDGE + medal
    column = right - max(width("88", Font.SLAB, size), width(points, Font.SLAB, size)) - 20
    how = width(place.how, Font.MEDIUM, layout.label)
    room = column - left - (how + _EDGE if how else 0)
    return (
        Box(
            _EDGE,
            y,
            WIDTH - 2 * _EDGE,
            height,
            min(16, height // 2),
            palette.LIGHT_PLATE if won else felt.strip,
        ),
        *rank(place.place, (_EDGE + _EDGE + medal // 2, middle), medal, colour),
        *name_line(person, left, middle + round(0.36 * layout.names[0]), room, layout.names, colour),
        Text(
            column,
            middle + round(0.36 * layout.label),
            place.how,
            Font.MEDIUM,
            layout.label,
            palette.INK if won else felt.second,
            RIGHT,
        ),
        Text(
            right,
            middle + round(0.36 * size),
            points,
            Font.SLAB,
            size,
            palette.INK if won else palette.DISC,
            RIGHT,
        ),
    )


def _facts(
    ended: Ended, persons: tuple[Person, ...], layout: _Layout, felt: Felt, words: Words
) -> tuple[Item, ...]:
    """Return the strip of facts, in equal columns."""
    high = layout.height - layout.facts
    items: list[Item] = [Box(0, layout.facts, WIDTH, high, 0, felt.strip)]
    column = WIDTH // len(ended.facts)
    gap = (high - layout.number - layout.label) // 3
    numbers = layout.facts + gap + round(0.8 * layout.number)
    names = layout.facts + 2 * gap + layout.number + round(0.72 * layout.label)
    for place, fact in enumerate(ended.facts):
        x = column * place + column // 2
        if place:
            items.append(Box(column * place, layout.facts + 20, 2, high - 40, 0, felt.ground))
        text, size = fitted(fact.name, Font.MEDIUM, (layout.label,), column - 16)
        items.append(Text(x, names, text, Font.MEDIUM, size, felt.second, MIDDLE))
        if ended.places and fact.sides:
            items += _named(fact, x, numbers, column - 16, layout, persons, words)
        else:
            items += _marked(fact, x, numbers, layout)
    return tuple(items)


def _marked(fact: Fact, x: int, y: int, layout: _Layout) -> Iterator[Item]:
    """Yield a number about the middle `x` with the marks of the sides that have it, two on its two ends."""
    size, mark = layout.number, round(0.6 * layout.number)
    left = x - (width(fact.number, Font.SLAB, size) + len(fact.sides) * (mark + _GAP)) // 2
    for side in fact.sides[:1]:
        yield Icon(left, y - round(0.36 * size) - mark // 2, mark, MARKS[side])
        left += mark + _GAP
    yield Text(left, y, fact.number, Font.SLAB, size, palette.DISC)
    left += width(fact.number, Font.SLAB, size) + _GAP
    for side in fact.sides[1:]:
        yield Icon(left, y - round(0.36 * size) - mark // 2, mark, MARKS[side])


def _named(
    fact: Fact, x: int, y: int, room: int, layout: _Layout, persons: tuple[Person, ...], words: Words
) -> Iterator[Text]:
    """Yield a number about the middle `x` with its owner's name, or that several share it."""
    wide = width(fact.number, Font.SLAB, layout.number) + _GAP
    person, alone = persons[fact.sides[0]], len(fact.sides) == 1
    said = person.text if alone else words("picture.over.shared")
    font, who = (person.font, person.seat) if alone else (Font.BOLD, None)
    text, size = fitted(said, font, layout.names, room - wide)
    left = x - (wide + width(text, font, size)) // 2
    yield Text(left, y, fact.number, Font.SLAB, layout.number, palette.DISC)
    yield Text(left + wide, y, text, font, size, palette.WHITE, who=who)

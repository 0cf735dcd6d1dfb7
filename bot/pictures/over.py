"""The picture of a game that is over, to be shown around: who has won, by how much, and three facts.

It says all without the message beside it.
"""

from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures import palette
from bot.pictures.alt import card_names, told
from bot.pictures.ended import ENDED, Ended, Fact, Place
from bot.pictures.fan import pair
from bot.pictures.fonts import Font, draws, fitted, width
from bot.pictures.names import Person, people
from bot.pictures.palette import Felt
from bot.pictures.plates import MARKS, SIDE_COLOURS, both, name, rank
from bot.pictures.sketch import LEFT, MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Sketch, Text, flat
from bot.pictures.stopped import stopped
from bot.pictures.style import Style
from bot.shown import AnyShown
from bot.store import Status

CENTRE: Final = WIDTH // 2
RAYS: Final = 760
"""Pixels of the large sun behind all."""
EDGE: Final = 16


class Layout(NamedTuple):
    """Where things stand, in pixels from the top, and the sizes of what is written.

    Rows of places begin at `body` and are `pitch` apart, or closer where there are many. `card` is the width
    of the cards beside the emblem.
    """

    emblem: int
    top: int
    title: int
    body: int
    facts: int
    height: int
    pitch: int
    titles: tuple[int, ...]
    names: tuple[int, ...]
    label: int
    score: int
    number: int
    card: int = 0


SIDES: Final = Layout(216, 20, 298, 346, 452, 560, 0, (48, 42, 36, 30), (26, 24, 22), 23, 76, 36, 108)
PLACES: Final = Layout(126, 10, 182, 230, 452, 560, 56, (44, 40, 36, 30), (26, 24, 22), 22, 32, 36, 78)
BIG_SIDES: Final = Layout(190, 16, 266, 326, 556, 704, 0, (58, 50, 42, 36), (38, 36, 34), 30, 104, 54)
BIG_PLACES: Final = Layout(112, 10, 180, 234, 0, 0, 72, (58, 50, 42, 36), (38, 36, 34), 28, 52, 54)


def over(shown: AnyShown, words: Words, style: Style) -> Sketch:
    """Return the picture of a game that has been finished, or stopped without a result."""
    if shown.status is not Status.FINISHED:
        return stopped(shown, words, style)
    felt, persons = palette.FELTS[shown.game], people(shown, words)
    ended = ENDED[shown.game](shown, words)
    if ended.places:
        layout = _grown(BIG_PLACES, len(ended.places)) if style.big else PLACES
        body = _places(ended, persons, layout, felt)
    else:
        layout = BIG_SIDES if style.big else SIDES
        body = _score(shown, persons, layout, words)
    winners = tuple(persons[seat] for side in ended.winners for seat in shown.sides[side])
    middle = layout.top + layout.emblem // 2
    lean = 108
    cards = pair(shown, style, ended.cards, ((lean, middle), (WIDTH - lean, middle)), layout.card)
    items = flat(
        Box(0, 0, WIDTH, layout.facts, 0, felt.ground),
        Icon(CENTRE - RAYS // 2, middle - RAYS // 2, RAYS, "rays", felt.watermark),
        () if style.big else cards,
        Icon(CENTRE - layout.emblem // 2, layout.top, layout.emblem, "emblem"),
        _winners(winners, ended.how, layout, felt, words),
        body,
        _facts(ended.facts, layout, felt),
    )
    described = told(
        [
            words("alt.over", names=_joined(winners, words), how=ended.how),
            *_told_scores(shown, ended, persons, words),
            *_told_facts(shown, ended, persons, words),
            ""
            if style.big
            else words("alt.over.cards", cards=card_names(ended.cards, style.deck_of(shown.game), words)),
        ]
    )
    return Sketch(shown.game, style.deck_of(shown.game), items, described, layout.height)


def _grown(layout: Layout, rows: int) -> Layout:
    """Return a layout that is as high as its rows."""
    facts = layout.body + rows * layout.pitch + 6
    return layout._replace(facts=facts, height=facts + 2 * layout.label + layout.number + 30)


def _winners(
    winners: tuple[Person, ...], how: str, layout: Layout, felt: Felt, words: Words
) -> tuple[Item, ...]:
    """Return who has won, and how."""
    titled = tuple(map(_in_slab, winners))
    under, size = fitted(how, Font.MEDIUM, (layout.label, layout.label - 2), WIDTH - 2 * EDGE)
    return (
        *both(
            titled, words("and"), CENTRE, layout.title, WIDTH - 2 * EDGE, layout.titles, palette.WHITE, MIDDLE
        ),
        Text(CENTRE, layout.title + round(1.4 * size), under, Font.MEDIUM, size, felt.second, MIDDLE),
    )


def _in_slab(person: Person) -> Person:
    """Return a person whose name is written as a title, where the font of titles has all its letters."""
    slab = person.font is Font.BOLD and all(
        letter == " " or draws(Font.SLAB, letter) for letter in person.text
    )
    return person._replace(font=Font.SLAB) if slab else person


def _score(shown: AnyShown, persons: tuple[Person, ...], layout: Layout, words: Words) -> tuple[Item, ...]:
    """Return the score of two sides with their marks and names."""
    felt, size = palette.FELTS[shown.game], layout.score
    baseline = layout.body + round(0.97 * size)
    # Beside the score there is room for a name of usual size; a big one stands below.
    below = layout.names[0] > 30
    gap, mark = (150, 44) if below else (22, 30)
    items: list[Item] = [Text(CENTRE, baseline - size // 20, ":", Font.SLAB, size, palette.WHITE, MIDDLE)]
    for side, total in enumerate(shown.seen.totals):
        digits, sign = str(total), 1 if side else -1
        wide = width(digits, Font.SLAB, size)
        middle = CENTRE + sign * (gap + wide // 2 + 4) if not below else CENTRE + sign * 168
        edge = middle + sign * (wide // 2 + 14)
        at = edge if side else edge - mark
        items.append(Text(middle, baseline, digits, Font.SLAB, size, SIDE_COLOURS[side], MIDDLE))
        items.append(Icon(at, baseline - round(0.36 * size) - mark // 2, mark, MARKS[side]))
        group = [persons[seat] for seat in shown.sides[side]]
        pitch = layout.names[0] + 6
        if below:
            x, room, place = CENTRE + sign * 168, CENTRE - 2 * EDGE, MIDDLE
            first = baseline + round(1.5 * layout.names[0])
        else:
            x, place = (WIDTH - EDGE, RIGHT) if side else (EDGE, LEFT)
            room = (WIDTH - EDGE - at - mark if side else at - EDGE) - 14
            first = (
                baseline - round(0.36 * size) + round(0.36 * layout.names[0]) - pitch * (len(group) - 1) // 2
            )
        for row, person in enumerate(group):
            items += name(person, x, first + row * pitch, room, layout.names, felt.second, place)
    return tuple(items)


def _places(ended: Ended, persons: tuple[Person, ...], layout: Layout, felt: Felt) -> tuple[Item, ...]:
    """Return a row a seat: the place, the name, how it came to it, the points; light for who has won."""
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
    place: Place, person: Person, y: int, height: int, won: bool, layout: Layout, felt: Felt
) -> tuple[Item, ...]:
    colour = palette.INK if won else palette.WHITE
    middle, size = y + height // 2, min(layout.score, height - 4)
    medal = min(height - 2, round(1.3 * layout.score))
    points = str(place.points).replace("-", "−")
    right = WIDTH - 28
    left = EDGE + 2 * EDGE + medal
    column = right - max(width("88", Font.SLAB, size), width(points, Font.SLAB, size)) - 20
    how = width(place.how, Font.MEDIUM, layout.label)
    room = column - left - (how + EDGE if how else 0)
    return (
        Box(EDGE, y, WIDTH - 2 * EDGE, height, min(16, height // 2), palette.TURN if won else felt.strip),
        *rank(place.place, (EDGE + EDGE + medal // 2, middle), medal, colour),
        *name(person, left, middle + round(0.36 * layout.names[0]), room, layout.names, colour),
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


def _facts(facts: tuple[Fact, ...], layout: Layout, felt: Felt) -> tuple[Item, ...]:
    """Return the strip of facts, in equal columns."""
    high = layout.height - layout.facts
    items: list[Item] = [Box(0, layout.facts, WIDTH, high, 0, felt.strip)]
    column = WIDTH // len(facts)
    gap = (high - layout.number - layout.label) // 3
    numbers = layout.facts + gap + round(0.8 * layout.number)
    names = layout.facts + 2 * gap + layout.number + round(0.72 * layout.label)
    for place, fact in enumerate(facts):
        x = column * place + column // 2
        if place:
            items.append(Box(column * place, layout.facts + 20, 2, high - 40, 0, felt.ground))
        text, size = fitted(fact.name, Font.MEDIUM, (layout.label, layout.label - 2), column - 16)
        items.append(Text(x, names, text, Font.MEDIUM, size, felt.second, MIDDLE))
        mark = round(0.6 * layout.number) if fact.side is not None else 0
        wide = width(fact.number, Font.SLAB, layout.number)
        items.append(
            Text(
                x + (mark + 8) // 2 if mark else x,
                numbers,
                fact.number,
                Font.SLAB,
                layout.number,
                palette.DISC,
                MIDDLE,
            )
        )
        if fact.side is not None:
            left = x - (wide + mark + 8) // 2
            items.append(
                Icon(left, numbers - round(0.36 * layout.number) - mark // 2, mark, MARKS[fact.side])
            )
    return tuple(items)


def _joined(persons: tuple[Person, ...], words: Words) -> str:
    return words("alt.and").join(person.said for person in persons)


def _side(shown: AnyShown, side: int, persons: tuple[Person, ...], words: Words) -> str:
    return _joined(tuple(persons[seat] for seat in shown.sides[side]), words)


def _told_scores(shown: AnyShown, ended: Ended, persons: tuple[Person, ...], words: Words) -> list[str]:
    """Return the score of two sides, or the places, in words."""
    if not ended.places:
        names = [_side(shown, side, persons, words) for side in range(len(shown.sides))]
        first, second = shown.seen.totals
        return [words("alt.over.score", first=names[0], second=names[1], mine=first, others=second)]
    return [
        words(
            "alt.over.place-how" if place.how else "alt.over.place",
            place=place.place,
            name=persons[place.seat].said,
            points=place.points,
            how=place.how,
        )
        for place in ended.places
    ]


def _told_facts(shown: AnyShown, ended: Ended, persons: tuple[Person, ...], words: Words) -> list[str]:
    return [
        words("alt.over.fact", name=fact.name, number=fact.number)
        if fact.side is None
        else words(
            "alt.over.fact-of",
            name=fact.name,
            number=fact.number,
            side=_side(shown, fact.side, persons, words),
        )
        for fact in ended.facts
    ]

"""The quiet picture of a game that was stopped without a result: its seats, and its score so far."""

from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.pages.lobby import pile, placed, told_seats
from bot.pictures.parts import seating
from bot.pictures.parts.seating import Seat, Type, caption, caption_height
from bot.pictures.sketch.alt import told
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import MIDDLE, WIDTH, Item, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView


def stopped_picture(view: AnyView, words: Words, style: Style) -> Sketch:
    """Return the picture of a game without a result."""
    felt, type = palette.felt_of(view.game), seating.BIG_TYPE if style.big else seating.PLAIN_TYPE
    totals, two = view.seen.totals, len(view.sides) == 2
    seats = tuple(
        Seat(
            person,
            "" if two else words.count(f"picture.{view.game}.points", totals[person.seat]),
            quiet=True,
        )
        for person in people(view, words)
    )
    plates, height = placed(view, seats, style)
    left = any(row.present for row in view.seats)
    how = words("picture.stopped" if left else "picture.deserted")
    middle: tuple[Item, ...] = ()
    if two:
        top, step = (height // 2 + 20, 50) if not style.big else (height + 54, WIDTH // 4)
        middle = _score(totals, top, step, felt, type)
        height += 78 if style.big else 0
    elif not style.big:
        middle = pile(view)
    title = words(f"{view.game}.name")
    return Sketch(
        view.game,
        style.deck_of(view.game),
        flat(middle, plates, caption(title, how, height, felt, type, quiet=True)),
        told(
            [
                words("alt.stopped", game=title, how=how),
                *told_seats(view, seats, words),
                words("alt.stopped.score", first=totals[0], second=totals[1]) if two else "",
            ]
        ),
        height + caption_height(type),
    )


def _score(totals: tuple[int, ...], baseline: int, step: int, felt: Felt, type: Type) -> tuple[Item, ...]:
    """Return the score of two sides, each number `step` pixels from the middle."""
    size = type.title + 14
    return (
        Text(WIDTH // 2 - step, baseline, str(totals[0]), Font.SLAB, size, felt.second, MIDDLE),
        Text(WIDTH // 2, baseline - size // 20, ":", Font.SLAB, size, felt.second, MIDDLE),
        Text(WIDTH // 2 + step, baseline, str(totals[1]), Font.SLAB, size, felt.second, MIDDLE),
    )

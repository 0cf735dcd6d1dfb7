"""The picture of a lobby: players, free seats, and the options of the game."""

from collections.abc import Sequence
from typing import Final

from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.parts import seating
from bot.pictures.parts.fan import fan
from bot.pictures.parts.game import Pictures
from bot.pictures.parts.plates import pill, pill_width
from bot.pictures.parts.seating import MARGIN, Seat, caption, caption_height
from bot.pictures.sketch.alt import card_names, told
from bot.pictures.sketch.names import people
from bot.pictures.sketch.sketch import WIDTH, Icon, Item, Sketch, flat
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from engine.cards import Card

FIELD: Final = 250
"""Pixels from the top to the strip with the name of the game."""
PANEL: Final = 196
"""Pixels of width of a side's panel."""
PILE: Final = 116
"""Pixels of width of the cards put away."""


def lobby_picture(view: AnyView, words: Words, style: Style, own: Pictures) -> Sketch:
    """Return the picture of a lobby; `own` are the game's own pictures."""
    felt, type = palette.felt_of(view.game), seating.BIG_TYPE if style.big else seating.PLAIN_TYPE
    seats = _seated(view, words)
    full = not any(seat.person.free for seat in seats)
    rules = own.playing_for(view.seen.options, words)
    plates, height = placed(view, seats, style)
    fanned = _fan(view, style, own) if not style.big else ()
    title = words(f"{view.game}.name")
    ready = words("picture.lobby.ready") if full and not view.to_agree else ""
    items = flat(
        fanned,
        plates,
        caption(title, rules, height, felt, type, beside=pill_width(ready, type.label) if ready else 0),
        pill(ready, WIDTH - MARGIN, height + 36, size=type.label) if ready else None,
    )
    return Sketch(
        view.game,
        style.deck_of(view.game),
        items,
        _alt(view, seats, rules, words, style, cards=own.FAN if fanned else (), full=full),
        height + caption_height(type),
    )


def _seated(view: AnyView, words: Words) -> tuple[Seat, ...]:
    """Return every seat with its label: the level of a computer, the host, or that the seat is kept."""
    seats = []
    for person in people(view, words):
        row = view.at(person.seat)
        label = ""
        if row is not None and row.level is not None:
            label = words(f"level.{row.level}")
        elif row is not None and row.user_id == view.host_id:
            label = words("picture.lobby.host")
        elif any(seat == person.seat for seat, _, _ in view.reserved):
            label = words("picture.lobby.kept")
        seats.append(Seat(person, label))
    return tuple(seats)


def placed(view: AnyView, seats: tuple[Seat, ...], style: Style) -> tuple[tuple[Item, ...], int]:
    """Return the plates of all seats, and the height that they take; cards stand behind them."""
    felt, type = palette.felt_of(view.game), seating.BIG_TYPE if style.big else seating.PLAIN_TYPE
    if len(view.sides) == 2:
        groups = [[seats[seat] for seat in side] for side in view.sides]
        if not style.big:
            return seating.sides(groups, PANEL, 0, FIELD, felt, type), FIELD
        most = max(map(len, groups))
        height = type.mark + 4 * MARGIN + most * (type.plate + 8) + MARGIN
        return seating.sides(groups, (WIDTH - 3 * MARGIN) // 2, 0, height, felt, type), height
    if not style.big:
        return seating.plate_rows(seats, len(seats), FIELD - MARGIN - type.plate, felt, type), FIELD
    count = -(-len(seats) // 2)
    return seating.plate_rows(seats, 2, MARGIN, felt, type), 2 * MARGIN + count * (type.plate + 10) - 10


def _fan(view: AnyView, style: Style, own: Pictures) -> tuple[Item, ...]:
    """Return the fan of cards, between two sides or behind the plates of single players."""
    if len(view.sides) == 2:
        return fan(view, style, own, (WIDTH // 2, 112), 90, 226, 9)
    return fan(view, style, own, (WIDTH // 2, 80), 100, 640, 7)


def pile(view: AnyView) -> tuple[Item, ...]:
    """Return the pile of cards put away, for a game that was stopped."""
    y = (FIELD - PILE) // 2 if len(view.sides) == 2 else 24
    return (Icon((WIDTH - PILE) // 2, y, PILE, "pile"),)


def _alt(
    view: AnyView,
    seats: tuple[Seat, ...],
    rules: str,
    words: Words,
    style: Style,
    *,
    cards: Sequence[Card],
    full: bool,
) -> str:
    """Return the description of the picture."""
    return told(
        [
            words("alt.lobby", game=words(f"{view.game}.name"), rules=rules),
            *told_seats(view, seats, words),
            words("alt.lobby.full") if full else "",
            words("alt.lobby.fan", cards=card_names(cards, style.deck_of(view.game), words)) if cards else "",
        ]
    )


def told_seats(view: AnyView, seats: tuple[Seat, ...], words: Words) -> list[str]:
    """Return the seating in words: by sides, or in one row."""
    told = [
        # The name says already that a seat is kept.
        seat.person.said
        if seat.person.free or not seat.label
        else words("alt.seat", name=seat.person.said, label=seat.label)
        for seat in seats
    ]
    if len(view.sides) != 2:
        return [words("alt.seats", names=words("comma").join(told))]
    return [
        words(f"alt.side.{side}", names=words("comma").join(told[seat] for seat in group))
        for side, group in enumerate(view.sides)
    ]

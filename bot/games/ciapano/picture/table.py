"""The table of Ciapano: plates and cards, the suit led, the taker of the trick and of the last one."""

from typing import Final

from bot.games.ciapano.picture.description import description
from bot.games.ciapano.picture.happened import between_tricks, happened
from bot.games.ciapano.picture.moment import CIAPANO_FELT, NEAR_END, CiapanoMoment
from bot.games.ciapano.picture.places import LAYOUTS, ROW_GAP, Layout, Pixel, PlayerPlace, in_a_row, row_room
from bot.games.ciapano.picture.worth import drawn
from bot.locale import Words
from bot.pictures.decks import SUIT_LIGHTS
from bot.pictures.decks.base import palette
from bot.pictures.parts import tricks
from bot.pictures.parts.plates import bar, dealer_chip, first_chip, leader_crown, name_line, plate_ground
from bot.pictures.parts.tricks import Letters
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import RIGHT, Box, CardAt, Icon, Item, Sketch, Text, flat, right_of
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.ciapano import NAME as GAME
from engine.ciapano import Seen
from engine.ciapano.scoring import OUT
from engine.ciapano.seen import begins, discards

_PAD: Final = 14
"""Pixels between a plate's edge and its texts."""
_NARROW: Final = 11
"""The same in the plates at the sides."""
_SNUG: Final = 8
"""The same in the plates of a low picture."""
_LARGE: Final = tricks.LETTERS._replace(title=28, names=(36, 34, 32, 30, 28), score=46, label=28, tile=46)
"""Sizes of texts in a low picture with big text."""
_DISC: Final = 50
"""Pixels of the disc with the suit led."""


def table(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the picture of a table for everybody."""
    moment = CiapanoMoment.of(view, words, style)
    if style.low:
        return _low(moment)
    size, layout = tricks.LETTERS, LAYOUTS[len(moment.playing)]
    seated = tuple(zip(moment.playing, layout.places, strict=False))
    items = flat(
        tricks.header(
            words("picture.ciapano.title", hand=moment.hand),
            (words("picture.ciapano.rule", n=OUT),),
            CIAPANO_FELT,
            size,
        ),
        *(_card(moment, seat, place, layout.card, size) for seat, place in seated),
        _led(moment, layout),
        *(_plate(moment, seat, place, size) for seat, place in seated),
        *(_gone(moment, seat, number, layout, size) for number, seat in enumerate(reversed(moment.gone))),
        happened(moment, layout, size),
    )
    return Sketch(GAME, style.deck, items, description(moment))


def _low(moment: CiapanoMoment) -> Sketch:
    """Return the low picture of a table: seats side by side in turn order, each card below its plate."""
    big, room = moment.style.big, row_room(moment.style.deck)
    size = _LARGE if big else tricks.LETTERS
    places = in_a_row(len(moment.people), moment.style.deck, big=big)
    items = flat(
        *(
            (*_card(moment, seat, place, room, size), *_plate(moment, seat, place, size))
            if seat in moment.playing
            else _gone_in_row(moment, seat, place, size)
            for seat, place in enumerate(places)
        ),
        between_tricks(moment, places, room, size),
    )
    height = places[0].card[1] + room[1] + ROW_GAP
    return Sketch(GAME, moment.style.deck, items, description(moment), height)


# Cards


def _card(
    moment: CiapanoMoment, seat: int, place: PlayerPlace, room: Pixel, size: Letters
) -> tuple[Item, ...]:
    """Return the card before a player, or its place if it is the player's turn."""
    (x, y), (wide, high) = place.card, room
    card = dict(moment.seen.table).get(seat)
    if card is None:
        if seat not in moment.view.waits_for:
            return ()
        text = moment.words(
            "picture.ciapano.to-discard" if discards(moment.seen) else "picture.ciapano.to-play"
        )
        return tricks.card_outline(x, y, wide, high, text, CIAPANO_FELT, size.label)
    own = tricks.card_width(high, moment.style.deck)
    ring = moment.taking is not None and moment.taking[0] == seat
    face = CardAt(x + (wide - own) // 2, y, own, card, moment.style.deck, ring)
    if seat != moment.seen.table[-1][0]:
        return (face,)
    return face, *tricks.just_laid(face, moment.words("picture.just-laid"), CIAPANO_FELT, size.label)


def _led(moment: CiapanoMoment, layout: Layout) -> tuple[Item, ...]:
    """Return the disc with the suit led."""
    if not moment.seen.table:
        return ()
    suit = moment.seen.table[0][1].suit
    assert suit is not None
    (x, y), half, deck = layout.led, _DISC // 2, moment.style.deck
    sign = "sign" if deck is deck.ITALIAN else "suit"
    return (
        Box(x - half, y - half, _DISC, _DISC, half, CIAPANO_FELT.strip),
        Icon(x - 15, y - 15, 30, sign, SUIT_LIGHTS[deck][suit], suit),
    )


# Plates


def _plate(moment: CiapanoMoment, seat: int, place: PlayerPlace, size: Letters) -> tuple[Item, ...]:
    """Return a player's plate with its texts, the dealer's chip, and the leader's crown."""
    (x, y), wide = place.plate, place.width
    light = seat in moment.view.waits_for
    middle = place.dealer
    lines = _row_lines if moment.style.low else _tall_lines if place.tall else _lines
    return flat(
        plate_ground(x, y, wide, place.height, CIAPANO_FELT, light=light),
        lines(moment, seat, place, size, light),
        dealer_chip(middle[0] - 16, middle[1] - 16) if seat == moment.seen.dealer else None,
        first_chip(middle[0] - 16, middle[1] - 16) if seat == begins(moment.seen) else None,
        leader_crown(*place.crown(size.crown), size.crown) if seat in moment.ahead else None,
    )


def _lines(
    moment: CiapanoMoment, seat: int, place: PlayerPlace, size: Letters, light: bool
) -> tuple[Item, ...]:
    """Return name and points, and below them the bar and the points to go."""
    (x, y), room, ink = place.plate, place.width - 2 * _PAD, palette.INK if light else palette.WHITE
    points, left = _written(moment, seat, size, light)
    text, high = fitted(left.text, left.font, (size.label, 21), room)
    track = room - width(text, left.font, high) - 10
    return flat(
        name_line(moment.people[seat], x + _PAD, y + 35, room - _wide(points) - 8, size.names, ink),
        points._replace(x=x + _PAD + room, y=y + 38),
        _bar(moment, seat, x + _PAD, y + 51, track, light) if track >= 24 else None,
        left._replace(x=x + _PAD + room, y=y + 63, text=text, size=high, at=RIGHT),
    )


def _tall_lines(
    moment: CiapanoMoment, seat: int, place: PlayerPlace, size: Letters, light: bool
) -> tuple[Item, ...]:
    """Return the name, below it the points to go and the points, and last the bar."""
    (x, y), room, ink = place.plate, place.width - 2 * _NARROW, palette.INK if light else palette.WHITE
    points, left = _written(moment, seat, size, light)
    text, high = fitted(left.text, left.font, (size.label, 21), room - _wide(points) - 4)
    return flat(
        name_line(moment.people[seat], x + _NARROW, y + 36, room, size.names, ink),
        left._replace(x=x + _NARROW, y=y + 72, text=text, size=high),
        points._replace(x=x + _NARROW + room, y=y + 76),
        _bar(moment, seat, x + _NARROW, y + 88, room, light),
    )


def _row_lines(
    moment: CiapanoMoment, seat: int, place: PlayerPlace, size: Letters, light: bool
) -> tuple[Item, ...]:
    """Return the name, and below it the points, after those of the hand so far if there is room."""
    (x, y), ink = place.plate, palette.INK if light else palette.WHITE
    room, thirds = place.width - 2 * _SNUG, moment.seen.thirds[seat]
    points, _ = _written(moment, seat, size, light)
    left = room - _wide(points) - 8
    colour = CIAPANO_FELT.ground if light else CIAPANO_FELT.second
    base, least = y + place.height - 12, size.label - 1
    taken = drawn(thirds, x + _SNUG, base, size.label, colour, plus="+", least=least)
    return flat(
        name_line(moment.people[seat], x + _SNUG, y + size.names[0] + 8, room, size.names, ink),
        taken
        if thirds and right_of(taken[-1]) <= x + _SNUG + left
        else _bar(moment, seat, x + _SNUG, y + place.height - 24, left, light),
        points._replace(x=x + _SNUG + room, y=y + place.height - 8),
    )


def _wide(text: Text) -> int:
    return width(text.text, text.font, text.size)


def _written(moment: CiapanoMoment, seat: int, size: Letters, light: bool) -> tuple[Text, Text]:
    """Return the points of a player, and the points to go, each still to be placed."""
    points, near = tricks.number_text(moment.seen.totals[seat]), moment.to_go(seat) <= NEAR_END
    strong, quiet = (
        (CIAPANO_FELT.ground, CIAPANO_FELT.ground) if light else (palette.WHITE, CIAPANO_FELT.second)
    )
    red = palette.RED if light else palette.NEAR
    return (
        Text(0, 0, points, Font.SLAB, size.score, strong, RIGHT),
        Text(0, 0, moment.after(seat), Font.SEMI, size.label, red if near else quiet),
    )


def _bar(moment: CiapanoMoment, seat: int, x: int, y: int, wide: int, light: bool) -> tuple[Item, ...]:
    """Return the bar towards the end; its darker tip are the points of the hand so far."""
    total = moment.seen.totals[seat]
    coming = moment.seen.thirds[seat] // 3
    near = moment.to_go(seat) <= NEAR_END
    colour = (palette.RED if light else palette.NEAR) if near else palette.DISC
    tip = ((total + coming) / OUT, palette.GOLD_DARK)
    parts = (*((tip,) if coming else ()), (total / OUT, colour))
    return bar(x, y, wide, parts, palette.CREAM if light else CIAPANO_FELT.track)


def _gone(moment: CiapanoMoment, seat: int, number: int, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the small dim plate of a seat that is out; `number` counts from the lowest plate upwards."""
    x, y, wide, high = layout.out
    y -= number * (high + 8)
    out = moment.words("picture.ciapano.out-at", n=moment.seen.totals[seat])
    person = moment.people[seat]
    plate = Box(x, y, wide, high, 12, CIAPANO_FELT.strip)
    room = wide - 2 * _PAD - width(out, Font.SEMI, size.label) - 8
    return flat(
        plate,
        name_line(person, x + _PAD, y + 31, room, size.names[-2:], CIAPANO_FELT.second),
        Text(x + wide - _PAD, y + 31, out, Font.SEMI, size.label, CIAPANO_FELT.second, RIGHT),
    )


def _gone_in_row(moment: CiapanoMoment, seat: int, place: PlayerPlace, size: Letters) -> tuple[Item, ...]:
    """Return the dim plate of a seat that is out."""
    (x, y), room = place.plate, place.width - 2 * _SNUG
    out = moment.words("picture.ciapano.out-at", n=moment.seen.totals[seat])
    # The text needs the room that a plate usually leaves beside it.
    text, high = fitted(out, Font.SEMI, (size.label, size.label - 2, 21), room + _SNUG // 2)
    return flat(
        Box(x, y, place.width, place.height, 12, CIAPANO_FELT.strip),
        name_line(
            moment.people[seat], x + _SNUG, y + size.names[0] + 8, room, size.names[-2:], CIAPANO_FELT.second
        ),
        Text(x + _SNUG, y + place.height - 12, text, Font.SEMI, high, CIAPANO_FELT.second),
    )

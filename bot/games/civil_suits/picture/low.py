"""The low table of Civil Suits: a column for each player in turn order, with the cards that they laid.

The column of a player who has added a challenger in a tie is wider. Where there are too many of them for one
row, these cards lie below the first ones. The powers that a player has won are below the cards, or beside
two rows of them.
"""

from itertools import accumulate
from typing import Final, NamedTuple

from bot.games.civil_suits.picture.middle import cost, trump
from bot.games.civil_suits.picture.moment import CIVIL_FELT, Champion, CivilMoment
from bot.games.civil_suits.picture.plates import civil_suit, demerits
from bot.games.civil_suits.picture.strip import POWER_COLOURS, strip_sentence
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts import between, tricks
from bot.pictures.parts.plates import dealer_chip, first_chip, name_line, plate_ground
from bot.pictures.parts.tricks import NAME, Letters
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, CardAt, Icon, Item, Text, flat
from engine.cards import Card
from engine.civil_suits import Phase, begins
from engine.civil_suits.trick import spoils

_PAIR: Final = 224
"""Pixels of a column with two cards side by side."""
_PAD: Final = 8
"""Pixels between a plate and the edge of its column, inside it, and below the cards."""
_GAP: Final = 6
"""Pixels between two cards side by side."""
_CHIP: Final = 26
"""Pixels of a chip on a plate, and between two of them."""
_SMALL_CHIP: Final = 20
"""The least of them."""
_POWER: Final = 42
"""Pixels of width for a power that was won: three are as wide as the narrowest column."""
_GAINED: Final = 60
"""The same with the demerit that it took off."""
_LAYING: Final = (Phase.OFFER, Phase.PLAY)
"""The phases in which the player on turn lays a card, where none of theirs lies."""


class Low(NamedTuple):
    """The lower edge of plates, the upper one of cards, and the heights of rows.

    `card` is the height of a card, `tied` where a player has two, of which `most` lie in one row; `won` is
    that of the powers, `besides` that of the cards that lie aside; `bare` is the height of the picture while
    no card lies there.
    """

    plate: int
    cards: int
    card: int
    tied: int
    most: int
    won: int
    bare: int
    besides: int
    size: Letters


_NORMAL: Final = Low(70, 86, 164, 146, 6, 38, 190, 48, tricks.LETTERS._replace(score=30))
_BIG: Final = Low(
    86,
    102,
    166,
    146,
    5,
    44,
    220,
    62,
    tricks.LETTERS._replace(title=30, names=(30, 28, 26, 24), score=36, label=26, tile=48),
)


class Columns(NamedTuple):
    """The left edges of the columns, with the picture's right edge, and the place of a column's cards.

    `card` is the height of a card; (`right`, `down`) is the way from a player's first card to the second: in
    one row without the latter, in two without the former.
    """

    edges: tuple[int, ...]
    card: int
    right: int
    down: int

    @classmethod
    def of(cls, moment: CivilMoment, rows: Low) -> "Columns":
        """Return the columns of a moment."""
        cards = [max(1, len(moment.lies(seat))) for seat in range(len(moment.people))]
        pairs = sum(n > 1 for n in cards)
        if not pairs or sum(cards) > rows.most:
            even = tuple(WIDTH * seat // len(cards) for seat in range(len(cards) + 1))
            return cls(even, rows.tied, 0, rows.tied + 2 * _GAP) if pairs else cls(even, rows.card, 0, 0)
        single = (WIDTH - pairs * _PAIR) // (len(cards) - pairs)
        *edges, _ = accumulate((_PAIR if n > 1 else single for n in cards), initial=0)
        wide = tricks.card_width(rows.tied, Deck.CIVIL)
        return cls((*edges, WIDTH), rows.tied, wide + _GAP, 0)

    def of_seat(self, seat: int) -> tuple[int, int]:
        """Return the left edge and the width of a seat's column."""
        left, right = self.edges[seat : seat + 2]
        return left, right - left


def low(moment: CivilMoment) -> tuple[tuple[Item, ...], int]:
    """Return the items of the picture, and its height."""
    rows = _BIG if moment.style.big else _NORMAL
    columns, seats = Columns.of(moment, rows), range(len(moment.people))
    foot = rows.cards + columns.card + columns.down + _PAD
    won = flat(*(_won(moment, seat, columns, foot, rows) for seat in seats))
    height = rows.bare if moment.empty else foot + rows.won * bool(won and not columns.down)
    asides = moment.trick.waiting or moment.trick.aside
    items = flat(
        *(_plate(moment, seat, columns, rows) for seat in seats),
        _middle(moment, rows) if moment.empty else None,
        *(_cards(moment, seat, columns, rows) for seat in seats if not moment.empty),
        won,
        _besides(moment, height, rows) if asides else None,
    )
    return items, height + (rows.besides if asides else 0)


# Plates


def _plate(moment: CivilMoment, seat: int, columns: Columns, rows: Low) -> tuple[Item, ...]:
    """Return a player's name, and below it the civil suit, chips if there is room, and the demerits."""
    left, room = columns.of_seat(seat)
    x, y, size = left + _PAD, _PAD, rows.size
    wide, high = room - 2 * _PAD, rows.plate - _PAD
    light = seat in moment.view.waits_for
    ink = palette.INK if light else palette.WHITE
    sign = high - size.names[0] - 8
    ends = x + sign + _PAD, x + wide - _PAD
    counted = demerits(moment, seat, ends, y + high - 8, size.score, ink)
    return flat(
        plate_ground(x, y, wide, high, CIVIL_FELT, light=light),
        name_line(moment.people[seat], x + _GAP, y + size.names[0] - 1, wide - 2 * _GAP, size.names, ink),
        civil_suit(moment, seat, x + 4, y + high - sign - 3, sign),
        _chips(moment, seat, (ends[0] - 4, counted[0].x - 2), y + high - 6),
        counted,
    )


def _chips(moment: CivilMoment, seat: int, ends: tuple[int, int], base: int) -> tuple[Item, ...]:
    """Return the chips of the dealer and the first player between two ends, none where they have no room."""
    (left, right), seen = ends, moment.seen
    made = [chip for chip, who in ((dealer_chip, seen.dealer), (first_chip, begins(seen))) if who == seat]
    size = min(_CHIP, (right - left) // len(made)) if made else 0
    if size < _SMALL_CHIP:
        return ()
    return tuple(draw(right - place * size, base - size, size - 1) for place, draw in enumerate(made, 1))


# Cards


def _cards(moment: CivilMoment, seat: int, columns: Columns, rows: Low) -> tuple[Item, ...]:
    """Return a seat's cards in the trick, or the place for the card that it is to lay."""
    cards, (x, room), y, high = moment.lies(seat), columns.of_seat(seat), rows.cards, columns.card
    wide = tricks.card_width(high, Deck.CIVIL)
    left = x + (_GAP if columns.down else (room - wide - columns.right * (len(cards) > 1)) // 2)
    if not cards:
        if seat not in moment.view.waits_for or moment.seen.phase not in _LAYING:
            return ()
        text = moment.words("picture.civil-suits.to-play")
        return tricks.card_outline(left, y, wide, high, text, CIVIL_FELT, rows.size.label)
    faces = [
        CardAt(
            left + place * columns.right,
            y + place * columns.down,
            wide,
            card,
            Deck.CIVIL,
            (seat, card) == moment.taking,
            numbers=moment.powers(card),
        )
        for place, card in enumerate(cards)
    ]
    signs = [suit for who, suit in moment.trick.bans if who == seat and suit is not None]
    back = moment.back
    return flat(
        faces,
        _banned(left + wide - 30, y + 20, Icon(0, 0, 34, "banned", suit=signs[-1])) if signs else None,
        _banned(left + wide // 2, y + high // 2, Icon(0, 0, 40, "banned", suit=back[1].suit))
        if back is not None and back[0] == seat
        else None,
    )


def _banned(x: int, y: int, sign: Icon) -> tuple[Item, ...]:
    """Return a disc about (x, y) with a crossed suit: that of a Minion's ban, or of the card that it hits."""
    half = sign.size // 2 + 10
    return (
        Box(x - half, y - half, 2 * half, 2 * half, half, palette.BAN),
        sign._replace(x=x - sign.size // 2, y=y - sign.size // 2),
    )


def _won(moment: CivilMoment, seat: int, columns: Columns, y: int, rows: Low) -> tuple[Item, ...]:
    """Return the powers that a seat has won: in a row in the middle of its column, or beside its cards."""
    won = [champion for champion in moment.champions if champion.seat == seat]
    wide = [_GAINED if champion.gained else _POWER for champion in won]
    x, room = columns.of_seat(seat)
    if columns.down:
        x += 3 * _GAP + tricks.card_width(columns.card, Deck.CIVIL)
        places = [(x, rows.cards + place * rows.won) for place in range(len(won))]
    else:
        first = min(max(0, x + (room - sum(wide)) // 2), WIDTH - sum(wide))
        places = [(left, y) for left in accumulate(wide[:-1], initial=first)]
    return flat(
        *(_power(one, *place, room, rows) for one, place, room in zip(won, places, wide, strict=False))
    )


def _power(champion: Champion, x: int, y: int, wide: int, rows: Low) -> tuple[Item, ...]:
    """Return the sign of a power, and the demerit that it took off; gold while its champion is asked."""
    high, size = rows.won - 4, rows.size.label
    colour = palette.INK if champion.deciding else POWER_COLOURS[champion.power]
    text, sign = tricks.signed(champion.gained) if champion.gained else "", 24
    base = y + high // 2 + round(0.36 * size)
    return flat(
        Box(x, y, wide, high, 10, palette.DISC if champion.deciding else CIVIL_FELT.strip),
        Icon(x + 4 if text else x + (wide - sign) // 2, y + (high - sign) // 2, sign, champion.power, colour),
        Text(x + wide - 4, base, text, Font.SLAB, size, colour, RIGHT) if text else None,
    )


# Cards aside


def _middle(moment: CivilMoment, rows: Low) -> tuple[Item, ...]:
    """Return the taker of the last trick with its cards, or the sentence before the first trick."""
    spot = between.Spot(WIDTH // 2, (rows.plate + rows.bare) // 2 + 10, WIDTH - 40)
    last, size = moment.last, rows.size
    text, seat = strip_sentence(moment)
    if text or last is None or last.taker is None:
        person = moment.people[seat] if seat is not None else None
        return tricks.sentence(text, person, spot.x, spot.y + 8, spot.room, size.names, palette.WHITE, MIDDLE)
    told = moment.words("between").join(filter(None, (moment.words("picture.took", name=NAME), cost(moment))))
    return between.taken_trick(
        spot, told, moment.people[last.taker], spoils(last), Deck.CIVIL, size, trump(last, size)
    )


def _besides(moment: CivilMoment, y: int, rows: Low) -> tuple[Item, ...]:
    """Return the row of the cards that the trick's taker gets besides, and of those set aside."""
    kinds = [("waiting", moment.trick.waiting), ("aside", moment.trick.aside)]
    there = [(key, cards) for key, cards in kinds if cards]
    wide, size = WIDTH // len(there), rows.size
    items: list[Item] = [Box(0, y, WIDTH, rows.besides, 0, CIVIL_FELT.strip)]
    for place, (key, cards) in enumerate(there):
        items += _row(moment, key, cards, place * wide, y, wide, rows, size)
    return tuple(items)


def _row(
    moment: CivilMoment,
    key: str,
    cards: tuple[Card, ...],
    x: int,
    y: int,
    wide: int,
    rows: Low,
    size: Letters,
) -> tuple[Item, ...]:
    """Return the label of some cards, and their tiles."""
    text, fine = fitted(moment.words(f"picture.civil-suits.{key}"), Font.SEMI, (size.label,), wide - 80)
    left = x + 2 * _PAD + width(text, Font.SEMI, fine) + _PAD
    base = y + rows.besides // 2 + round(0.36 * fine)
    return (
        Text(x + 2 * _PAD, base, text, Font.SEMI, fine, CIVIL_FELT.second),
        *tricks.tile_row(
            cards,
            left,
            y + (rows.besides - size.tile) // 2,
            x + wide - _PAD - left,
            size.tile,
            Deck.CIVIL,
        ),
    )

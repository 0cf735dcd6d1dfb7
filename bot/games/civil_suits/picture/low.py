"""The low table of Civil Suits: a column for each player in turn order, with the cards that they laid.

Below a card are the powers that its player has won; before that, the numbers of challengers that lie two in a
column, too small to be read on the cards.
"""

from typing import Final, NamedTuple

from bot.games.civil_suits.picture.middle import cost, trump
from bot.games.civil_suits.picture.moment import CIVIL_FELT, Champion, CivilMoment
from bot.games.civil_suits.picture.places import Pixel
from bot.games.civil_suits.picture.strip import POWER_COLOURS, strip_sentence
from bot.pictures.decks import SIZES, SUIT_COLOURS, Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts import between, tricks
from bot.pictures.parts.plates import dealer_chip, first_chip, name_line, plate_ground
from bot.pictures.parts.tricks import NAME, Letters
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, CardAt, Icon, Item, Text, flat
from engine.cards import Card
from engine.civil_suits import Phase, begins
from engine.civil_suits.trick import spoils

_COLUMN: Final = WIDTH // 4
_PAD: Final = 8
"""Pixels between a plate and the edge of its column, and inside it."""
_LAYING: Final = (Phase.OFFER, Phase.PLAY)
"""The phases in which the player on turn lays a card, where none of theirs lies."""


class Low(NamedTuple):
    """Where the rows stand: plates, cards, numbers of challengers; and the heights of pictures.

    `height` is that of a picture with the row of numbers, `bare` while no card lies there, `besides` that of
    the row of cards that lie aside.
    """

    plate: int
    cards: int
    card: int
    numbers: int
    height: int
    bare: int
    besides: int
    sign: int
    size: Letters


_NORMAL: Final = Low(70, 86, 164, 256, 294, 190, 48, 26, tricks.NORMAL_LETTERS._replace(score=30, crown=24))
_BIG: Final = Low(
    86,
    102,
    166,
    276,
    320,
    220,
    62,
    30,
    tricks.BIG_LETTERS._replace(title=30, names=(30, 28, 26, 24), score=36, label=24, tile=48, crown=28),
)


def low(moment: CivilMoment) -> tuple[tuple[Item, ...], int]:
    """Return the items of the picture, and its height."""
    rows = _BIG if moment.style.big else _NORMAL
    seats = range(len(moment.people))
    numbers = () if moment.empty else flat(*(_numbers(moment, seat, rows) for seat in seats))
    height = rows.bare if moment.empty else rows.height if numbers else rows.numbers
    asides = moment.trick.waiting or moment.trick.aside
    items = flat(
        *(_plate(moment, seat, rows) for seat in seats),
        _middle(moment, rows) if moment.empty else None,
        *(_cards(moment, seat, rows) for seat in seats if not moment.empty),
        numbers,
        _besides(moment, height, rows) if asides else None,
    )
    return items, height + (rows.besides if asides else 0)


# Plates


def _plate(moment: CivilMoment, seat: int, rows: Low) -> tuple[Item, ...]:
    """Return a player's name, and below it the civil suit and the demerits."""
    x, y, size = seat * _COLUMN + _PAD, _PAD, rows.size
    wide, high = _COLUMN - 2 * _PAD, rows.plate - _PAD
    seen, light = moment.seen, seat in moment.view.waits_for
    ink = palette.INK if light else palette.WHITE
    base = y + high - 8
    total = tricks.number_text(seen.totals[seat])
    score = Text(x + wide - _PAD, base, total, Font.SLAB, size.score, ink, RIGHT)
    suit, sign = seen.suits[seat], high - size.names[0] - 8
    looked = suit is None and any(other == seat for _, other in seen.looked)
    # Where one player both deals and begins, the eye lies on the corner of the secret card.
    eye = (-4, 8) if seat == seen.dealer == begins(seen) else (8, 4)
    begun = _chips(
        moment, seat, (x + wide - _PAD - width(total, Font.SLAB, size.score) - 4, y + high - 5), rows
    )
    return flat(
        plate_ground(x, y, wide, high, CIVIL_FELT, light=light),
        name_line(moment.people[seat], x + _PAD, y + size.names[0] - 1, wide - 2 * _PAD, size.names, ink),
        Icon(x + 4, y + high - sign - 3, sign, "secret")
        if suit is None
        else Icon(x + 4, y + high - sign - 3, sign, "civil_suit", SUIT_COLOURS[Deck.CIVIL][suit], suit),
        Icon(x + eye[0] + sign, y + high - sign - 1, sign - eye[1], "intelligence")
        if looked and suit is None
        else None,
        score,
        begun,
    )


def _chips(moment: CivilMoment, seat: int, corner: Pixel, rows: Low) -> tuple[Item, ...]:
    """Return the chips of the dealer and of the first player, to the left of a lower right corner."""
    (right, below), seen = corner, moment.seen
    made = [chip for chip, who in ((dealer_chip, seen.dealer), (first_chip, begins(seen))) if who == seat]
    chip = rows.size.crown + (4 if len(made) == 1 else -2)
    return tuple(draw(right - place * (chip + 2), below - chip, chip) for place, draw in enumerate(made, 1))


# Cards


def _cards(moment: CivilMoment, seat: int, rows: Low) -> tuple[Item, ...]:
    """Return a seat's cards in the trick, or the place for the card that it is to lay."""
    cards, middle = moment.lies(seat), seat * _COLUMN + _COLUMN // 2
    y = rows.cards
    wide = tricks.card_width(rows.card, Deck.CIVIL)
    if not cards:
        if seat not in moment.view.waits_for or moment.seen.phase not in _LAYING:
            return ()
        text = moment.words("picture.civil-suits.to-play")
        return tricks.card_outline(middle - wide // 2, y, wide, rows.card, text, CIVIL_FELT, rows.size.label)
    if len(cards) > 1:
        wide = (_COLUMN - 18) // 2
    left = middle - (len(cards) * wide + (len(cards) - 1) * 6) // 2
    card_wide, card_high = SIZES[Deck.CIVIL]
    down = (rows.card - round(wide * card_high / card_wide)) // 2
    faces = [
        CardAt(
            left + place * (wide + 6),
            y + down,
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
        _banned(middle, y + rows.card // 2, Icon(0, 0, 40, "banned", suit=back[1].suit))
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


def _numbers(moment: CivilMoment, seat: int, rows: Low) -> tuple[Item, ...]:
    """Return the powers that a seat has won, or before that its challengers' numbers if they lie small."""
    champions = moment.champions
    won = [champion for champion in champions if champion.seat == seat]
    x, y = seat * _COLUMN + _PAD, rows.numbers
    if won:
        cell = (_COLUMN - 2 * _PAD) // 3
        left = x + (3 - len(won)) * cell // 2
        return flat(*(_won(champion, left + place * cell, cell, rows) for place, champion in enumerate(won)))
    cards = moment.lies(seat)
    if champions or len(cards) < 2:
        return ()
    triples = [powers for card in cards if (powers := moment.powers(card)) is not None]
    if not triples:
        return ()
    high = rows.height - rows.numbers - 4
    wide = (_COLUMN - 2 * _PAD) // len(triples) if len(triples) > 1 else _COLUMN - 2 * _PAD - 30
    left = x if len(triples) > 1 else x + 15
    items: list[Item] = [Box(left, y, wide * len(triples), high, high // 2, CIVIL_FELT.strip)]
    for place, powers in enumerate(triples):
        for column, (power, number) in enumerate(zip(POWER_COLOURS, powers, strict=True)):
            at = left + place * wide + wide * (2 * column + 1) // 6
            base = y + high // 2 + round(0.36 * rows.sign)
            items.append(Text(at, base, str(number), Font.SLAB, rows.sign, POWER_COLOURS[power], MIDDLE))
    return tuple(items)


def _won(champion: Champion, x: int, wide: int, rows: Low) -> tuple[Item, ...]:
    """Return the sign of a power, and the demerit that it took off; gold while its champion is asked."""
    y, high = rows.numbers, rows.height - rows.numbers - 4
    colour = palette.INK if champion.deciding else POWER_COLOURS[champion.power]
    text = tricks.signed(champion.gained) if champion.gained else ""
    sign = high - 10
    base = y + high // 2 + round(0.36 * rows.sign)
    return flat(
        Box(x, y, wide, high, 10, palette.DISC if champion.deciding else CIVIL_FELT.strip),
        Icon(x + 2 if text else x + (wide - sign) // 2, y + 5, sign, champion.power, colour),
        Text(x + wide - 2, base, text, Font.SLAB, rows.sign, colour, RIGHT) if text else None,
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

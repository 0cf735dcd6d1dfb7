"""The strip below a table of Civil Suits: what is asked, or the three powers."""

from typing import Final

from bot.pictures import palette, tricks
from bot.pictures.civil_suits.moment import FELT, POWERS, Champion, Moment
from bot.pictures.civil_suits.places import Layout
from bot.pictures.decks import Deck
from bot.pictures.fonts import Font, fitted, width
from bot.pictures.plates import name
from bot.pictures.sketch import MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Text, flat, right_of
from bot.pictures.tricks import NAME, SIDE, Letters
from engine.civil_suits import Phase
from engine.civil_suits.trick import challenged, spoils

CELL: Final = WIDTH // 3
COLOURS: Final = {"intelligence": palette.INTELLIGENCE, "might": palette.MIGHT, "magic": palette.MAGIC}


def strip(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the strip as it is now."""
    y, high = layout.strip
    ground = Box(0, y, WIDTH, high, 0, FELT.strip)
    champions = moment.champions
    if champions:
        cells = (_cell(moment, champion, place, layout, size) for place, champion in enumerate(champions))
        return flat(ground, *cells)
    text, seat = said(moment)
    if text and not moment.empty:
        return flat(
            ground,
            tricks.sentence(
                text,
                moment.people[seat] if seat is not None else None,
                WIDTH // 2,
                y + high // 2 + 9,
                WIDTH - 2 * SIDE,
                (*size.names, *((30, 28) if moment.style.big else ())),
                palette.WHITE,
                MIDDLE,
            ),
        )
    if moment.scored is not None:
        return flat(ground, _taken(moment, layout, size))
    return flat(ground, *(_named(moment, power, place, layout, size) for place, power in enumerate(POWERS)))


def said(moment: Moment, who: str = NAME) -> tuple[str, int | None]:
    """Return the sentence for a moment in which there is more to say than the powers, and whom it names."""
    words, seen = moment.words, moment.seen
    turn = seen.to_act[0] if seen.to_act else None
    match seen.phase:
        case Phase.SUIT:
            return words("picture.civil-suits.suit"), None
        case Phase.PASS:
            return words(f"picture.civil-suits.pass.{moment.round}"), None
        case Phase.OFFER | Phase.BAN | Phase.REPLAY:
            return words(f"picture.civil-suits.{seen.phase}", name=who), turn
        case Phase.CHALLENGE:
            rank = challenged(moment.trick)[0].text[0]
            return words("picture.civil-suits.tie", cards=words(f"picture.civil-suits.rank.{rank}")), None
        case Phase.PLAY if moment.trick.bans:
            return words("picture.civil-suits.minion", name=who), moment.trick.bans[-1][0]
        case Phase.PLAY if not moment.trick.laid and moment.last is None:
            return words("picture.civil-suits.first", name=who), turn
        case _:
            return "", None


def _taken(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return who took the last trick of a round that is over, and its cards."""
    last, (y, high) = moment.last, layout.strip
    if last is None or last.taker is None:
        return ()
    text = moment.words("picture.took" if last.laid else "picture.civil-suits.rest", name=NAME)
    person, base = moment.people[last.taker], y + high // 2 + 9
    written = tricks.sentence(text, person, SIDE, base, WIDTH // 2, size.names, palette.WHITE)
    begins, top = right_of(written[-1]) + 14, y + (high - size.tile) // 2
    row = tricks.tiles(spoils(last), begins, top, WIDTH - SIDE - begins, size.tile, Deck.CIVIL)
    return *written, *row


def _named(moment: Moment, power: str, place: int, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the sign of a power and its name."""
    y, high = layout.strip
    x, text = place * CELL + SIDE, moment.words(f"picture.civil-suits.{power}")
    if moment.style.big:
        text, fine = fitted(text, Font.SEMI, (size.title, size.label), CELL - SIDE - 8)
        return (
            Icon(x, y + 8, 40, power),
            Text(x, y + 84, text, Font.SEMI, fine, FELT.second),
        )
    text, fine = fitted(text, Font.SEMI, (size.title, size.label, 21), CELL - SIDE - 50)
    return (
        Icon(x, y + (high - 36) // 2, 36, power),
        Text(x + 46, y + high // 2 + round(0.36 * fine), text, Font.SEMI, fine, FELT.second),
    )


def _cell(moment: Moment, champion: Champion, place: int, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the sign of a power, its champion and the number; gold while its champion is asked."""
    y, high = layout.strip
    x, wide = place * CELL, CELL
    ink = palette.INK if champion.deciding else palette.WHITE
    colour = palette.INK if champion.deciding else COLOURS[champion.power]
    person = moment.people[champion.seat] if champion.seat is not None else None
    number = tricks.signed(champion.gained) if champion.gained else str(champion.number)
    gold = Box(x + 5, y + 5, wide - 10, high - 10, 14, palette.DISC) if champion.deciding else None
    if moment.style.big:
        sign, middle, base = 40, y + 28, y + 84
        written = Text(x + wide - SIDE, y + 44, number, Font.SLAB, 44, colour, RIGHT)
        room, left = wide - 2 * SIDE, x + SIDE
    else:
        sign, middle, base = 34, y + high // 2, y + high // 2 + 9
        written = Text(x + wide - SIDE, y + high // 2 + 12, number, Font.SLAB, 34, colour, RIGHT)
        left = x + SIDE + sign + 10
        room = x + wide - SIDE - width(number, Font.SLAB, 34) - 10 - left
    return flat(
        gold,
        Icon(x + SIDE, middle - sign // 2, sign, champion.power, colour),
        name(person, left, base, room, size.names, ink)
        if person is not None
        else Text(left, base, "—", Font.BOLD, size.title, FELT.second),
        written if person is not None else None,
    )

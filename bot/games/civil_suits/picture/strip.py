"""The strip below a table of Civil Suits: the question, or the three powers."""

from typing import Final

from bot.games.civil_suits.picture.moment import CIVIL_FELT, POWER_BAND, Champion, CivilMoment
from bot.games.civil_suits.picture.places import Layout
from bot.pictures.decks.base import palette
from bot.pictures.parts import tricks
from bot.pictures.parts.plates import name_line
from bot.pictures.parts.tricks import NAME, SIDE, Letters
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Text, flat
from engine.civil_suits import Phase
from engine.civil_suits.trick import challenged

CELL: Final = WIDTH // 3
POWER_COLOURS: Final = {"intelligence": palette.INTELLIGENCE, "might": palette.MIGHT, "magic": palette.MAGIC}


def strip(moment: CivilMoment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the strip of a moment."""
    y, high = layout.strip
    ground = Box(0, y, WIDTH, high, 0, CIVIL_FELT.strip)
    champions = moment.champions
    if champions:
        cells = (_cell(moment, champion, place, layout, size) for place, champion in enumerate(champions))
        return flat(ground, *cells)
    text, seat = strip_sentence(moment)
    if text and not moment.empty:
        return flat(
            ground,
            tricks.sentence(
                text,
                moment.people[seat] if seat is not None else None,
                WIDTH // 2,
                y + high // 2 + 9,
                WIDTH - 2 * SIDE,
                size.names,
                palette.WHITE,
                MIDDLE,
            ),
        )
    return flat(
        ground, *(_named(moment, power, place, layout, size) for place, power in enumerate(POWER_BAND))
    )


def strip_sentence(moment: CivilMoment) -> tuple[str, int | None]:
    """Return the sentence of a moment that needs more than the powers, and the seat that it names."""
    words, seen = moment.words, moment.seen
    turn = seen.to_act[0] if seen.to_act else None
    match seen.phase:
        case Phase.SUIT:
            return words("picture.civil-suits.suit"), None
        case Phase.PASS:
            return words(f"picture.civil-suits.pass.{moment.hand}"), None
        case Phase.OFFER | Phase.BAN | Phase.REPLAY:
            return words(f"picture.civil-suits.{seen.phase}", name=NAME), turn
        case Phase.CHALLENGE:
            rank = challenged(moment.trick)[0].text[0]
            return words("picture.civil-suits.tie", cards=words(f"picture.civil-suits.rank.{rank}")), None
        case Phase.PLAY if moment.trick.bans:
            return words("picture.civil-suits.minion", name=NAME), moment.trick.bans[-1][0]
        case Phase.PLAY if not moment.trick.laid and moment.last is None:
            return words("picture.civil-suits.first", name=NAME), turn
        case _:
            return "", None


def _named(moment: CivilMoment, power: str, place: int, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the sign of a power and its name."""
    y, high = layout.strip
    x, text = place * CELL + SIDE, moment.words(f"picture.civil-suits.{power}")
    text, fine = fitted(text, Font.SEMI, (size.title, size.label, 21), CELL - SIDE - 50)
    return (
        Icon(x, y + (high - 36) // 2, 36, power),
        Text(x + 46, y + high // 2 + round(0.36 * fine), text, Font.SEMI, fine, CIVIL_FELT.second),
    )


def _cell(
    moment: CivilMoment, champion: Champion, place: int, layout: Layout, size: Letters
) -> tuple[Item, ...]:
    """Return the sign of a power, its champion and their number; gold while the champion is asked."""
    y, high = layout.strip
    x, wide = place * CELL, CELL
    ink = palette.INK if champion.deciding else palette.WHITE
    colour = palette.INK if champion.deciding else POWER_COLOURS[champion.power]
    person = moment.people[champion.seat] if champion.seat is not None else None
    number = tricks.signed(champion.gained) if champion.gained else str(champion.number)
    gold = Box(x + 5, y + 5, wide - 10, high - 10, 14, palette.DISC) if champion.deciding else None
    sign, middle, left = 34, y + high // 2, x + SIDE + 44
    room = x + wide - SIDE - width(number, Font.SLAB, 34) - 10 - left
    return flat(
        gold,
        Icon(x + SIDE, middle - sign // 2, sign, champion.power, colour),
        name_line(person, left, middle + 9, room, size.names, ink)
        if person is not None
        else Text(left, middle + 9, "—", Font.BOLD, size.title, CIVIL_FELT.second),
        Text(x + wide - SIDE, middle + 12, number, Font.SLAB, 34, colour, RIGHT)
        if person is not None
        else None,
    )

"""The table of Civil Suits: plates with civil suits and demerits, the trick, bans and cards set aside."""

from collections.abc import Sequence

from bot.games.civil_suits.picture.description import description
from bot.games.civil_suits.picture.low import low
from bot.games.civil_suits.picture.middle import middle
from bot.games.civil_suits.picture.moment import CIVIL_FELT, CivilMoment
from bot.games.civil_suits.picture.places import LAYOUT, Area, Layout
from bot.games.civil_suits.picture.plates import civil_suit, demerits
from bot.games.civil_suits.picture.strip import strip
from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts import tricks
from bot.pictures.parts.plates import dealer_chip, first_chip, name_line, plate_ground
from bot.pictures.parts.tricks import Letters
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import WIDTH, Box, CardAt, Icon, Item, Sketch, Text, flat
from bot.pictures.sketch.style import Style
from bot.table.view import View
from engine.cards import Card
from engine.civil_suits import NAME as GAME
from engine.civil_suits import Phase, Seen, begins

_PAD = 12
"""Pixels between a plate's edge and its content."""
_GAP = 6
"""Pixels between two cards of a player."""
_DISC = 56
"""Pixels of the disc on a card that is to be replaced."""
_LAYING = (Phase.OFFER, Phase.PLAY)
"""The phases in which the player on turn lays a card, where none of theirs lies."""


def table(view: View[Seen], words: Words, style: Style) -> Sketch:
    """Return the picture of a table for everybody; the deck is the game's own."""
    moment = CivilMoment.of(view, words, style._replace(deck=Deck.CIVIL))
    if style.low:
        items, height = low(moment)
        return Sketch(GAME, Deck.CIVIL, items, description(moment), height, calm=True)
    size, layout = tricks.LETTERS, LAYOUT
    seats, bans = range(len(moment.people)), _bans(moment, size)
    items = flat(
        tricks.header(
            words("picture.civil-suits.title", round=moment.hand),
            (words("picture.civil-suits.rule"), words("picture.civil-suits.rule-short")),
            CIVIL_FELT,
            size,
            bans[0].width + tricks.SIDE if bans and isinstance(bans[0], Box) else 0,
            "demerits",
        ),
        bans,
        strip(moment, layout, size),
        *(_cards(moment, seat, layout, size) for seat in seats),
        *(_plate(moment, seat, layout, size) for seat in seats),
        _besides(moment, "waiting", moment.trick.waiting, layout.waiting, size),
        _besides(moment, "aside", moment.trick.aside, layout.aside, size),
        middle(moment, layout, size),
    )
    return Sketch(GAME, Deck.CIVIL, items, description(moment))


def _bans(moment: CivilMoment, size: Letters) -> tuple[Item, ...]:
    """Return the red pill with the crossed suit of each ban in force."""
    if not moment.bans:
        return ()
    text, high, sign = moment.words("picture.civil-suits.banned"), size.header - 11, size.header - 16
    wide = width(text, Font.SEMI, size.label) + len(moment.bans) * (sign + 6) + 32
    x = WIDTH - tricks.SIDE - wide
    first = x + wide - 12 - len(moment.bans) * (sign + 6)
    return flat(
        Box(x, 5, wide, high, high // 2, palette.BAN),
        Text(
            x + 16,
            5 + high // 2 + round(0.36 * size.label),
            text,
            Font.SEMI,
            size.label,
            palette.CREAM,
        ),
        *(
            Icon(first + 6 + place * (sign + 6), 5 + (high - sign) // 2, sign, "banned", suit=suit)
            for place, suit in enumerate(moment.bans)
        ),
    )


# Cards


def _cards(moment: CivilMoment, seat: int, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return a seat's cards in the trick, or the place for the card that it is to lay."""
    high = layout.tied if moment.ties else layout.card
    wide = tricks.card_width(high, Deck.CIVIL)
    x, y = (layout.tie if moment.ties else layout.cards)[seat]
    cards = moment.lies(seat)
    if not cards:
        if seat not in moment.view.waits_for or moment.seen.phase not in _LAYING:
            return ()
        text = moment.words("picture.civil-suits.to-play")
        return tricks.card_outline(x - wide // 2, y - high // 2, wide, high, text, CIVIL_FELT, size.label)
    taking = moment.taking
    left = x - (len(cards) * (wide + _GAP) - _GAP) // 2
    faces = [
        CardAt(
            left + place * (wide + _GAP),
            y - high // 2,
            wide,
            card,
            Deck.CIVIL,
            (seat, card) == taking,
            numbers=moment.powers(card),
        )
        for place, card in enumerate(cards)
    ]
    latest = next((face for face in faces if face.card is moment.latest), None)
    return flat(
        faces,
        tricks.just_laid(latest, moment.words("picture.just-laid"), CIVIL_FELT, size.label)
        if latest
        else None,
        _banned(moment, x, y) if moment.back is not None and moment.back[0] == seat else None,
    )


def _banned(moment: CivilMoment, x: int, y: int) -> tuple[Item, ...]:
    """Return the disc with a crossed suit that lies on a card to be replaced (V13)."""
    assert moment.back is not None
    half = _DISC // 2
    return (
        Box(x - half, y - half, _DISC, _DISC, half, CIVIL_FELT.strip),
        Icon(x - 18, y - 18, 36, "banned", suit=moment.back[1].suit),
    )


def _besides(
    moment: CivilMoment, key: str, cards: Sequence[Card], area: Area, size: Letters
) -> tuple[Item, ...]:
    """Return cards that do not lie in the trick, as tiles with a label."""
    if not cards:
        return ()
    x, y, wide, high = area
    text = moment.words(f"picture.civil-suits.{key}")
    text, fine = fitted(text, Font.SEMI, (size.label, size.label - 1), wide - 2 * _PAD)
    return flat(
        Box(x, y, wide, high, 14, CIVIL_FELT.strip),
        Text(x + _PAD, y + round(0.32 * high), text, Font.SEMI, fine, CIVIL_FELT.second),
        tricks.tile_row(cards, x + _PAD, y + high - size.tile - 10, wide - 2 * _PAD, size.tile, Deck.CIVIL),
    )


# Plates


def _plate(moment: CivilMoment, seat: int, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return a player's plate: civil suit, name, demerits; the chips of the dealer and the first player."""
    (x, y), (wide, high) = layout.plates[seat], layout.plate
    seen, light, left = moment.seen, seat in moment.view.waits_for, x + 52
    ink = palette.INK if light else palette.WHITE
    at = layout.dealer(seat)
    opens, deals = seat == begins(seen), seat == seen.dealer
    chip = 28 + 32 * (opens and deals) if opens or deals else 0
    return flat(
        plate_ground(x, y, wide, high, CIVIL_FELT, light=light),
        civil_suit(moment, seat, x + 1, y + 6, 52),
        name_line(moment.people[seat], left, y + 27, x + wide - _PAD - left - chip, size.names, ink),
        demerits(moment, seat, (x + 50, x + wide - _PAD), y + high - 7, size.score - 2, ink),
        dealer_chip(at[0] - 16, at[1] - 16) if deals else None,
        first_chip(at[0] - (50 if deals else 16), at[1] - 16) if opens else None,
    )

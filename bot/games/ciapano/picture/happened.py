"""The latest event at a table of Ciapano: the last trick and its taker, or the deal."""

from bot.games.ciapano.picture.moment import CIAPANO_FELT, CiapanoMoment
from bot.games.ciapano.picture.places import Layout, Pixel, PlayerPlace
from bot.games.ciapano.picture.worth import drawn
from bot.pictures.decks.base import palette
from bot.pictures.parts import between, tricks
from bot.pictures.parts.tricks import NAME, Letters
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, Box, Icon, Item, Text, flat, right_of
from engine.cards import Card
from engine.ciapano import Trick
from engine.ciapano.scoring import THIRDS
from engine.ciapano.seen import discards

_PAD = 14
"""Pixels between the box's edge and its texts."""


def happened(moment: CiapanoMoment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the last trick (small while cards lie on the table), or the deal."""
    last = moment.last
    if last is None:
        return _begun(moment, layout, size)
    return (_box if moment.seen.table else _taken)(moment, last, layout, size)


def between_tricks(
    moment: CiapanoMoment, places: tuple[PlayerPlace, ...], room: Pixel, size: Letters
) -> tuple[Item, ...]:
    """Return the taker of the last trick in a low picture, in the columns without a card to be played."""
    last = moment.last
    if last is None or moment.seen.table:
        return ()
    waiting = next((seat for seat in moment.view.waits_for), None)
    left, right = places[0].card[0], places[-1].plate[0] + places[-1].width
    if waiting is not None:
        x, wide = places[waiting].plate[0], places[waiting].width
        sides = ((left, x - 8), (x + wide + 8, right))
        left, right = max(sides, key=lambda side: side[1] - side[0])
    middle = places[0].card[1] + room[1] // 2 - round(0.25 * size.label)
    spot = between.Spot((left + right) // 2, middle, right - left - 8)
    took, person, cards = moment.words("picture.took", name=NAME), moment.people[last.taker], _cards(last)
    return flat(
        between.taken_trick(spot, took, person, cards, moment.style.deck, size),
        _worth(moment, cards, spot.x, between.below(spot, size), size, MIDDLE),
    )


def _cards(last: Trick) -> tuple[Card, ...]:
    """Return the cards of a trick."""
    return tuple(card for _, card in last.plays)


def _taken(moment: CiapanoMoment, last: Trick, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the taker of the last trick, in the middle, where no card lies."""
    spot, cards = _spot(moment, layout), _cards(last)
    took, person = moment.words("picture.took", name=NAME), moment.people[last.taker]
    base = between.below(spot, size)
    return flat(
        between.taken_trick(spot, took, person, cards, moment.style.deck, size),
        _worth(moment, cards, spot.x, base, size, MIDDLE),
    )


def _worth(
    moment: CiapanoMoment, cards: tuple[Card, ...], x: int, y: int, size: Letters, at: str
) -> tuple[Text, ...]:
    """Return the worth of cards, with the word before it."""
    text = moment.words("picture.ciapano.worth")
    begins = width(text, Font.SEMI, size.label) + 9
    thirds = sum(THIRDS[card] for card in cards)
    number = drawn(thirds, begins, y, round(1.3 * size.label), palette.WHITE, least=size.label - 1)
    left = x if at != MIDDLE else x - right_of(number[-1]) // 2
    items = (Text(0, y, text, Font.SEMI, size.label, CIAPANO_FELT.second), *number)
    return tuple(item._replace(x=item.x + left) for item in items)


def _spot(moment: CiapanoMoment, layout: Layout) -> between.Spot:
    """Return the free felt: beside the place of the card that is to be played, if there is one."""
    seated = zip(moment.playing, layout.places, strict=False)
    taken = next((place for seat, place in seated if seat in moment.view.waits_for), None)
    if taken is not None:
        return layout.spot(taken)
    x, y, right, below = layout.free
    return between.Spot((x + right) // 2, (y + below) // 2, right - x - 16)


def _box(moment: CiapanoMoment, last: Trick, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the last trick in the corner: its worth, its taker, its cards."""
    x, y, wide, high = layout.last
    cards, room = _cards(last), wide - 2 * _PAD
    took = moment.words("picture.took", name=NAME)
    thirds = sum(THIRDS[card] for card in cards)
    worth = drawn(thirds, x + wide - _PAD, y + 33, round(1.3 * size.label), palette.WHITE, RIGHT, plus="+")
    label, beside = moment.words("picture.last-trick"), worth[0].x - x - _PAD - 8
    text, fine = fitted(label, Font.SEMI, (size.label, 21), beside)
    return flat(
        Box(x, y, wide, high, 14, CIAPANO_FELT.strip),
        Text(x + _PAD, y + 31, text, Font.SEMI, fine, CIAPANO_FELT.second),
        worth,
        tricks.sentence(
            took, moment.people[last.taker], x + _PAD, y + 63, room, size.names[1:], palette.WHITE
        ),
        tricks.tile_row(cards, x + _PAD, y + high - size.tile - 7, room, size.tile, moment.style.deck),
    )


def _begun(moment: CiapanoMoment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the deal, or the discard of the dealer of three (P5)."""
    seen, words = moment.seen, moment.words
    if seen.table:
        return ()
    assert seen.dealer is not None
    three = len(moment.playing) == 3
    key = "dealt" if not three else "lays-aside" if discards(seen) else "laid-aside"
    text = f"{NAME} {words(f'picture.ciapano.{key}')}"
    person = moment.people[seen.dealer]
    under, spot = words("picture.ciapano.aside") if three else "", _spot(moment, layout)
    pile = Icon(0, 0, 84, "pile")
    return between.middle_sentence(spot, (pile,), text, person, under, CIAPANO_FELT, size)

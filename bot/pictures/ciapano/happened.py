"""What has happened last at a table of Ciapano: who took the last trick, who dealt, how a hand has ended."""

from bot.pictures import between, palette, tricks
from bot.pictures.ciapano.moment import FELT, Moment
from bot.pictures.ciapano.places import Layout
from bot.pictures.ciapano.worth import drawn
from bot.pictures.fonts import Font, width
from bot.pictures.sketch import MIDDLE, RIGHT, Box, Icon, Item, Text, flat, right_of
from bot.pictures.tricks import NAME, Letters
from engine.cards import Card
from engine.ciapano import Trick
from engine.ciapano.scoring import THIRDS
from engine.game import DEALER

PAD = 14
"""Pixels between the box's edge and its texts."""


def happened(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the end of the hand, the last trick (small while cards lie on the table), or who dealt."""
    last, over = moment.last, moment.scored is not None
    ended = _over(moment, layout, size) if over else ()
    if last is None:
        return ended or _begun(moment, layout, size)
    if moment.style.big:
        return *ended, *_strip(moment, last, layout, size)
    if over or moment.seen.table:
        return *ended, *_box(moment, last, layout, size)
    return _taken(moment, last, layout, size)


def _cards(moment: Moment, last: Trick) -> tuple[Card, ...]:
    """Return a trick's cards; with that of the hand's end comes what the dealer had laid aside."""
    cards = tuple(card for _, card in last.plays)
    aside = moment.seen.discard if moment.scored is not None else None
    return cards if aside is None else (*cards, aside)


def _taken(moment: Moment, last: Trick, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return who has just taken a trick, in the middle, where no card lies."""
    spot, cards, words = _spot(moment, layout), _cards(moment, last), moment.words
    took, person = words("picture.took", name=NAME), moment.people[last.taker]
    base = between.below(spot, size)
    return flat(
        between.taken(spot, took, person, cards, moment.style.deck, size),
        _worth(moment, cards, spot.x, base, size, MIDDLE),
    )


def _worth(
    moment: Moment, cards: tuple[Card, ...], x: int, y: int, size: Letters, at: str
) -> tuple[Text, ...]:
    """Return what cards are worth, with the word before it."""
    text = moment.words("picture.ciapano.worth")
    begins = width(text, Font.SEMI, size.label) + 9
    thirds = sum(THIRDS[card] for card in cards)
    number = drawn(thirds, begins, y, round(1.3 * size.label), palette.WHITE)
    left = x if at != MIDDLE else x - right_of(number[-1]) // 2
    items = (Text(0, y, text, Font.SEMI, size.label, FELT.second), *number)
    return tuple(item._replace(x=item.x + left) for item in items)


def _spot(moment: Moment, layout: Layout) -> between.Spot:
    """Return the free felt beside the place of the card that is to be played."""
    seated = zip(moment.playing, layout.places, strict=False)
    return layout.spot(next((place for seat, place in seated if seat in moment.shown.waits_for), None))


def _box(moment: Moment, last: Trick, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the last trick in the corner: what it was worth, who took it, its cards."""
    x, y, wide, high = layout.last
    cards, room = _cards(moment, last), wide - 2 * PAD
    took = moment.words("picture.took", name=NAME)
    thirds = sum(THIRDS[card] for card in cards)
    return flat(
        Box(x, y, wide, high, 14, FELT.strip),
        Text(x + PAD, y + 31, moment.words("picture.last-trick"), Font.SEMI, size.label, FELT.second),
        drawn(thirds, x + wide - PAD, y + 33, round(1.3 * size.label), palette.WHITE, RIGHT, plus="+"),
        tricks.sentence(
            took, moment.people[last.taker], x + PAD, y + 63, room, size.names[1:], palette.WHITE
        ),
        tricks.tiles(cards, x + PAD, y + high - size.tile - 7, room, size.tile, moment.style.deck),
    )


def _strip(moment: Moment, last: Trick, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the last trick in big text: a strip along the lower edge."""
    x, y, wide, high = layout.last
    cards, row = _cards(moment, last), 5 * (size.tile + 4)
    room = wide - row - 3 * tricks.SIDE
    took, person = moment.words("picture.took", name=NAME), moment.people[last.taker]
    return flat(
        Box(x, y, wide, high, 0, FELT.strip),
        tricks.sentence(took, person, x + tricks.SIDE, y + 42, room, size.names, palette.WHITE),
        _worth(moment, cards, x + tricks.SIDE, y + 82, size, "l"),
        tricks.tiles(cards, wide - tricks.SIDE, y + 20, row, size.tile, moment.style.deck, RIGHT),
    )


def _begun(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return that somebody has dealt, or laid a card aside as the dealer of three does (P5)."""
    seen, words = moment.seen, moment.words
    if seen.dealer is None or seen.to_act in ((), (DEALER,)) or (seen.table and not moment.style.big):
        return ()
    three = len(moment.playing) == 3
    key = "dealt" if not three else "lays-aside" if moment.discarding else "laid-aside"
    text = f"{NAME} {words(f'picture.ciapano.{key}')}"
    person = moment.people[seen.dealer]
    if moment.style.big:
        x, y, wide, high = layout.last
        at, room = (wide // 2, y + high // 2 + 12), wide - 2 * tricks.SIDE
        return flat(
            Box(x, y, wide, high, 0, FELT.strip),
            tricks.sentence(text, person, *at, room, size.names, palette.WHITE, MIDDLE),
        )
    under, spot = words("picture.ciapano.aside") if three else "", _spot(moment, layout)
    pile = Icon(0, 0, 84, "pile")
    return between.said(spot, (pile,), text, person, under, FELT, size)


def _over(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return what the end of a hand brings, where the cards would lie."""
    x, y = layout.said
    title = moment.words("picture.ciapano.over", hand=moment.hand)
    text, seat = _news(moment)
    person = moment.people[seat] if seat is not None else None
    room = 460 if moment.style.big else 340
    return flat(
        Text(x, y, title, Font.SLAB, size.score, palette.DISC, MIDDLE),
        tricks.sentence(text, person, x, y + round(1.4 * size.title), room, size.names, palette.WHITE, MIDDLE)
        if text
        else None,
    )


def _news(moment: Moment) -> tuple[str, int | None]:
    """Return the most important thing that a hand has brought besides points, and whom it is about."""
    words, seen = moment.words, moment.seen
    assert moment.scored is not None
    if seen.winner is not None:
        return words("picture.wins", name=NAME), seen.winner
    if moment.tied:
        return words("picture.ciapano.tie", n=seen.totals[moment.tied[0]]), None
    if moment.scored.cappotto is not None:
        return words("picture.ciapano.cappotto", name=NAME), moment.scored.cappotto
    return "", None

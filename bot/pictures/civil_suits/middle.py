"""The middle of a table of Civil Suits while no card lies there: what is done, who took, how it ended."""

from bot.pictures import between, palette, tricks
from bot.pictures.civil_suits.moment import FELT, Moment
from bot.pictures.civil_suits.places import Layout
from bot.pictures.civil_suits.strip import said
from bot.pictures.decks import SUIT_COLOURS, SUIT_LIGHTS, Deck
from bot.pictures.fonts import Font
from bot.pictures.sketch import MIDDLE, WIDTH, Icon, Item, Text, flat
from bot.pictures.tricks import NAME, Letters
from engine.cards import Suit
from engine.civil_suits import Phase
from engine.civil_suits.trick import spoils

ARROWS = {1: "arrow_left", 2: "arrow", 3: "arrow_up", 4: "arrow"}
"""By round: where cards are passed to, as the table is drawn."""


def middle(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return what is said in the middle; nothing while cards lie there."""
    if moment.scored is not None:
        return _over(moment, layout, size)
    if not moment.empty:
        return ()
    turn = moment.shown.waits_for
    spot = layout.free[turn[0]] if len(turn) == 1 else between.Spot(*layout.said, WIDTH - 80)
    text, seat = said(moment)
    if text:
        person = moment.people[seat] if seat is not None else None
        signs = _signs(moment, 92 if moment.style.big else 76)
        return between.said(spot, signs, text, person, _counted(moment), FELT, size)
    return _taken(moment, spot, size)


def _signs(moment: Moment, size: int) -> tuple[Icon, ...]:
    """Return the signs of what is being done: the four suits, cards on their way, the cards dealt."""
    match moment.seen.phase:
        case Phase.SUIT:
            return tuple(
                Icon(0, 0, size, "civil_suit", SUIT_COLOURS[Deck.CIVIL][suit], suit) for suit in Suit
            )
        case Phase.PASS:
            pile, arrow = Icon(0, 0, size, "pile"), Icon(0, 0, size - 20, ARROWS[moment.round])
            return (arrow, pile) if moment.round == 1 else (pile, arrow)
        case _:
            return (Icon(0, 0, size, "pile"),)


def _counted(moment: Moment) -> str:
    """Return how many have done what all are asked for at once."""
    key = {Phase.SUIT: "chosen", Phase.PASS: "passed"}.get(moment.seen.phase)
    if key is None:
        return ""
    return moment.words(f"picture.civil-suits.{key}", n=len(moment.people) - len(moment.shown.waits_for))


def _taken(moment: Moment, spot: between.Spot, size: Letters) -> tuple[Item, ...]:
    """Return who has just taken a trick, its cards, and the trump that Might had named."""
    last = moment.last
    if last is None or last.taker is None:
        return ()
    sign = size.tile - 4
    trump = (
        (
            Icon(0, 0, sign, "might"),
            Icon(0, 0, sign, "suit", SUIT_LIGHTS[Deck.CIVIL][last.trump], last.trump),
        )
        if last.trump is not None
        else ()
    )
    text = moment.words("picture.took" if last.laid else "picture.civil-suits.rest", name=NAME)
    return between.taken(spot, text, moment.people[last.taker], spoils(last), Deck.CIVIL, size, trump)


def _over(moment: Moment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return that a round is over and what it has brought besides demerits."""
    x, y = layout.said
    words, seen = moment.words, moment.seen
    text, seat = "", None
    if len(seen.winners) == 1:
        text, seat = words("picture.wins", name=NAME), seen.winners[0]
    elif seen.winners:
        text = words("picture.civil-suits.shared", n=tricks.number(min(seen.totals)))
    elif len(moment.shooters) > 1:
        text = words("picture.civil-suits.moons", n=len(moment.shooters))
    elif moment.shooters:
        text, seat = words("picture.civil-suits.moon", name=NAME), moment.shooters[0]
    title = words("picture.civil-suits.over", round=moment.round)
    return flat(
        Text(x, y, title, Font.SLAB, size.score, palette.WHITE, MIDDLE),
        tricks.sentence(
            text,
            moment.people[seat] if seat is not None else None,
            x,
            y + round(1.5 * size.title),
            WIDTH - 80,
            size.names,
            palette.WHITE,
            MIDDLE,
        )
        if text
        else None,
    )

"""The middle of a table of Civil Suits while no card lies there: the phase, or the last trick."""

from bot.games.civil_suits.board import price
from bot.games.civil_suits.picture.moment import CIVIL_FELT, CivilMoment
from bot.games.civil_suits.picture.places import Layout
from bot.games.civil_suits.picture.strip import strip_sentence
from bot.pictures.decks import Deck
from bot.pictures.parts import between
from bot.pictures.parts.tricks import NAME, Letters
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.sketch import MIDDLE, WIDTH, Icon, Item, Text, flat
from engine.cards import Suit
from engine.civil_suits import Phase, Trick
from engine.civil_suits.trick import spoils

ARROWS = {1: "arrow_left", 2: "arrow", 3: "arrow_up", 4: "arrow"}
"""By round: the direction in which cards are passed, as the table is drawn."""


def middle(moment: CivilMoment, layout: Layout, size: Letters) -> tuple[Item, ...]:
    """Return the content of the middle; nothing while cards lie there."""
    if not moment.empty:
        return ()
    turn = moment.view.waits_for
    spot = layout.free[turn[0]] if len(turn) == 1 else between.Spot(*layout.said, WIDTH - 80)
    text, seat = strip_sentence(moment)
    if text:
        person = moment.people[seat] if seat is not None else None
        signs = _signs(moment, 76)
        return between.middle_sentence(spot, signs, text, person, _counted(moment), CIVIL_FELT, size)
    return _taken(moment, spot, size)


def _signs(moment: CivilMoment, size: int) -> tuple[Icon, ...]:
    """Return the signs of the phase: the four suits, cards on their way, the cards dealt."""
    match moment.seen.phase:
        case Phase.SUIT:
            return tuple(Icon(0, 0, size, "civil_suit", suit=suit) for suit in Suit)
        case Phase.PASS:
            pile, arrow = Icon(0, 0, size, "pile"), Icon(0, 0, size - 20, ARROWS[moment.hand])
            return (arrow, pile) if moment.hand == 1 else (pile, arrow)
        case _:
            return (Icon(0, 0, size, "pile"),)


def _counted(moment: CivilMoment) -> str:
    """Return the number of players who have answered a question to all."""
    key = {Phase.SUIT: "chosen", Phase.PASS: "passed"}.get(moment.seen.phase)
    if key is None:
        return ""
    return moment.words(f"picture.civil-suits.{key}", n=len(moment.people) - len(moment.view.waits_for))


def _taken(moment: CivilMoment, spot: between.Spot, size: Letters) -> tuple[Item, ...]:
    """Return the taker of the last trick, its cards, and the trump that Might had named."""
    last = moment.last
    if last is None or last.taker is None:
        return ()
    text = moment.words("picture.took", name=NAME)
    person, cards = moment.people[last.taker], spoils(last)
    known, base = cost(moment), between.below(spot, size)
    return flat(
        between.taken_trick(spot, text, person, cards, Deck.CIVIL, size, trump(last, size)),
        Text(spot.x, base, known, Font.SEMI, size.label, CIVIL_FELT.second, MIDDLE) if known else None,
    )


def trump(last: Trick, size: Letters) -> tuple[Icon, ...]:
    """Return the trump that Might had named in a trick, with the sign of Might."""
    if last.trump is None:
        return ()
    sign = size.tile - 4
    return Icon(0, 0, sign, "might"), Icon(0, 0, sign, "trump", suit=last.trump)


def cost(moment: CivilMoment) -> str:
    """Return the cost of the last trick by its cards, empty where its taker's civil suit is secret."""
    n = price(moment.seen, moment.last) if moment.last is not None else None
    return "" if n is None else moment.words.count("picture.civil-suits.cost", n)

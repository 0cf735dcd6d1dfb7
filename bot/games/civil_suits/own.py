"""The private knowledge of a player of Civil Suits: suits, demerits so far, cards passed, the hand."""

from collections.abc import Collection, Iterable
from typing import Final

from bot.blocks.blocks import lines
from bot.blocks.look import hand_text
from bot.blocks.people import seat_name
from bot.games.civil_suits.board import just_taken, price
from bot.games.civil_suits.faces import face_text
from bot.locale import Words
from bot.table.view import View
from engine.cards import Card
from engine.civil_suits import CHALLENGERS, Seen
from engine.civil_suits.seen import so_far as demerits_so_far
from engine.civil_suits.state import passing

SO_FAR: Final = "civil-suits.own-so-far"
"""The key of the viewer's suit and demerits, where they have a line of their own."""
IN_LINE: Final = 2
"""Challengers with their numbers in a small line of a phone."""
COLUMNS: Final = ("intelligence", "might", "magic")
"""The powers in the order of a challenger's numbers."""


def own_line(view: View[Seen], words: Words, key: str = "civil-suits.own") -> str:
    """Return the viewer's civil suit and demerits of this round; empty before a suit is chosen."""
    seen = view.seen
    suit = seen.suits[seen.viewer] if seen.viewer is not None else None
    if suit is None or seen.viewer is None:
        return ""
    return words.count(key, demerits_so_far(seen, seen.viewer) or 0, suit=words.suit(suit))


def own_facts(view: View[Seen], words: Words) -> tuple[str, ...]:
    """Return the viewer's civil suit, and those that Intelligence has shown to them alone."""
    suit = view.seen.suits[view.seen.viewer] if view.seen.viewer is not None else None
    if suit is None:
        return ()
    return words.suit(suit), *looked(view, words)


def looked(view: View[Seen], words: Words) -> list[str]:
    """Return the civil suits that Intelligence has shown the viewer alone."""
    seen = view.seen
    return [
        words("civil-suits.of", name=seat_name(view, seat, words), suit=words.suit(suit))
        for seat, suit in enumerate(seen.suits)
        if suit is not None and seat != seen.viewer and seat not in seen.public
    ]


def numbers(view: View[Seen], words: Words, *, full: bool = False) -> str:
    """Return in small lines the viewer's challengers with their numbers, and the suits shown to them.

    Aloud, a `full` hand leaves the challengers to the page of all powers.
    """
    mine, known, between = _faces(view, words), looked(view, words), words("between")
    if not words.aloud:
        rows = [between.join(mine[first : first + IN_LINE]) for first in range(0, len(mine), IN_LINE)]
        return _small([*rows, between.join(known)], words)
    if mine and not full:
        cards = words("civil-suits.between").join(mine)
        known = [words("civil-suits.own-numbers", cards=cards), *known]
    return _small([between.join(known)], words)


def best_numbers(view: View[Seen], words: Words) -> str:
    """Return in a small line the viewer's highest number for each power, and the suits shown to them.

    Few challengers stand there with all their numbers.
    """
    told = _faces(view, words)
    if len(told) > IN_LINE:
        highest = [_highest(view, column, words) for column in range(len(COLUMNS))]
        told = [words("civil-suits.best", numbers=words("between").join(highest))]
    return _small([words("between").join([*told, *looked(view, words)])], words)


def _highest(view: View[Seen], column: int, words: Words) -> str:
    """Return the viewer's highest number for a power, with its sign and its card."""
    mine = [(view.seen.options.numbers(card)[column], card) for card in _challengers(view)]
    number, card = max(mine, key=lambda one: one[0])
    return words("civil-suits.best-of", sign=words.sign(COLUMNS[column]), n=number, card=words.card(card))


def cost_line(view: View[Seen], words: Words) -> str:
    """Return in small the cost of the trick that has the viewer lead; empty if another did, or none."""
    trick, seen = just_taken(view), view.seen
    told = price(seen, trick) if trick is not None else None
    return "" if told is None else words("small", told=words.count("civil-suits.cost-you", told))


def _challengers(view: View[Seen]) -> list[Card]:
    return [card for card in view.seen.hand if card in CHALLENGERS]


def _faces(view: View[Seen], words: Words) -> list[str]:
    """Return the viewer's challengers with their numbers."""
    return [face_text(card, view.seen.options, words) for card in _challengers(view)]


def _small(rows: Iterable[str], words: Words) -> str:
    return lines(*(words("small", told=row) for row in rows if row))


def state(view: View[Seen], words: Words, besides: Collection[Card] = ()) -> str:
    """Return in small the viewer's private knowledge, and the cards that are no answers.

    The cards `besides` are buttons. Where all is heard, the player on turn has heard their cards before;
    others have them in a line of their own.
    """
    if words.aloud and not view.my_turn:
        mine = own_line(view, words, SO_FAR)
        small = words("small", told=mine) if mine else ""
        return lines(small, hand_text(view.seen.hand, words), numbers(view, words))
    cards = "" if words.aloud else words.cards(card for card in view.seen.hand if card not in besides)
    told = own_line(view, words, SO_FAR), *looked(view, words), cards
    known = words("between").join(filter(None, told))
    return words("small", told=known) if known else ""


def just_passed(view: View[Seen], words: Words) -> str:
    """Return the cards passed to the viewer, until their first play in the round."""
    seen = view.seen
    laid = any(seat == seen.viewer for seat, _ in seen.trick.laid)
    if not seen.received or seen.tricks or laid:
        return ""
    # How many depends on the deal (V7), which no beginner can guess.
    key = "civil-suits.just-passed.first" if view.beginner and view.hand == 1 else "civil-suits.just-passed"
    return words(key, cards=words.cards(seen.received))


def passes_to(seen: Seen) -> tuple[int, int]:
    """Return the seat that the viewer passes to, and the number of cards (V7)."""
    assert seen.dealer is not None
    assert seen.viewer is not None
    to = passing(len(seen.sheets) + 1, seen.dealer)[seen.viewer]
    assert to is not None
    return to

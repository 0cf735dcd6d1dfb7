"""What a player of Civil Suits alone knows: suits, demerits so far, cards passed, their own hand."""

from collections.abc import Collection
from typing import Final

from bot.blocks.blocks import lines
from bot.blocks.look import held as named_held
from bot.blocks.people import seat_name
from bot.games.civil_suits.faces import face_text, face_texts
from bot.locale import Words
from bot.table.view import View
from engine.cards import Card
from engine.civil_suits import CHALLENGERS, Seen
from engine.civil_suits.seen import so_far as demerits_so_far
from engine.civil_suits.state import passing

SO_FAR: Final = "civil-suits.own-so-far"
"""The key of the viewer's suit and demerits where they stand on a line of their own."""
NUMBERS: Final = 4
"""Challengers whose numbers fit a small line of a phone."""


def own_line(view: View[Seen], words: Words, key: str = "civil-suits.own") -> str:
    """Return the viewer's civil suit and demerits of this round so far; empty before a suit is chosen."""
    seen = view.seen
    suit = seen.suits[seen.viewer] if seen.viewer is not None else None
    if suit is None or seen.viewer is None:
        return ""
    return words.count(key, demerits_so_far(seen, seen.viewer) or 0, suit=words.suit(suit))


def looked(view: View[Seen], words: Words) -> list[str]:
    """Return the civil suits that Intelligence has shown to the viewer alone."""
    seen = view.seen
    return [
        words("civil-suits.of", name=seat_name(view, seat, words), suit=words.suit(suit))
        for seat, suit in enumerate(seen.suits)
        if suit is not None and seat != seen.viewer and seat not in seen.public
    ]


def numbers(view: View[Seen], words: Words) -> str:
    """Return in one small line the suits that the viewer knows, and the numbers of their challengers.

    Where these are more than fit, the last are left to the page of all powers.
    """
    # Written, as a tile makes a small line higher.
    mine = [face_text(card, view.seen.options, words.plain) for card in view.seen.hand if card in CHALLENGERS]
    known = looked(view, words)
    most = len(mine) if words.aloud else NUMBERS - len(known)
    left = [words("told.earlier")] if len(mine) > most else []
    told = [*mine[:most], *left, *known]
    return words("small", told=words("between").join(told)) if told else ""


def hand_text(view: View[Seen], words: Words) -> str:
    """Return the viewer's cards as text, challengers with their numbers; these alone where they are heard."""
    if words.aloud:
        return numbers(view, words)
    return words("panel.cards", cards=face_texts(view.seen.hand, view.seen.options, words))


def state(view: View[Seen], words: Words, besides: Collection[Card] = ()) -> str:
    """Return in small what the viewer alone knows where their cards are not the answers, and those cards.

    Those `besides` which they are told are buttons. Where all is heard, who is on turn has been told the
    cards before; to others they are told in a line of their own.
    """
    if words.aloud and not view.my_turn:
        mine = own_line(view, words, SO_FAR)
        small = words("small", told=mine) if mine else ""
        return lines(small, named_held(view.seen.hand, words), numbers(view, words))
    cards = "" if words.aloud else words.cards(card for card in view.seen.hand if card not in besides)
    told = own_line(view, words, SO_FAR), *looked(view, words), cards
    known = words("between").join(filter(None, told))
    return words("small", told=known) if known else ""


def just_passed(view: View[Seen], words: Words) -> str:
    """Return what the viewer was passed, until they have played for the first time in the round."""
    seen = view.seen
    laid = any(seat == seen.viewer for seat, _ in seen.trick.laid)
    if not seen.received or seen.tricks or laid:
        return ""
    return words("civil-suits.just-passed", cards=words.cards(seen.received))


def passes_to(seen: Seen) -> tuple[int, int]:
    """Return to whom the viewer passes how many cards (V7)."""
    assert seen.dealer is not None
    assert seen.viewer is not None
    to = passing(len(seen.sheets) + 1, seen.dealer)[seen.viewer]
    assert to is not None
    return to

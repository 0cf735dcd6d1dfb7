"""The private knowledge of a player of Civil Suits: suits, demerits so far, cards passed, the hand."""

from collections.abc import Collection
from typing import Final

from bot.blocks.blocks import lines
from bot.blocks.look import hand_text
from bot.blocks.people import seat_name
from bot.games.civil_suits.faces import face_text, face_texts
from bot.locale import Words
from bot.table.view import View
from engine.cards import Card
from engine.civil_suits import CHALLENGERS, Seen
from engine.civil_suits.seen import so_far as demerits_so_far
from engine.civil_suits.state import passing

SO_FAR: Final = "civil-suits.own-so-far"
"""The key of the viewer's suit and demerits, where they have a line of their own."""
NUMBERS: Final = 4
"""Challengers whose numbers fit a small line of a phone."""


def own_line(view: View[Seen], words: Words, key: str = "civil-suits.own") -> str:
    """Return the viewer's civil suit and demerits of this round; empty before a suit is chosen."""
    seen = view.seen
    suit = seen.suits[seen.viewer] if seen.viewer is not None else None
    if suit is None or seen.viewer is None:
        return ""
    return words.count(key, demerits_so_far(seen, seen.viewer) or 0, suit=words.suit(suit))


def looked(view: View[Seen], words: Words) -> list[str]:
    """Return the civil suits that Intelligence has shown the viewer alone."""
    seen = view.seen
    return [
        words("civil-suits.of", name=seat_name(view, seat, words), suit=words.suit(suit))
        for seat, suit in enumerate(seen.suits)
        if suit is not None and seat != seen.viewer and seat not in seen.public
    ]


def numbers(view: View[Seen], words: Words, *, full: bool = False) -> str:
    """Return in one small line the viewer's challengers with their numbers, and the suits shown to them.

    Challengers that have no room are left to the page of all powers: all of them aloud if the hand is `full`.
    """
    # In words, as a tile makes a small line higher.
    mine = [face_text(card, view.seen.options, words.plain) for card in view.seen.hand if card in CHALLENGERS]
    known = looked(view, words)
    most = len(mine) if words.aloud else NUMBERS - len(known)
    left = [words("told.earlier")] if len(mine) > most else []
    if words.aloud and full:
        mine = []
    elif mine and words.aloud:
        mine = [words("civil-suits.own-numbers", cards=words("civil-suits.between").join(mine))]
    told = [*mine[:most], *left, *known]
    return words("small", told=words("between").join(told)) if told else ""


def own_cards(view: View[Seen], words: Words) -> str:
    """Return the viewer's cards as text, challengers with their numbers."""
    key = "panel.hold" if words.aloud else "panel.cards"
    return words(key, cards=face_texts(view.seen.hand, view.seen.options, words))


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

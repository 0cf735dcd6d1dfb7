"""The cut of the next deck: its line for everybody, and the places for the seat that is asked.

A place is named by the part of the deck that is lifted off: short enough for five in a row of a phone.
"""

from typing import Final

from bot.blocks.blocks import Answers, Block, Button, ButtonStyle, Press, lines
from bot.blocks.people import marked
from bot.locale import Words
from bot.table.view import AnyView
from bot.tables.cut import places
from engine import GAMES

_JUST_DEAL: Final = "0"
"""The notation for dealing the deck uncut."""


def cut_line(view: AnyView, words: Words) -> str:
    """Return the line with cutter and dealer of the next deck, empty if nobody is asked to cut."""
    if view.cutter is None or view.next_dealer is None:
        return ""
    cutter, dealer = (marked(view, seat, words) for seat in (view.cutter, view.next_dealer))
    if view.cut:
        return words("cut.done", cutter=cutter, dealer=dealer)
    if view.my_cut:
        return words("cut.yours", dealer=dealer)
    return words("cut.asked", cutter=cutter, dealer=dealer)


def asked(view: AnyView, words: Words) -> str:
    """Return the question of the cut for a viewer who hears it, empty for all others."""
    if not (words.aloud and view.my_cut) or view.cut:
        return ""
    return words("turn.mine", asked=cut_line(view, words))


def cut_row(view: AnyView, words: Words) -> tuple[Answers, ...]:
    """Return the places for the viewer's cut, their choice marked; none unless they are asked."""
    if not view.my_cut:
        return ()
    return (
        tuple(
            _place(view, words(f"cut.place.{number}"), at, words)
            for number, at in enumerate(places(GAMES[view.game]), 1)
        ),
    )


def _place(view: AnyView, label: str, at: int, words: Words) -> Button:
    chosen = at == view.cut
    if chosen:
        label = words("cut.chosen", place=label)
    return Button(
        label, cut_id(view, str(at)), ButtonStyle.GOOD if chosen else ButtonStyle.MAIN, disabled=chosen
    )


def cut_id(view: AnyView, notation: str = _JUST_DEAL) -> str:
    """Return the id of a button that cuts the deck, or has it dealt uncut."""
    return str(Press(view.id, view.agreeing or 0, "cut", notation))


# Before the first deal


def first_cut(view: AnyView, words: Words, *last: Button) -> tuple[Block, ...]:
    """Return the question of the first cut, or its line for the others, with the `last` buttons."""
    at = words("cut.first", at=int(view.due_at)) if view.due_at else ""
    told = lines("" if asked(view, words) else cut_line(view, words), at)
    if not view.my_cut:
        return (told, last) if last else (told,)
    just = Button(words("button.just-deal-alone"), cut_id(view), ButtonStyle.GOOD)
    return told, *cut_row(view, words), (just, *last)

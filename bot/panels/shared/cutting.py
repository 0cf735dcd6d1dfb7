"""The cut of the next deck: its line for everybody, and the buttons for the seat that is asked.

One button cuts in the middle, another opens a page with all places. A place is named there by the part of the
deck that is lifted off: short enough for five in a row of a phone.
"""

from typing import Final

from bot.blocks.blocks import Answers, Block, Button, ButtonStyle, Press, lines
from bot.blocks.look import control
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
    if view.my_cut:
        return words("cut.yours.done" if view.cut else "cut.yours", dealer=dealer)
    return words("cut.done" if view.cut else "cut.asked", cutter=cutter, dealer=dealer)


def latest(view: AnyView, words: Words) -> str:
    """Return the small line with the time of the deal, empty without one."""
    return words("cut.latest", at=int(view.due_at)) if view.due_at else ""


def asked(view: AnyView, words: Words) -> str:
    """Return the question of the cut for a viewer who hears it, empty for all others."""
    if not (words.aloud and view.my_cut) or view.cut:
        return ""
    return words("turn.mine", asked=cut_line(view, words))


def cut_row(view: AnyView, words: Words) -> tuple[Answers, ...]:
    """Return the cut in the middle and the way to other places, the choice marked; none unless asked."""
    if not view.my_cut:
        return ()
    every = _places(view, words)
    middle = every[len(every) // 2]
    elsewhere = control(view, words("button.places"), "places")
    for chosen in (place for place in every if place.disabled and place is not middle):
        elsewhere = elsewhere._replace(label=chosen.label, style=chosen.style)
    if not middle.disabled:
        middle = middle._replace(label=words("cut.middle"))
    return ((middle, elsewhere),)


def places_page(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page with all places for the viewer's cut, their choice marked."""
    return words("cut.places"), _places(view, words), last


def _places(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the button of each place, dead where the deck is cut."""
    return tuple([_place(view, number, at, words) for number, at in enumerate(places(GAMES[view.game]), 1)])


def _place(view: AnyView, number: int, at: int, words: Words) -> Button:
    label, chosen = words(f"cut.place.{number}"), at == view.cut
    return Button(
        words("cut.chosen", place=label) if chosen else label,
        cut_id(view, str(at)),
        ButtonStyle.GOOD if chosen else ButtonStyle.MAIN,
        disabled=chosen,
    )


def cut_id(view: AnyView, notation: str = _JUST_DEAL) -> str:
    """Return the id of a button that cuts the deck, or has it dealt uncut."""
    return str(Press(view.id, view.agreeing or 0, "cut", notation))


# Before the first deal


def first_cut(view: AnyView, words: Words, *last: Button) -> tuple[Block, ...]:
    """Return the question of the first cut, or its line for the others, with the `last` buttons."""
    told = lines("" if asked(view, words) else cut_line(view, words), latest(view, words))
    if not view.my_cut:
        return (told, last) if last else (told,)
    just = Button(words("button.just-deal-alone"), cut_id(view), ButtonStyle.GOOD)
    return told, *cut_row(view, words), (just, *last)

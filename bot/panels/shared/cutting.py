"""The cut of the next deck: who is asked, where they can cut, and what everybody reads meanwhile.

A place is named by the part of the deck that is lifted off: short enough for five in a row of a phone.
"""

from typing import Final

from bot.blocks.blocks import Answers, Block, Button, Press, Style, lines
from bot.blocks.people import marked
from bot.locale import Words
from bot.table.view import AnyShown
from bot.tables.cut import places
from engine import GAMES

JUST_DEAL: Final = "0"
"""The notation of a deck that is not cut."""


def line(shown: AnyShown, words: Words) -> str:
    """Return who cuts the next deck and who deals it, empty where nobody is asked to cut."""
    if shown.cutter is None or shown.next_dealer is None:
        return ""
    cutter, dealer = (marked(shown, seat, words) for seat in (shown.cutter, shown.next_dealer))
    if shown.cut:
        return words("cut.done", cutter=cutter, dealer=dealer)
    if shown.my_cut:
        return words("cut.yours", dealer=dealer)
    return words("cut.asked", cutter=cutter, dealer=dealer)


def asked(shown: AnyShown, words: Words) -> str:
    """Return where to cut the deck, as a question for a viewer who hears it; empty for the others."""
    if not (words.aloud and shown.my_cut) or shown.cut:
        return ""
    return words("turn.mine", asked=line(shown, words))


def row(shown: AnyShown, words: Words) -> tuple[Answers, ...]:
    """Return the places at which the viewer can cut the deck, none where they are not asked; the one that
    they have chosen is marked.
    """
    if not shown.my_cut:
        return ()
    return (
        tuple(
            _place(shown, words(f"cut.place.{number}"), at, words)
            for number, at in enumerate(places(GAMES[shown.game]), 1)
        ),
    )


def _place(shown: AnyShown, label: str, at: int, words: Words) -> Button:
    chosen = at == shown.cut
    if chosen:
        label = words("cut.chosen", place=label)
    return Button(label, press(shown, str(at)), Style.GOOD if chosen else Style.MAIN, disabled=chosen)


def press(shown: AnyShown, notation: str = JUST_DEAL) -> str:
    """Return the id of a button that cuts the deck, or has it just dealt."""
    return str(Press(shown.id, shown.agreeing or 0, "cut", notation))


# Before the first deal


def first(shown: AnyShown, words: Words, *last: Button) -> tuple[Block, ...]:
    """Return the question of the first cut, or what the others wait for, with the `last` buttons."""
    at = words("cut.first", at=int(shown.due_at)) if shown.due_at else ""
    told = lines("" if asked(shown, words) else line(shown, words), at)
    if not shown.my_cut:
        return (told, last) if last else (told,)
    just = Button(words("button.just-deal-alone"), press(shown), Style.GOOD)
    return told, *row(shown, words), (just, *last)

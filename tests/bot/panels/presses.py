"""Everything that presses can reach: the buttons of a question, and of each further question."""

from collections.abc import Iterator
from typing import Any, Final

from bot.blocks.blocks import Button, Press, Section, Select
from bot.blocks.look import Question
from bot.games import LOOKS
from bot.locale import Catalogue
from bot.table.table import Table
from bot.table.view import AnyView, View
from bot.table.viewing import view_of

WORDS: Final = Catalogue.load().words("en")


def to(table: Table, seat: int) -> View[Any]:
    """Return the view of the member in `seat`."""
    row = table.at(seat)
    assert row is not None
    return view_of(table.with_row(id="0a1b2c3d"), row.user_id)


def asked(view: AnyView) -> Question:
    """Return the viewer's question."""
    return LOOKS[view.game].question(view, WORDS)


def opened(view: AnyView, notation: str) -> Question:
    """Return the viewer's question after a button that asks further."""
    question = LOOKS[view.game].further(view, notation, WORDS)
    assert question is not None, notation
    return question


def buttons(question: Question) -> Iterator[Button]:
    """Yield the buttons of a question, from top to bottom."""
    for answer in question.answers:
        assert not isinstance(answer, Select)
        yield from (answer.button,) if isinstance(answer, Section) else answer


def press(button: Button) -> Press:
    """Return the press that a button stands for."""
    found = Press.parse(button.id)
    assert found is not None, button
    return found


def reached(view: AnyView) -> dict[str, Button]:
    """Return the buttons that play an action, by the action, on all ways of presses, with checked ids."""
    found: dict[str, Button] = {}
    known: set[str] = set()
    ahead = [asked(view)]
    while ahead:
        for button in buttons(ahead.pop()):
            if button.disabled:
                continue
            pressed = press(button)
            if pressed.verb == "play":
                found.setdefault(pressed.notation, button)
            elif pressed.verb == "pick" and pressed.notation not in known:
                known.add(pressed.notation)
                ahead.append(opened(view, pressed.notation))
    return found

"""What can be reached by presses: the buttons of a question, and of what each of them opens."""

from collections.abc import Iterator
from typing import Any, Final

from bot.blocks.blocks import Button, Press, Section, Select
from bot.blocks.look import Question
from bot.games import LOOKS
from bot.locale import Catalogue
from bot.table.situation import view_of
from bot.table.table import Table
from bot.table.view import AnyView, View

WORDS: Final = Catalogue.load().words("en")


def to(table: Table, seat: int) -> View[Any]:
    """Return a table as it is shown to who sits at `seat`."""
    row = table.at(seat)
    assert row is not None
    return view_of(table.with_row(id="0a1b2c3d"), row.user_id)


def asked(view: AnyView) -> Question:
    """Return what the viewer is asked."""
    return LOOKS[view.game].question(view, WORDS)


def opened(view: AnyView, notation: str) -> Question:
    """Return what the viewer is asked after a button that asks further."""
    question = LOOKS[view.game].further(view, notation, WORDS)
    assert question is not None, notation
    return question


def buttons(question: Question) -> Iterator[Button]:
    """Yield the buttons of a question, from top to bottom."""
    for answer in question.answers:
        assert not isinstance(answer, Select)
        yield from (answer.button,) if isinstance(answer, Section) else answer


def last_row(question: Question) -> tuple[Button, ...]:
    """Return the buttons of the last row of a question."""
    *_, row = question.answers
    assert not isinstance(row, Section | Select)
    return row


def press(button: Button) -> Press:
    """Return what a button asks for."""
    found = Press.parse(button.id)
    assert found is not None, button
    return found


def reached(view: AnyView) -> dict[str, Button]:
    """Return the buttons that play an action, by the action, wherever presses lead; all ids are of a form."""
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

"""The private panel: a person's hand, the captures to choose from, and what can be asked in private.

A press on a card is a gesture, not yet an action: a card with a single action is played at once, one with
several opens the choice. Both come from the legal actions in `Seen`, grouped by card.
"""

from typing import Any, Final

from bot.locale import Words
from bot.render import board
from bot.render import cicera as look
from bot.render.panel import FELT, OVER, TURN, Button, Panel, Press, Style, lines, rows
from bot.render.people import seat_name
from bot.store import Status
from bot.table import Shown

PAGE: Final = 20
"""Captures on one page of the choice."""

ROOM: Final = 3000
"""Characters that the sheets of several hands may take of the 4000 of a message."""


def hand(shown: Shown, words: Words, *, notice: str = "", until: float = 0) -> Panel:
    """Return the private panel of the viewer.

    `notice` is an answer to their last press; `until` is when the panel stops following the game.
    """
    follows = words("panel.follows", at=int(until)) if until else ""
    if shown.viewer is None:
        return Panel((lines(notice, words("refused.not-seated")),), FELT)
    match shown.status:
        case Status.LOBBY:
            blocks: tuple[str | tuple[Button, ...], ...] = (
                lines(notice, words("panel.lobby", name=seat_name(shown, shown.viewer.seat, words)), follows),
            )
        case Status.CLOSED:
            blocks = (lines(notice, words("lobby.closed")),)
        case Status.PLAYING if shown.between_hands:
            blocks = (
                lines(notice, board.title(shown, words)),
                board.last_sheet(shown, words),
                lines(board.next_hand(shown, words), follows),
                (board.ready_button(shown, words), *_foot(shown, words)),
            )
        case Status.PLAYING:
            blocks = (
                lines(notice, _turn(shown, words), board.title(shown, words)),
                lines(look.on_table(shown.seen, words), *_situation(shown, words)),
                *rows(_cards(shown, words)),
                follows,
                _foot(shown, words),
            )
        case _:
            blocks = (lines(notice, words("panel.over"), board.title(shown, words)),)
    return Panel(blocks, TURN if shown.my_turn else FELT)


def _turn(shown: Shown, words: Words) -> str:
    if shown.my_turn and shown.viewer is not None:
        return words("turn.mine", name=seat_name(shown, shown.viewer.seat, words))
    return board.turn(shown, words)


def _situation(shown: Shown, words: Words) -> tuple[str, ...]:
    """Return what happened last and, on one's turn, what it means and what a press on a card does."""
    missing = words("panel.missing", what=words.permissions(shown.missing)) if shown.missing else ""
    if shown.my_turn:
        return (board.recent(shown, words), look.advice(shown, words), words("panel.marks"), missing)
    # Dead buttons are dim, and a screen reader skips them: the cards stand there as text too.
    held = words("panel.cards", cards=words.cards(shown.seen.hand)) if shown.seen.hand else ""
    return (board.recent(shown, words), missing, held)


def _gestures(shown: Shown) -> dict[Any, list[Any]]:
    """Return the legal actions of the viewer, grouped by the card that they play."""
    gestures: dict[Any, list[Any]] = {}
    for action in shown.seen.legal:
        gestures.setdefault(action.card, []).append(action)
    return gestures


def _cards(shown: Shown, words: Words) -> list[Button]:
    gestures = _gestures(shown)
    buttons = []
    for card in shown.seen.hand:
        actions = gestures.get(card, [])
        label = words.card(card)
        if not actions:
            # Not the viewer's turn: the cards stay readable, and there is nothing to press.
            button = Button(label, str(Press(shown.id, shown.seq, "wait", card.text)), disabled=True)
        elif len(actions) == 1:
            # Blue, so that what can be pressed differs from what lies there to be looked at.
            button = Button(label, str(Press(shown.id, shown.asked, "play", str(actions[0]))), Style.MAIN)
        else:
            button = Button(
                words("card.can-take", card=label),
                str(Press(shown.id, shown.asked, "pick", card.text)),
                Style.GOOD,
            )
        buttons.append(button)
    return buttons


def _foot(shown: Shown, words: Words) -> tuple[Button, ...]:
    return (
        Button(words("button.last"), str(Press(shown.id, shown.seq, "last"))),
        Button(words("button.scores"), str(Press(shown.id, shown.seq, "scores"))),
        Button(words("button.rules"), str(Press(shown.id, shown.seq, "rules"))),
        Button(words("button.leave-table"), str(Press(shown.id, shown.seq, "leave"))),
    )


def choice(shown: Shown, words: Words, notation: str) -> Panel | None:
    """Return the choice among what a card can do, best first; None if there is no such choice.

    `notation` is the card and, after a blank, the page counted from 0.
    """
    text, _, number = notation.partition(" ")
    page = int(number) if number.isdecimal() and len(number) < 4 else 0
    actions = next((found for card, found in _gestures(shown).items() if card.text == text), [])
    if len(actions) < 2:
        return None
    leave = next(action for action in actions if not action.taken)
    points = {action: shown.preview(action) for action in actions}
    captures = sorted(
        (action for action in actions if action is not leave),
        key=lambda action: (-sum(line.points for line in points[action]), -len(action.taken)),
    )
    last_page = (len(captures) - 1) // PAGE
    page = min(page, last_page)
    on_page = captures[page * PAGE : (page + 1) * PAGE]
    buttons = [
        Button(
            look.choice(action, points[action], words),
            str(Press(shown.id, shown.asked, "play", str(action))),
            Style.GOOD if points[action] else Style.MAIN,
        )
        for action in on_page
    ]
    card = words.card(leave.card)
    turning = [
        Button(words(key), str(Press(shown.id, shown.asked, "pick", f"{text} {to}")))
        for key, to in (("button.page-back", page - 1), ("button.page-on", page + 1))
        if 0 <= to <= last_page
    ]
    pages = words("choice.page", page=page + 1, pages=last_page + 1) if last_page else ""
    return Panel(
        (
            lines(words("choice.title", card=card), look.on_table(shown.seen, words), pages),
            # Few captures stand two in a row, so that a phone shows each label whole.
            *rows(buttons, 2 if len(buttons) <= 8 else 4),
            (
                Button(
                    words("choice.leave", card=card), str(Press(shown.id, shown.asked, "play", str(leave)))
                ),
                *turning,
                Button(words("button.back"), str(Press(shown.id, shown.seq, "back"))),
            ),
        ),
        TURN,
    )


def story(shown: Shown, words: Words) -> Panel:
    """Return the last plays in words."""
    told = [look.tell(told, shown, words) for told in shown.story]
    return Panel((lines(words("last.title"), *filter(None, told)) if told else words("last.none"),), FELT)


def scores(shown: Shown, words: Words) -> Panel:
    """Return the score and the sheets of the last hands, as many as a message holds."""
    told = board.sheets(shown, words, 5)
    while len(told) > 1 and sum(map(len, told)) > ROOM:
        del told[0]
    return Panel((board.title(shown, words), *(told or [words("sheet.none")])), OVER)


def more(shown: Shown, words: Words) -> Panel:
    """Return what else can be done at a table; `aside` marks buttons that stand on no panel."""
    return Panel(
        (
            words("more.title"),
            (
                Button(words("button.rules"), str(Press(shown.id, shown.seq, "rules", "aside"))),
                Button(words("button.down"), str(Press(shown.id, shown.seq, "down"))),
                Button(
                    words("button.ask-stop"), str(Press(shown.id, shown.seq, "leave", "aside")), Style.DANGER
                ),
            ),
        ),
        FELT,
    )


def leaving(shown: Shown, words: Words) -> Panel:
    """Return what leaving means while nobody can take over a seat, with the button that does it."""
    return Panel(
        (
            words("leave.explain"),
            (Button(words("button.leave-sure"), str(Press(shown.id, shown.seq, "agree")), Style.DANGER),),
        ),
        OVER,
    )

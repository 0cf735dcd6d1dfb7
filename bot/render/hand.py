"""The private panel: a person's hand, what they are asked, and what else can be asked for in private."""

from dataclasses import replace
from typing import Final

from bot.locale import Words
from bot.render import advice, board
from bot.render.look import Question
from bot.render.looks import LOOKS
from bot.render.panel import FELT, OVER, TURN, Answers, Button, Panel, Press, Select, Style, lines
from bot.render.people import seat_name
from bot.render.room import with_room
from bot.shown import AnyShown
from bot.store import SeatRow, Status

ROOM: Final = 3000
"""Characters that the sheets of several hands may take of the 4000 of a message."""
NO_PICTURES: Final = ("attach_files",)
"""The permissions without which a table is shown in words alone."""


def hand(shown: AnyShown, words: Words, *, until: float = 0) -> Panel:
    """Return the private panel of the viewer; `until` is when it stops following the game."""
    return with_room(lambda words: _hand(shown, words, until), words)


def _hand(shown: AnyShown, words: Words, until: float) -> Panel:
    follows = words("panel.follows", at=int(until)) if until else ""
    if shown.viewer is None:
        return Panel((lines(shown.notice, words("refused.not-seated")),), FELT)
    blocks: tuple[str | Answers, ...]
    match shown.status:
        case Status.LOBBY:
            blocks = (
                lines(
                    shown.notice,
                    words("panel.lobby", name=seat_name(shown, shown.viewer.seat, words)),
                    follows,
                ),
            )
        case Status.CLOSED:
            blocks = (lines(shown.notice, words("lobby.closed")),)
        case Status.PLAYING if shown.between_hands:
            blocks = (
                lines(shown.notice, board.title(shown, words)),
                board.last_sheet(shown, words),
                lines(board.next_hand(shown, words), follows),
                *_away(shown, shown.viewer, words),
                (*_ready(shown, words), *_foot(shown, shown.viewer, words)),
            )
        case Status.PLAYING:
            look = LOOKS[shown.game]
            question = look.question(shown, words)
            advised = advice.hint(shown, shown.hint, words) if shown.hint is not None else ""
            if not shown.viewer.present:
                question = replace(question, answers=_still(question.answers))
            blocks = (
                lines(shown.notice, _turn(shown, words), board.title(shown, words)),
                lines(look.lying(shown, words), *_situation(shown, question, words), advised),
                *question.answers,
                *(board.settling(shown, words) if shown.viewer.seat in shown.voters else ()),
                *_away(shown, shown.viewer, words),
                lines(question.note, follows),
                _foot(shown, shown.viewer, words),
            )
        case _:
            blocks = (lines(shown.notice, words("panel.over"), board.title(shown, words)),)
    return Panel(blocks, TURN if shown.my_turn else FELT)


def asked(shown: AnyShown) -> bool:
    """Return whether the viewer is asked something now: to play, or to be ready for the next hand."""
    if shown.my_turn:
        return True
    return shown.between_hands and shown.viewer is not None and shown.viewer.seat in shown.voters


def _ready(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    """Return the button for the next hand, for those who are asked."""
    if shown.viewer is None or shown.viewer.seat not in shown.voters:
        return ()
    return (board.ready_button(shown, words),)


def _away(shown: AnyShown, viewer: SeatRow, words: Words) -> tuple[str | Answers, ...]:
    """Return the way back for somebody whose seat a computer plays."""
    if viewer.present:
        return ()
    take_back = Button(words("button.take-back"), str(Press(shown.id, 0, "take-back")), Style.GOOD)
    return (words("panel.away"), (take_back,))


def _still(answers: tuple[Answers, ...]) -> tuple[Answers, ...]:
    """Return the buttons of a question to be looked at only."""
    rows = [row for row in answers if not isinstance(row, Select)]
    return tuple(tuple(button._replace(disabled=True) for button in row) for row in rows)


def _turn(shown: AnyShown, words: Words) -> str:
    if shown.my_turn and shown.viewer is not None:
        return words("turn.mine", name=seat_name(shown, shown.viewer.seat, words))
    return board.turn(shown, words)


def _situation(shown: AnyShown, question: Question, words: Words) -> tuple[str, ...]:
    """Return what happened last, what the viewer is asked, and where the table cannot be shown."""
    key = "panel.no-pictures" if shown.missing == NO_PICTURES else "panel.missing"
    missing = words(key, what=words.permissions(shown.missing)) if shown.missing else ""
    return (board.recent(shown, words), question.text, missing, _held(question, words))


def _held(question: Question, words: Words) -> str:
    """Return the cards that lie there to be looked at: dead buttons are dim, and screen readers skip them."""
    rows = [row for row in question.answers if not isinstance(row, Select)]
    held = [_told(button) for row in rows for button in row if button.disabled]
    return words("panel.cards", cards=words("panel.between").join(held)) if held else ""


def _told(button: Button) -> str:
    """Return what a button shows, as a text."""
    return f"{button.emoji} {button.beside}".rstrip() if button.emoji else button.label


def _foot(shown: AnyShown, viewer: SeatRow, words: Words) -> tuple[Button, ...]:
    leave = Button(words("button.leave-table"), str(Press(shown.id, 0, "leave")))
    hint = Button(words("hint.button"), str(Press(shown.id, shown.asked, "hint")))
    return (
        *((hint,) if advice.offered(shown) else ()),
        Button(words("button.last"), str(Press(shown.id, 0, "last"))),
        Button(words("button.scores"), str(Press(shown.id, 0, "scores"))),
        Button(words("button.rules"), str(Press(shown.id, 0, "rules"))),
        *((leave,) if viewer.present else ()),
    )


def panel(shown: AnyShown, words: Words, *, opened: tuple[int, str] | None, until: float) -> Panel:
    """Return the private panel of the viewer, or the further question that they have `opened` there.

    That is the number under which they were asked, and the question's notation.
    """
    if opened is not None and shown.viewer is not None and shown.viewer.present and shown.seen.legal:
        asks = shown.status is Status.PLAYING and shown.asked == opened[0]
        question = further(shown, words, opened[1]) if asks else None
        if question is not None:
            return question
    return hand(shown, words, until=until)


def further(shown: AnyShown, words: Words, notation: str) -> Panel | None:
    """Return what a button that asks further opens; None if that is out of date."""
    question = LOOKS[shown.game].further(shown, notation, words)
    return None if question is None else Panel((question.text, *question.answers, question.note), TURN)


def story(shown: AnyShown, words: Words) -> Panel:
    """Return the last plays in words."""
    return with_room(lambda words: _story(shown, words), words)


def _story(shown: AnyShown, words: Words) -> Panel:
    told = [board.tell(told, shown, words) for told in shown.story]
    return Panel((lines(words("last.title"), *filter(None, told)) if told else words("last.none"),), FELT)


def scores(shown: AnyShown, words: Words) -> Panel:
    """Return the score and the sheets of the last hands, as many as a message holds."""
    told = board.sheets(shown, words, 5)
    if sum(map(len, told)) > ROOM:
        told = board.sheets(shown, words.plain, 5)
    while len(told) > 1 and sum(map(len, told)) > ROOM:
        del told[0]
    return Panel((board.title(shown, words), *(told or [words("sheet.none")])), OVER)


def more(shown: AnyShown, words: Words) -> Panel:
    """Return what else can be done at a table; `aside` marks buttons that stand on no panel."""
    return Panel(
        (
            words("more.title"),
            (
                Button(words("button.rules"), str(Press(shown.id, 0, "rules", "aside"))),
                Button(words("button.down"), str(Press(shown.id, 0, "down"))),
                Button(words("button.ask-stop"), str(Press(shown.id, 0, "leave", "aside")), Style.DANGER),
            ),
        ),
        FELT,
    )


ALONE: Final = "alone"
"""Marks the press of somebody who has been told that leaving ends the game."""


def alone(shown: AnyShown) -> bool:
    """Return whether only one person is left at the table."""
    return sum(row.present for row in shown.seats) == 1


def leaving(shown: AnyShown, words: Words) -> Panel:
    """Return the two ways to leave a game, each with its button: a computer takes over, or all end it."""
    if alone(shown):
        go = Button(words("button.leave"), str(Press(shown.id, 0, "hand-over", ALONE)), Style.DANGER)
        return Panel((words("leave.alone"), (go,)), OVER)
    ask_all = Button(words("button.leave-sure"), str(Press(shown.id, 0, "agree")), Style.DANGER)
    hand_over = Button(words("button.hand-over"), str(Press(shown.id, 0, "hand-over")), Style.MAIN)
    return Panel((words("leave.explain"), (hand_over, ask_all)), OVER)

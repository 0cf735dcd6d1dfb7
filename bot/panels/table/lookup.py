"""What one looks up at a table: the last plays, the scores, the rules, and what else can be done.

Each stands in a panel with the way back, and follows the game as long as it is open.
"""

from collections.abc import Callable, Mapping
from typing import Final

from bot.blocks.blocks import Block, Button, Press, Style, lines, rows
from bot.blocks.fit import turning
from bot.blocks.look import control
from bot.blocks.people import score
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import Opened
from bot.panels.lobby import pages as lobby_pages
from bot.panels.lobby.lobby import house_rules
from bot.panels.shared import absence, claims, story
from bot.panels.table import board
from bot.panels.table.rules import page_of, rules_page
from bot.pictures.sketch.style import Style as PictureStyle
from bot.store import Status
from bot.table.view import AnyShown
from bot.table.votes import CONCEDE, OF_TURN, STOP

PLAYS: Final = 12
"""Plays of the hand under way that are looked up at most."""
ALONE: Final = "alone"
"""Marks the press of somebody who has been told that leaving ends the game."""


def can_look_up(game: str, verb: str) -> bool:
    """Return whether there is something to look up in a game by this verb."""
    return verb in _PAGES or verb in LOOKS[game].PAGES


def page(
    shown: AnyShown, words: Words, opened: Opened, *last: Button, style: PictureStyle | None = None
) -> tuple[Block, ...]:
    """Return what a verb looks up, with the `last` buttons at its end; pictures are in this `style`."""
    if opened.verb == "rules":
        return _rules(shown, words, opened.notation, last, style)
    own = LOOKS[shown.game].PAGES.get(opened.verb)
    if own is not None:
        return *(own(shown, words) or (words("more.nothing"),)), last
    if opened.verb in lobby_pages.PAGES:
        return lobby_pages.PAGES[opened.verb](shown, words, last)
    return _PAGES[opened.verb](shown, words, opened.notation, last)


def _last(shown: AnyShown, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    told = [line for told in shown.story[-PLAYS:] if (line := story.tell(told, shown, words))]
    return lines(words("last.title"), *told) if told else words("last.none"), last


def _scores(shown: AnyShown, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the score, and the sheet of one hand: the last one unless another is asked for."""
    hands = len(shown.seen.sheets)
    if not hands:
        return board.title(shown, words), words("sheet.none"), last
    number = min(max(int(notation), 1), hands) if notation.isdecimal() else hands
    turns = turning(number, 1, hands, words, lambda to: str(Press(shown.id, 0, "scores", str(to))))
    title = words(f"{shown.game}.sheet.title", number=number)
    return score(shown, words), lines(title, board.sheet(shown, number, words)), (*turns, *last)


def _rules(
    shown: AnyShown,
    words: Words,
    notation: str,
    last: tuple[Button, ...],
    style: PictureStyle | None = None,
) -> tuple[Block, ...]:
    if notation.isdecimal():
        number = int(notation)
    else:
        topic = 1 if shown.status is Status.LOBBY else LOOKS[shown.game].page(shown)
        number = page_of(shown.game, topic, words, shown)
    blocks, number, pages = rules_page(shown.game, number, words, shown, style)
    turns = turning(number, 1, pages, words, lambda to: str(Press(shown.id, 0, "rules", str(to))))
    return *blocks, (*turns, *last)


def _more(shown: AnyShown, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return what else can be done at a table; what stands beside *More* is left out."""
    look = LOOKS[shown.game]
    playing = shown.status is Status.PLAYING and not shown.between_hands
    beside = look.LOOKED_UP if playing else ""
    own = [verb for verb, page in look.PAGES.items() if page(shown, words)]
    verbs = [
        *(verb for verb in ("last", *own) if verb != beside),
        "scores",
        "rules",
        "fairness",
        *(["record"] if shown.seed is not None else []),
    ]
    seated = shown.viewer is not None and shown.status is Status.PLAYING
    if seated and absence.asks(shown, *OF_TURN):
        verbs.append("absent")
    buttons = [control(shown, words(f"button.{verb}"), verb) for verb in verbs]
    if seated:
        buttons.append(control(shown, words("button.down"), "down"))
    leave = control(shown, words("button.leave-table"), "leave", Style.DANGER)
    leaves = (leave,) if seated and shown.viewer is not None and shown.viewer.present else ()
    return words("more.title"), *rows(buttons, 3), *claims.seats(shown, words), (*leaves, *last)


def _fairness(shown: AnyShown, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return what the shuffle was fixed by, and once the game is over the button that checks every deal."""
    chosen = house_rules(shown, words)
    rules = words("rules.table", rules=chosen) if chosen else ""
    if shown.seed is None:
        return words("fairness.fixed", commitment=shown.commitment), rules, last
    check = control(shown, words("button.check"), "check", Style.MAIN)
    record = control(shown, words("button.record"), "record")
    told = words("fairness.told", commitment=shown.commitment, seed=shown.seed)
    return told, rules, (check, record, *last)


def _leave(shown: AnyShown, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the two ways to leave a game, each with its button: a computer takes over, or all end it."""
    if alone(shown):
        go = control(shown, words("button.leave"), "hand-over", Style.DANGER, ALONE)
        # Not where the button was that led here: a double press would end the game.
        return words("leave.alone"), (*last, go)
    ask_all = control(shown, words("button.leave-sure"), "vote", Style.DANGER, STOP)
    hand_over = control(shown, words("button.hand-over"), "hand-over", Style.MAIN)
    names = absence.asks(shown, CONCEDE)
    concede = [control(shown, words("button.ask-concede"), "vote", Style.DANGER, name) for name in names]
    agree = any(vote.name in names and len(vote.voters) > 1 for vote in shown.votable)
    told = lines(
        words("leave.explain"),
        words("claim.allowed") if shown.claims else "",
        words("leave.concede" if agree else "leave.concede-alone") if concede else "",
    )
    end = control(shown, words("button.end-all"), "end", Style.DANGER)
    hosts = shown.viewer is not None and shown.viewer.user_id == shown.host_id
    further = (*concede, *([end] if hosts else []))
    return told, (hand_over, ask_all), *((further,) if further else ()), last


def alone(shown: AnyShown) -> bool:
    """Return whether only one person is left at the table."""
    return sum(row.present for row in shown.seats) == 1


_PAGES: Final[Mapping[str, Callable[[AnyShown, Words, str, tuple[Button, ...]], tuple[Block, ...]]]] = {
    "last": _last,
    "scores": _scores,
    "rules": _rules,
    "more": _more,
    "fairness": _fairness,
    "leave": _leave,
    "absent": absence.page,
}
LOOKED_UP: Final = frozenset(_PAGES).union(*(look.PAGES for look in LOOKS.values())) - {"leave"}
"""The verbs of what can be looked up in any game."""

"""The pages that are looked up at a table: last plays, scores, rules, and further actions.

Each stands in a panel with the way back, and follows the game as long as it is open.
"""

from collections.abc import Callable, Mapping
from typing import Final

from bot.blocks.blocks import Block, Button, ButtonStyle, Press, in_rows, lines
from bot.blocks.fit import turning
from bot.blocks.look import control
from bot.blocks.people import score_text
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import Opened
from bot.panels.lobby import pages as lobby_pages
from bot.panels.lobby.lobby import house_rules
from bot.panels.shared import absence, claims, cutting, story
from bot.panels.shared.commitment import fingerprint
from bot.panels.table import advice, aloud, board
from bot.panels.table.rules import page_of, rules_page
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.situation import solo
from bot.table.view import AnyView
from bot.table.votes import CONCEDE, OF_TURN, STOP

PLAYS: Final = 12
"""The most plays of the hand under way on their page."""
ALONE: Final = "alone"
"""The notation of a press by a member who has read that leaving ends the game."""
LONG_NUMBERS: Final = "numbers"
"""The notation of the page with the numbers that the shuffle follows from."""


def can_look_up(game: str, verb: str) -> bool:
    """Return whether a game has a page for this verb."""
    return verb in _PAGES or verb in LOOKS[game].PAGES


def lookup_page(
    view: AnyView, words: Words, opened: Opened, *last: Button, style: Style | None = None
) -> tuple[Block, ...]:
    """Return the page of a verb, with the `last` buttons at its end; pictures are in this `style`."""
    if opened.verb == "rules":
        return _rules(view, words, opened.notation, last, style)
    own = LOOKS[view.game].PAGES.get(opened.verb)
    if own is not None:
        return *(own(view, words) or (words("more.nothing"),)), last
    if opened.verb in lobby_pages.LOBBY_PAGES:
        return lobby_pages.LOBBY_PAGES[opened.verb](view, words, last)
    return _PAGES[opened.verb](view, words, opened.notation, last)


def _last(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    told = story.told_plays(view, words)[-PLAYS:]
    # Where all is heard, a panel has no room for these beside a question.
    counted = aloud.tally(view, "", words) if words.aloud and view.seen.dealer is not None else ""
    return lines(words("last.title"), *told) if told else words("last.none"), counted, last


def _how(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return how the hint was found, which stands there as long as its question."""
    return *(advice.how(view, words) or (words("more.nothing"),)), last


def _scores(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the score, and the sheet of one hand: the last one unless `notation` has another."""
    hands = len(view.seen.sheets)
    if not hands:
        return board.title(view, words), words(words.of_game(view.game, "sheet.none")), last
    number = min(max(int(notation), 1), hands) if notation.isdecimal() else hands
    turns = turning(number, 1, hands, words, lambda to: str(Press(view.id, 0, "scores", str(to))))
    title = words(f"{view.game}.sheet.title", number=number)
    # Aloud, the sheet of the last hand says the score.
    score = "" if view.counting or (words.aloud and number == hands) else score_text(view, words)
    return score, lines(title, board.sheet_text(view, number, words)), (*turns, *last)


def _rules(
    view: AnyView,
    words: Words,
    notation: str,
    last: tuple[Button, ...],
    style: Style | None = None,
) -> tuple[Block, ...]:
    if notation.isdecimal():
        number = int(notation)
    else:
        topic = 1 if view.status is Status.LOBBY else LOOKS[view.game].page(view)
        number = page_of(view.game, topic, words, view)
    blocks, place = rules_page(view.game, number, words, view, style)
    turns = place.turns(words, lambda to: str(Press(view.id, 0, "rules", str(to))))
    return *blocks, (*turns, *last)


def _more(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the further actions at a table, without the one that stands beside *More*."""
    look = LOOKS[view.game]
    explains = view.my_turn and bool(look.question(view, words).explained)
    playing = view.status is Status.PLAYING and not view.between_hands
    beside = look.LOOKED_UP if playing and not explains and not crowded(view) else ""
    own = [verb for verb, page in look.PAGES.items() if page(view, words)]
    verbs = [*(verb for verb in ("last", *own) if verb != beside), "scores"]
    seated = view.viewer is not None and view.status is Status.PLAYING
    buttons = [control(view, words(f"button.{verb}"), verb) for verb in verbs]
    # Where the page on the question has a button of its own, this one leads to the first.
    buttons.append(control(view, words("button.rules"), "rules", notation="1" if explains else ""))
    if seated and absence.asks(view, *OF_TURN):
        buttons.append(control(view, words("button.absent"), "absent"))
    if explains and crowded(view):
        buttons.insert(0, undo_button(view, words))
    if seated:
        buttons.append(control(view, words("button.down"), "down"))
    fair = "button.fairness" if view.seed is None else "button.fairness-over"
    buttons.append(control(view, words(fair), "fairness"))
    leave = control(view, words("button.leave-table"), "leave", ButtonStyle.DANGER)
    present = view.viewer is not None and view.viewer.present and not view.counting
    leaves = (leave,) if seated and present else ()
    return words("more.title"), *in_rows(buttons, 3), *claims.seat_offers(view, words), (*leaves, *last)


def crowded(view: AnyView) -> bool:
    """Return whether a control beside *More* gives way: there are a hint and a play to take back."""
    return _asked_again(view) and advice.can_advise(view)


def undo_button(view: AnyView, words: Words) -> Button:
    """Return the button for the offer to take a play back.

    A viewer who is asked again reads on it the card it takes back.
    """
    number, removes = view.undo or (0, 1)
    label = words("button.undo")
    if _asked_again(view):
        taken = view.story[-removes]
        cards = [card for event in taken.events[:1] for card in event.cards]
        label = words("button.undo.card", card=words.button_card(cards[0])) if cards else ""
        label = label or words("button.undo.choice")
    return Button(label, str(Press(view.id, number, "undo")))


def _asked_again(view: AnyView) -> bool:
    """Return whether the viewer is asked to play while their last play can still be taken back.

    With several people at the table that is so for a moment at most, and nothing depends on it.
    """
    return view.undo is not None and view.my_turn and solo(view.seats)


def _fairness(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return how the shuffle was fixed, once the game is over with the button that checks every deal.

    The long numbers are on a page of their own, under the notation `LONG_NUMBERS`.
    """
    form = "fixed" if view.seed is None else "told"
    if notation == LONG_NUMBERS:
        return words(f"fairness.numbers.{form}", commitment=view.commitment, seed=view.seed), last
    numbers = control(view, words("button.numbers"), "fairness", notation=LONG_NUMBERS)
    chosen = house_rules(view, words)
    told = lines(
        words(f"fairness.{form}"),
        words("small", told=fingerprint(view, words)) if view.seed is None else "",
        words("rules.table", rules=chosen) if chosen else "",
    )
    if view.seed is None:
        return told, (numbers, *last)
    check = control(view, words("button.check"), "check", ButtonStyle.MAIN)
    record = control(view, words("button.record"), "record")
    return told, (check, record, numbers, *last)


def _leave(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the two ways to leave a game, each with its button: a computer takes over, or all end it."""
    if _alone(view):
        go = control(view, words("button.leave"), "hand-over", ButtonStyle.DANGER, ALONE)
        # Not in the place of the button that led here: a double press would end the game.
        return words("leave.alone"), (*last, go)
    ask_all = control(view, words("button.leave-sure"), "vote", ButtonStyle.DANGER, STOP)
    hand_over = control(view, words("button.hand-over"), "hand-over")
    names = absence.asks(view, CONCEDE)
    concede = [control(view, words("button.ask-concede"), "vote", ButtonStyle.DANGER, name) for name in names]
    agree = any(vote.name in names and len(vote.voters) > 1 for vote in view.votable)
    told = lines(
        words("leave.explain"),
        words("claim.allowed") if view.claims else "",
        words("leave.concede" if agree else "leave.concede-alone") if concede else "",
    )
    end = control(view, words("button.end-all"), "end", ButtonStyle.DANGER)
    hosts = view.viewer is not None and view.viewer.user_id == view.host_id
    further = (*concede, *([end] if hosts else []))
    return told, (hand_over, ask_all), *((further,) if further else ()), last


def _alone(view: AnyView) -> bool:
    """Return whether one person alone is left at the table."""
    return sum(row.present for row in view.seats) == 1


_PAGES: Final[Mapping[str, Callable[[AnyView, Words, str, tuple[Button, ...]], tuple[Block, ...]]]] = {
    "last": _last,
    "hint-how": _how,
    "scores": _scores,
    "rules": _rules,
    "more": _more,
    "fairness": _fairness,
    "leave": _leave,
    "absent": absence.absence_page,
    "places": cutting.places_page,
}
LOOKUP_VERBS: Final = frozenset(_PAGES).union(*(look.PAGES for look in LOOKS.values())) - {"leave"}
"""The verbs of all pages that can be looked up in any game."""

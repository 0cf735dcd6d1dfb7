"""The private panel: what a person is asked, the table, their cards, and one row of what else there is.

From the top: the question with what it depends on, the table, what happened since one's own last turn and
what has to be known for this choice, the cards, one small line of state, and the controls.
"""

from typing import Final

from bot.blocks.blocks import (
    CLOSED,
    FELT,
    OVER,
    TURN,
    Answers,
    Block,
    Button,
    Panel,
    Picture,
    Press,
    Section,
    Style,
    lines,
    together,
)
from bot.blocks.fit import with_room
from bot.blocks.look import Question, back, control
from bot.blocks.people import all_long, score
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import Opened
from bot.panels.lobby import lobby, pages
from bot.panels.shared import absence, claims, cutting, story
from bot.panels.shared.lacking import lacking
from bot.panels.table import advice, aloud, board
from bot.panels.table.board import Scene
from bot.panels.table.lookup import page
from bot.pictures.sketch.style import Style as PictureStyle
from bot.store import SeatRow, Status
from bot.table.view import AnyShown
from bot.table.votes import CONCEDE, STOP

OF_PLAYERS: Final = frozenset({"leave", "absent"})
"""What those can open who play their seat themselves."""
ROWS: Final = 3
"""Rows of cards beside which a phone has room for a picture."""
SMALL: Final = 3
"""Small lines beside three rows of cards for which a phone has room."""


def panel(
    shown: AnyShown,
    words: Words,
    opened: Opened | None = None,
    scene: Scene = (),
    style: PictureStyle | None = None,
) -> Panel:
    """Return the private panel of the viewer, or what they have `opened` there.

    Somebody without a seat at the table reads there what everybody may see. Pages that have pictures of their
    own show them in the viewer's `style`.
    """
    found = None if opened is None else _opened(shown, words, opened, scene, style)
    return found or with_room(lambda words: _panel(shown, words, scene), words)


def stopped(shown: AnyShown, words: Words) -> Panel:
    """Return what a panel says last, as it cannot be edited any longer: how to go on."""
    return Panel((words("panel.stopped"), (board.hand_button(shown, words),)), CLOSED)


def asked(shown: AnyShown) -> bool:
    """Return whether the viewer is asked something now: to play, or to be ready for the next hand."""
    if shown.my_turn:
        return True
    if shown.undealt:
        return shown.my_cut
    return shown.between_hands and shown.viewer is not None and shown.viewer.seat in shown.voters


def _panel(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    viewer = shown.viewer
    if shown.status is Status.LOBBY:
        return lobby.own(shown, words)
    blocks: tuple[Block, ...]
    match shown.status:
        case Status.CLOSED:
            blocks = (lines(shown.notice, words("lobby.closed")),)
        case Status.PLAYING if viewer is None:
            blocks = _watching(shown, words)
        case Status.PLAYING if shown.undealt:
            assert viewer is not None
            blocks = _undealt(shown, viewer, words)
        case Status.PLAYING:
            assert viewer is not None
            blocks = (_between if shown.between_hands else _playing)(shown, viewer, words, scene)
        case _:
            return board.public(shown, words)
    return Panel(blocks, TURN if shown.my_turn or (shown.undealt and shown.my_cut) else FELT)


def _undealt(shown: AnyShown, viewer: SeatRow, words: Words) -> tuple[Block, ...]:
    return (
        cutting.asked(shown, words),
        board.title(shown, words),
        lines(shown.notice, *lacking(shown, words), _decides(shown, viewer, words)),
        *_away(shown, viewer, words),
        *aloud.votes(shown, words),
        *cutting.first(shown, words, _more(shown, words)),
    )


def _between(shown: AnyShown, viewer: SeatRow, words: Words, scene: Scene) -> tuple[Block, ...]:
    decides, places = _decides(shown, viewer, words), cutting.row(shown, words)
    asked = cutting.asked(shown, words)
    return (
        asked,
        board.over_line(shown, words),
        # A phone has room for a sheet as a picture, or for a cut.
        *board.scene_or(() if places else scene, board.last_sheet(shown, words)),
        lines(
            shown.notice,
            *lacking(shown, words),
            "" if asked else cutting.line(shown, words),
            decides or board.next_hand(shown, words),
        ),
        *places,
        *_away(shown, viewer, words),
        *aloud.votes(shown, words),
        (*_ready(shown, words), _more(shown, words)),
    )


def _playing(shown: AnyShown, viewer: SeatRow, words: Words, scene: Scene) -> tuple[Block, ...]:
    look = LOOKS[shown.game]
    question = look.question(shown, words)
    advised = advice.hint(shown, shown.hint, words) if shown.hint is not None and not shown.notice else ""
    if len(question.answers) > ROWS:
        scene = ()
    settling = board.settling(shown, words) if viewer.seat in shown.voters else ()
    asked = words("turn.mine", asked=question.asked) if shown.my_turn else board.turn(shown, words)
    decides = _decides(shown, viewer, words)
    # What a hint says takes the place of what it is based on.
    line = "" if decides or advised else question.line
    lesson = "" if advised or settling or decides or shown.notice else question.lesson
    known = lines(*lacking(shown, words), shown.notice, decides, advised)
    below = (
        *settling,
        *(_alone(shown, viewer, words) or aloud.votes(shown, words)),
        *_away(shown, viewer, words),
        _controls(shown, words, question.explained),
    )
    if words.aloud:
        return together(*aloud.playing(shown, question, asked, known, words), *below)
    few = 2 if len(question.answers) < ROWS else 0
    counted = absence.countdown(shown, words)
    beside = lines(counted, known, line, lesson)
    happened = story.since(shown, words, beside, (3 if scene else 2) + few, lies=not scene)
    lying = "" if scene else look.lying(shown, words)
    room = SMALL + few - sum(max(0, story.tall(text) - 1) for text in (asked, lying))
    # Where that is too much for a phone, the lesson goes first, then who deals: the table's message has it.
    # Before anything has happened it is the other way round. What a press was answered stands among plays
    # that have been told before it.
    drafts = [(happened, lesson, False), (happened, "", False), (happened, "", True)]
    if not happened:
        drafts = [("", lesson, False), ("", lesson, True)]
    drafts += [("", "", True)] if shown.notice or advised else []
    for plays, taught, spare in drafts:
        told = story.in_one_line(counted, lines(plays, known, line, taught), words)
        told = story.with_opened(told, shown, words, spare=spare or bool(scene))
        if not shown.my_turn or story.tall(told) <= room:
            break
    else:
        if story.tall(told) > room + bool(scene) and all_long(shown):
            # The table's message alone tells the plays then.
            told = story.in_one_line(counted, lines(known, line), words)
    return together(
        asked,
        *_table(shown, words, scene, told),
        *question.answers,
        question.state,
        *below,
    )


def _table(shown: AnyShown, words: Words, scene: Scene, told: str) -> tuple[Picture | str, ...]:
    """Return the table in a picture or in words, if anything can lie there yet, and below it what is told."""
    lying = LOOKS[shown.game].lying(shown, words)
    if not lying or not scene:
        return (lines(lying, told),)
    return *board.scene_or(scene, lying), told


def _watching(shown: AnyShown, words: Words) -> tuple[Block, ...]:
    """Return what somebody without a seat may read of a game under way, as it is now."""
    look = LOOKS[shown.game]
    again = control(shown, words("button.again"), "hand")
    told: tuple[Block, ...]
    if shown.undealt:
        told = cutting.first(shown, words)
    elif shown.between_hands:
        told = (board.over_line(shown, words), board.last_sheet(shown, words))
    else:
        table = lines(score(shown, words), look.lying(shown, words), look.counts(shown, words))
        happened = story.with_opened(story.since(shown, words), shown, words, spare=True)
        told = (board.turn(shown, words), table, happened)
    said = lines(claims.lost(shown, words), words("panel.watching"))
    buttons = (again, *_controls(shown, words))
    return *told, shown.notice, said, *claims.seats(shown, words), buttons, *claims.wait(shown, words)


def _ready(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    """Return the button for the next hand, for those who are asked."""
    if shown.viewer is None or shown.viewer.seat not in shown.voters:
        return ()
    if not shown.my_cut or (shown.viewer.ready and not shown.cut):
        return (board.ready_button(shown, words),)
    just_deal = board.agree(shown, words, "button.just-deal")
    # A player who has cut can think better of it; to be ready does not undo that, as it can be pressed in
    # public.
    return (just_deal._replace(id=cutting.press(shown)) if shown.cut else just_deal,)


def _away(shown: AnyShown, viewer: SeatRow, words: Words) -> tuple[str | Answers, ...]:
    """Return the way back for somebody whose seat a computer plays."""
    if viewer.present:
        return ()
    take_back = control(shown, words("button.take-back"), "take-back", Style.GOOD)
    told = lines(words("panel.away"), words("claim.allowed") if shown.claims else "")
    return (told, (take_back,))


def _alone(shown: AnyShown, viewer: SeatRow, words: Words) -> tuple[str | Answers, ...]:
    """Return the choice of somebody whose last other player has gone: to play on, or to end the game."""
    others = [row for row in shown.seats if row.person and row is not viewer]
    if not others or not viewer.present or any(row.present for row in others):
        return ()
    end = control(shown, words("button.end-game"), "vote", Style.DANGER, STOP)
    return (Section(words("panel.left-alone"), end),)


def _decides(shown: AnyShown, viewer: SeatRow, words: Words) -> str:
    """Return that a viewer who wants to give up decides that alone, as the others of their side have left."""
    own = [vote for vote in shown.votes if vote.kind == CONCEDE and viewer.seat in vote.yes]
    return words("panel.concede") if any(vote.passed for vote in own) else ""


def _controls(shown: AnyShown, words: Words, explained: str = "") -> tuple[Button, ...]:
    """Return the row of what else there is, at most three buttons; `explained` is what the second says."""
    hint = Button(words("hint.button"), str(Press(shown.id, shown.asked, "hint")))
    verb = LOOKS[shown.game].LOOKED_UP
    undo = Button(words("button.undo"), str(Press(shown.id, shown.undo or 0, "undo")), Style.MAIN)
    first = (undo,) if shown.undo is not None else (hint,) if advice.offered(shown) else ()
    return (
        *first,
        control(shown, explained or words(f"button.{verb}"), verb),
        _more(shown, words),
    )


def _more(shown: AnyShown, words: Words) -> Button:
    return control(shown, words("button.more"), "more")


# What is opened in a panel


def _opened(
    shown: AnyShown, words: Words, opened: Opened, scene: Scene, style: PictureStyle | None
) -> Panel | None:
    """Return what stands open on a panel, None if that is out of date."""
    if opened.verb in pages.PAGES and not pages.may_open(shown, opened.verb):
        return None
    if opened.verb in OF_PLAYERS and (shown.viewer is None or not shown.viewer.present):
        return None
    if opened.verb != "pick":
        return with_room(lambda words: _page(shown, words, opened, style), words)
    if not shown.my_turn or shown.asked != opened.number:
        return None
    question = LOOKS[shown.game].further(shown, opened.notation, words)
    return None if question is None else _question(shown, question, words, scene)


def _question(shown: AnyShown, question: Question, words: Words, scene: Scene) -> Panel:
    """Return a further question, with the table that it is about."""
    told = lines(*lacking(shown, words), shown.notice, question.line)
    return Panel(
        together(
            words("turn.mine", asked=question.asked),
            absence.countdown(shown, words),
            *(_table(shown, words, scene, told) if question.table else (told,)),
            *aloud.answers(question, words),
            question.state,
        ),
        TURN,
    )


def _page(shown: AnyShown, words: Words, opened: Opened, style: PictureStyle | None) -> Panel:
    """Return what somebody looks up, with the way back; it says when it is their turn."""
    turn = lines(words("turn.meanwhile"), absence.countdown(shown, words)) if shown.my_turn else ""
    way_back = back(shown, words, Style.MAIN if shown.my_turn else Style.PLAIN)
    *told, last = page(shown, words, opened, way_back, style=style)
    lacks = lacking(shown, words) if shown.status is Status.PLAYING else ()
    return Panel((turn, *told, *lacks, shown.notice, last), TURN if shown.my_turn else OVER)

"""The private panel: the question, the table, the viewer's cards, and one row of controls.

From the top: the question with the facts it depends on, the table, the plays since the viewer's last turn
with the facts needed for this choice, the cards, one small line of state, and the controls.
"""

from dataclasses import replace

from bot.blocks.blocks import (
    CLOSED_ACCENT,
    FELT_ACCENT,
    OVER_ACCENT,
    TURN_ACCENT,
    Answers,
    Block,
    Button,
    ButtonStyle,
    Panel,
    Press,
    Section,
    lines,
    together,
)
from bot.blocks.fit import with_room
from bot.blocks.look import control
from bot.blocks.people import score_text
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import Opened
from bot.panels.ending import own_end
from bot.panels.ending.past import UNKNOWN, Past
from bot.panels.lobby.own import private_lobby
from bot.panels.shared import claims, cutting, story
from bot.panels.shared.finishing import finish_button, finish_vote
from bot.panels.shared.lacking import lacking
from bot.panels.table import advice, aloud, board, lookup
from bot.panels.table.board import Scene
from bot.panels.table.opened import opened_panel
from bot.panels.table.room import ROWS, texts_with_room
from bot.pictures.sketch.style import Style
from bot.store import SeatRow, Status
from bot.table.view import AnyView
from bot.table.votes import CONCEDE, STOP


def panel(
    view: AnyView,
    words: Words,
    opened: Opened | None = None,
    scene: Scene = (),
    style: Style | None = None,
    past: Past = UNKNOWN,
) -> Panel:
    """Return the private panel of the viewer, or the page or question they have `opened`.

    A viewer without a seat reads there what everybody may see. Pages with pictures of their own show them in
    the viewer's `style`. `past` is that of a game which is over.
    """
    found = None if opened is None else opened_panel(view, words, opened, scene, style)
    return found or with_room(lambda words: _panel(view, words, scene, past), words)


def stopped_following(view: AnyView, words: Words) -> Panel:
    """Return the last state of a panel, which names the way to go on.

    The token with which it is edited is about to expire.
    """
    return Panel((words("panel.stopped"), (board.hand_button(view, words),)), CLOSED_ACCENT)


def asked(view: AnyView) -> bool:
    """Return whether the viewer is asked to play, to cut, or to be ready for the next hand or the winners."""
    if view.my_turn or (view.counting and view.viewer is not None):
        return True
    if view.undealt:
        return view.my_cut
    return view.between_hands and view.viewer is not None and view.viewer.seat in view.voters


def _panel(view: AnyView, words: Words, scene: Scene, past: Past) -> Panel:
    viewer = view.viewer
    if view.status is Status.LOBBY:
        return private_lobby(view, words)
    blocks: tuple[Block, ...]
    match view.status:
        case Status.CLOSED:
            blocks = (lines(view.notice, words("lobby.closed")),)
        case Status.PLAYING if viewer is None:
            blocks = _watching(view, words)
        case Status.PLAYING if view.undealt:
            assert viewer is not None
            blocks = _undealt(view, viewer, words)
        case Status.PLAYING:
            assert viewer is not None
            blocks = (_between if view.between_hands else _playing)(view, viewer, words, scene)
        case Status.FINISHED | Status.STOPPED if viewer is not None:
            accent = OVER_ACCENT if view.status is Status.FINISHED else CLOSED_ACCENT
            told = own_end.how_it_went(view, words), own_end.looked_back(view, past, words)
            return Panel((*told, view.notice, board.after_game(view, words)), accent)
        case _:
            return board.public_panel(view, words, past=past)
    return Panel(blocks, TURN_ACCENT if view.my_turn or (view.undealt and view.my_cut) else FELT_ACCENT)


def _undealt(view: AnyView, viewer: SeatRow, words: Words) -> tuple[Block, ...]:
    return (
        cutting.asked(view, words),
        board.title(view, words),
        lines(view.notice, *lacking(view, words), _decides(view, viewer, words)),
        *_away(view, viewer, words),
        *aloud.votes(view, words),
        *cutting.first_cut(view, words, _more(view, words)),
    )


def _between(view: AnyView, viewer: SeatRow, words: Words, scene: Scene) -> tuple[Block, ...]:
    cut, asked = cutting.cut_row(view, words), cutting.asked(view, words)
    decides = _decides(view, viewer, words)
    known = lines(view.notice, *lacking(view, words))
    # A phone has room for a sheet as a picture above a cut, but then for nothing else.
    if cut and (known or decides):
        scene = ()
    return (
        asked,
        # The picture says the score, and so does the sheet where it is heard.
        "" if cut and (scene or words.aloud) else board.over_line(view, words),
        *board.scene_or(scene, board.last_sheet(view, words)),
        lines(
            # A sheet in words explains itself.
            story.first_times(view, words).rpartition("\n")[2] if scene and not cut else "",
            known,
            "" if asked else cutting.cut_line(view, words),
            decides or (cutting.latest if cut else board.next_hand)(view, words),
        ),
        *cut,
        *_away(view, viewer, words),
        *_votes(view, words),
        (*_ready(view, words), *finish_button(view, words), _more(view, words)),
    )


def _playing(view: AnyView, viewer: SeatRow, words: Words, scene: Scene) -> tuple[Block, ...]:
    look = LOOKS[view.game]
    question = advice.with_advice(view, look.question(view, words), words)
    advised = advice.hint(view, view.hint, words) if view.hint is not None and not view.notice else ""
    if len(question.answers) > ROWS:
        scene = ()
    settling = board.settling(view, words) if viewer.seat in view.voters else ()
    asked = words("turn.mine", asked=question.asked) if view.my_turn else board.turn(view, words)
    decides = _decides(view, viewer, words)
    # A hint takes the place of the facts that it is based on, and the answer to a press that of the legend;
    # the next press brings that back.
    question = replace(
        question,
        line="" if decides or advised else question.line,
        legend="" if advised or settling or decides or view.notice else question.legend,
    )
    # Whoever hears it needs no large type.
    notice = words("small", told=view.notice) if view.notice and words.aloud else view.notice
    known = lines(*lacking(view, words), notice, decides, advised)
    below = (
        *settling,
        *(_alone(view, viewer, words) or _votes(view, words)),
        *_away(view, viewer, words),
        _controls(view, words, question.explained),
    )
    if words.aloud:
        crowded = view.my_turn or len(below) > 1
        # Whoever hears the answer to a press has heard the facts before it.
        heard = replace(question, line="" if view.notice else question.line)
        return together(*aloud.playing(view, heard, asked, known, words, crowded=crowded), *below)
    asked, told = texts_with_room(view, question, asked, known, words, scene=scene, advised=bool(advised))
    return together(
        asked,
        *board.table_or_scene(view, words, scene, told),
        *question.answers,
        question.state,
        *below,
    )


def _watching(view: AnyView, words: Words) -> tuple[Block, ...]:
    """Return the blocks of a viewer without a seat at a game under way."""
    look = LOOKS[view.game]
    again = control(view, words("button.again"), "hand")
    told: tuple[Block, ...]
    if view.undealt:
        told = cutting.first_cut(view, words)
    elif view.between_hands:
        told = (board.over_line(view, words), board.last_sheet(view, words))
    else:
        table = lines(score_text(view, words), look.lying(view, words), look.counts(view, words))
        happened = story.with_opened(story.since(view, words), view, words, spare=True)
        told = (board.turn(view, words), table, happened)
    said = lines(claims.lost(view, words), words("panel.watching"))
    buttons = (again, *_controls(view, words))
    return (
        *told,
        view.notice,
        said,
        *claims.seat_offers(view, words),
        buttons,
        *claims.wait_button(view, words),
    )


def _ready(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the button for the next hand, if the viewer is asked for it; for the winners after the last."""
    if view.counting:
        return (board.winners_button(view, words),)
    if view.viewer is None or view.viewer.seat not in view.voters:
        return ()
    if not view.my_cut or (view.viewer.ready and not view.cut):
        return (board.ready_button(view, words),)
    just_deal = board.agree(view, words, "button.just-deal")
    # A player who has cut can think better of it. Being ready does not undo the cut, as it can be pressed in
    # public.
    return (just_deal._replace(id=cutting.cut_id(view)) if view.cut else just_deal,)


def _away(view: AnyView, viewer: SeatRow, words: Words) -> tuple[str | Answers, ...]:
    """Return the way back for a viewer whose seat a computer plays."""
    if viewer.present:
        return ()
    take_back = control(view, words("button.take-back"), "take-back", ButtonStyle.GOOD)
    told = lines(words("panel.away"), words("claim.allowed") if view.claims else "")
    return (told, (take_back,))


def _alone(view: AnyView, viewer: SeatRow, words: Words) -> tuple[str | Answers, ...]:
    """Return the choice of the last person at a table: to play on, or to end the game.

    After their next press only **Leave** has it.
    """
    others = [row for row in view.seats if row.person and row is not viewer]
    if not (others and viewer.present and view.notice) or any(row.present for row in others):
        return ()
    end = control(view, words("button.end-game"), "vote", ButtonStyle.DANGER, STOP)
    return (Section(words("panel.left-alone"), end),)


def _votes(view: AnyView, words: Words) -> tuple[Block, ...]:
    """Return the votes that a panel shows: aloud all of them, else the one in which silence is a yes."""
    return aloud.votes(view, words) or finish_vote(view, words)


def _decides(view: AnyView, viewer: SeatRow, words: Words) -> str:
    """Return the line that the viewer can give up alone, as the others of their side have left."""
    own = [vote for vote in view.votes if vote.kind == CONCEDE and viewer.seat in vote.yes]
    return words("panel.concede") if any(vote.passed for vote in own) else ""


def _controls(view: AnyView, words: Words, explained: str = "") -> tuple[Button, ...]:
    """Return the row of at most three controls.

    `explained` is the label of the page of the rules on the question, in place of the page looked up most.
    """
    hint = Button(words("hint.button"), str(Press(view.id, view.asked, "hint")))
    verb = LOOKS[view.game].LOOKED_UP
    if view.hint is not None:
        hint = control(view, words("button.hint-how"), "hint-how")
    # A viewer without a seat cannot ask for the end of a game.
    first = finish_button(view, words) if view.viewer is not None else ()
    if advice.can_advise(view):
        first = (hint,)
    second = control(view, explained, "rules") if explained else control(view, words(f"button.{verb}"), verb)
    undo = lookup.undo_button(view, words)
    if lookup.crowded(view):
        # The page looked up most, or where another explains the question this button, stands behind More.
        second = second if explained else undo
    elif view.undo is not None:
        first = (undo,)
    row = (*first, second, _more(view, words))
    if len(list(aloud.in_lines(row))) == 1:
        return row
    # There is no room for the name of the card.
    short = undo._replace(label=words("button.undo"))
    return tuple([short if button == undo else button for button in row])


def _more(view: AnyView, words: Words) -> Button:
    return control(view, words("button.more"), "more")

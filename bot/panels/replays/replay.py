"""The message of a replay: one moment of a game that is over, as everybody saw it, with open hands below.

All that its buttons do stands in their ids (`state.py` beside this).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Answers, Button, ButtonStyle, Option, Panel, Select, lines
from bot.blocks.fit import with_room
from bot.blocks.people import label_name
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.replays.held import held_hands
from bot.panels.replays.room import MOST_HIGH, first_with_room
from bot.panels.replays.state import ALL_HANDS, ReplayState
from bot.panels.shared import absence, story
from bot.panels.table import aloud, board
from bot.panels.table.board import Scene
from bot.panels.table.pictured import scene
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of
from bot.tables.replays.codes import Code
from bot.tables.replays.replay import Moment, MomentKind, Replay

OPTIONS: Final = 25
"""The most entries of a select."""
_PLAYED: Final = (MomentKind.DEAL, MomentKind.PLAY)
_STEPS: Final = ("first", "back", "next", "last", "key")


def own_viewpoint(replay: Replay, user_id: int) -> str:
    """Return the viewpoint of a member's own seat, now or before another took it; else all hands open."""
    rows = replay.stored.seats
    own = [row.seat for row in rows if user_id == row.user_id]
    own += [row.seat for row in rows if user_id == row.former_id]
    return str(own[0]) if own else ALL_HANDS


def own_decision(replay: Replay, moment: Moment, user_id: int) -> bool:
    """Return whether the play of a moment was a member's own press, and not the only one possible."""
    entry = replay.entry(moment)
    if entry is None or entry.seat is None or entry.user_id != user_id or entry.settled:
        return False
    before = replay.at(replay.moved(moment, -1))
    return len(before.game.observe(before.state, entry.seat).legal) > 1


def replay_panel(
    replay: Replay, state: ReplayState, words: Words, style: Style | None, reader: int = 0
) -> Panel:
    """Return the message of a replay at a moment: a private one of its `reader`, or one for everybody.

    A state with a poster makes the latter.
    """
    table = replay.at(state.moment)
    seen = scene(table, words, style)
    return with_room(
        lambda words: first_with_room(
            _drafts(replay, state, table, words, seen, reader), MOST_HIGH, private=not state.poster
        ),
        words,
    )


def _drafts(
    replay: Replay, state: ReplayState, table: Table, words: Words, seen: Scene, reader: int
) -> Iterator[Panel]:
    """Yield the message, each time with less of its heading and its caption."""
    view, kind = view_of(table), replay.kind(state.moment)
    open_hands = held_hands(table, state.seat, words) if kind in _PLAYED else ""
    place, shown = _place(replay, state, words), board.scene_or(seen, _told(view, kind, state, words))
    steps, below = _steps(replay, state, words), _controls(replay, state, view, words, reader)
    for head in _heads(view, kind, words):
        yield Panel((head, *shown, lines(open_hands, place), *steps, *below), OVER_ACCENT)


def _heads(view: AnyView, kind: MomentKind, words: Words) -> tuple[str, ...]:
    """Return the caption of a moment, above its picture, and shorter ones."""
    match kind:
        case MomentKind.END:
            outcome = board.how_it_ended(view, words)
            return outcome, outcome.partition("\n")[0]
        case MomentKind.SHEET:
            # The last sheet was counted aloud, which is over.
            return (board.over_line(replace(view, counting=0), words),)
        case MomentKind.DEAL:
            return (story.opened(view, words)[0],)
        case MomentKind.PLAY:
            entry = view.story[-1]
            return tuple([story.tell_entry(entry, view, words, brief=brief) for brief in (False, True)])


def _told(view: AnyView, kind: MomentKind, state: ReplayState, words: Words) -> str:
    """Return the words that stand for the picture of a moment; open hands need no count of their cards."""
    look = LOOKS[view.game]
    heading = board.title(view, words)
    match kind:
        case MomentKind.END if view.status is Status.STOPPED:
            return lines(absence.end_reason(view, words), heading)
        case MomentKind.END:
            return lines(heading, look.placing(view, words))
        case MomentKind.SHEET:
            return board.last_sheet(replace(view, counting=0), words)
        case _:
            counts = "" if state.seat is None else look.counts(view, words)
            return lines(heading, look.lying(view, words), counts)


def _place(replay: Replay, state: ReplayState, words: Words) -> str:
    """Return the code of the moment, if other members can use it, and the number of its play in the hand."""
    told = [] if state.of_file else [words("replay.code", code=Code(state.source, state.moment))]
    if replay.kind(state.moment) is MomentKind.PLAY:
        plays = replay.hands[state.moment.hand - 1].plays
        told.append(words("replay.play", play=state.moment.play, plays=plays))
    return words("small", told=words("between").join(told)) if told else ""


# The controls


def _steps(replay: Replay, state: ReplayState, words: Words) -> tuple[Answers, ...]:
    """Return the first row, which leads from moment to moment; in words it may take two lines."""
    steps = tuple([_step(replay, state, verb, words) for verb in _STEPS])
    return tuple(aloud.in_lines(steps)) if words.aloud else (steps,)


def _controls(
    replay: Replay, state: ReplayState, view: AnyView, words: Words, reader: int
) -> tuple[Answers, ...]:
    """Return the controls below: hands, viewpoints where cards are held, and what else a reader can do."""
    hands, played = _hands(replay, state, view, words), replay.kind(state.moment) in _PLAYED
    selects = (*hands, _viewpoints(state, view, words)) if played else hands
    if state.poster:
        return *selects, (Button(words("replay.own"), state.id("own")),)
    chosen = own_decision(replay, state.moment, reader)
    hard = ((Button(words("replay.hard"), state.id("hard"), ButtonStyle.MAIN),),) if chosen else ()
    buttons = [
        Button(words("replay.share"), state.id("share")),
        Button(words("button.show-here"), state.id("here")),
    ]
    if any(row.user_id == reader for row in replay.stored.seats):
        buttons.insert(0, Button(words("review.button"), state.id("review")))
    return *selects, *hard, tuple(buttons)


def _step(replay: Replay, state: ReplayState, verb: str, words: Words) -> Button:
    """Return a button of the first row: a sign, or a word where it is heard."""
    at_end = replay.first if verb in ("first", "back") else replay.last if verb in ("next", "last") else None
    return Button(
        words(f"replay.{verb}"),
        state.id(verb),
        disabled=state.moment == at_end,
        emoji="" if words.aloud else words.sign(verb),
    )


def _hands(replay: Replay, state: ReplayState, view: AnyView, words: Words) -> tuple[Select, ...]:
    """Return the select of hands, as many around that of the moment as it has room for."""
    number, now = len(replay.hands), state.moment.hand
    if number < 2:
        return ()
    first = min(max(1, now - OPTIONS // 2), max(1, number - OPTIONS + 1))
    key = words.of_game(view.game, "replay.hand")
    options = tuple(
        [
            Option(words(key, hand=hand), str(hand), marked=hand == now)
            for hand in range(first, min(first + OPTIONS, number + 1))
        ]
    )
    return (Select(state.id("hand"), options, words(words.of_game(view.game, "replay.hands"))),)


def _viewpoints(state: ReplayState, view: AnyView, words: Words) -> Select:
    """Return the select of viewpoints: all hands open, or the hand of one seat."""
    seats = [
        (words("replay.from", name=label_name(view, row.seat, words)), str(row.seat)) for row in view.seats
    ]
    every = [(words("replay.all-hands"), ALL_HANDS), *seats]
    options = tuple([Option(label, value, marked=value == state.viewpoint) for label, value in every])
    return Select(state.id("view"), options, words("replay.viewpoints"))

"""The public message of a table: the board while a game is played, the sheet after a hand, the end."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.ledger import HAND, TURN
from bot.locale import Words
from bot.render import absence, claims
from bot.render.lobby import lobby, sitting
from bot.render.look import control
from bot.render.looks import LOOKS
from bot.render.panel import CLOSED, FELT, OVER, Answers, Button, Panel, Picture, Press, Style, lines
from bot.render.people import ems, marked, score, side_name
from bot.render.room import with_room
from bot.shown import AnyShown, Told
from bot.store import Status

Scene = Sequence[Picture | str]
"""The picture of the table as everybody sees it, and what it cannot say; nothing where there is none."""
LINE: Final = 22.0
"""How wide a text may be that one small line of a phone has room for, in sizes of its type."""
BETWEEN: Final = 1.0
"""The same of what stands between two plays."""
_TILE: Final = re.compile(r"<:\w+:\d+>")
_TIME: Final = re.compile(r"<t:\d+:R>")


def public(shown: AnyShown, words: Words, scene: Scene = ()) -> Panel:
    """Return the public message of a table, whatever its state."""
    return with_room(lambda words: _public(shown, words, scene), words)


def _public(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    match shown.status:
        case Status.LOBBY | Status.CLOSED:
            return lobby(shown, words, scene_or(scene, sitting(shown, words)))
        case Status.PLAYING:
            return (_between if shown.between_hands else _board)(shown, words, scene)
        case Status.FINISHED:
            return _finished(shown, words, scene)
        case Status.STOPPED:
            return _stopped(shown, words, scene)
        case Status.PARKED:
            return parked(shown.game, words)


def title(shown: AnyShown, words: Words) -> str:
    """Return the heading of a game under way: game, hand, score."""
    return lines(LOOKS[shown.game].heading(shown, words), score(shown, words))


def tell(told: Told, shown: AnyShown, words: Words, without: frozenset[str] = frozenset()) -> str:
    """Return what one entry of the log made happen, marked where a computer played for somebody.

    Events of the names in `without` are left out.
    """
    if told.stood_in:
        shown = replace(shown, stood_in=told.seat)
    if told.former:
        then = [replace(row, name=told.former) if row.seat == told.seat else row for row in shown.seats]
        shown = replace(shown, seats=tuple(then))
    look = LOOKS[shown.game]
    events = [event for event in told.events if event.name not in without]
    return words("told.then").join(line for event in events if (line := look.tell(event, shown, words)))


def since(shown: AnyShown, words: Words, beside: str = "", most: int = 2) -> str:
    """Return in small what happened since the viewer's own last turn, in that order.

    To everybody that is the last play. It takes two lines of a phone at most, and with what stands `beside`
    it `most` lines: what would take more begins later.
    """
    seen = LOOKS[shown.game].SHOWN if shown.viewer else frozenset()
    seat = shown.viewer.seat if shown.viewer else None
    own = max((number for number, told in enumerate(shown.story) if told.seat == seat), default=-1)
    if own >= 0:
        # The viewer knows what they did themselves, but not what came of it.
        mine = shown.story[own]
        happened = (replace(mine, events=mine.events[1:]), *shown.story[own + 1 :])
    else:
        happened = shown.story if seat is not None else shown.story[-1:]
    newest_first = (tell(told, shown, words, seen) for told in reversed(happened))
    kept: list[str] = []
    taken = sum(math.ceil(wide(line) / LINE) for line in beside.splitlines())
    room = LINE * min(2, most - taken)
    for line in filter(None, newest_first):
        room -= wide(line) + BETWEEN
        if room < 0:
            kept += [words("told.earlier")] if kept else []
            break
        kept.append(line)
    return words("small", told=words("told.then").join(reversed(kept))) if kept else ""


def in_one_line(small: str, told: str, words: Words) -> str:
    """Return one small line above what is told, in the first line of that if it is small and has room."""
    first, _, rest = told.partition("\n")
    mark = words("small", told="")
    fits = wide(small) + BETWEEN + wide(first.removeprefix(mark)) <= LINE + wide(mark)
    if small and fits and first.startswith(mark) and small.startswith(mark) and "\n" not in small:
        return lines(words("told.then").join((small, first.removeprefix(mark))), rest)
    return lines(small, told)


def wide(text: str) -> float:
    """Return about how wide a text is, in sizes of its type: a tile is as wide as two letters."""
    plain = _TIME.sub("in 45 seconds", _TILE.sub("W#", text))
    return sum(map(ems, plain.replace("**", "")))


def turn(shown: AnyShown, words: Words) -> str:
    """Return for whom the game waits; of several the number, as names would be a crowd."""
    if len(shown.waits_for) > 2:
        names = words.count("turn.several", len(shown.waits_for))
    else:
        names = words("and").join(marked(shown, seat, words) for seat in shown.waits_for)
    return LOOKS[shown.game].waiting(shown, names, words)


def over_line(shown: AnyShown, words: Words) -> str:
    """Return which hand is over, with the score."""
    return words(f"{shown.game}.over", hand=shown.hand, score=score(shown, words))


def scene_or(scene: Scene, text: str) -> tuple[Picture | str, ...]:
    """Return the picture of a table with the words that stand in its place where it cannot be shown."""
    if not scene:
        return (text,)
    return tuple([block._replace(words=text) if isinstance(block, Picture) else block for block in scene])


def _foot(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    """Return the row of what can be done while a hand is played."""
    return (
        hand_button(shown, words),
        control(shown, words("button.last"), "last"),
        control(shown, words("button.more"), "more"),
    )


def _board(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    look = LOOKS[shown.game]
    table = lines(score(shown, words), look.lying(shown, words), look.counts(shown, words))
    vote, chosen = absence.asked(shown, words), absence.chosen(shown, words)
    # Where all are asked something, a phone has no room for the last play, nor for a picture beside more.
    told = lines(chosen, claims.taken(shown, words), "" if vote else since(shown, words))
    if len(shown.votes) > 1 or (vote and chosen):
        scene = ()
    return Panel(
        (
            look.heading(shown, words),
            *scene_or(scene, table),
            lines(turn(shown, words), in_one_line(absence.countdown(shown, words), told, words)),
            *settling(shown, words),
            _foot(shown, words),
            *vote,
        ),
        FELT,
    )


def sheet(shown: AnyShown, number: int, words: Words) -> str:
    """Return the score sheet of a hand, counted from 1."""
    *before, asked = shown.seen.sheets[:number]
    totals = [sum(sheet.score(side) for sheet in before) for side in range(len(shown.seen.totals))]
    return LOOKS[shown.game].account(asked, number, totals, shown, words)


def last_sheet(shown: AnyShown, words: Words) -> str:
    """Return the score sheet of the hand that has just been finished."""
    return sheet(shown, len(shown.seen.sheets), words)


def ready_button(shown: AnyShown, words: Words) -> Button:
    """Return the button that asks for the next hand, with how many are ready; dead for a viewer who is."""
    waiting = shown.viewer is not None and shown.viewer.ready
    key = "button.ready" if waiting else "button.next-hand"
    return _ready(shown, words, key, disabled=waiting)


def settling(shown: AnyShown, words: Words) -> tuple[Answers | str, ...]:
    """Return the offer to settle a hand whose score no play can change any more."""
    if shown.between_hands or shown.agreeing is None:
        return ()
    waiting = shown.viewer is not None and shown.viewer.ready
    key = "button.settles" if waiting else "button.settle"
    return (words("settle.offer"), (_ready(shown, words, key, disabled=waiting),))


def _ready(shown: AnyShown, words: Words, key: str, *, disabled: bool) -> Button:
    ready = sum(row.ready for row in shown.seats if row.seat in shown.voters)
    seats = len(shown.voters)
    label = words(key, ready=ready, seats=seats) if seats > 1 else words(f"{key}-alone")
    return Button(label, str(Press(shown.id, shown.agreeing or 0, "ready")), Style.GOOD, disabled)


def next_hand(shown: AnyShown, words: Words) -> str:
    """Return when the next hand is dealt."""
    return words("hand.next", at=int(shown.due_at)) if shown.due_at else ""


def _between(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    # A phone has room for a sheet as a picture, or for a vote.
    vote = absence.asked(shown, words, 1)
    return Panel(
        (
            over_line(shown, words),
            *scene_or(() if vote else scene, last_sheet(shown, words)),
            lines(next_hand(shown, words), claims.taken(shown, words)),
            (ready_button(shown, words), control(shown, words("button.more"), "more")),
            *vote,
        ),
        FELT,
    )


def _finished(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    winners = LOOKS[shown.game].winners(shown.seen)
    won = words("game.won", side=words("and").join(side_name(shown, side, words) for side in winners))
    end = lines(title(shown, words), LOOKS[shown.game].placing(shown, words))
    return Panel((won, *scene_or(scene, end), shown.notice, _after(shown, words)), OVER)


def _stopped(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    return Panel(
        (
            absence.ended(shown, words),
            *scene_or(scene, lines(absence.why(shown, words), title(shown, words))),
            shown.notice,
            _after(shown, words),
        ),
        CLOSED,
    )


def _after(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    return (
        control(shown, words("button.rematch"), "rematch", Style.GOOD),
        control(shown, words("review.button"), "review"),
        control(shown, words("button.more"), "more"),
    )


def parked(game: str, words: Words) -> Panel:
    """Return the message of a table whose log cannot be replayed."""
    return Panel((lines(words("lobby.title", game=words(f"{game}.name")), words("game.parked")),), CLOSED)


def ping(shown: AnyShown, called: Mapping[int, str], words: Words) -> str:
    """Return the message that calls users to the table, each to a kind of thing; nothing in it is secret."""
    game = words(f"{shown.game}.name")
    told = []
    for kind in (TURN, HAND):
        mentions = " ".join([f"<@{user}>" for user, what in called.items() if what == kind])
        if mentions:
            told.append(words(f"ping.{kind}", mentions=mentions, game=game))
    return "\n".join(told)


def hand_button(shown: AnyShown, words: Words) -> Button:
    """Return the button that opens one's private panel."""
    return control(shown, words("button.hand"), "hand", Style.MAIN)

"""The public message of a table: the board while a game is played, the sheet after a hand, the end."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.blocks.blocks import CLOSED, FELT, OVER, Answers, Button, Panel, Picture, Press, Style, lines
from bot.blocks.fit import with_room
from bot.blocks.look import control
from bot.blocks.people import marked, score, side_name
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import CUT, HAND, SEAT, TURN
from bot.panels.lobby.lobby import lobby, sitting
from bot.panels.shared import absence, claims, cutting
from bot.panels.shared.rematch import match, seat_buttons
from bot.panels.shared.story import in_one_line, since, tall, with_opened
from bot.store import Status
from bot.table.view import AnyShown

TOLD: Final = 4
"""Small lines below a picture beside which there is room for who deals, which the picture shows as well."""
Scene = Sequence[Picture | str]
"""The picture of the table as everybody sees it, and what it cannot say; nothing where there is none."""


def public(shown: AnyShown, words: Words, scene: Scene = ()) -> Panel:
    """Return the public message of a table, whatever its state."""
    return with_room(lambda words: _public(shown, words, scene), words)


def _public(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    match shown.status:
        case Status.LOBBY | Status.CLOSED:
            return lobby(shown, words, scene_or(scene, sitting(shown, words)))
        case Status.PLAYING:
            if shown.undealt:
                return _undealt(shown, words, scene)
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


def turn(shown: AnyShown, words: Words) -> str:
    """Return for whom the game waits; of several the number, as names would be a crowd."""
    if shown.held:
        return words("turn.held")
    if len(shown.waits_for) > 2:
        names = words.count("turn.several", len(shown.waits_for))
    else:
        names = words.names(marked(shown, seat, words) for seat in shown.waits_for)
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
    # Where all are asked something, a phone has no room for the last plays, nor for a picture beside more.
    happened = "" if vote else since(shown, words, lies=not scene)
    told = lines(chosen, claims.taken(shown, words), happened)
    told = in_one_line(absence.countdown(shown, words), told, words)
    if len(shown.votes) > 1 or (vote and chosen):
        scene = ()
    spare = bool(scene) and (bool(vote) or tall(told) > TOLD)
    return Panel(
        (
            look.heading(shown, words),
            *scene_or(scene, table),
            lines(turn(shown, words), with_opened(told, shown, words, spare=spare)),
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
    return agree(shown, words, key, disabled=waiting)


def settling(shown: AnyShown, words: Words) -> tuple[Answers | str, ...]:
    """Return the offer to settle a hand whose score no play can change any more."""
    if shown.between_hands or shown.agreeing is None:
        return ()
    waiting = shown.viewer is not None and shown.viewer.ready
    key = "button.settles" if waiting else "button.settle"
    return (words("settle.offer"), (agree(shown, words, key, disabled=waiting),))


def agree(shown: AnyShown, words: Words, key: str, *, disabled: bool = False) -> Button:
    """Return the button by which one agrees to what all are asked, with how many have done so."""
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
            lines(cutting.line(shown, words), next_hand(shown, words), claims.taken(shown, words)),
            (ready_button(shown, words), control(shown, words("button.more"), "more")),
            *vote,
        ),
        FELT,
    )


def _undealt(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    # A phone has room for the table as a picture, or for a vote.
    vote = absence.asked(shown, words, 1)
    return Panel(
        (
            words("lobby.title", game=words(f"{shown.game}.name")),
            *scene_or(() if vote else scene, sitting(shown, words)),
            *cutting.first(
                shown, words, hand_button(shown, words), control(shown, words("button.more"), "more")
            ),
            *vote,
        ),
        FELT,
    )


def _finished(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    winners = LOOKS[shown.game].winners(shown.seen)
    seats = [seat for side in winners for seat in shown.sides[side]]
    if shown.viewer is not None and seats == [shown.viewer.seat]:
        won = words("game.won.alone")
    else:
        won = words("game.won", side=words.names(side_name(shown, side, words) for side in winners))
    end = lines(title(shown, words), LOOKS[shown.game].placing(shown, words))
    head = lines(won, match(shown, words))
    return Panel((head, *scene_or(scene, end), shown.notice, _after(shown, words)), OVER)


def _stopped(shown: AnyShown, words: Words, scene: Scene) -> Panel:
    return Panel(
        (
            lines(absence.ended(shown, words), match(shown, words)),
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
    for kind in (TURN, HAND, CUT, SEAT):
        mentions = " ".join([f"<@{user}>" for user, what in called.items() if what == kind])
        if mentions:
            told.append(words(f"ping.{kind}", mentions=mentions, game=game))
    return "\n".join(told)


def ping_buttons(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    """Return the buttons below such a message: to one's cards, or to the seat that is kept."""
    return seat_buttons(shown, words) if shown.status is Status.LOBBY else (hand_button(shown, words),)


def hand_button(shown: AnyShown, words: Words) -> Button:
    """Return the button that opens one's private panel."""
    return control(shown, words("button.hand"), "hand", Style.MAIN)

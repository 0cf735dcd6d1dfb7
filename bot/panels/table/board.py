"""The public message of a table: the board while a game is played, the sheet after a hand, the end."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.blocks.blocks import (
    CLOSED_ACCENT,
    FELT_ACCENT,
    OVER_ACCENT,
    Answers,
    Button,
    ButtonStyle,
    Panel,
    Picture,
    Press,
    lines,
)
from bot.blocks.fit import with_room
from bot.blocks.look import control
from bot.blocks.people import marked, score_text, side_name
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import TO_CUT, TO_HAND, TO_SEAT, TO_TURN
from bot.panels.ending.changes import news
from bot.panels.ending.past import UNKNOWN, Past
from bot.panels.lobby.call import call_panel
from bot.panels.lobby.lobby import public_lobby, sitting
from bot.panels.shared import absence, claims, cutting
from bot.panels.shared.commitment import fingerprint
from bot.panels.shared.finishing import finish_button, finished_hands
from bot.panels.shared.rematch import all_kept, match, reply_buttons, who_asks
from bot.panels.shared.story import since, tall, with_opened, with_small_line
from bot.store import Status
from bot.store.ratings.rivalry.before import Rivalry
from bot.table.pauses import WHOLE
from bot.table.view import AnyView

_TOLD: Final = 4
"""The small lines below a picture that leave room for the dealer, whom the picture shows as well."""
Scene = Sequence[Picture | str]
"""The picture of the table as everybody sees it, and the names it cannot show; empty without one."""


def public_panel(
    view: AnyView,
    words: Words,
    scene: Scene = (),
    past: Past = UNKNOWN,
    rivalry: Rivalry | None = None,
) -> Panel:
    """Return the public message of a table in any state.

    `past` is that of a game which is over, and `rivalry` how the people in a full lobby stand.
    """
    return with_room(lambda words: _public(view, words, scene, past, rivalry), words)


def _public(view: AnyView, words: Words, scene: Scene, past: Past, rivalry: Rivalry | None) -> Panel:
    match view.status:
        case Status.LOBBY if all_kept(view):
            return call_panel(view, words, rivalry)
        case Status.LOBBY | Status.CLOSED:
            return public_lobby(view, words, scene_or(scene, sitting(view, words)), rivalry)
        case Status.PLAYING:
            if view.undealt:
                return _undealt(view, words, scene)
            return (_between if view.between_hands else _board)(view, words, scene)
        case Status.FINISHED:
            return _finished(view, words, scene, past)
        case Status.STOPPED:
            return _stopped(view, words, scene, past)
        case Status.PARKED:
            return parked(view.game, words)


def title(view: AnyView, words: Words) -> str:
    """Return the heading of a game under way: game, hand, score."""
    return lines(LOOKS[view.game].heading(view, words), score_text(view, words))


def turn(view: AnyView, words: Words) -> str:
    """Return the line with the seats that the game waits for, or their number if they are many."""
    if view.held:
        return words("turn.held")
    if len(view.waits_for) > 2:
        names = words.count("turn.several", len(view.waits_for))
    else:
        names = words.names(marked(view, seat, words) for seat in view.waits_for)
    return LOOKS[view.game].waiting(view, names, words)


def over_line(view: AnyView, words: Words) -> str:
    """Return the line that a hand is over, with the score; while the last one is counted, that it is."""
    if view.counting:
        return words("counting.title")
    return words(f"{view.game}.over", hand=view.hand, score=score_text(view, words))


def scene_or(scene: Scene, text: str) -> tuple[Picture | str, ...]:
    """Return the picture of a table with the words that take its place if it cannot be shown."""
    if not scene:
        return (text,)
    return tuple([block._replace(words=text) if isinstance(block, Picture) else block for block in scene])


def table_or_scene(view: AnyView, words: Words, scene: Scene, told: str) -> tuple[Picture | str, ...]:
    """Return the table in a picture or in words, if any cards can lie there yet, with `told` below it."""
    lying = LOOKS[view.game].lying(view, words)
    if not lying or not scene:
        return (lines(lying, told),)
    return *scene_or(scene, lying), told


def _foot(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the row of controls while a hand is played."""
    return (
        hand_button(view, words),
        control(view, words("button.last"), "last"),
        control(view, words("button.more"), "more"),
        *finish_button(view, words),
    )


def _board(view: AnyView, words: Words, scene: Scene) -> Panel:
    look = LOOKS[view.game]
    table = lines(score_text(view, words), look.lying(view, words), look.counts(view, words))
    vote, chosen = absence.asked(view, words), absence.clock_chosen(view, words)
    # During a vote a phone has no room for the last plays; with more to say, none for a picture either.
    happened = "" if vote else since(view, words, lies=not scene)
    told = lines(chosen, claims.takeovers(view, words), happened)
    told = with_small_line(absence.countdown(view, words), told, words)
    if len(view.votes) > 1 or (vote and chosen):
        scene = ()
    spare = bool(scene) and (bool(vote) or tall(told) > _TOLD)
    return Panel(
        (
            look.heading(view, words),
            *scene_or(scene, table),
            lines(turn(view, words), with_opened(told, view, words, spare=spare)),
            *settling(view, words),
            _foot(view, words),
            *vote,
        ),
        FELT_ACCENT,
    )


def sheet_text(view: AnyView, number: int, words: Words) -> str:
    """Return the score sheet of a hand, counted from 1."""
    *before, asked = view.seen.sheets[:number]
    totals = [sum(sheet.score(side) for sheet in before) for side in range(len(view.seen.totals))]
    return LOOKS[view.game].account(asked, number, totals, view, words)


def last_sheet(view: AnyView, words: Words) -> str:
    """Return the score sheet of the hand just finished."""
    return sheet_text(view, len(view.seen.sheets), words)


def ready_button(view: AnyView, words: Words) -> Button:
    """Return the button for the next hand, with the number of people ready; dead once the viewer is."""
    waiting = view.viewer is not None and view.viewer.ready
    key = "button.ready" if waiting else "button.next-hand"
    return agree(view, words, key, disabled=waiting)


def winners_button(view: AnyView, words: Words) -> Button:
    """Return the button that has the winners told; dead until the last sheet is counted."""
    asked = control(view, words("button.winners"), "winners", ButtonStyle.GOOD)
    return asked._replace(disabled=view.counting != WHOLE)


def settling(view: AnyView, words: Words) -> tuple[Answers | str, ...]:
    """Return the offer to settle a hand whose score no play can change."""
    if view.between_hands or view.agreeing is None:
        return ()
    waiting = view.viewer is not None and view.viewer.ready
    key = "button.settles" if waiting else "button.settle"
    return (words(words.of_game(view.game, "settle.offer")), (agree(view, words, key, disabled=waiting),))


def agree(view: AnyView, words: Words, key: str, *, disabled: bool = False) -> Button:
    """Return the button to agree to the offer open at the table, with the number of people who have."""
    ready = sum(row.ready for row in view.seats if row.seat in view.voters)
    seats = len(view.voters)
    said = words.of_game(view.game, key if seats > 1 else f"{key}-alone")
    label = words(said, ready=ready, seats=seats)
    return Button(label, str(Press(view.id, view.agreeing or 0, "ready")), ButtonStyle.GOOD, disabled)


def next_hand(view: AnyView, words: Words) -> str:
    """Return the line with the time of the next deal."""
    return words(words.of_game(view.game, "hand.next"), at=int(view.due_at)) if view.due_at else ""


def _between(view: AnyView, words: Words, scene: Scene) -> Panel:
    # A phone has room for a sheet as a picture, or for a vote.
    vote = absence.asked(view, words, 1)
    return Panel(
        (
            over_line(view, words),
            *scene_or(() if vote else scene, last_sheet(view, words)),
            lines(cutting.cut_line(view, words), next_hand(view, words), claims.takeovers(view, words)),
            (
                winners_button(view, words) if view.counting else ready_button(view, words),
                control(view, words("button.more"), "more"),
                *finish_button(view, words),
            ),
            *vote,
        ),
        FELT_ACCENT,
    )


def _undealt(view: AnyView, words: Words, scene: Scene) -> Panel:
    # A phone has room for the table as a picture, or for a vote.
    vote = absence.asked(view, words, 1)
    return Panel(
        (
            words("lobby.title", game=words(f"{view.game}.name")),
            *scene_or(() if vote else scene, sitting(view, words)),
            *cutting.first_cut(
                view, words, hand_button(view, words), control(view, words("button.more"), "more")
            ),
            *vote,
        ),
        FELT_ACCENT,
    )


def _finished(view: AnyView, words: Words, scene: Scene, past: Past) -> Panel:
    end = lines(title(view, words), LOOKS[view.game].placing(view, words))
    head = lines(how_it_ended(view, words), news(view, past, words), match(view, words))
    told = finished_hands(view, words)
    return Panel((head, *scene_or(scene, end), told, view.notice, after_game(view, words)), OVER_ACCENT)


def _stopped(view: AnyView, words: Words, scene: Scene, past: Past) -> Panel:
    return Panel(
        (
            lines(how_it_ended(view, words), news(view, past, words), match(view, words)),
            *scene_or(scene, lines(absence.end_reason(view, words), title(view, words))),
            view.notice,
            after_game(view, words),
        ),
        CLOSED_ACCENT,
    )


def how_it_ended(view: AnyView, words: Words) -> str:
    """Return the winners of a game that is over and by how much they won, or that it ended early."""
    if view.status is Status.STOPPED:
        return absence.early_end(view, words)
    look = LOOKS[view.game]
    won = words(
        "game.won", side=words.names(side_name(view, side, words) for side in look.winners(view.seen))
    )
    return lines(won, look.by_how_much(view, words), words("game.rewound") if view.rewound else "")


def after_game(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons below a game that is over."""
    return (
        control(view, words("button.rematch"), "rematch", ButtonStyle.GOOD),
        control(view, words("button.replay"), "replay"),
        control(view, words("button.more"), "more"),
    )


def parked(game: str, words: Words) -> Panel:
    """Return the message of a table whose log cannot be replayed."""
    return Panel(
        (lines(words("lobby.title", game=words(f"{game}.name")), words("game.parked")),), CLOSED_ACCENT
    )


def ping(view: AnyView, called: Mapping[int, str], words: Words) -> str:
    """Return the message that calls users to the table, by the kind of their call; it tells no secret."""
    game = words(f"{view.game}.name")
    told = []
    for kind in (TO_TURN, TO_HAND, TO_CUT, TO_SEAT):
        mentions = " ".join([f"<@{user}>" for user, what in called.items() if what == kind])
        if mentions and kind == TO_SEAT:
            told.append(words("ping.seat", mentions=mentions, wanted=who_asks(view, words)))
            told.append(words("small", told=words("between").join((game, fingerprint(view, words)))))
        elif mentions:
            told.append(words(f"ping.{kind}", mentions=mentions, game=game))
    return "\n".join(told)


def ping_buttons(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons below a ping: to the hand, or the replies to a call to a rematch."""
    return reply_buttons(view, words) if view.status is Status.LOBBY else (hand_button(view, words),)


def hand_button(view: AnyView, words: Words) -> Button:
    """Return the button that opens the private panel of the member who presses it."""
    return control(view, words("button.hand"), "hand", ButtonStyle.MAIN)

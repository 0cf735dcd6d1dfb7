"""The public message of a table: the board while a game is played, the sheet after a hand, the end."""

from bot.locale import Words
from bot.render import cicera as look
from bot.render.lobby import house_rules, lobby
from bot.render.panel import CLOSED, FELT, OVER, Button, Panel, Press, Style, lines
from bot.render.people import name, score, seat_name, side_name
from bot.store import Status
from bot.table import Shown


def public(shown: Shown, words: Words) -> Panel:
    """Return the public message of a table, whatever its state."""
    match shown.status:
        case Status.LOBBY | Status.CLOSED:
            return lobby(shown, words)
        case Status.PLAYING:
            return _between(shown, words) if shown.between_hands else _board(shown, words)
        case Status.FINISHED:
            return _finished(shown, words)
        case Status.STOPPED:
            return _stopped(shown, words)
        case Status.PARKED:
            return parked(shown.game, words)


def title(shown: Shown, words: Words) -> str:
    """Return the heading of a game under way: game, hand, score."""
    return lines(look.heading(shown, words), score(shown, words))


def recent(shown: Shown, words: Words) -> str:
    """Return the last play in words, and the one before it in small."""
    told = [look.tell(told, shown, words) for told in shown.story[-2:]]
    if len(told) < 2:
        return lines(*told)
    return lines(told[1], words("told.before", told=told[0]))


def turn(shown: Shown, words: Words) -> str:
    """Return for whom the game waits."""
    names = words("and").join(seat_name(shown, seat, words) for seat in shown.waits_for)
    return words("turn.other", name=names)


def _button(shown: Shown, key: str, verb: str, style: Style = Style.PLAIN) -> Button:
    return Button(key, str(Press(shown.id, shown.seq, verb)), style)


def _foot(shown: Shown, words: Words) -> tuple[Button, ...]:
    return (
        _button(shown, words("button.hand"), "hand", Style.MAIN),
        _button(shown, words("button.last"), "last"),
        _button(shown, words("button.scores"), "scores"),
        _button(shown, words("button.more"), "more"),
    )


def _stop_vote(shown: Shown, words: Words) -> tuple[str | tuple[Button, ...], ...]:
    """Return the question whether to stop, once somebody has asked it."""
    asking = [name(row, words) for row in shown.seats if row.consents]
    if not asking:
        return ()
    return (
        words("stop.asked", names=words("and").join(asking)),
        (
            _button(shown, words("button.agree-stop"), "agree", Style.DANGER),
            _button(shown, words("button.play-on"), "play-on"),
        ),
    )


def _board(shown: Shown, words: Words) -> Panel:
    return Panel(
        (
            title(shown, words),
            lines(look.on_table(shown.seen, words), recent(shown, words)),
            lines(turn(shown, words), look.counts(shown, words)),
            _foot(shown, words),
            *_stop_vote(shown, words),
        ),
        FELT,
    )


def last_sheet(shown: Shown, words: Words) -> str:
    """Return the score sheet of the hand that has just been finished."""
    return sheets(shown, words, 1)[-1]


def sheets(shown: Shown, words: Words, most: int) -> list[str]:
    """Return the score sheets of the last `most` hands."""
    before, told = (0, 0), []
    for number, sheet in enumerate(shown.seen.sheets, 1):
        told.append(look.sheet(sheet, number, before, shown, words))
        before = (before[0] + sheet.score(0), before[1] + sheet.score(1))
    return told[-most:]


def ready_button(shown: Shown, words: Words) -> Button:
    """Return the button that asks for the next hand, with how many are ready; dead for a viewer who is."""
    ready = sum(row.ready for row in shown.seats)
    waiting = shown.viewer is not None and shown.viewer.ready
    key = "button.ready" if waiting else "button.next-hand"
    label = words(key, ready=ready, seats=len(shown.seats))
    return Button(label, str(Press(shown.id, shown.seq, "ready")), Style.GOOD, disabled=waiting)


def next_hand(shown: Shown, words: Words) -> str:
    """Return when the next hand is dealt."""
    return words("hand.next", at=int(shown.wake_at or 0)) if shown.wake_at else ""


def _between(shown: Shown, words: Words) -> Panel:
    return Panel(
        (
            title(shown, words),
            lines(recent(shown, words)),
            last_sheet(shown, words),
            next_hand(shown, words),
            (ready_button(shown, words), *_foot(shown, words)),
            *_stop_vote(shown, words),
        ),
        FELT,
    )


def _finished(shown: Shown, words: Words) -> Panel:
    won = words("game.won", side=side_name(shown, shown.seen.winner, words))
    return Panel(
        (
            lines(title(shown, words), won),
            last_sheet(shown, words),
            _checked(shown, words),
            _after(shown, words),
        ),
        OVER,
    )


def _stopped(shown: Shown, words: Words) -> Panel:
    return Panel(
        (
            lines(title(shown, words), words("game.stopped")),
            _checked(shown, words),
            _after(shown, words),
        ),
        CLOSED,
    )


def _checked(shown: Shown, words: Words) -> str:
    return lines(house_rules(shown, words), words("game.seed", seed=shown.seed, commitment=shown.commitment))


def _after(shown: Shown, words: Words) -> tuple[Button, ...]:
    return (
        _button(shown, words("button.rematch"), "rematch", Style.GOOD),
        _button(shown, words("button.scores"), "scores"),
        _button(shown, words("button.record"), "record"),
    )


def parked(game: str, words: Words) -> Panel:
    """Return the message of a table whose log cannot be replayed."""
    return Panel((lines(words("lobby.title", game=words(f"{game}.name")), words("game.parked")),), CLOSED)


def ping(shown: Shown, words: Words) -> str:
    """Return the message that calls those for whom the game waits; mentions and nothing secret."""
    mentions = " ".join(f"<@{row.user_id}>" for row in shown.seats if row.seat in shown.waits_for)
    return words("ping.turn", mentions=mentions, game=words(f"{shown.game}.name"))

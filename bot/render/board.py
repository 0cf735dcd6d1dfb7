"""The public message of a table: the board while a game is played, the sheet after a hand, the end."""

from bot.locale import Words
from bot.render.lobby import house_rules, lobby
from bot.render.looks import LOOKS
from bot.render.panel import CLOSED, FELT, OVER, Answers, Button, Panel, Press, Style, lines
from bot.render.people import name, score, seat_name, side_name
from bot.render.room import with_room
from bot.shown import AnyShown, Told
from bot.store import Status


def public(shown: AnyShown, words: Words) -> Panel:
    """Return the public message of a table, whatever its state."""
    return with_room(lambda words: _public(shown, words), words)


def _public(shown: AnyShown, words: Words) -> Panel:
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


def title(shown: AnyShown, words: Words) -> str:
    """Return the heading of a game under way: game, hand, score."""
    return lines(LOOKS[shown.game].heading(shown, words), score(shown, words))


def tell(told: Told, shown: AnyShown, words: Words) -> str:
    """Return what one entry of the log made happen, in words."""
    look = LOOKS[shown.game]
    return " ".join(filter(None, (look.tell(event, shown, words) for event in told.events)))


def recent(shown: AnyShown, words: Words) -> str:
    """Return the last play in words, and in small the one before it; for a viewer all since their own."""
    seat = shown.viewer.seat if shown.viewer else None
    own = max((number for number, told in enumerate(shown.story) if told.seat == seat), default=-1)
    first = len(shown.story) - 2 if seat is None else min(len(shown.story) - 2, own + 1)
    last, *before = [tell(told, shown, words) for told in reversed(shown.story[max(first, 0) :])] or [""]
    return lines(last, *(words("told.before", told=told) for told in before if told))


def turn(shown: AnyShown, words: Words) -> str:
    """Return for whom the game waits."""
    names = words("and").join(seat_name(shown, seat, words) for seat in shown.waits_for)
    return LOOKS[shown.game].waiting(shown, names, words)


def _button(shown: AnyShown, key: str, verb: str, style: Style = Style.PLAIN) -> Button:
    return Button(key, str(Press(shown.id, 0, verb)), style)


def _foot(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    return (
        _button(shown, words("button.hand"), "hand", Style.MAIN),
        _button(shown, words("button.last"), "last"),
        _button(shown, words("button.scores"), "scores"),
        _button(shown, words("button.more"), "more"),
    )


def _stop_vote(shown: AnyShown, words: Words) -> tuple[str | tuple[Button, ...], ...]:
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


def _board(shown: AnyShown, words: Words) -> Panel:
    look = LOOKS[shown.game]
    return Panel(
        (
            title(shown, words),
            lines(look.lying(shown, words), recent(shown, words)),
            lines(turn(shown, words), look.counts(shown, words)),
            *settling(shown, words),
            _foot(shown, words),
            *_stop_vote(shown, words),
        ),
        FELT,
    )


def sheets(shown: AnyShown, words: Words, most: int) -> list[str]:
    """Return the score sheets of the last `most` hands."""
    before, told = [0] * len(shown.seen.totals), []
    for number, sheet in enumerate(shown.seen.sheets, 1):
        if number > len(shown.seen.sheets) - most:
            told.append(LOOKS[shown.game].account(sheet, number, before, shown, words))
        before = [total + sheet.score(side) for side, total in enumerate(before)]
    return told


def last_sheet(shown: AnyShown, words: Words) -> str:
    """Return the score sheet of the hand that has just been finished."""
    return sheets(shown, words, 1)[-1]


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
    return words("hand.next", at=int(shown.wake_at or 0)) if shown.wake_at else ""


def _between(shown: AnyShown, words: Words) -> Panel:
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


def _finished(shown: AnyShown, words: Words) -> Panel:
    winners = LOOKS[shown.game].winners(shown.seen)
    won = words("game.won", side=words("and").join(side_name(shown, side, words) for side in winners))
    return Panel(
        (
            lines(title(shown, words), won, LOOKS[shown.game].placing(shown, words)),
            last_sheet(shown, words),
            _checked(shown, words),
            _after(shown, words),
        ),
        OVER,
    )


def _stopped(shown: AnyShown, words: Words) -> Panel:
    left = any(row.present for row in shown.seats)
    return Panel(
        (
            lines(title(shown, words), words("game.stopped"), "" if left else words("game.deserted")),
            _checked(shown, words),
            _after(shown, words),
        ),
        CLOSED,
    )


def _checked(shown: AnyShown, words: Words) -> str:
    return lines(house_rules(shown, words), words("game.seed", seed=shown.seed, commitment=shown.commitment))


def _after(shown: AnyShown, words: Words) -> tuple[Button, ...]:
    return (
        _button(shown, words("button.rematch"), "rematch", Style.GOOD),
        _button(shown, words("button.scores"), "scores"),
        _button(shown, words("button.record"), "record"),
        _button(shown, words("review.button"), "review"),
    )


def parked(game: str, words: Words) -> Panel:
    """Return the message of a table whose log cannot be replayed."""
    return Panel((lines(words("lobby.title", game=words(f"{game}.name")), words("game.parked")),), CLOSED)


def ping(shown: AnyShown, words: Words) -> str:
    """Return the message that calls those for whom the game waits; mentions and nothing secret."""
    called = [row for row in shown.seats if row.seat in shown.waits_for and row.present]
    mentions = " ".join(f"<@{row.user_id}>" for row in called)
    return words("ping.turn", mentions=mentions, game=words(f"{shown.game}.name"))

"""The lobby of a rematch: kept seats, agreement to the next game, and the score of a match."""

from bot.blocks.blocks import Button, ButtonStyle, Press
from bot.blocks.look import control
from bot.blocks.people import label_name, plain, short
from bot.locale import Words
from bot.preferences.declared import OFF, ON
from bot.store import Status
from bot.table import match as matches
from bot.table.view import AnyView


def all_kept(view: AnyView) -> bool:
    """Return whether a lobby only asks for a rematch: each seat is taken, or kept for its player.

    Once a seat is free for anybody, it is a lobby like any other.
    """
    seats = sum(map(len, view.sides))
    follows = view.status is Status.LOBBY and view.reserved_until is not None
    return follows and len(view.seats) + len(view.reserved) == seats


def who_asks(view: AnyView, words: Words) -> str:
    """Return the sentence of a call to a rematch, with the name of the person who wants it."""
    host = next(row.seat for row in view.seats if row.user_id == view.host_id)
    return words("rematch.wanted", name=_name(view, host, words))


def who_is_missing(view: AnyView, words: Words) -> str:
    """Return the sentence with the people who have not agreed to a rematch yet, empty if all have."""
    seats = sorted([*(row.seat for row in view.to_agree), *(seat for seat, _, _ in view.reserved)])
    names = words.names(_name(view, seat, words) for seat in seats)
    return words("rematch.missing", names=names) if names else ""


def who_is_in(view: AnyView, words: Words) -> str:
    """Return who has agreed to a rematch, and who has not yet."""
    names = [_name(view, row.seat, words) for row in view.seats if row.person and row.ready]
    agree = words("rematch.in", names=words.names(names)) if names else ""
    return " ".join(filter(None, (agree, who_is_missing(view, words))))


def line_up(view: AnyView, words: Words) -> str:
    """Return the partners of the next game, with the score of a match; empty where neither is to be told."""
    if view.series or not view.teams:
        return match(view, words)
    return words("rematch.against").join(_pairs(view, words))


def kept_name(view: AnyView, seat: int, words: Words) -> str | None:
    """Return the short name of the person a seat is kept for, None if it is not kept."""
    names = [short(name, seat, words) for reserved, _, name in view.reserved if reserved == seat]
    return names[0] if names else None


def agreed(view: AnyView, words: Words) -> str:
    """Return the number of players who have agreed to the next game, empty where nobody else is to."""
    people = [row for row in view.seats if row.person]
    every = sum(map(len, view.sides)) - sum(not row.person for row in view.seats)
    if view.reserved_until is None or every < 2:
        return ""
    return words("lobby.agreed", n=sum(row.ready for row in people), people=every)


def kept_until(view: AnyView, words: Words) -> str:
    """Return the small line on when kept seats come free, empty if none is kept."""
    return words("lobby.kept", at=int(view.reserved_until or 0)) if view.reserved else ""


def reply_buttons(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the two replies to a call to a rematch, the same for everybody."""
    # The first agrees to the present options.
    come = Button(words("button.in"), str(Press(view.id, view.terms, "come")), ButtonStyle.GOOD)
    return come, control(view, words("button.decline"), "decline")


def choices(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the choices of the person who has asked for a rematch: other partners, and a match."""
    if view.reserved_until is None or view.viewer is None or view.viewer.user_id != view.host_id:
        return ()
    pairs = tuple(map(len, view.sides)) == (2, 2)
    swap = Button(words("button.swap"), str(Press(view.id, view.seating, "swap")))
    match = (
        control(view, words("button.single"), "match", notation=OFF)
        if view.series
        else control(view, words("button.best-of-three"), "match", notation=ON)
    )
    return (swap, match) if pairs else (match,)


def match(view: AnyView, words: Words) -> str:
    """Return the score of a match, with its winner once it is over; empty for single games."""
    if not view.series:
        return ""
    names = _pairs(view, words)
    won = [matches.wins(view.series, side) for side in range(len(names))]
    if len(names) == 2:
        score = words("score.two", first=names[0], second=names[1], mine=won[0], others=won[1])
    else:
        score = words("between").join(
            words("score.one", name=name, n=n) for name, n in zip(names, won, strict=True)
        )
    if not matches.decided(view.series, len(names)):
        return words("match.score", score=score)
    best = matches.best(view.series, len(names))
    if len(best) == 1:
        if len(names) == 2:
            score = words("picture.over.score", first=max(won), second=min(won))
        return words("match.won", side=names[best[0]], score=score)
    return words("match.tied", score=score)


def _pairs(view: AnyView, words: Words) -> list[str]:
    """Return the names of each side, partners joined."""
    return [words("and").join(_name(view, seat, words) for seat in side) for side in view.sides]


def _name(view: AnyView, seat: int, words: Words) -> str:
    return kept_name(view, seat, words) or plain(label_name(view, seat, words))

"""The lobby of a rematch: kept seats, agreement to the next game, and the score of a match."""

from bot.blocks.blocks import Button, ButtonStyle, Press
from bot.blocks.look import control
from bot.blocks.people import label_name, plain, short
from bot.locale import Words
from bot.preferences.declared import OFF, ON
from bot.table import match as matches
from bot.table.view import AnyView


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


def seat_buttons(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons of a viewer for whom a seat is kept: to take it, or not."""
    # Sitting down agrees to the present options.
    come = Button(words("button.come-lobby"), str(Press(view.id, view.terms, "come")), ButtonStyle.MAIN)
    return come, control(view, words("button.decline"), "decline")


def choices(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the choices of anybody seated for a rematch: other partners, and a match."""
    if view.reserved_until is None:
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
    sides = range(len(view.sides))
    names = [words("and").join(_name(view, seat, words) for seat in view.sides[side]) for side in sides]
    won = [matches.wins(view.series, side) for side in sides]
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
        return words("match.won", side=names[best[0]], score=score)
    return words("match.tied", score=score)


def _name(view: AnyView, seat: int, words: Words) -> str:
    return kept_name(view, seat, words) or plain(label_name(view, seat, words))

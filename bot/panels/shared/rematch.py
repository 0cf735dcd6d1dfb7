"""What the lobby of a rematch has to say: for whom seats are kept, who has agreed, how a match stands."""

from bot.blocks.blocks import Button, ButtonStyle, Press, lines
from bot.blocks.look import control
from bot.blocks.people import label_name, plain, short
from bot.locale import Words
from bot.preferences.declared import OFF, ON
from bot.table import match as matches
from bot.table.view import AnyView


def kept_name(view: AnyView, seat: int, words: Words) -> str | None:
    """Return the name of whom a seat is kept for, short, None where it is kept for nobody."""
    names = [short(name, seat, words) for reserved, _, name in view.reserved if reserved == seat]
    return names[0] if names else None


def agreed(view: AnyView, words: Words) -> str:
    """Return how many of those who are to play have agreed to the next game, and for whom seats are kept."""
    people = [row for row in view.seats if row.person]
    every = sum(map(len, view.sides)) - sum(not row.person for row in view.seats)
    if view.reserved_until is None or every < 2:
        return ""
    names = [kept_name(view, seat, words) or "" for seat, _, _ in view.reserved]
    kept = words("lobby.kept", names=words("comma").join(names), at=int(view.reserved_until))
    return lines(
        words("lobby.agreed", n=sum(row.ready for row in people), people=every), kept if names else ""
    )


def seat_buttons(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons of somebody for whom a seat is kept: to take it, or not."""
    # Sitting down agrees to the options as they are now.
    come = Button(words("button.come-lobby"), str(Press(view.id, view.terms, "come")), ButtonStyle.MAIN)
    return come, control(view, words("button.decline"), "decline")


def choices(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return what anybody who is seated may choose for a rematch: other partners, and a match."""
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
    """Return how a match stands, and who has won it once it is over; empty where single games are played."""
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

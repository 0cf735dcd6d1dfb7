"""The public message of a lobby: its game, its seats and its options, and the way to sit down."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.blocks.blocks import (
    CLOSED_ACCENT,
    FELT_ACCENT,
    Button,
    ButtonStyle,
    Panel,
    Picture,
    Press,
    lines,
)
from bot.blocks.look import control
from bot.blocks.people import full_name, label_name, plain
from bot.locale import Words
from bot.panels.lobby.rivals import chances, stands
from bot.panels.shared import rematch
from bot.panels.shared.absence import clock
from bot.panels.shared.commitment import fingerprint
from bot.store import Status
from bot.store.ratings.rivalry.before import Rivalry
from bot.table.view import AnyView
from engine import GAMES

QUICK: Final = 60
"""Seconds: a shorter turn is told even if nobody has chosen it, as it surprises."""


def house_rules(view: AnyView, words: Words, *, number: bool = True) -> str:
    """Return in words how a table differs from the usual game for as many players; empty if it does not.

    The `number` of players counts as a difference too.
    """
    game = GAMES[view.game]
    chosen = game.values(game.options(view.options))
    usual = _usual(view.game, chosen)
    others = [name for name, value in chosen.items() if value != usual[name]]
    rules = [_rule(view, name, chosen[name], words) for name in others if number or name != "players"]
    if view.timed or 0 < view.clock < QUICK:
        rules.append(clock(view.clock, words))
    rules += [words("option.claims.on")] if view.claims else []
    rules += [] if view.undoes else [words("option.undo.off")]
    return words("between").join(rules)


def _usual(name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the usual options of a game, which may depend on the number of players (C2)."""
    game = GAMES[name]
    usual = game.values(game.options({}))
    if "players" not in usual:
        return usual
    return {**game.values(game.options({"players": chosen["players"]})), "players": usual["players"]}


def _rule(view: AnyView, option: str, chosen: object, words: Words) -> str:
    """Return an unusual value of an option; where that is in no menu, by its name if it has one."""
    if option in GAMES[view.game].OPTIONS:
        return words(f"{view.game}.option.{option}.{chosen}")
    name = next((name for name, value in view.offered.get(option, {}).items() if value == chosen), None)
    if name is None:
        return words(f"{view.game}.option.{option}")
    return words(f"{view.game}.option.{option}.named", name=plain(name))


def _no_thread(view: AnyView, words: Words) -> str:
    """Return the permissions missing for a thread of the game, empty if there are none."""
    return words("lobby.no-thread", what=words.permissions(view.no_thread)) if view.no_thread else ""


# The public message


def sitting(view: AnyView, words: Words) -> str:
    """Return the seats with their names, by sides or one by one."""
    if view.teams:
        return lines(*(_side(view, side, words) for side in range(len(view.sides))))
    seats = [seat for side in view.sides for seat in side]
    return lines(*(words("lobby.seat", number=seat + 1, name=_sitting(view, seat, words)) for seat in seats))


def _side(view: AnyView, side: int, words: Words) -> str:
    names = words("and").join(_sitting(view, seat, words) for seat in view.sides[side])
    return words("lobby.side", mark=words(f"side.mark.{side}"), letter=words(f"side.{side}"), names=names)


def _sitting(view: AnyView, seat: int, words: Words) -> str:
    """Return the name in a seat, a computer with its level, the host marked."""
    row, called = view.at(seat), _called(view, seat, words)
    if row is not None and row.level is not None:
        return words("lobby.computer", name=called, level=words(f"level.{row.level}"))
    if row is not None and row.user_id == view.host_id:
        return words("lobby.host", name=called)
    return called


def _called(view: AnyView, seat: int, words: Words) -> str:
    """Return the short name in a seat, as a lobby has many beside its picture."""
    if view.at(seat) is not None:
        return plain(label_name(view, seat, words))
    kept = rematch.kept_name(view, seat, words)
    return full_name(None, words) if kept is None else words("seat.kept", name=kept)


def public_lobby(
    view: AnyView, words: Words, table: Iterable[Picture | str], rivalry: Rivalry | None = None
) -> Panel:
    """Return the public message of a lobby, open or closed; `table` shows the seats, drawn or in words.

    Once people have all of them, `rivalry` is how they stand.
    """
    game = words(f"{view.game}.name")
    if view.status is Status.CLOSED:
        return Panel((lines(words("lobby.title", game=game), words("lobby.closed")),), CLOSED_ACCENT)
    small = filter(None, (house_rules(view, words), _uncounted(view, words), fingerprint(view, words)))
    return Panel(
        (
            lines(
                words("lobby.head", game=game, told=_told(view, words)),
                rematch.match(view, words),
                _no_thread(view, words),
                words("small", told=words("between").join(small)),
                stands(view, rivalry, words),
                chances(view, rivalry, words),
            ),
            *table,
            *_public_buttons(view, words),
        ),
        FELT_ACCENT,
    )


def _told(view: AnyView, words: Words) -> str:
    """Return how far a rematch is, who has to agree, that the host can start, or else what the game is."""
    names = [_called(view, row.seat, words) for row in view.to_agree]
    waits = words("lobby.to-agree", names=words("comma").join(names)) if names else ""
    if told := waits or rematch.agreed(view, words):
        return lines(told, rematch.kept_until(view, words))
    if free(view):
        return words(f"{view.game}.about")
    host = next(row.seat for row in view.seats if row.user_id == view.host_id)
    return words("lobby.full", name=_called(view, host, words))


def _uncounted(view: AnyView, words: Words) -> str:
    """Return that a game in which a computer sits does not count, empty without one."""
    return "" if all(row.person for row in view.seats) else words("lobby.uncounted")


def _public_buttons(view: AnyView, words: Words) -> list[tuple[Button, ...]]:
    """Return the buttons of the public message: one row of three, or two rows.

    Once people have all seats, the lines on them take the room of the rules, which are behind **More**, too.
    """
    begins = start(view, words) or ((agree_button(view, words),) if view.to_agree else ())
    first = (*_join(view, words), *begins, *_next_game(view, words))
    more = control(view, words("button.more"), "hand")
    if _all_people(view):
        return [(*first, more)]
    others = (control(view, words("button.how"), "rules"), more)
    return [first, others] if len(first) > 1 else [first + others]


def _join(view: AnyView, words: Words) -> list[Button]:
    """Return the button to sit down, one for each side where there are teams; none once people sit there."""
    if _all_people(view):
        return []
    if not view.teams:
        return [_sit(view, words("button.join"), "", [seat for side in view.sides for seat in side])]
    found = []
    for side, seats in enumerate(view.sides):
        # The picture has these signs for the sides. An emoji would be as blue as the button.
        sign = words(f"side.sign.{side}")
        label = words("button.join-side", sign=sign, letter=words(f"side.{side}"))
        found.append(_sit(view, label, str(side), seats))
    return found


def _sit(view: AnyView, label: str, side: str, seats: Iterable[int]) -> Button:
    """Return a button to sit down, which agrees to the options; dead once people have all seats."""
    taken = all((row := view.at(seat)) is not None and row.person for seat in seats)
    return Button(label, str(Press(view.id, view.terms, "join", side)), ButtonStyle.MAIN, disabled=taken)


def free(view: AnyView) -> int:
    """Return the number of free seats, those among them that are kept for a rematch."""
    return sum(map(len, view.sides)) - len(view.seats)


def startable(view: AnyView) -> bool:
    """Return whether all seats are taken and all others agree, so that the host, who agrees so, can start."""
    return not free(view) and others_agree(view)


def others_agree(view: AnyView) -> bool:
    """Return whether everybody but the host has agreed to the options."""
    return all(row.user_id == view.host_id for row in view.to_agree)


def start(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the button that starts, none as long as seats are free or people have to agree."""
    begins = control(view, words("button.start"), "start", ButtonStyle.GOOD)
    return (begins,) if startable(view) else ()


def _all_people(view: AnyView) -> bool:
    """Return whether people sit in all seats, so that nobody else can join."""
    return not free(view) and all(row.person for row in view.seats)


def _next_game(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the button to be called later, once nobody else can join."""
    return (control(view, words("button.wait"), "wait"),) if _all_people(view) else ()


def agree_button(view: AnyView, words: Words) -> Button:
    """Return the button that agrees to these options, and to no others."""
    return Button(words("button.agree"), str(Press(view.id, view.terms, "accept")), ButtonStyle.GOOD)

"""The messages of a lobby: its game, its seats and its options; in private, the viewer's buttons."""

from collections.abc import Iterable
from typing import Final

from bot.blocks.blocks import (
    CLOSED_ACCENT,
    FELT_ACCENT,
    Button,
    ButtonStyle,
    Panel,
    Picture,
    Press,
    in_rows,
    lines,
)
from bot.blocks.look import control
from bot.blocks.people import full_name, label_name, plain
from bot.host.option_sets import DEFAULT
from bot.locale import Words
from bot.panels.shared import claims, rematch
from bot.panels.shared.absence import clock
from bot.panels.shared.lacking import lacking
from bot.store import Status
from bot.table.view import AnyView
from engine import GAMES

DIGITS: Final = 16
"""The digits of the shuffle's fingerprint that everybody sees; the others are looked up."""


def house_rules(view: AnyView, words: Words) -> str:
    """Return the options of a table in words; one that is in no menu only if it is not as usual."""
    game = GAMES[view.game]
    chosen, usual = game.values(game.options(view.options)), game.values(game.options({}))
    rules = [words(f"{view.game}.option.{option}.{chosen[option]}") for option in game.OPTIONS]
    others = [option for option in chosen if option not in game.OPTIONS]
    rules += filter(None, (_other(view, option, chosen[option], usual[option], words) for option in others))
    rules += [clock(view.clock, words), *([words("option.claims.on")] if view.claims else [])]
    rules += [] if view.undoes else [words("option.undo.off")]
    return words("between").join(rules)


def _other(view: AnyView, option: str, chosen: object, usual: object, words: Words) -> str:
    """Return the value of an option that is in no menu of its game, by its name if it is offered.

    Otherwise a usual value is not mentioned.
    """
    name = next((name for name, value in view.offered.get(option, {}).items() if value == chosen), None)
    if name == DEFAULT:
        return words(f"{view.game}.option.{option}.default")
    if name is not None:
        return words(f"{view.game}.option.{option}.named", name=plain(name))
    return words(f"{view.game}.option.{option}") if chosen != usual else ""


def _small(view: AnyView, words: Words) -> str:
    """Return the house rules in one small line, empty without any."""
    rules = house_rules(view, words)
    return words("lobby.rules", rules=rules) if rules else ""


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


def public_lobby(view: AnyView, words: Words, table: Iterable[Picture | str]) -> Panel:
    """Return the public message of a lobby, open or closed; `table` shows the seats, drawn or in words."""
    title = words("lobby.title", game=words(f"{view.game}.name"))
    if view.status is Status.CLOSED:
        return Panel((lines(title, words("lobby.closed")),), CLOSED_ACCENT)
    computers = any(not row.person for row in view.seats)
    return Panel(
        (
            lines(title, words(f"{view.game}.about")),
            *table,
            lines(
                _state(view, words),
                rematch.match(view, words),
                _small(view, words),
                words("lobby.uncounted") if computers else "",
                _no_thread(view, words),
                words("lobby.commitment", commitment=view.commitment[:DIGITS]),
            ),
            (*_join(view, words), start(view, words)),
            (
                *((_agree(view, words),) if view.to_agree else ()),
                control(view, words("button.how"), "rules"),
                control(view, words("button.more"), "hand"),
            ),
        ),
        FELT_ACCENT,
    )


def _state(view: AnyView, words: Words) -> str:
    """Return the line that the game waits for seats, for agreement, or for the host."""
    free = sum(map(len, view.sides)) - len(view.seats) - len(view.reserved)
    names = [_called(view, row.seat, words) for row in view.to_agree]
    waits = lines(
        rematch.agreed(view, words),
        words.count("lobby.free", free) if free else "",
        words("lobby.to-agree", names=words("comma").join(names)) if names else "",
    )
    if waits:
        return waits
    host = next(row.seat for row in view.seats if row.user_id == view.host_id)
    return words("lobby.full", name=_called(view, host, words))


def _join(view: AnyView, words: Words) -> list[Button]:
    """Return the button to sit down, or one for each side in a game with teams."""
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


def start(view: AnyView, words: Words) -> Button:
    """Return the button that starts, dead as long as seats are free or people have to agree.

    The host agrees by starting.
    """
    free = sum(map(len, view.sides)) - len(view.seats)
    waits = free > 0 or any(row.user_id != view.host_id for row in view.to_agree)
    return control(view, words("button.start"), "start", ButtonStyle.GOOD)._replace(disabled=waits)


def _agree(view: AnyView, words: Words) -> Button:
    """Return the button that agrees to these options, and to no others."""
    return Button(words("button.agree"), str(Press(view.id, view.terms, "accept")), ButtonStyle.GOOD)


# The private panel


def private_lobby(view: AnyView, words: Words) -> Panel:
    """Return the private panel of a lobby: the buttons of the viewer, with a seat or without."""
    viewer = view.viewer
    hosts = viewer is not None and viewer.user_id == view.host_id
    agreed = viewer is None or viewer.ready
    buttons = (
        *((control(view, words("button.options"), "options"),) if hosts else ()),
        *((control(view, words("button.computers"), "computers"),) if viewer is not None else ()),
        *(rematch.choices(view, words) if viewer is not None else ()),
        control(view, words("button.how"), "rules"),
        control(view, words("button.fairness"), "fairness"),
        *((control(view, words("button.leave"), "leave"),) if viewer is not None else ()),
        *((control(view, words("button.cancel"), "cancel", ButtonStyle.DANGER),) if hosts else ()),
    )
    seat = "panel.no-seat" if view.opening is not None else "panel.full"
    if view.kept is not None:
        seat = "panel.kept"
    return Panel(
        (
            lines(
                *lacking(view, words),
                view.notice,
                words("panel.lobby") if viewer is not None else words(seat),
                "" if agreed else words("lobby.agree"),
                _small(view, words),
            ),
            *(() if agreed else ((_agree(view, words),),)),
            *(() if view.kept is None else (rematch.seat_buttons(view, words),)),
            *in_rows(buttons, 2),
            *claims.wait_button(view, words),
        ),
        FELT_ACCENT,
    )

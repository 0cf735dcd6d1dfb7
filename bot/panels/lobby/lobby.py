"""The lobby: what is played, who sits where, under which options; and what each can do there in private."""

from collections.abc import Iterable
from typing import Final

from bot.blocks.blocks import CLOSED, FELT, Button, Panel, Picture, Press, Style, lines, rows
from bot.blocks.look import control
from bot.blocks.people import label_name, name, plain
from bot.host.option_sets import DEFAULT
from bot.locale import Words
from bot.panels.shared import claims, rematch
from bot.panels.shared.absence import clock
from bot.panels.shared.lacking import lacking
from bot.store import Status
from bot.table.view import AnyShown
from engine import GAMES

DIGITS: Final = 16
"""Digits of the shuffle's fingerprint that everybody sees; the others are looked up."""


def house_rules(shown: AnyShown, words: Words) -> str:
    """Return the options of a table, each in words; one in no menu only where it is not as usual."""
    game = GAMES[shown.game]
    chosen, usual = game.values(game.options(shown.options)), game.values(game.options({}))
    rules = [words(f"{shown.game}.option.{option}.{chosen[option]}") for option in game.OPTIONS]
    others = [option for option in chosen if option not in game.OPTIONS]
    rules += filter(None, (_other(shown, option, chosen[option], usual[option], words) for option in others))
    rules += [clock(shown.clock, words), *([words("option.claims.on")] if shown.claims else [])]
    rules += [] if shown.undoes else [words("option.undo.off")]
    return words("between").join(rules)


def _other(shown: AnyShown, option: str, chosen: object, usual: object, words: Words) -> str:
    """Return what is chosen of an option that is in no menu of its game, by its name where it is offered.

    Otherwise nothing is said of what is as usual.
    """
    name = next((name for name, value in shown.offered.get(option, {}).items() if value == chosen), None)
    if name == DEFAULT:
        return words(f"{shown.game}.option.{option}.default")
    if name is not None:
        return words(f"{shown.game}.option.{option}.named", name=plain(name))
    return words(f"{shown.game}.option.{option}") if chosen != usual else ""


def _small(shown: AnyShown, words: Words) -> str:
    """Return the house rules in one small line, empty where there are none to choose."""
    rules = house_rules(shown, words)
    return words("lobby.rules", rules=rules) if rules else ""


def _no_thread(shown: AnyShown, words: Words) -> str:
    """Return what is missing for a thread in which the game is to be played, empty where nothing is."""
    return words("lobby.no-thread", what=words.permissions(shown.no_thread)) if shown.no_thread else ""


# What everybody sees


def sitting(shown: AnyShown, words: Words) -> str:
    """Return who sits where, by sides or one by one."""
    if shown.teams:
        return lines(*(_side(shown, side, words) for side in range(len(shown.sides))))
    seats = [seat for side in shown.sides for seat in side]
    return lines(*(words("lobby.seat", number=seat + 1, name=_sitting(shown, seat, words)) for seat in seats))


def _side(shown: AnyShown, side: int, words: Words) -> str:
    names = words("and").join(_sitting(shown, seat, words) for seat in shown.sides[side])
    return words("lobby.side", mark=words(f"side.mark.{side}"), letter=words(f"side.{side}"), names=names)


def _sitting(shown: AnyShown, seat: int, words: Words) -> str:
    """Return who sits there, a computer with its level, the host marked."""
    row, called = shown.at(seat), _called(shown, seat, words)
    if row is not None and row.level is not None:
        return words("lobby.computer", name=called, level=words(f"level.{row.level}"))
    if row is not None and row.user_id == shown.host_id:
        return words("lobby.host", name=called)
    return called


def _called(shown: AnyShown, seat: int, words: Words) -> str:
    """Return the name of who sits there, short: a lobby has many beside its picture."""
    if shown.at(seat) is not None:
        return plain(label_name(shown, seat, words))
    kept = rematch.kept_name(shown, seat, words)
    return name(None, words) if kept is None else words("seat.kept", name=kept)


def lobby(shown: AnyShown, words: Words, table: Iterable[Picture | str]) -> Panel:
    """Return the public message of a lobby, open or closed; `table` is who sits where, drawn or in words."""
    title = words("lobby.title", game=words(f"{shown.game}.name"))
    if shown.status is Status.CLOSED:
        return Panel((lines(title, words("lobby.closed")),), CLOSED)
    computers = any(not row.person for row in shown.seats)
    return Panel(
        (
            lines(title, words(f"{shown.game}.about")),
            *table,
            lines(
                _state(shown, words),
                rematch.match(shown, words),
                _small(shown, words),
                words("lobby.uncounted") if computers else "",
                _no_thread(shown, words),
                words("lobby.commitment", commitment=shown.commitment[:DIGITS]),
            ),
            (*_join(shown, words), start(shown, words)),
            (
                *((_agree(shown, words),) if shown.to_agree else ()),
                control(shown, words("button.how"), "rules"),
                control(shown, words("button.more"), "hand"),
            ),
        ),
        FELT,
    )


def _state(shown: AnyShown, words: Words) -> str:
    """Return what the game waits for: seats to be taken, people to agree, or the host."""
    free = sum(map(len, shown.sides)) - len(shown.seats) - len(shown.reserved)
    names = [_called(shown, row.seat, words) for row in shown.to_agree]
    waits = lines(
        rematch.agreed(shown, words),
        words.count("lobby.free", free) if free else "",
        words("lobby.to-agree", names=words("comma").join(names)) if names else "",
    )
    if waits:
        return waits
    host = next(row.seat for row in shown.seats if row.user_id == shown.host_id)
    return words("lobby.full", name=_called(shown, host, words))


def _join(shown: AnyShown, words: Words) -> list[Button]:
    """Return the button to sit down, or one for each side where people play together."""
    if not shown.teams:
        return [_sit(shown, words("button.join"), "", [seat for side in shown.sides for seat in side])]
    found = []
    for side, seats in enumerate(shown.sides):
        # The picture has these signs for the sides. An emoji would be as blue as the button.
        sign = words(f"side.sign.{side}")
        label = words("button.join-side", sign=sign, letter=words(f"side.{side}"))
        found.append(_sit(shown, label, str(side), seats))
    return found


def _sit(shown: AnyShown, label: str, side: str, seats: Iterable[int]) -> Button:
    """Return a button to sit down, which agrees to the options; dead where people have all seats."""
    taken = all((row := shown.at(seat)) is not None and row.person for seat in seats)
    return Button(label, str(Press(shown.id, shown.terms, "join", side)), Style.MAIN, disabled=taken)


def start(shown: AnyShown, words: Words) -> Button:
    """Return the button that starts, dead as long as seats are free or people have to agree.

    The host agrees by starting.
    """
    free = sum(map(len, shown.sides)) - len(shown.seats)
    waits = free > 0 or any(row.user_id != shown.host_id for row in shown.to_agree)
    return control(shown, words("button.start"), "start", Style.GOOD)._replace(disabled=waits)


def _agree(shown: AnyShown, words: Words) -> Button:
    """Return the button that agrees to these options, and to no others."""
    return Button(words("button.agree"), str(Press(shown.id, shown.terms, "accept")), Style.GOOD)


# What each sees in private


def own(shown: AnyShown, words: Words) -> Panel:
    """Return the private panel of somebody in a lobby: what they can do there, with a seat or without."""
    viewer = shown.viewer
    hosts = viewer is not None and viewer.user_id == shown.host_id
    agreed = viewer is None or viewer.ready
    buttons = (
        *((control(shown, words("button.options"), "options"),) if hosts else ()),
        *((control(shown, words("button.computers"), "computers"),) if viewer is not None else ()),
        *(rematch.choices(shown, words) if viewer is not None else ()),
        control(shown, words("button.how"), "rules"),
        control(shown, words("button.fairness"), "fairness"),
        *((control(shown, words("button.leave"), "leave"),) if viewer is not None else ()),
        *((control(shown, words("button.cancel"), "cancel", Style.DANGER),) if hosts else ()),
    )
    seat = "panel.no-seat" if shown.opening is not None else "panel.full"
    if shown.kept is not None:
        seat = "panel.kept"
    return Panel(
        (
            lines(
                *lacking(shown, words),
                shown.notice,
                words("panel.lobby") if viewer is not None else words(seat),
                "" if agreed else words("lobby.agree"),
                _small(shown, words),
            ),
            *(() if agreed else ((_agree(shown, words),),)),
            *(() if shown.kept is None else (rematch.seat_buttons(shown, words),)),
            *rows(buttons, 2),
            *claims.wait(shown, words),
        ),
        FELT,
    )

"""The pages that somebody opens in a lobby: the options, which its host chooses, and the computers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from bot.blocks.blocks import Block, Button, Option, Press, Select, Style, lines
from bot.blocks.look import control
from bot.blocks.people import name
from bot.host.option_sets import DEFAULT
from bot.lobby.options import CLOCKS
from bot.locale import Words
from bot.locale.names import isolated
from bot.panels.lobby.lobby import start
from bot.panels.shared.absence import clock
from bot.preferences.declared import OFF, ON
from bot.store import SeatRow, Status
from bot.table.view import AnyShown
from engine import GAMES
from engine.ai import LEVELS

NOBODY: Final = "none"
"""The value for a seat that no computer takes."""


def may_open(shown: AnyShown, verb: str) -> bool:
    """Return whether the viewer may have this page of `PAGES` open."""
    viewer = shown.viewer
    if shown.status is not Status.LOBBY or viewer is None:
        return False
    return verb != "options" or viewer.user_id == shown.host_id


def options(shown: AnyShown, words: Words, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page on which the host chooses the options, and frees seats."""
    game = GAMES[shown.game]
    chosen = game.values(game.options(shown.options))
    others = [row for row in shown.seats if row.user_id != shown.host_id]
    return (
        lines(words("options.title"), shown.notice, words("options.explain")),
        *(_values(shown, option, chosen[option], words) for option in game.OPTIONS),
        *(_named(shown, option, chosen[option], words) for option in shown.offered),
        _clocks(shown, words),
        _claims(shown, words),
        *((_freed(shown, others, words),) if others else ()),
        (_undo(shown, words), *last),
    )


def _values(shown: AnyShown, option: str, chosen: object, words: Words) -> Select:
    """Return the list of the values of an option, the one that is chosen marked."""
    entries = [
        Option(words(f"{shown.game}.option.{option}.{value}"), str(value), value == chosen)
        for value in GAMES[shown.game].OPTIONS[option]
    ]
    return Select(
        str(Press(shown.id, 0, "option", option)), tuple(entries), words(f"command.option.{option}")
    )


def _named(shown: AnyShown, option: str, chosen: object, words: Words) -> Select:
    """Return the list of what whoever runs the bot offers for an option, what is chosen marked."""
    usual = words(f"{shown.game}.option.{option}.default")
    entries = [
        Option(usual if name == DEFAULT else isolated(name), name, value == chosen)
        for name, value in shown.offered[option].items()
    ]
    return Select(
        str(Press(shown.id, 0, "option", option)), tuple(entries), words(f"command.option.{option}")
    )


def _clocks(shown: AnyShown, words: Words) -> Select:
    """Return the list of how long a turn may take."""
    entries = [Option(clock(seconds, words), str(seconds), seconds == shown.clock) for seconds in CLOCKS]
    if not any(entry.marked for entry in entries):
        # A host may have set another one.
        entries.append(Option(clock(shown.clock, words), str(shown.clock), marked=True))
    return Select(str(Press(shown.id, 0, "option", "clock")), tuple(entries), words("command.option.clock"))


def _claims(shown: AnyShown, words: Words) -> Select:
    """Return the list of whether others may take seats that computers hold."""
    entries = [
        Option(words(f"option.claims.{value}"), value, shown.claims == (value == ON)) for value in (OFF, ON)
    ]
    return Select(str(Press(shown.id, 0, "option", "claims")), tuple(entries), words("options.claims"))


def _undo(shown: AnyShown, words: Words) -> Button:
    """Return the button that allows plays to be taken back, or does not any more."""
    other = OFF if shown.undoes else ON
    return control(shown, words(f"options.undo.{other}"), "option", notation=f"undo:{other}")


def _freed(shown: AnyShown, others: Iterable[SeatRow], words: Words) -> Select:
    """Return the list of those whose seat the host can free."""
    entries = [
        Option(called if row.person else words("seat.computer", name=called), str(row.user_id))
        for row in others
        if (called := name(row, words))
    ]
    return Select(str(Press(shown.id, 0, "free")), tuple(entries), words("options.free"))


def computers(shown: AnyShown, words: Words, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page that seats computers, at all free seats or one at a time, and then starts."""
    kept = [seat for seat, _, _ in shown.reserved]
    seats = sorted(seat for side in shown.sides for seat in side if seat not in kept)
    open_to = [seat for seat in seats if (row := shown.at(seat)) is None or not row.person]
    free = any(shown.at(seat) is None for seat in seats)
    explained = "computers.explain" if free else "computers.kept" if kept else "computers.full"
    fill = [
        control(shown, words(f"button.fill-{level}"), "fill", Style.MAIN, notation=level) for level in LEVELS
    ]
    told = lines(words("computers.title"), shown.notice, words(explained))
    choices = [_choice(shown, seat, words) for seat in open_to]
    return (
        told,
        *((tuple(fill),) if free else ()),
        *choices,
        (*(() if free or kept else (start(shown, words),)), *last),
    )


def _choice(shown: AnyShown, seat: int, words: Words) -> Select:
    """Return the list of who may sit at a seat that is no person's."""
    row = shown.at(seat)
    entries = [Option(words(f"computers.{level}"), level) for level in LEVELS]
    if row is not None:
        entries.append(Option(words("computers.nobody"), NOBODY))
    side = next(side for side, seats in enumerate(shown.sides) if seat in seats)
    where = "computers.team" if shown.teams else "computers.seat"
    who = words("computers.free" if row is None else f"computers.{row.level}")
    hint = words(where, number=seat + 1, letter=words(f"side.{side}") if shown.teams else "", who=who)
    return Select(str(Press(shown.id, 0, "computer", str(seat))), tuple(entries), hint)


PAGES: Final[Mapping[str, Callable[[AnyShown, Words, tuple[Button, ...]], tuple[Block, ...]]]] = {
    "options": options,
    "computers": computers,
}
"""What is opened in the private panel of somebody who sits in a lobby, by its verb."""

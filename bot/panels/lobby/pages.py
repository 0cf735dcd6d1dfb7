"""The pages opened in a lobby: the options, which its host chooses, the computers, and the rest."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from bot.blocks.blocks import Block, Button, ButtonStyle, Option, Press, Select, in_rows, lines
from bot.blocks.look import control
from bot.blocks.people import full_name
from bot.games import PICTURES
from bot.host.option_sets import DEFAULT
from bot.lobby.options import CLOCKS
from bot.locale import Words
from bot.locale.names import isolated
from bot.panels.lobby.lobby import start
from bot.panels.lobby.own import behind_more
from bot.panels.shared.absence import clock
from bot.preferences.declared import OFF, ON
from bot.store import SeatRow, Status
from bot.table.view import AnyView
from engine import GAMES
from engine.ai import LEVELS

NOBODY: Final = "none"
"""The value for a seat without a computer."""


def may_open(view: AnyView, verb: str) -> bool:
    """Return whether the viewer may have this page of `LOBBY_PAGES` open."""
    viewer = view.viewer
    if view.status is not Status.LOBBY or viewer is None:
        return False
    return verb != "options" or viewer.user_id == view.host_id


def options(view: AnyView, words: Words, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page on which the host chooses the options, and frees seats."""
    game = GAMES[view.game]
    chosen = game.values(game.options(view.options))
    others = [row for row in view.seats if row.user_id != view.host_id]
    return (
        lines(words("options.title"), view.notice, words("options.explain")),
        *(_values(view, option, chosen[option], words) for option in game.OPTIONS),
        *(_named(view, option, chosen[option], words) for option in view.offered),
        _clocks(view, words),
        _claims(view, words),
        *((_freed(view, others, words),) if others else ()),
        (_undo(view, words), *last),
    )


def _values(view: AnyView, option: str, chosen: object, words: Words) -> Select:
    """Return the list of the values of an option, the chosen one marked."""
    entries = [
        Option(words(f"{view.game}.option.{option}.{value}"), str(value), value == chosen)
        for value in GAMES[view.game].OPTIONS[option]
    ]
    return Select(str(Press(view.id, 0, "option", option)), tuple(entries), words(f"options.{option}"))


def _named(view: AnyView, option: str, chosen: object, words: Words) -> Select:
    """Return the list of the values that the host of the bot offers for an option, the chosen one marked."""
    usual = words(f"{view.game}.option.{option}.default")
    entries = [
        Option(usual if name == DEFAULT else isolated(name), name, value == chosen)
        for name, value in view.offered[option].items()
    ]
    return Select(str(Press(view.id, 0, "option", option)), tuple(entries), words(f"options.{option}"))


def _clocks(view: AnyView, words: Words) -> Select:
    """Return the list of the times of a turn, the table's own among them."""
    offered = sorted({*CLOCKS, view.clock})
    entries = [Option(clock(seconds, words), str(seconds), seconds == view.clock) for seconds in offered]
    return Select(str(Press(view.id, 0, "option", "clock")), tuple(entries), words("options.clock"))


def _claims(view: AnyView, words: Words) -> Select:
    """Return the list that allows others to take seats of computers, or not."""
    entries = [
        Option(words(f"option.claims.{value}"), value, view.claims == (value == ON)) for value in (OFF, ON)
    ]
    return Select(str(Press(view.id, 0, "option", "claims")), tuple(entries), words("options.claims"))


def _undo(view: AnyView, words: Words) -> Button:
    """Return the button that allows plays to be taken back, or forbids it again."""
    other = OFF if view.undoes else ON
    return control(view, words(f"options.undo.{other}"), "option", notation=f"undo:{other}")


def _freed(view: AnyView, others: Iterable[SeatRow], words: Words) -> Select:
    """Return the list of the people and computers whose seat the host can free."""
    entries = [
        Option(called if row.person else words("seat.computer", name=called), str(row.user_id))
        for row in others
        if (called := full_name(row, words))
    ]
    return Select(str(Press(view.id, 0, "free")), tuple(entries), words("options.free"))


def computers(view: AnyView, words: Words, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page that seats computers, at all free seats or one at a time, and then starts."""
    kept = [seat for seat, _, _ in view.reserved]
    seats = sorted(seat for side in view.sides for seat in side if seat not in kept)
    open_to = [seat for seat in seats if (row := view.at(seat)) is None or not row.person]
    free = any(view.at(seat) is None for seat in seats)
    explained = "computers.explain" if free else "computers.kept" if kept else "computers.full"
    fill = [
        control(view, words(f"button.fill-{level}"), "fill", ButtonStyle.MAIN, notation=level)
        for level in LEVELS
    ]
    told = lines(words("computers.title"), view.notice, words(explained))
    choices = [_choice(view, seat, words) for seat in open_to]
    return (
        told,
        *((tuple(fill),) if free else ()),
        *choices,
        (*start(view, words), *last),
    )


def _choice(view: AnyView, seat: int, words: Words) -> Select:
    """Return the list of choices for a seat that is no person's."""
    row = view.at(seat)
    entries = [Option(words(f"computers.{level}"), level) for level in LEVELS]
    if row is not None:
        entries.append(Option(words("computers.nobody"), NOBODY))
    side = view.side_of(seat)
    where = "computers.team" if view.teams else "computers.seat"
    who = words("computers.free" if row is None else f"computers.{row.level}")
    hint = words(where, number=seat + 1, letter=words(f"side.{side}") if view.teams else "", who=who)
    return Select(str(Press(view.id, 0, "computer", str(seat))), tuple(entries), hint)


def more(view: AnyView, words: Words, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page with every button of the viewer that the panel itself has no room for."""
    *others, way_out = behind_more(view, words)
    return lines(words("more.title"), _plays_for(view, words)), *in_rows(others, 2), (way_out, *last)


def _plays_for(view: AnyView, words: Words) -> str:
    """Return the aim of a rematch in a few words, such as its points; empty for any other lobby."""
    own = PICTURES.get(view.game)
    if own is None or view.reserved_until is None:
        return ""
    return own.playing_for(view.seen.options, words)


LOBBY_PAGES: Final[Mapping[str, Callable[[AnyView, Words, tuple[Button, ...]], tuple[Block, ...]]]] = {
    "options": options,
    "computers": computers,
    "lobby": more,
}
"""The pages of the private panel of a member seated in a lobby, by verb."""

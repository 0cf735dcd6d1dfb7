"""The lobby: who sits where, the house rules, and the buttons to join, leave and start."""

from collections.abc import Iterable
from typing import Final

from bot.locale import Words
from bot.render.panel import CLOSED, FELT, Answers, Button, Option, Panel, Press, Select, Style, lines, rows
from bot.render.people import name
from bot.shown import AnyShown
from bot.store import SeatRow, Status
from engine import GAMES
from engine.ai import LEVELS


def house_rules(shown: AnyShown, words: Words) -> str:
    """Return the options of a table, each in words; one that no menu offers only where it is not as usual."""
    game = GAMES[shown.game]
    chosen, usual = game.values(game.options(shown.options)), game.values(game.options({}))
    rules = [words(f"{shown.game}.option.{option}.{chosen[option]}") for option in game.OPTIONS]
    unusual = [option for option in chosen if option not in game.OPTIONS and chosen[option] != usual[option]]
    return " · ".join([*rules, *(words(f"{shown.game}.option.{option}") for option in unusual)])


def lobby(shown: AnyShown, words: Words) -> Panel:
    """Return the public message of a lobby, open or closed."""
    title = words("lobby.title", game=words(f"{shown.game}.name"))
    if shown.status is Status.CLOSED:
        return Panel((lines(title, words("lobby.closed")),), CLOSED)
    host = next((row for row in shown.seats if row.user_id == shown.host_id), None)
    free = sum(map(len, shown.sides)) - len(shown.seats)
    state = words.count("lobby.free", free) if free else words("lobby.full", name=name(host, words))
    computers = any(not row.person for row in shown.seats)
    people, join = _by_side(shown, words) if shown.teams else _one_by_one(shown, words)
    return Panel(
        (
            lines(title, words("lobby.host", name=name(host, words)), house_rules(shown, words)),
            lines(*people, state, words("lobby.uncounted") if computers else ""),
            *rows([*join, Button(words("button.leave"), str(Press(shown.id, 0, "leave")))]),
            (
                Button(words("button.computers"), str(Press(shown.id, 0, "computers"))),
                Button(
                    words("button.start"), str(Press(shown.id, 0, "start")), Style.GOOD, disabled=free > 0
                ),
                Button(words("button.cancel"), str(Press(shown.id, 0, "cancel")), Style.DANGER),
            ),
            words("lobby.commitment", commitment=shown.commitment),
        ),
        FELT,
    )


def _by_side(shown: AnyShown, words: Words) -> tuple[list[str], list[Button]]:
    """Return who sits on which side, and a button to join each."""
    letters = [words(f"side.{side}") for side in range(len(shown.sides))]
    people = [
        words(
            "lobby.side",
            letter=letter,
            names=words("and").join(_sitting(shown.at(seat), words) for seat in seats),
        )
        for letter, seats in zip(letters, shown.sides, strict=True)
    ]
    join = [
        _join(shown, words("button.join-side", letter=letter), str(side), seats)
        for side, (letter, seats) in enumerate(zip(letters, shown.sides, strict=True))
    ]
    return people, join


def _one_by_one(shown: AnyShown, words: Words) -> tuple[list[str], list[Button]]:
    """Return who sits at the table where each plays alone, and the button to join."""
    seats = [seat for side in shown.sides for seat in side]
    people = [words("lobby.seat", number=seat + 1, name=_sitting(shown.at(seat), words)) for seat in seats]
    return people, [_join(shown, words("button.join"), "", seats)]


def _join(shown: AnyShown, label: str, side: str, seats: Iterable[int]) -> Button:
    press = str(Press(shown.id, 0, "join", side))
    taken = all((row := shown.at(seat)) is not None and row.person for seat in seats)
    return Button(label, press, Style.MAIN, disabled=taken)


def _sitting(row: SeatRow | None, words: Words) -> str:
    """Return who sits there, a computer with its level."""
    if row is None or row.level is None:
        return name(row, words)
    return words("lobby.computer", name=name(row, words), level=words(f"level.{row.level}"))


NOBODY: Final = "none"
"""The value for a seat that no computer takes."""


def computers(shown: AnyShown, words: Words) -> Panel:
    """Return the private panel that seats computers, at all free seats or one at a time, and then starts."""
    seats = [seat for side in shown.sides for seat in side]
    open_to = sorted(seat for seat in seats if (row := shown.at(seat)) is None or not row.person)
    blocks: list[str | Answers] = []
    if len(shown.seats) < len(seats):
        blocks.append(lines(words("computers.title"), words("computers.explain")))
        blocks.append(
            tuple(
                Button(words(f"button.fill-{level}"), str(Press(shown.id, 0, "fill", level)), Style.MAIN)
                for level in LEVELS
            )
        )
    else:
        blocks.append(lines(words("computers.title"), words("computers.full")))
        blocks.append((Button(words("button.start"), str(Press(shown.id, 0, "start")), Style.GOOD),))
    return Panel((*blocks, *(_choice(shown, seat, words) for seat in open_to)), FELT)


def _choice(shown: AnyShown, seat: int, words: Words) -> Select:
    """Return the list of who may sit at a seat that is no person's."""
    row = shown.at(seat)
    options = [Option(words(f"computers.{level}"), level) for level in LEVELS]
    if row is not None:
        options.append(Option(words("computers.nobody"), NOBODY))
    side = next(side for side, seats in enumerate(shown.sides) if seat in seats)
    where = "computers.team" if shown.teams else "computers.seat"
    who = words("computers.free" if row is None else f"computers.{row.level}")
    hint = words(where, number=seat + 1, letter=words(f"side.{side}") if shown.teams else "", who=who)
    return Select(str(Press(shown.id, 0, "computer", str(seat))), tuple(options), hint)

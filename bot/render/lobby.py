"""The lobby: who sits where, the house rules, and the buttons to join, leave and start."""

from bot.locale import Words
from bot.render.panel import CLOSED, FELT, Button, Panel, Press, Style, lines, rows
from bot.render.people import name
from bot.store import Status
from bot.table import Shown
from engine import GAMES


def house_rules(shown: Shown, words: Words) -> str:
    """Return the options of a table, each in words."""
    chosen = GAMES[shown.game].options(shown.options)
    return " · ".join(
        words(f"{shown.game}.option.{option}.{getattr(chosen, option)}")
        for option in GAMES[shown.game].OPTIONS
    )


def side_letter(side: int, words: Words) -> str:
    """Return the letter that a side goes by before people's names stand for it."""
    return words(f"side.{side}")


def lobby(shown: Shown, words: Words) -> Panel:
    """Return the public message of a lobby, open or closed."""
    title = words("lobby.title", game=words(f"{shown.game}.name"))
    if shown.status is Status.CLOSED:
        return Panel((lines(title, words("lobby.closed")),), CLOSED)
    host = next((row for row in shown.seats if row.user_id == shown.host_id), None)
    sides = [
        words(
            "lobby.side",
            letter=side_letter(side, words),
            names=words("and").join(name(shown.at(seat), words) for seat in seats),
        )
        for side, seats in enumerate(shown.sides)
    ]
    free = sum(map(len, shown.sides)) - len(shown.seats)
    state = words.count("lobby.free", free) if free else words("lobby.full", name=name(host, words))
    join = [
        Button(
            words("button.join-side", letter=side_letter(side, words)),
            str(Press(shown.id, 0, "join", str(side))),
            Style.MAIN,
            disabled=all(shown.at(seat) for seat in seats),
        )
        for side, seats in enumerate(shown.sides)
    ]
    return Panel(
        (
            lines(title, words("lobby.host", name=name(host, words)), house_rules(shown, words)),
            lines(*sides, state),
            *rows([*join, Button(words("button.leave"), str(Press(shown.id, 0, "leave")))]),
            (
                Button(
                    words("button.start"), str(Press(shown.id, 0, "start")), Style.GOOD, disabled=free > 0
                ),
                Button(words("button.cancel"), str(Press(shown.id, 0, "cancel")), Style.DANGER),
            ),
            words("lobby.commitment", commitment=shown.commitment),
        ),
        FELT,
    )

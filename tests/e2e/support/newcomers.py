"""Games joined by members without a seat: they take over one that a computer holds, or wait for one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.lobby.reserved import KEPT_SECONDS
from bot.table.table import Table
from engine import GAMES
from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.house import COMMANDS, House, house, tap
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited
from tests.e2e.tables.test_lobby import change, opened, press

NEVER: dict[str, Any] = {"pause_seconds": 10_000}
"""Computers that hold a seat and do not play."""


@asynccontextmanager
async def at_home(tmp_path: Path, players: int = 4) -> AsyncIterator[House]:
    async with house(tmp_path, players, **NEVER) as made:
        unlimited(made)
        yield made
        await made.shown()
        assert list(made.sandbox.violations) == []


async def begin(made: House, game: str = "cicera", *, claims: bool = True, clock: int | None = None) -> str:
    """Start a game whose table allows claims, or not, with this clock or the usual one; return its id."""
    seats, chosen = len(made.people), dict[str, Any]()
    if seats != GAMES[game].OPTIONS.get("players", (seats,))[0]:
        chosen["players"] = seats
    await opened(made, game, **chosen, **({} if clock is None else {"clock": clock}))
    if claims:
        await change(made, "claims", "on")
        # Joining agrees to the options in the message.
        await made.shown()
    sides = GAMES[game].sides(GAMES[game].options(chosen))
    for seat, person in enumerate(made.people[1:], 1):
        side = next(side for side, places in enumerate(sides) if seat in places)
        await made.join(person, None if len(sides) == seats else side)
    await made.start(made.people[0])
    await made.sandbox.until(lambda: all(made.panel(person) for person in made.people))
    await made.shown()
    return table_id(made)


def table_id(made: House) -> str:
    """Return the id of the newest board's table."""
    return str(made.public().buttons[0].custom_id).split(":")[1]


async def the_table(made: House, table_id: str) -> Table:
    assert made.bot is not None
    return made.bot.tables.current(await made.bot.tables.get(table_id))


def panel(made: House, person: Member) -> Message:
    """Return a member's private panel."""
    found = made.panel(person)
    assert found is not None
    return found


async def hand_over(made: House, person: Member) -> None:
    """Let a member hand their seat over to a computer, on their panel."""
    # In the middle of a capture the panel has only its choices: the member finishes it first.
    while "more" not in verbs(panel(made, person)):
        await made.step()
        await made.shown()
    for wanted in ("more", "leave", "hand-over"):
        await press(made, person, panel(made, person), wanted)
    await made.shown()


async def watch(made: House, name: str) -> tuple[Member, Message]:
    """Return a member who has come without a seat, and their view of the game."""
    person = made.sandbox.join(made.guild, name)
    return person, await look(made, person)


async def wait_there(made: House, name: str) -> Member:
    """Return a member who has come without a seat and asks to be called to one."""
    person, seen = await watch(made, name)
    await press(made, person, seen, "wait")
    return person


async def look(made: House, person: Member) -> Message:
    """Let a member press My hand, and return the panel that opens."""
    answer = await tap(person, made.public(), "hand")
    await made.answered()
    assert answer.message is not None
    return answer.message


def without(text: str, line: str) -> list[str]:
    """Return the lines of a text except one."""
    assert line in text.split("\n")
    return [one for one in text.split("\n") if one != line]


async def first_come(made: House) -> None:
    """Let the time pass in which the former players come first to the next game."""
    await made.pass_time(KEPT_SECONDS)
    await made.shown()


async def stop(made: House, game: str = "cicera") -> None:
    """Let a member who may manage messages end the game.

    A bot in this process has nothing left to show then.
    """
    boss = made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_MESSAGES)
    await boss.slash(made.channel, f"{COMMANDS.get(game, game)} stop")
    await made.sandbox.until(made.over)
    if made.bot is not None:
        await made.shown()

"""The bot in a process of its own that kills itself: `python -m tests.e2e.killable POINT[:N]`.

A point is a method, wrapped from outside, at whose N-th call the process ends by SIGKILL; the bot knows
nothing of it. Further points are read from standard input. `Mortal` starts such processes against a stand-in,
and keeps the books of what members were told.
"""

import asyncio
import json
import os
import random
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Final

import discord
from sqlalchemy import Connection

import cogs.boards
from bot.__main__ import main
from bot.locale import Catalogue
from bot.render.panel import Press
from bot.sandbox.driver import Answer, Member
from bot.sandbox.view import Button, Message
from bot.store import LogRow, Status, Store, Stored, writes
from bot.table import Table
from tests.e2e.house import House, verb
from tests.e2e.referee import Referee, number

ROOT: Final = Path(__file__).parents[2]


def deals(*arguments: Any, **values: Any) -> bool:
    return bool(arguments[2][0].seat is None)


def plays(*arguments: Any, **values: Any) -> bool:
    return not deals(*arguments)


def ends(*arguments: Any, **values: Any) -> bool:
    return values.get("result") is not None


def always(*arguments: Any, **values: Any) -> bool:
    return True


Which = Callable[..., bool]
BEFORE, AFTER = True, False

_WORDS: Final = Catalogue.load().words("en")
REFUSALS: Final = [
    _WORDS(f"refused.{key}")
    for key in ("stale", "played", "not-your-turn", "not-saved", "uncertain", "failed", "over")
]

POINTS: Final[dict[str, tuple[type, str, bool, Which]]] = {
    "before creating": (Store, "create", BEFORE, always),
    "after creating": (Store, "create", AFTER, always),
    "before sitting": (Store, "sit", BEFORE, always),
    "after sitting": (Store, "sit", AFTER, always),
    "before the deal": (Store, "append", BEFORE, deals),
    "after the deal": (Store, "append", AFTER, deals),
    "before the commit": (Store, "append", BEFORE, plays),
    "after the commit": (Store, "append", AFTER, plays),
    "before the end": (Store, "append", BEFORE, ends),
    "after the end": (Store, "append", AFTER, ends),
    "before being ready": (Store, "mark_seat", BEFORE, always),
    "after being ready": (Store, "mark_seat", AFTER, always),
    "before noting": (Store, "mark_published", BEFORE, always),
    "after noting": (Store, "mark_published", AFTER, always),
    "before saving a panel": (Store, "save_panel", BEFORE, always),
    "before saving the message": (Store, "set_message", BEFORE, always),
    "before the acknowledgement": (discord.InteractionResponse, "edit_message", BEFORE, always),
    "after the acknowledgement": (discord.InteractionResponse, "edit_message", AFTER, always),
    "after a first answer": (discord.InteractionResponse, "send_message", AFTER, always),
    "before the board": (discord.PartialMessage, "edit", BEFORE, always),
    "after the board": (discord.PartialMessage, "edit", AFTER, always),
    "before a panel": (discord.Webhook, "edit_message", BEFORE, always),
    "after a panel": (discord.Webhook, "edit_message", AFTER, always),
}
"""What is wrapped: a class, its method, on which side of it the process dies, and at which calls."""

IN_TRANSACTION: Final = "in the transaction"
"""After the log's new entries are written, before they are committed."""


def die() -> None:
    """End this process as a crash of the machine would."""
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str) -> None:
    """Let this process die at `point`, or `point:N` when it is reached for the N-th time."""
    point, _, calls = point.partition(":")
    left = int(calls or 1)

    def reached() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            die()

    if point == IN_TRANSACTION:
        add_log = writes.add_log

        def added(connection: Connection, table_id: str, entries: Sequence[LogRow]) -> None:
            add_log(connection, table_id, entries)
            reached()

        writes.add_log = added
        return
    owner, name, before, which = POINTS[point]
    method = getattr(owner, name)

    @wraps(method)
    async def wrapped(*arguments: Any, **values: Any) -> Any:
        if before and which(*arguments, **values):
            reached()
        result = await method(*arguments, **values)
        if not before and which(*arguments, **values):
            reached()
        return result

    setattr(owner, name, wrapped)


@dataclass
class Mortal:
    """A bot that dies and is started again, and what its members were told meanwhile.

    `pressed` are the plays that have been made, in order: seat and action. The last one may be `open`: the
    bot died before it acknowledged it.
    """

    house: House
    database: Path
    store: Store
    settings: dict[str, str] = field(default_factory=dict)
    process: Process | None = None
    pressed: list[tuple[int, str]] = field(default_factory=list)
    open: bool = False
    deaths: list[str] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(5))

    @property
    def environment(self) -> dict[str, str]:
        """Return what the process is started with."""
        return {
            **os.environ,
            "DISCORD_TOKEN": self.house.sandbox.token,
            "DISCORD_URL": self.house.sandbox.url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "NUDGE_SECONDS": "0",
            "NEXT_HAND_SECONDS": "600",
            "LOG_LEVEL": "WARNING",
            **self.settings,
        }

    async def start(self, point: str = "") -> None:
        """Start the bot, to die at `point`."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.e2e.killable", point),
            cwd=ROOT,
            env=self.environment,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
        )
        live = self.house.sandbox.gateway
        await self.house.sandbox.until(
            lambda: live.live or not self.alive, timeout=20, what="the bot is ready"
        )
        assert self.alive, await self.process.communicate()

    async def arm(self, point: str) -> None:
        """Let the running bot die at `point`."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{point}\n".encode())
        assert await self.process.stdout.readline() == b"armed\n"

    async def kill(self) -> None:
        """Kill the bot now."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.kill()
        await self.dead()

    async def dead(self) -> None:
        """Wait until the bot is dead; it has to be killed, not to fail."""
        assert self.process is not None
        _, said = await asyncio.wait_for(self.process.communicate(), 15)
        assert self.process.returncode == -signal.SIGKILL, said.decode()
        assert b"Traceback" not in said, said.decode()
        await self.house.sandbox.gone()

    @property
    def alive(self) -> bool:
        """Return whether the bot still runs."""
        return self.process is not None and self.process.returncode is None

    async def attempt(self, press: Any) -> Answer | None:
        """Return the answer to a press, None if the bot died before it acknowledged it."""
        assert self.process is not None
        task = asyncio.ensure_future(press)
        dying = asyncio.ensure_future(self.process.wait())
        await asyncio.wait({task, dying}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            # What the dead process had sent may still be on its way.
            await asyncio.wait({task}, timeout=0.1)
        dying.cancel()
        if task.done():
            return await task  # type: ignore[no-any-return]  # every press returns an Answer
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return None

    async def press(self, person: Member, message: Message, button: Button) -> Answer | None:
        """Press a button, and take note of a play."""
        answer = await self.attempt(person.press(message, button))
        if verb(button) == "play" and (answer is None or self.told(answer)):
            press = Press.parse(button.custom_id or "")
            assert press is not None
            self.pressed.append((self.house.people.index(person), press.notation))
            self.open = answer is None
        return answer

    def told(self, answer: Answer) -> bool:
        """Return whether an answer, as it was when it was given, told that the play is made."""
        interaction = answer.interaction
        ways = (f"/interactions/{interaction.id}/", f"/{interaction.token}/")
        given = [
            json.dumps(request.json, ensure_ascii=False)
            for request in self.house.sandbox.requests
            if any(way in request.path for way in ways) and "components" in json.dumps(request.json)
        ]
        # The first one is the answer; the same token serves for what follows the game later.
        return bool(given) and not any(refusal in given[0] for refusal in REFUSALS)

    # What is stored, and what is seen

    @property
    def table_id(self) -> str:
        """Return the id of the table that the public message belongs to."""
        press = Press.parse(self.house.public().buttons[0].custom_id or "")
        assert press is not None
        return press.table

    async def stored(self) -> Stored:
        """Return what the store has of the table."""
        stored = await self.store.load(self.table_id)
        assert stored is not None
        return stored

    async def honest(self) -> None:
        """Compare the log with what members were told: nothing of it is lost, nothing is there twice."""
        log = (await self.stored()).log
        kept = [(entry.seat, entry.action) for entry in log if entry.seat is not None]
        if self.open and len(kept) < len(self.pressed):
            # It died before the commit, and nobody was told anything.
            self.pressed.pop()
        self.open = False
        assert kept == self.pressed

    async def caught_up(self) -> None:
        """Wait until every message and panel shows what is stored, without anybody pressing anything."""
        stored = await self.stored()
        table = Table.restore(stored)
        referee = Referee(self.house, table.state)
        referee.ready = {row.seat for row in stored.seats if row.ready}
        following = {panel.user_id for panel in stored.panels}
        absent = {f"{person.name} has no panel" for person in self.house.people if person.id not in following}
        choosing = tuple(text for person in self.house.people for text in self._choosing(person, table))

        def wrong() -> list[str]:
            found = referee.differences() if table.playing else self._wrong_lobby(stored)
            return [text for text in found if text not in absent and not text.startswith(choosing)]

        try:
            await self.house.sandbox.until(lambda: not wrong(), timeout=10)
        except TimeoutError:
            raise AssertionError("\n".join([*self.deaths[-1:], *wrong()[:4]])) from None

    def _choosing(self, person: Member, table: Table) -> list[str]:
        """Return how differences begin that are none, because a member's choice is open and still good."""
        panel = self.house.panel(person)
        row = table.seat_of(person.id)
        if panel is None or row is None or row.seat not in table.waits_for():
            return []
        numbers = {number(button) for button in panel.buttons if verb(button) == "play"}
        choice = any(verb(button) == "back" for button in panel.buttons)
        return [f"{person.name}:", repr(panel)] if choice and numbers == {table.asked[row.seat]} else []

    def _wrong_lobby(self, stored: Stored) -> list[str]:
        text = self.house.public().text
        seated = {row.name for row in stored.seats}
        return [
            f"{person.name} in the lobby: {text}"
            for person in self.house.people
            if (person.name.capitalize() in text) is not (person.name in {name.lower() for name in seated})
        ]

    async def revive(self, where: str) -> None:
        """Start the bot again after its death, and check all that must hold then."""
        self.deaths.append(where)
        await self.start()
        await self.honest()
        await self.caught_up()

    # Playing

    async def hands(self) -> None:
        """Let everybody press My hand who sees no panel that follows, and wait until it does.

        A panel whose message had not been stored when the bot died follows no more.
        """
        stored = await self.stored()
        followed = {panel.user_id: panel.message_id for panel in stored.panels}
        for person in self.house.people if stored.table.status is Status.PLAYING else ():
            panel = self.house.panel(person)
            if panel is None or followed.get(person.id) != panel.id:
                await person.press(self.house.public(), label="My hand")
        for _ in range(100):
            wrong = await self._not_followed()
            if not wrong:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"no panel that follows: {wrong}, {self.deaths[-1:]}")

    async def _not_followed(self) -> list[str]:
        stored = await self.stored()
        if stored.table.status is not Status.PLAYING:
            return []
        followed = {panel.user_id: panel.message_id for panel in stored.panels}
        seen = {person: self.house.panel(person) for person in self.house.people}
        return [
            f"{person.name} sees {panel!r}, {panel and panel.id}, stored is {followed.get(person.id)}"
            for person, panel in seen.items()
            if panel is None or followed.get(person.id) != panel.id
        ]

    def up(self) -> tuple[Member, Message, list[Button]] | None:
        """Return somebody who can move the game on, with the panel and its buttons."""
        for person in self.house.people:
            found = self.house.to_press(person)
            if found is not None:
                return (person, *found)
        return None

    async def step(self) -> bool:
        """Press something that moves the game on; return False when the game is over.

        A bot that dies of it stays dead.
        """
        await self.house.sandbox.until(lambda: self.up() or self.house.over() or not self.alive, timeout=10)
        found = self.up()
        if found is None:
            return not self.house.over()
        person, panel, buttons = found
        button = self.rng.choice(buttons)
        await self.press(person, panel, button)
        return True

    async def play_until(self, condition: Callable[[], bool]) -> None:
        """Play until `condition()` or the game is over, without a death."""
        while not condition() and await self.step():
            assert self.alive

    async def die_at(self, point: str, *, most: int = 200) -> None:
        """Play with a bot that dies at `point`, and start it again."""
        await self.arm(point)
        for _ in range(most):
            if not self.alive:
                break
            if not await self.step():
                break
        # What is still to come comes by itself: messages, and what is noted a second later.
        await self.house.sandbox.until(lambda: not self.alive, timeout=5, what=point)
        await self.dead()
        await self.revive(point)


def listen() -> None:
    """Take points from standard input."""
    for line in sys.stdin:
        arm(line.strip())
        sys.stdout.write("armed\n")
        sys.stdout.flush()


if __name__ == "__main__":
    cogs.boards.WINDOW = 0.0  # type: ignore[misc]  # the stand-in's rates are out: there is nothing to pace
    if sys.argv[1]:
        arm(sys.argv[1])
    threading.Thread(target=listen, daemon=True).start()
    sys.exit(main())

"""People at tables of the stand-in: some press as soon as they are asked, others spend an evening there."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bench.stage import Room, percentiles
from bench.tables import public
from bot.blocks.blocks import Press
from engine import GAMES
from engine.game import AnyGame
from sandbox.driver import Answer, CommandError, Member, NoAnswer, Refused
from sandbox.errors import Json
from sandbox.view import Button, Message
from tests.e2e.support.house import COMMANDS
from tests.e2e.support.reading import BLUE, Control, verb

LOOK: Final = 0.02
"""Seconds between two looks of everybody at their panels."""
AGAIN: Final = 5.0
"""Seconds after which a person presses again whose panel has not changed by their press."""


@dataclass
class Presses:
    """How presses were answered: in how many milliseconds, and how many were not."""

    ms: list[float] = field(default_factory=list)
    unanswered: int = 0

    def figures(self) -> dict[str, Any]:
        """Return the figures by name."""
        return {
            "presses": len(self.ms),
            "unanswered": self.unanswered,
            "acknowledged_ms": percentiles(self.ms, 50, 95, 99),
        }

    async def note(self, press: Awaitable[Answer]) -> Answer | None:
        """Return the answer to a press, None for a press without one or one that came too late to be made."""
        try:
            answer = await press
        except NoAnswer:
            self.unanswered += 1
            return None
        except Refused:
            return None
        self.ms.append(answer.milliseconds)
        return answer


async def press(person: Member, message: Message, control: Control, rng: random.Random) -> Answer:
    """Return the answer to the press of a button, or to a choice from a select, made at random."""
    if isinstance(control, Button):
        return await person.press(message, control)
    values = [value for _, value in control.options]
    chosen = rng.sample(values, rng.randint(control.least, min(control.most, control.least + 2)))
    return await person.select(message, control.custom_id, values=chosen)


class Player:
    """The first person of a room, who presses buttons of their panel as soon as they see them."""

    def __init__(self, room: Room, rng: random.Random, presses: Presses) -> None:
        self.room = room
        self.person = room.people[0]
        self.rng = rng
        self.presses = presses
        self.panel: Message | None = None
        self._looked: list[Json] | None = None
        self._again = 0.0

    async def open(self) -> None:
        """Press My hand on the table's message, if it is there."""
        board = next(public(self.room.channel), None)
        for button in board.buttons if board is not None else ():
            if board is not None and verb(button) == "hand":
                answer = await self.presses.note(self.person.press(board, button))
                if answer is not None and answer.message is not None and answer.message.ephemeral:
                    self.panel, self._looked = answer.message, None

    def news(self) -> bool:
        """Return whether the panel has changed since the last look, or has not for long."""
        if self.panel is None or self.panel.deleted:
            return False
        loop = asyncio.get_running_loop()
        if self.panel.components is self._looked and loop.time() < self._again:
            return False
        self._looked, self._again = self.panel.components, loop.time() + AGAIN
        return True

    async def step(self) -> None:
        """Press a button that moves the game on, a play more often than a further question, if there is one."""
        assert self.panel is not None
        found = {wanted: [c for c in live(self.panel) if verb(c) == wanted] for wanted in ("play", "pick", "ready")}
        plays, asks = found["play"], found["pick"]
        controls = plays if plays and (not asks or self.rng.random() < 0.8) else asks or found["ready"]
        if controls:
            await self.presses.note(press(self.person, self.panel, self.rng.choice(controls), self.rng))


async def play(players: Sequence[Player], seconds: float, spread: float) -> None:
    """Let everybody press as soon as they are asked, for so long.

    They begin one after the other, in the first `spread` seconds.
    """
    loop = asyncio.get_running_loop()
    began, busy = loop.time(), dict[Player, asyncio.Task[None]]()
    async with asyncio.TaskGroup() as group:
        while (since := loop.time() - began) < seconds:
            there = len(players) if since >= spread else int(len(players) * since / spread)
            for player in players[:there]:
                if (player not in busy or busy[player].done()) and player.news():
                    busy[player] = group.create_task(player.step())
            await asyncio.sleep(LOOK)


async def open_all(players: Sequence[Player], at_once: int = 10) -> None:
    """Let everybody open their panel, so many at a time."""
    for first in range(0, len(players), at_once):
        await asyncio.gather(*(player.open() for player in players[first : first + at_once]))



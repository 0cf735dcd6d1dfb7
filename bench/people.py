"""People who sit at tables of the stand-in, and press whatever they are asked as soon as they see it."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bench.boards import public
from bench.stage import at, pressed
from sandbox.driver import Answer, Member, NoAnswer, Refused
from sandbox.errors import Json
from sandbox.objects import Channel
from sandbox.view import Button, Message, Select

Control = Button | Select
LOOK: Final = 0.02
"""Seconds between two looks of everybody at their panels."""
AGAIN: Final = 5.0
"""Seconds after which somebody presses again whose panel has not changed by their press."""


@dataclass
class Presses:
    """How presses were answered: in how many milliseconds, and how many were not."""

    ms: list[float] = field(default_factory=list)
    unanswered: int = 0

    def figures(self) -> dict[str, Any]:
        """Return the figures by name."""
        ms = {f"p{percent}": round(at(self.ms, percent), 1) for percent in (50, 95, 99)} if self.ms else {}
        return {"presses": len(self.ms), "unanswered": self.unanswered, "acknowledged_ms": ms}

    async def note(self, press: Any) -> Answer | None:
        """Return what a press is answered, None if it is not or cannot be made any more."""
        try:
            answer: Answer = await press
        except NoAnswer:
            self.unanswered += 1
            return None
        except Refused:
            return None
        self.ms.append(answer.milliseconds)
        return answer


class Player:
    """A person at the one table of a channel."""

    def __init__(self, person: Member, channel: Channel, rng: random.Random, presses: Presses) -> None:
        self.person = person
        self.channel = channel
        self.rng = rng
        self.presses = presses
        self.panel: Message | None = None
        self._looked: list[Json] | None = None
        self._again = 0.0

    async def open(self) -> None:
        """Press My hand on the table's message."""
        board = next(public(self.channel), None)
        found = [b for b in board.buttons if pressed(b.custom_id) == "hand"] if board is not None else []
        if board is None or not found:
            return
        answer = await self.presses.note(self.person.press(board, found[0]))
        if answer is not None and answer.message is not None and answer.message.ephemeral:
            self.panel, self._looked = answer.message, None

    def news(self) -> bool:
        """Return whether there is something to be looked at: the panel has changed, or did not for long."""
        if self.panel is None or self.panel.deleted:
            return False
        loop = asyncio.get_running_loop()
        if self.panel.components is self._looked and loop.time() < self._again:
            return False
        self._looked, self._again = self.panel.components, loop.time() + AGAIN
        return True

    def controls(self, *verbs: str) -> list[Control]:
        """Return what on the panel can be pressed or chosen from, of these verbs."""
        panel = self.panel
        found: list[Control] = [*panel.buttons, *panel.selects] if panel is not None else []
        return [control for control in found if not control.disabled and pressed(control.custom_id) in verbs]

    def choice(self) -> Control | None:
        """Return what to press of what moves the game on: a play, more often than a further question."""
        plays, asks = self.controls("play"), self.controls("pick")
        if plays and (not asks or self.rng.random() < 0.8):
            return self.rng.choice(plays)
        found = asks or self.controls("ready")
        return self.rng.choice(found) if found else None

    async def press(self, control: Control) -> Answer | None:
        """Press a button of the panel, or choose from a select."""
        assert self.panel is not None
        if isinstance(control, Button):
            return await self.presses.note(self.person.press(self.panel, control))
        values = self.chosen(control)
        return await self.presses.note(self.person.select(self.panel, control.custom_id, values=values))

    def chosen(self, select: Select) -> Sequence[str]:
        """Return what is chosen from a select."""
        values = [value for _, value in select.options]
        return self.rng.sample(values, self.rng.randint(select.least, min(select.most, select.least + 2)))

    async def step(self) -> None:
        """Press something that moves the game on, if there is anything."""
        control = self.choice()
        if control is not None:
            await self.press(control)


async def play(players: Sequence[Player], seconds: float, spread: float) -> None:
    """Let everybody press whatever they are asked, as soon as it is shown, for so long.

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

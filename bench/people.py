"""People at tables of the stand-in: players press as soon as they are asked, guests spend an evening."""

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
from engine.ai import LEVELS
from sandbox.driver import Answer, CommandError, Member, NoAnswer, Refused
from sandbox.errors import Json
from sandbox.view import Button, Message
from tests.e2e.support.house import COMMANDS
from tests.e2e.support.reading import BLUE, Control, verb

LOOK: Final = 0.02
"""Seconds between two looks of everybody at their panels."""
AGAIN: Final = 5.0
"""Seconds after which a person presses again whose panel has not changed by their press."""
LATE: Final = 60.0
"""Seconds after which a lobby that does not fill is opened again."""
LOOKED_UP: Final = ("last", "more", "scores", "rules", "hint")


def live(message: Message, *verbs: str) -> list[Control]:
    """Return the controls of a message that can be used, of these verbs."""
    controls: list[Control] = [*message.buttons, *message.selects]
    return [control for control in controls if not control.disabled and verb(control) in verbs]


async def press(person: Member, message: Message, control: Control, rng: random.Random) -> Answer:
    """Return the answer to the press of a button, or to a choice from a select, made at random."""
    if isinstance(control, Button):
        return await person.press(message, control)
    values = [value for _, value in control.options]
    chosen = rng.sample(values, rng.randint(control.least, min(control.most, control.least + 2)))
    return await person.select(message, control.custom_id, values=chosen)


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
        found = live(board, "hand") if board is not None else []
        if board is None or not found:
            return
        answer = await self.presses.note(press(self.person, board, found[0], self.rng))
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
        """Use a control that moves the game on, if there is one: rather a play than a further question."""
        assert self.panel is not None
        plays, asks = live(self.panel, "play"), live(self.panel, "pick")
        if not plays or (asks and self.rng.random() >= 0.8):
            plays = asks or live(self.panel, "ready")
        if plays:
            await self.presses.note(press(self.person, self.panel, self.rng.choice(plays), self.rng))


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


Note = Callable[[Member, str, Awaitable[Answer]], Awaitable[object]]
"""Takes note of a press, by the member and the custom id, and of its answer."""


@dataclass
class Guest:
    """A person of a room, who takes about `pace` seconds for one thing.

    The host of a room, who opens its tables of one `game`, waits for so many `others`; None for its others.
    """

    person: Member
    room: Room
    note: Note
    rng: random.Random
    pace: float
    game: str
    others: int | None = None
    done: Counter[str] = field(default_factory=Counter)
    joined: str = ""
    """The lobby where the guest has sat down last."""
    begun: float = -LATE
    """When the host has opened a lobby last, or given it up."""

    async def stay(self, going: Callable[[], bool], down: Callable[[], bool]) -> None:
        """Do one thing after the other as long as the evening goes on, but nothing while the bot is down."""
        while going():
            await asyncio.sleep(self.rng.expovariate(1 / self.pace))
            if going() and not down():
                await self.act()

    async def act(self) -> None:
        """Do the next thing, by the newest message of a table that can be pressed."""
        board = next((message for message in public(self.room.channel) if _pressable(message)), None)
        if board is None or live(board, "rematch"):
            await self.begin(board)
        elif live(board, "join", "come", "start"):
            await self.gather(board)
        else:
            await self.play(board)

    async def begin(self, ended: Message | None) -> None:
        """Open a table, or play once more with the same people."""
        now = asyncio.get_running_loop().time()
        if self.others is None or now < self.begun + LATE:
            return
        self.begun = now
        if ended is not None and self.rng.random() < 0.5:
            await self.tap(ended, "rematch")
            return
        computers, words = seats(self.game) - self.others - 1, f"{COMMANDS[self.game]} start"
        try:
            level = self.rng.choice(LEVELS)
            command = self.person.slash(self.room.channel, words, computers=computers, level=level)
            await self.note(self.person, "", command)
        except CommandError:
            # The commands are being registered again.
            return
        self.done["start"] += 1

    async def gather(self, lobby: Message) -> None:
        """Sit down in a lobby; its host starts once everybody sits there, or gives it up after a while."""
        panel, now = self.panel(lobby), asyncio.get_running_loop().time()
        if panel is not None and live(panel, "accept"):
            await self.tap(panel, "accept")
        elif self.others is None:
            if self.joined != table_of(lobby) or self.rng.random() < 0.1:
                self.joined = table_of(lobby)
                await self.tap(lobby, "come" if live(lobby, "come") else "join")
        elif live(lobby, "start"):
            await self.tap(lobby, "start")
        elif now > self.begun + LATE:
            self.begun = now
            if panel is None:
                await self.tap(lobby, "hand")
            else:
                for wanted in ("lobby", "cancel"):
                    await self.tap(panel, wanted)

    async def play(self, board: Message) -> None:
        """Do one thing at a game under way: mostly play."""
        panel = self.panel(board)
        if panel is None or live(panel, "hand"):
            await self.tap(panel or board, "hand")
            return
        whim, choice = self.rng.random(), self.choice(panel)
        if live(panel, "take-back"):
            if whim < 0.2:
                await self.tap(panel, "take-back")
        elif whim < 0.01:
            self.done["away"] += 1
            await asyncio.sleep(self.rng.uniform(5, 20) * self.pace)
        elif whim < 0.02:
            self.done["dismiss"] += 1
            self.person.dismiss(panel)
        elif whim < 0.025:
            for wanted in ("more", "leave", "hand-over"):
                await self.tap(panel, wanted)
                await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        elif whim < 0.06:
            await self.tap(panel, *LOOKED_UP)
        elif choice is not None:
            await self.use(panel, choice)
        else:
            await self.tap(panel, "back")

    def choice(self, panel: Message) -> Control | None:
        """Return a control that moves the game on, None if there is none."""
        plays, asks, ready = (live(panel, wanted) for wanted in ("play", "pick", "ready"))
        if ready and (self.rng.random() < 0.3 or not (plays or asks)):
            return self.rng.choice(ready)
        if plays and (not asks or self.rng.random() < 0.7):
            # A grey card takes nothing, or may not be played.
            blue = [control for control in plays if isinstance(control, Button) and control.style == BLUE]
            return self.rng.choice(blue if blue and self.rng.random() < 0.7 else plays)
        return self.rng.choice(asks) if asks else None

    def panel(self, board: Message) -> Message | None:
        """Return the newest private message on this person's screen about the table of a message."""
        table_id, every = table_of(board), reversed(self.room.channel.messages.values())
        own = (Message(stored) for stored in every if stored.viewer == self.person.id)
        seen = (message for message in own if table_id in tables_of(message) and self.person.can_see(message))
        return next(seen, None)

    async def tap(self, message: Message, *wanted: str) -> None:
        """Use one of the controls of a message that have one of these verbs, if there is one."""
        found = live(message, *wanted)
        if found:
            await self.use(message, self.rng.choice(found))

    async def use(self, message: Message, control: Control) -> None:
        """Use a control, and have the answer noted."""
        self.done[verb(control)] += 1
        made = press(self.person, message, control, self.rng)
        await self.note(self.person, control.custom_id or "", made)


def seats(game: str) -> int:
    """Return how many seats a table has whose host chooses nothing."""
    rules = GAMES[game]
    return sum(map(len, rules.sides(rules.options({}))))


def _pressable(message: Message) -> bool:
    """Return whether a message has a control of a table that can be used."""
    controls: list[Control] = [*message.buttons, *message.selects]
    return any(verb(control) and not control.disabled for control in controls)


def tables_of(message: Message) -> set[str]:
    """Return the ids of the tables that a message's controls are about."""
    every: list[Control] = [*message.buttons, *message.selects]
    found = (Press.parse(control.custom_id or "") for control in every)
    return {press.table for press in found if press is not None}


def table_of(message: Message) -> str:
    """Return the id of the table that a message is about, empty for none."""
    return next(iter(tables_of(message)), "")

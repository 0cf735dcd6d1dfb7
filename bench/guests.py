"""The people of a soak: they open tables, join, play, look things up, go away, leave and come back."""

import asyncio
import random
from collections.abc import Callable, Iterable
from typing import Final

from bench.boards import public
from bench.books import Books
from bench.people import Control
from bench.stage import pressed
from bot.blocks.blocks import Press
from bot.locale import Catalogue
from engine import GAMES
from engine.game import AnyGame
from sandbox.driver import CommandError, Member
from sandbox.objects import Channel
from sandbox.view import Button, Message

COMMANDS: Final = {game: Catalogue.load().words("en")(f"command.{game}") for game in GAMES}
"""What members type, by the game's name."""
BLUE: Final = 1
"""How Discord draws a button that can be played."""
LOOKS: Final = ("last", "more", "scores", "rules", "hint")
LATE: Final = 60.0
"""Seconds after which a lobby that does not fill is opened again."""


class Guest:
    """One person at the tables of one channel; the first of them opens the tables.

    `pace` is about how many seconds somebody takes to do something, `up` says whether the bot is there.
    """

    def __init__(
        self,
        person: Member,
        channel: Channel,
        books: Books,
        rng: random.Random,
        pace: float,
        others: int | None = None,
        game: str = "cicera",
    ) -> None:
        self.person = person
        self.channel = channel
        self.books = books
        self.rng = rng
        self.pace = pace
        self.others = others
        self.game = game
        self.done: dict[str, int] = {}
        self._joined = ""
        self._begun = -LATE

    async def stay(self, going: Callable[[], bool]) -> None:
        """Do one thing after the other as long as the soak goes on."""
        while going():
            await asyncio.sleep(self.rng.expovariate(1 / self.pace))
            if going() and not self.books.down:
                await self.act()

    async def act(self) -> None:
        """Do whatever comes next, by what is to be seen."""
        board = next((m for m in public(self.channel) if verbs(m)), None)
        shown = verbs(board) if board is not None else set()
        if board is None or "rematch" in shown or not shown:
            await self.begin(board)
        elif "join" in shown or "start" in shown:
            await self.gather(board)
        else:
            await self.play(board)

    # A new game

    async def begin(self, board: Message | None) -> None:
        """Open a table, or play once more with the same people."""
        now = asyncio.get_running_loop().time()
        if self.others is None or now < self._begun + LATE:
            return
        self._begun = now
        if board is not None and self.rng.random() < 0.5:
            await self.tap(board, "rematch")
            return
        game = GAMES[self.game]
        computers = seats(game) - self.others - 1
        words = f"{COMMANDS[self.game]} start"
        try:
            command = self.person.slash(self.channel, words, computers=computers, level="easy")
            await self.books.press(self.person, "", command)
        except CommandError:
            # The commands are being registered again.
            return
        self.note("start")

    async def gather(self, lobby: Message) -> None:
        """Sit down in a lobby; whoever opened it starts, once everybody sits there."""
        panel = self.panel(table_of(lobby))
        if panel is not None and "accept" in verbs(panel):
            await self.tap(panel, "accept")
        elif self.others is not None:
            if "start" in verbs(lobby):
                await self.tap(lobby, "start")
            elif asyncio.get_running_loop().time() > self._begun + LATE:
                self._begun = asyncio.get_running_loop().time()
                if panel is None:
                    await self.tap(lobby, "hand")
                else:
                    await self.tap(panel, "cancel")
        elif self._joined != table_of(lobby) or self.rng.random() < 0.1:
            self._joined = table_of(lobby)
            await self.tap(lobby, "join")

    # A game

    async def play(self, board: Message) -> None:
        """Do something at a game under way: mostly play."""
        panel = self.panel(table_of(board))
        if panel is None or "hand" in verbs(panel):
            await self.tap(panel or board, "hand")
            return
        whim = self.rng.random()
        choice = self.choice(panel)
        if "take-back" in verbs(panel):
            if whim < 0.2:
                await self.tap(panel, "take-back")
        elif whim < 0.01:
            self.note("away")
            await asyncio.sleep(self.rng.uniform(5, 20) * self.pace)
        elif whim < 0.02:
            self.note("dismiss")
            self.person.dismiss(panel)
        elif whim < 0.025:
            await self.leave(panel)
        elif whim < 0.06:
            await self.tap(panel, *LOOKS)
        elif choice is not None:
            await self.press(panel, choice)
        else:
            await self.tap(panel, "back")

    async def leave(self, panel: Message) -> None:
        """Let a computer play on."""
        for verb in ("more", "leave", "hand-over"):
            await self.tap(panel, verb)
            await asyncio.sleep(self.rng.uniform(0.2, 1.0))

    def choice(self, panel: Message) -> Control | None:
        """Return what to press of what moves the game on."""
        plays, asks, ready = (live(panel, verb) for verb in ("play", "pick", "ready"))
        if ready and (self.rng.random() < 0.3 or not (plays or asks)):
            return self.rng.choice(ready)
        if plays and (not asks or self.rng.random() < 0.7):
            # What is grey takes nothing, or may not be played.
            blue = [control for control in plays if isinstance(control, Button) and control.style == BLUE]
            return self.rng.choice(blue if blue and self.rng.random() < 0.7 else plays)
        return self.rng.choice(asks) if asks else None

    # Pressing

    def panel(self, table_id: str) -> Message | None:
        """Return the newest private message about a table that is on this person's screen."""
        for stored in reversed(self.channel.messages.values()):
            message = Message(stored)
            if (
                stored.viewer == self.person.id
                and table_id in tables_of(message)
                and self.person.can_see(message)
            ):
                return message
        return None

    async def tap(self, message: Message, *wanted: str) -> None:
        """Press one of the buttons of a message that have one of these verbs, if there is one."""
        found = [control for verb in wanted for control in live(message, verb)]
        if found:
            await self.press(message, self.rng.choice(found))

    async def press(self, message: Message, control: Control) -> None:
        """Press a button, or choose from a select."""
        custom_id = control.custom_id or ""
        self.note(pressed(custom_id))
        if isinstance(control, Button):
            await self.books.press(self.person, custom_id, self.person.press(message, control))
            return
        values = [value for _, value in control.options]
        least, most = control.least, min(control.most, control.least + 2)
        chosen = self.rng.sample(values, self.rng.randint(least, most))
        await self.books.press(self.person, custom_id, self.person.select(message, custom_id, values=chosen))

    def note(self, what: str) -> None:
        """Count what is done."""
        self.done[what] = self.done.get(what, 0) + 1


def seats(game: AnyGame) -> int:
    """Return how many seats a table has whose host chooses nothing."""
    return sum(map(len, game.sides(game.options({}))))


def controls(message: Message) -> Iterable[Control]:
    """Yield what of a message can be pressed or chosen from."""
    every: list[Control] = [*message.buttons, *message.selects]
    yield from (control for control in every if not control.disabled)


def live(message: Message, verb: str) -> list[Control]:
    """Return what of a message can be pressed or chosen from, of a verb."""
    return [control for control in controls(message) if pressed(control.custom_id) == verb]


def verbs(message: Message) -> set[str]:
    """Return the verbs of what can be pressed on a message, but for links."""
    return {pressed(control.custom_id) for control in controls(message)} - {""}


def tables_of(message: Message) -> set[str]:
    """Return the ids of the tables that a message's buttons are about."""
    every: list[Control] = [*message.buttons, *message.selects]
    found = (Press.parse(control.custom_id or "") for control in every)
    return {press.table for press in found if press is not None}


def table_of(message: Message) -> str:
    """Return the id of the table that a message is about, empty for none."""
    return next(iter(tables_of(message)), "")

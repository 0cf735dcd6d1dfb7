"""A bot that dies and is started again, and the books of its answers to members.

The stored state is compared with those books, and the screens with the stored state as the bot draws it: the
point here is that it catches up by itself; whether the drawing is right, the umpires judge.
"""

import asyncio
import json
import os
import random
import re
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self

from bench.unlimited import NO_QUOTAS, NO_WAITS
from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.messages.ledger import Ledger
from bot.panels.ending.past import UNKNOWN, Past
from bot.panels.lobby.rivals import full_lobby
from bot.panels.presentation import Presentation
from bot.pictures.sketch.style import Style
from bot.store import LogRow, Status, Store, Stored, standing
from bot.store.ratings.rivalry.before import Rivalry
from bot.table import situation
from bot.table.situation import formality_of
from bot.table.table import Table
from cogs.sending.layout import layout
from sandbox.answer import Gone
from sandbox.components import BUTTON, TEXT, walk
from sandbox.driver import Answer, Member
from sandbox.limits import Limit
from sandbox.view import Button, Message
from tests.bot.store.empty import empty
from tests.e2e.support.house import DAY, House, sandboxed, tap, until
from tests.e2e.support.reading import Control, notation, number, verb
from tests.nursery import KILLING, command

ROOT: Final = Path(__file__).parents[3]
WORDS: Final = Catalogue.load().words("en")
REFUSALS: Final = [
    WORDS(f"refused.{key}")
    for key in ("stale", "played", "not-your-turn", "not-saved", "uncertain", "failed", "over")
]

Parts = list[tuple[Any, ...]]
"""The texts of a message, and its controls."""


@dataclass
class Mortal:
    """A bot that dies and is started again, and its answers to members.

    `pressed` are the plays made by presses, in order: seat and action. The last `open` of them may be missing
    in the log, all or none: the bot died before it acknowledged them. `counting` is how much of the last hand
    the bot has counted, which is not stored.
    """

    house: House
    database: Path
    store: Store
    settings: dict[str, str] = field(default_factory=dict)
    process: Process | None = None
    pressed: list[tuple[int, str]] = field(default_factory=list)
    open: int = 0
    deaths: list[str] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(5))
    counting: int | None = None
    _known: tuple[Stored, Table] | None = field(default=None, init=False)
    _drawn: dict[int | None, Parts] = field(default_factory=dict, init=False)
    """The expected messages of the table that was last restored, by reader."""
    _beside: tuple[Past, Rivalry | None] = field(default=(UNKNOWN, None), init=False)

    @classmethod
    @asynccontextmanager
    async def born(cls, tmp_path: Path, players: int = 4, **settings: str) -> AsyncIterator[Self]:
        """Return a bot that is not started yet, in a house without limits; at the end it is dead.

        Its answers may take as long as a busy machine needs: these tests are about their content.
        """
        async with sandboxed(players) as house:
            house.sandbox.limits.enabled = False
            house.sandbox.limits.off.add(Limit.ACK_WINDOW)
            store = await Store.open(await empty(tmp_path / "cards.db"))
            made = cls(house, tmp_path / "cards.db", store, settings)
            try:
                yield made
            finally:
                if made.alive:
                    await made.kill()
                await made.store.close()

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of the process."""
        return {
            **os.environ,
            "DISCORD_TOKEN": self.house.sandbox.token,
            "DISCORD_URL": self.house.sandbox.url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "TURN_SECONDS": str(DAY),
            "NUDGE_SECONDS": "0",
            "NEXT_HAND_SECONDS": "600",
            "EMOJI": "off",
            "PICTURES": "off",
            "LOG_LEVEL": "WARNING",
            **{name.upper(): str(value) for name, value in {**NO_QUOTAS, **NO_WAITS}.items()},
            **self.settings,
        }

    # Life and death

    async def start(self, point: str = "") -> None:
        """Start the bot, to die at `point`."""
        self.process = await asyncio.create_subprocess_exec(
            *command("tests.e2e.support.killable", point),
            cwd=ROOT,
            env=self.environment,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
        )
        gateway = self.house.sandbox.gateway
        commands = self.house.sandbox.commands
        ready = lambda: (gateway.live and commands.synced) or not self.alive  # noqa: E731
        await self.house.sandbox.until(ready, what="the bot is ready")
        # One that is to die may already have done so.
        assert self.alive or point, await self.process.communicate()

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
            self.process.send_signal(KILLING)
        await self.dead()

    async def dead(self) -> None:
        """Wait until the bot is dead; it has to be killed, not to fail."""
        assert self.process is not None
        _, said = await asyncio.wait_for(self.process.communicate(), 60)
        assert self.process.returncode == -signal.SIGKILL, said.decode()
        assert b"Traceback" not in said, said.decode()
        await self.house.sandbox.gone()

    async def dies(self, point: str) -> None:
        """Wait until the bot has died at `point` of work that comes by itself."""
        await self.house.sandbox.until(lambda: not self.alive, what=point)
        await self.dead()

    @property
    def alive(self) -> bool:
        """Return whether the bot still runs."""
        return self.process is not None and self.process.returncode is None

    async def revive(self, where: str) -> None:
        """Start the bot again after its death, and check everything that must hold then."""
        self.deaths.append(where)
        await self.start()
        await self.honest()
        await self.caught_up()

    # The store and the screens

    @property
    def table_id(self) -> str:
        """Return the id of the board's table."""
        press = Press.parse(self.house.public().buttons[0].custom_id or "")
        assert press is not None
        return press.table

    async def stored(self) -> Stored:
        """Return the table's rows in the store."""
        stored = await self.store.load(self.table_id)
        assert stored is not None
        return stored

    async def table(self) -> Table:
        """Return the table as it is stored."""
        return self.restored(await self.stored())

    def restored(self, stored: Stored) -> Table:
        """Return the table of these rows; while they stay the same, nothing is replayed."""
        if self._known is None or self._known[0] != stored or self._known[1].counting != self.counting:
            self._known = stored, replace(Table.restore(stored), counting=self.counting)
            self._drawn.clear()
        return self._known[1]

    async def honest(self) -> None:
        """Compare the log with the answers to members: nothing of it is lost, nothing is there twice.

        An entry without a press is the answer of a seat that had no choice.
        """
        stored = await self.stored()
        table = Table.new(stored.table, stored.seats, Ledger(stored.place))
        kept = []
        for entry in stored.log:
            if entry.seat is not None and entry.user_id is None:
                self.unpressed(table, entry)
            elif entry.seat is not None:
                kept.append((entry.seat, entry.action))
            table = table.replayed(entry)
        if self.open and len(kept) == len(self.pressed) - self.open:
            # It died before the commit, and nobody saw an answer.
            del self.pressed[-self.open :]
        self.open = 0
        pressed = self.pressed
        if stored.table.status in (Status.FINISHED, Status.STOPPED):
            # Of a game that is over only the plays that stand are kept.
            plays = [LogRow(n, seat, action, None, 0.0) for n, (seat, action) in enumerate(pressed)]
            pressed = [(seat, entry.action) for entry in standing(plays) if (seat := entry.seat) is not None]
        assert kept == pressed, (self.deaths[-1:], kept[-3:], self.pressed[-3:])

    def unpressed(self, table: Table, entry: LogRow) -> None:
        """Check a log entry of a seat that no press has made."""
        assert formality_of(table.game, table.state) == (entry.seat, table.game.parse(entry.action))

    async def caught_up(self) -> None:
        """Wait until every message and panel shows the stored state, without any press."""
        await self._until_right(self._wrong)

    async def _until_right(self, wrong: Callable[[Stored], list[str]]) -> None:
        """Wait until members see the stored state; AssertionError with the differences after a minute."""
        found: list[str] = []

        async def right() -> bool:
            stored = await self.stored()
            self._beside = await self._read_beside(self.restored(stored))
            found[:] = wrong(stored)
            return not found

        try:
            await until(right)
        except TimeoutError:
            raise AssertionError("\n".join([*self.deaths[-1:], *found[:4]])) from None

    async def _read_beside(self, table: Table) -> tuple[Past, Rivalry | None]:
        """Return what the board says beside its table: what the game changed, how a lobby stands."""
        lobby, ratings = full_lobby(table), self.store.ratings
        rivalry = None if lobby is None else await ratings.rivalry(lobby, time.time())
        return Past({}, outcome=await ratings.outcome(table.row.id)), rivalry

    def _wrong(self, stored: Stored) -> list[str]:
        """Return the readers who see something other than the stored state, with the differences."""
        table, house = self.restored(stored), self.house
        seen = [m for m in house.people[0].sees(house.channel) if not m.ephemeral and m.buttons]
        public = [message for message in seen if not message.mentions]
        wrong = _differing("public", public[-1:], self._expected(table, None))
        for panel in stored.panels if table.open else ():
            person = next(person for person in house.people if person.id == panel.user_id)
            message = [m for m in person.sees(house.channel) if m.id == panel.message_id]
            if not self._chooses(table, person, message):
                wrong += _differing(person.name, message, self._expected(table, person.id))
        return wrong

    def _expected(self, table: Table, user_id: int | None) -> Parts:
        """Return the expected parts of a member's panel, or of the board, for this table."""
        if user_id not in self._drawn:
            style = Style() if self.environment["PICTURES"] == "on" else None
            # These are the first games of all members.
            past, rivalry = self._beside
            presentation = Presentation(WORDS, style, user_id is not None, past, rivalry)
            panel = presentation.board(table) if user_id is None else presentation.hand(table, user_id)
            self._drawn[user_id] = _parts(layout(panel).to_components())
        return self._drawn[user_id]

    @staticmethod
    def _chooses(table: Table, person: Member, panel: list[Message]) -> bool:
        """Return whether a member goes on choosing, beside others or by a further question still good."""
        controls: list[Control] = [*panel[0].buttons] if panel else []
        numbers = {number(control) for control in controls if verb(control) in ("play", "pick")}
        going_on = person.id in situation.choosing(table) or any(
            verb(control) == "back" for control in controls
        )
        return going_on and numbers == {situation.asked_of(table, person.id)}

    # Pressing

    async def attempt(self, press: Any) -> Answer | None:
        """Return the answer to a press, None if the bot died before it acknowledged it."""
        assert self.process is not None
        task = asyncio.ensure_future(press)
        dying = asyncio.ensure_future(self.process.wait())
        await asyncio.wait({task, dying}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            # Data sent by the dead process may still be on its way.
            await asyncio.wait({task}, timeout=0.1)
        dying.cancel()
        if task.done():
            return await task  # type: ignore[no-any-return]  # every press returns an Answer
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return None

    async def press(self, person: Member, message: Message, button: Button) -> Answer | None:
        """Press a button, and note its play."""
        answer = await self.attempt(person.press(message, button))
        if verb(button) == "play":
            press = Press.parse(button.custom_id or "")
            assert press is not None
            await self.note(answer, [(self.seat_of(person), press.notation)])
        return answer

    def seat_of(self, person: Member) -> int:
        """Return the seat of a member: they sit in the order in which they are listed."""
        return self.house.people.index(person)

    async def note(self, answer: Answer | None, plays: list[tuple[int, str]]) -> None:
        """Note the plays of a press: made if the answer says so, open if there was no answer."""
        told = None if answer is None else await self._told(answer)
        if told is not False:
            self.pressed += plays
            self.open = len(plays) if told is None else 0

    async def _told(self, answer: Answer) -> bool | None:
        """Return whether an answer shows that the play is made; None if the bot died before it answered."""
        await self.house.sandbox.until(lambda: self._given(answer) or not self.alive)
        given = self._given(answer)
        # The first request is the answer; the same token later serves to follow the game.
        return None if not given else not any(refusal in given[0] for refusal in REFUSALS)

    def _given(self, answer: Answer) -> list[str]:
        """Return the texts shown by means of a press; an acknowledgement alone shows nothing."""
        interaction = answer.interaction
        ways = (f"/interactions/{interaction.id}/", f"/{interaction.token}/")
        return [
            json.dumps(request.json, ensure_ascii=False)
            for request in self.house.sandbox.requests
            if any(way in request.path for way in ways) and "components" in json.dumps(request.json)
        ]

    async def hands(self) -> None:
        """Let every member without a panel that follows press My hand, and wait until it does.

        A panel whose message had not been stored when the bot died has stopped following.
        """
        stored = await self.stored()
        followed = {panel.user_id: panel.message_id for panel in stored.panels}
        for person in self.house.people if stored.table.status is Status.PLAYING else ():
            panel = self.house.panel(person)
            if panel is None or followed.get(person.id) != panel.id:
                await tap(person, self.house.public(), "hand")
        await self._until_right(self._not_followed)

    def _not_followed(self, stored: Stored) -> list[str]:
        """Return the members whose newest panel is not the one that follows the game."""
        if stored.table.status is not Status.PLAYING:
            return []
        followed = {panel.user_id: panel.message_id for panel in stored.panels}
        seen = {person: self.house.panel(person) for person in self.house.people}
        return [
            f"{person.name} sees {panel!r}, {panel and panel.id}, stored is {followed.get(person.id)}"
            for person, panel in seen.items()
            if panel is None or followed.get(person.id) != panel.id
        ]

    # Playing by any control

    def up(self) -> tuple[Member, Message, list[Button]] | None:
        """Return a member who can move the game on, with the panel and its buttons.

        Nobody settles the rest of a hand here, which would play for everybody.
        """
        for person in self.house.people:
            panel, buttons = self.house.to_press(person) or (None, [])
            if not self.house.between(person):
                buttons = [button for button in buttons if verb(button) != "ready"]
            if panel is not None and buttons:
                return person, panel, buttons
        return None

    async def step(self) -> bool:
        """Press something that moves the game on; return False when the game is over.

        A bot that dies of it stays dead.
        """
        await self.house.sandbox.until(lambda: self.up() or self.house.over() or not self.alive)
        found = self.up()
        if found is None:
            return not self.house.over()
        person, panel, buttons = found
        # With cards left on the table, one side may get all spades with the rest, and the game ends too soon.
        captures = [button for button in buttons if ":" in notation(button)]
        with suppress(Gone):  # a late drawing shows an older state, and is drawn again
            await self.press(person, panel, self.rng.choice(captures or buttons))
        return True

    async def play_until(self, condition: Callable[[], bool]) -> None:
        """Play until `condition()` or the game is over, without a death."""
        while not condition() and await self.step():
            assert self.alive

    async def die_at(self, point: str, *, most: int = 200) -> None:
        """Make at most so many plays with a bot that dies at `point`, and start it again."""
        await self.arm(point)
        before = len(self.pressed)
        while self.alive and len(self.pressed) - before < most and await self.step():
            pass
        # The rest comes by itself: messages, and notes a second later.
        await self.dies(point)
        await self.revive(point)


def _differing(where: str, shown: list[Message], expected: Parts) -> list[str]:
    """Return the difference of a message from the expected parts, times of day aside."""
    found = _parts(shown[0].components) if shown else []
    return [] if found == expected else [f"{where} sees {found}, expected {expected}"]


def _parts(components: list[Any]) -> Parts:
    parts: Parts = []
    for part in walk(components):
        if part["type"] == TEXT:
            parts.append((re.sub(r"<t:\d+:", "<t:", part["content"]),))
        elif part["type"] == BUTTON:
            parts.append((part["label"], part["custom_id"], bool(part.get("disabled"))))
    return parts

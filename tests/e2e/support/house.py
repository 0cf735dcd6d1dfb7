"""A server with its members, a bot at work in it, and the members' actions, all by presses of the driver."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bench.unlimited import NO_QUOTAS, NO_WAITS
from bot.app import CardsBot, point_discord_at
from bot.blocks.blocks import Press
from bot.blocks.commands import command_of
from bot.errors import Refused
from bot.host.settings import Settings
from bot.limits.discord_time import DiscordTime
from bot.locale import Catalogue
from bot.panels.tiles import ART, Art
from bot.store import Store
from bot.table.table import Table
from cogs.publisher import publisher
from engine import GAMES
from sandbox.answer import Answer
from sandbox.driver import Member
from sandbox.objects import Channel, Guild
from sandbox.server import Sandbox
from sandbox.view import Button, Message
from tests.bot.store.empty import empty
from tests.e2e.support.chance import any_play
from tests.e2e.support.reading import Control, notation, number, verb, verbs

ANSWERED_SECONDS = 30.0
"""Seconds within which a press must be acknowledged.

Benches measure the time on an idle machine, and tests of a store that does not answer hold it to Discord's
three seconds.
"""
DAY = 86_400
"""Seconds for a turn, unless a test is about it: no test takes that long."""
LOOK = 0.01
"""Seconds between two looks into a store."""
NAMES = ("ann", "bo", "cy", "di", "ed")
PLAYS = {"play", "pick", "ready"}
SKIMMED = (4, 12)
"""The least and the most plays that are made at once without presses."""
PANEL = {"more", "back", "take-back", "pick"}
"""Every private panel of a game has a button with one of these verbs."""
COMMANDS = {game: command_of(game) for game in GAMES}
"""The commands that members type, by the game's name."""


def settings(**values: Any) -> Settings:
    """Return settings for tests: nothing from the environment; no quota, nudge or tile unless asked for."""
    values = {
        **NO_QUOTAS,
        **NO_WAITS,
        "turn_seconds": DAY,
        "nudge_seconds": 0,
        "next_hand_seconds": 600,
        "emoji": False,
        "pictures": False,
        **values,
    }
    return Settings(_env_file=None, **values)  # type: ignore[call-arg]  # pydantic-settings' own switch


def button(message: Message, wanted: str, text: str | None = None) -> Button:
    """Return the only button of a message with a verb, and with a notation if one is given."""
    found = [b for b in message.buttons if verb(b) == wanted and text in (None, notation(b))]
    assert len(found) == 1, (wanted, text, message)
    return found[0]


async def tap(person: Member, message: Message, wanted: str, text: str | None = None) -> Answer:
    """Let a member press the only button of a message with a verb, and with a notation if one is given."""
    return await person.press(message, button(message, wanted, text))


def live(message: Message) -> list[Control]:
    """Return the controls of a message that move the game on: live buttons, and selects."""
    controls: list[Control] = [*message.buttons, *message.selects]
    return [control for control in controls if not control.disabled and verb(control) in PLAYS]


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until a condition on a store holds, looking every 10 ms; TimeoutError after a real minute."""
    async with asyncio.timeout(60):
        while not await condition():  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(LOOK)


def sitting(table: Table) -> dict[int, int]:
    """Return the members at a table, by seat."""
    return {row.seat: row.user_id for row in table.seats}


@dataclass
class House:
    """The sandbox with a guild, a channel and its members; `bot` is None where it runs in another process."""

    sandbox: Sandbox
    guild: Guild
    channel: Channel
    people: list[Member]
    bot: CardsBot | None = None
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def public(self) -> Message:
        """Return the newest public message with buttons of a table that calls nobody: the table's."""
        seen = [m for m in reversed(self.people[0].sees(self.channel)) if not m.ephemeral and not m.mentions]
        return next(m for m in seen if any(Press.parse(b.custom_id or "") for b in m.buttons))

    def panel(self, person: Member) -> Message | None:
        """Return a member's newest private panel, None if they see none."""
        own = (message for message in reversed(person.sees(self.channel)) if message.ephemeral)
        return next((m for m in own if any(verb(button) in PANEL for button in m.buttons)), None)

    def pings(self) -> list[Message]:
        """Return the messages in the channel that mention anybody."""
        return [m for m in self.people[0].sees(self.channel) if not m.ephemeral and m.mentions]

    def calls(self) -> list[str]:
        """Return the text of every call ever sent."""
        posts = [r.json for r in self.sandbox.requests if r.path.endswith("/messages") and r.json]
        return [str(post["content"]) for post in posts if "<@" in str(post.get("content"))]

    async def open(self, game: str = "cicera", **options: Any) -> dict[str, Any]:
        """Open a table of a game, seat everybody, and start; return its options.

        The members see their hands when this returns. Their number is an option where the game has it.
        """
        players = len(self.people)
        if players != GAMES[game].OPTIONS.get("players", (players,))[0]:
            options.setdefault("players", players)
        ann, *others = self.people
        await ann.slash(self.channel, f"{COMMANDS.get(game, game)} start", **options)
        await self.sandbox.until(lambda: len(ann.sees(self.channel)) >= 2)
        sides = GAMES[game].sides(GAMES[game].options(options))
        for seat, person in enumerate(others, 1):
            side = next(side for side, seats in enumerate(sides) if seat in seats)
            await self.join(person, None if len(sides) == players else side)
        await self.start(ann)
        await self.sandbox.until(lambda: all(self.panel(person) for person in self.people))
        await self.drawn()
        return options

    async def join(self, person: Member, side: int | None = None) -> Answer:
        """Sit down in the newest lobby, on a side where there are teams."""
        lobby = self.public()
        return await tap(person, lobby, "join", "" if side is None else str(side))

    async def start(self, person: Member, lobby: Message | None = None) -> Answer:
        """Press Start once the lobby, the newest if none is given, offers it."""
        return await tap(person, await self.startable(lobby), "start")

    async def startable(self, lobby: Message | None = None) -> Message:
        """Return a lobby, the newest if none is given, once Start can be pressed there.

        It is drawn at its channel's pace: the last member may have joined before that is seen.
        """

        def offers() -> bool:
            return any(verb(b) == "start" and not b.disabled for b in (lobby or self.public()).buttons)

        await self.sandbox.until(offers, what="Start can be pressed")
        return lobby or self.public()

    def to_press(self, person: Member) -> tuple[Message, list[Button]] | None:
        """Return a member's panel and its buttons that move the game on, None if there are none."""
        panel = self.panel(person)
        buttons = [control for control in live(panel) if isinstance(control, Button)] if panel else []
        return (panel, buttons) if panel and buttons else None

    async def to_play(self) -> tuple[Member, Message, Button]:
        """Return a member on turn, their panel, and a button that plays there; a choice is opened for it."""
        await self.sandbox.until(lambda: any(map(self.to_press, self.people)), what="a turn")
        person, (panel, buttons) = next((one, found) for one in self.people if (found := self.to_press(one)))
        if "play" not in map(verb, buttons):
            # Every card takes something.
            await person.press(panel, buttons[0])
            await self.sandbox.until(lambda: "play" in map(verb, live(panel)), what="the choice")
        return person, panel, next(b for b in panel.buttons if verb(b) == "play")

    def controls(self, person: Member) -> list[Control]:
        """Return the controls on a member's panel that move the game on: buttons, and selects."""
        panel = self.panel(person)
        return live(panel) if panel else []

    async def press(self, person: Member, control: Control, rng: random.Random) -> str:
        """Press a button of a panel, or choose from a select at random; return its notation."""
        panel, press = self.panel(person), Press.parse(control.custom_id or "")
        assert panel is not None
        assert press is not None
        if isinstance(control, Button):
            await person.press(panel, custom_id=control.custom_id)
            return press.notation
        values = [value for _, value in control.options]
        chosen = rng.sample(values, rng.randint(control.least, min(control.most, control.least + 2)))
        await person.select(panel, control.custom_id, values=chosen)
        return " ".join([press.notation, *chosen])

    def able(self) -> list[Member]:
        """Return the members who can press something that moves the game on."""
        return [person for person in self.people if self.controls(person)]

    async def step(self) -> tuple[Member, Control]:
        """Let a member press something that moves the game on; return the member and the control."""

        await self.sandbox.until(lambda: self.able() or self.over())
        if not self.able():
            raise GameOver
        person = self.rng.choice(self.able())
        control = self.rng.choice(self.controls(person))
        await self.press(person, control, self.rng)
        return person, control

    async def answered(self) -> None:
        """Wait until the bot has answered every press, beyond a mere acknowledgement."""
        assert self.bot is not None
        answering = self.bot.answering
        await self.sandbox.until(lambda: not answering, what="everything is answered")

    async def shown(self) -> None:
        """Wait until the bot has nothing left to show."""
        assert self.bot is not None
        shows, answering = publisher(self.bot), self.bot.answering
        # An answer that has been seen may still lack its picture.
        await self.sandbox.until(lambda: not (shows.busy or answering), what="everything is shown")

    async def drawn(self) -> None:
        """Wait until no panel is being drawn: until then one may show what was there before a press.

        Nothing is known of a bot in another process.
        """
        if self.bot is not None:
            told, panels = self.bot.outbox, publisher(self.bot).panels
            await self.sandbox.until(lambda: not (len(told) or panels.busy), what="all panels are drawn")

    async def pass_time(self, seconds: float) -> None:
        """Let time pass once everything is shown, for the clock of the tables as well."""
        assert self.bot is not None
        await self.shown()
        self.sandbox.clock.advance(seconds)
        self.bot.clock.expect(0.0)
        for work in publisher(self.bot).works:
            work.expect(0.0)

    def between(self, person: Member) -> bool:
        """Return whether a member's panel asks for the next hand; one may ask to settle this one, too.

        Between hands pages can be opened by way of *More* only.
        """
        panel = self.panel(person)
        verbs = {verb(button) for button in panel.buttons} if panel else set()
        return "ready" in verbs and verbs <= {"ready", "cut", "places", "take-back", "more"}

    def over(self) -> bool:
        """Return whether the public message says that the game is over."""
        return any(verb(b) == "rematch" for b in self.public().buttons)

    async def skim(self) -> list[tuple[int, str]]:
        """Make some random plays of the hand under way at the table itself; return the seats and plays.

        Nobody presses anything, so long games end sooner. The result is shown.
        """
        assert self.bot is not None
        press = Press.parse(self.public().buttons[0].custom_id or "")
        assert press is not None
        most, made = self.rng.randint(*SKIMMED), list[tuple[int, str]]()
        table = await self.bot.tables.get(press.table)
        while len(made) < most and table.playing and table.waits_for():
            seat = self.rng.choice(table.waits_for())
            action = any_play(table.game, table.state, seat, self.rng)
            user_id, asks = sitting(table)[seat], table.asked[seat]
            try:
                table = await self.bot.play.submit(table.row.id, user_id, action, asks)
            except Refused:
                # The bot has answered for a seat by itself.
                table = await self.bot.tables.get(press.table)
            else:
                made.append((seat, action))

        now = self.bot.tables.current

        def asked(seat: int) -> bool:
            (person,) = [one for one in self.people if one.id == sitting(table)[seat]]
            panel = self.panel(person)
            numbers = set(map(number, live(panel))) if panel else set()
            return now(table).asked[seat] in numbers or (panel is not None and "back" in verbs(panel))

        await self.sandbox.until(
            lambda: all(map(asked, now(table).waits_for())), what="what was played is seen"
        )
        return made

    async def play_on(self, presses: int) -> None:
        """Make that many presses that move the game on, or fewer if it ends."""
        for _ in range(presses):
            try:
                await self.step()
            except GameOver:
                return

    async def play(self, until: Callable[[], bool] = lambda: False) -> int:
        """Play on until the game is over or `until()`; return the number of presses.

        Nobody presses before the next player has seen the result of the last press: `until()` is asked then.
        It is asked more than once for a press, and so must not draw random numbers.
        """
        for presses in range(5000):
            await self.sandbox.until(lambda: until() or self.able() or self.over())
            if until():
                return presses
            try:
                await self.step()
            except GameOver:
                return presses
        raise AssertionError("the game does not end")


class GameOver(Exception):
    """No seat is to act: the game is over."""


@asynccontextmanager
async def sandboxed(players: int = 4, **values: Any) -> AsyncIterator[House]:
    """Serve a stand-in with one guild and its members, and point discord.py at it meanwhile."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with Sandbox(**values) as sandbox:
        sandbox.interactions.window = ANSWERED_SECONDS
        guild = sandbox.world.add_guild("Osteria")
        channel = guild.add_channel("carte")
        people = [sandbox.join(guild, name) for name in NAMES[:players]]
        point_discord_at(sandbox.url)
        try:
            yield House(sandbox, guild, channel, people)
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@asynccontextmanager
async def running(
    house: House,
    database: Path,
    catalogue: Catalogue | None = None,
    kind: type[Store] = Store,
    art: Art = ART,
    time: DiscordTime | None = None,
    **values: Any,
) -> AsyncIterator[CardsBot]:
    """Run a bot in this process against the stand-in, on a store of this kind.

    It goes by the stand-in's clock unless a `time` of its own is given.
    """
    chosen = settings(**values)
    store = await kind.open(await empty(database), chosen.shards)
    clock = house.sandbox.clock
    bot = CardsBot(chosen, store, catalogue, time or DiscordTime(clock.now, clock.now), art)
    task, told = asyncio.create_task(bot.start(house.sandbox.token)), clock.advanced

    def advanced() -> None:
        # A bot whose time jumps would believe that it had stood still.
        bot.outages.alive_at = bot.time.now()
        told()

    clock.advanced = advanced
    try:
        await house.sandbox.ready()
        house.bot = bot
        yield bot
    finally:
        house.bot = None
        clock.advanced = told
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def house(tmp_path: Path, players: int = 4, **values: Any) -> AsyncIterator[House]:
    """Return a house with a bot at work in it."""
    async with sandboxed(players) as made, running(made, tmp_path / "cards.db", **values):
        yield made

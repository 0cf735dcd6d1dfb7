"""An evening of four friends in one channel: three games, with rematches, other partners and a best of three.

One comes late and goes away in a game, two leave a game for good, a fifth takes a free seat, and the bot is
killed once.
"""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

from bot.lobby.reserved import KEPT_SECONDS
from bot.messages.ledger import HERE_SECONDS
from bot.table import situation
from bot.table.deadlines import LAST_CARD_SECONDS
from bot.table.match import decided
from bot.table.pauses import WHOLE
from bot.table.table import Table
from bot.table.view import View
from bot.table.viewing import view_of
from bot.table.votes import FINISH, OBJECTED_SECONDS
from engine.civil_suits import Phase
from sandbox.driver import Member
from sandbox.view import Button, Message
from tests.bot.watched import gone_out
from tests.browser.support.endings import counted
from tests.browser.support.evenings import Evening, asks, with_tiles
from tests.e2e.support.house import NAMES, House, running, sandboxed
from tests.e2e.support.umpire import unlimited

CLOCK: Final = 150
"""Seconds for a turn."""
Look = Callable[[str, Member, Message], Awaitable[None]]
"""Looks at a kind of message, by its name and the member who reads it."""


class Friends:
    """Four friends and a fifth member in a house whose bot can be started again; `look` sees each message."""

    def __init__(self, house: House, database: Path, look: Look, **settings: Any) -> None:
        self.house = house
        self.look = look
        self.fifth = house.sandbox.join(house.guild, NAMES[4])
        self._database = database
        self._settings = {"turn_seconds": CLOCK, **settings}
        self._stack = AsyncExitStack()

    async def start(self) -> None:
        """Start the bot."""
        await self._stack.enter_async_context(running(self.house, self._database, **self._settings))
        unlimited(self.house)
        self.evening = Evening(self.house)
        await self.house.shown()

    async def kill(self) -> None:
        """Stop the bot as a kill would: nothing that it stores in its last moments is kept."""
        kept = self._database.with_suffix(".kept")
        with closing(sqlite3.connect(self._database)) as now, closing(sqlite3.connect(kept)) as then:
            now.backup(then)
        await self.stop()
        kept.replace(self._database)

    async def stop(self) -> None:
        """Stop the bot, if it runs."""
        await self._stack.aclose()

    @property
    def public(self) -> Message:
        """Return the board."""
        return self.evening.public

    def private(self, member: Member) -> Message:
        """Return the newest private message of a member."""
        return [m for m in member.sees(self.house.channel) if m.ephemeral][-1]

    async def press(self, member: Member, message: Message, *wanted: str) -> None:
        """Press in a message, and then in the private message that this opens."""
        first, *others = wanted
        await self.evening.press(member, message, first)
        for each in others:
            await self.evening.press(member, self.private(member), each)

    async def show(self, kind: str, *readers: Member) -> None:
        """Look at the board, and at the private messages of some members."""
        await self.house.shown()
        await self.look(f"{kind}-board", self.house.people[0], self.public)
        for reader in readers:
            await self.look(f"{kind}-{reader.name}", reader, self.private(reader))

    async def seated(self) -> list[Member]:
        """Return the members at the newest open table, in the order of their seats."""
        every = {member.id: member for member in (*self.house.people, self.fifth)}
        return [every[row.user_id] for row in (await self.evening.table()).seats if row.person]

    async def to_the_end(self, kind: str) -> Table:
        """Play to the end of a game, have its last hand counted, and return it with its winners told."""
        table, readers = await self.evening.table(), await self.seated()
        await self.evening.play(counted, WHOLE)
        await self.show(f"{kind}-counted", *readers)
        await self.press(readers[0], self.private(readers[0]), "winners")
        await self.show(f"{kind}-over", *readers)
        return self.evening.bot.tables.current(table)

    async def agree(self, *members: Member) -> None:
        """Let members agree to a rematch by its call."""
        for member in members:
            await self.press(member, self.public, "come")


@asynccontextmanager
async def friends(folder: Path, look: Look, **settings: Any) -> AsyncIterator[Friends]:
    """Return friends in a house with a bot at work in it."""
    async with sandboxed() as house:
        made = Friends(house, folder / "cards.db", look, **settings)
        if settings.get("emoji"):
            await with_tiles(house, folder / "cards.db")
        try:
            await made.start()
            yield made
        finally:
            await made.stop()


async def evening_of_four(made: Friends) -> list[str]:
    """Play the evening, and return the ids of the games that were finished, in their order."""
    await made.evening.prefer(2, words="on")
    return [*await cicera(made), *await ciapano(made), *await civil_suits(made)]


async def cicera(made: Friends) -> list[str]:
    """Play Cicera: with one who comes late and goes away, without them, and with other partners."""
    ann, bo, cy, di = made.house.people
    await made.evening.lobby("cicera")
    await made.show("cicera-lobby", ann)
    await made.evening.join(bo, cy)
    await made.show("cicera-joined", bo, cy)
    await made.house.pass_time(60)
    await made.evening.join(di)
    await made.evening.fix(11)
    await made.press(ann, made.public, "start")
    await made.show("cicera-dealt", ann, bo, cy, di)
    await _stale(made)
    await _away(made)
    games = [await made.to_the_end("cicera")]
    await made.press(bo, made.public, "more", "scores")
    await made.show("cicera-over-scores", bo)
    await bo.slash(made.house.channel, "cicera table")
    await made.show("cicera-over-command", bo)

    # One does not want another game, and the fifth member comes.
    await made.press(cy, made.public, "rematch")
    await made.look("cicera-call-message", bo, made.house.pings()[-1])
    await made.show("cicera-call", cy)
    await made.press(cy, made.private(cy), "lobby")
    await made.show("cicera-call-more", cy)
    await made.press(bo, made.house.pings()[-1], "come")
    await made.press(di, made.house.pings()[-1], "decline")
    await made.show("cicera-call-declined", bo, di)
    await made.press(made.fifth, made.public, "join:0")
    await made.show("cicera-call-kept", made.fifth)
    await made.press(made.fifth, made.public, "join:1")
    await made.show("cicera-call-fifth", made.fifth)
    await made.agree(ann)
    await made.show("cicera-again", ann, bo, cy, made.fifth)
    await _killed(made)
    games.append(await made.to_the_end("cicera-again"))

    # The asker swaps partners.
    await made.press(ann, made.public, "rematch")
    await made.press(ann, made.private(ann), "lobby", "swap")
    await made.show("cicera-swapped", ann)
    await made.agree(bo, cy, made.fifth)
    await made.show("cicera-swapped-dealt", ann, bo, cy, made.fifth)
    games.append(await made.to_the_end("cicera-swapped"))

    # Then they play on to the end of a match.
    played = 0
    while not (played and decided(view_of(games[-1]).series, 2)):
        await made.press(ann, made.public, "rematch")
        if not played:
            await made.press(ann, made.private(ann), "lobby", "match.*")
            await made.show("cicera-match", ann)
        await made.agree(bo, cy, made.fifth)
        played += 1
        games.append(await made.to_the_end(f"cicera-match-{played}"))
    return [table.row.id for table in games]


async def _stale(made: Friends) -> None:
    """Press a card, and the same card once more where it is another's turn."""
    ann = made.house.people[0]
    await made.evening.play(lambda view: view.my_turn and len(view.seen.hand) == 12)
    panel = made.private(ann)
    button = await _press_a_card(made, ann)
    await made.house.shown()
    await ann.forge(panel, button.custom_id or "")
    await made.show("cicera-stale", ann)


async def _away(made: Friends) -> None:
    """Let the last member go away: the clock and a computer play for them, and later their last card."""
    di, evening = made.house.people[3], made.evening
    table = await evening.table()
    row = table.seat_of(di.id)
    assert row is not None

    def last(view: View[Any]) -> bool:
        return view.waits_for == (row.seat,) and view.seen.counts[row.seat] == 1

    for missed in (1, 2):
        await evening.play(lambda view: view.waits_for == (row.seat,))
        await made.house.pass_time(0.8 * CLOCK)
        await made.show(f"cicera-warned-{missed}", di)
        await _passes(made, CLOCK)
        await made.show(f"cicera-missed-{missed}", made.house.people[0], di)
    await made.press(di, made.private(di), "take-back")
    await made.show("cicera-back", di)
    # Their last card may capture in several ways in some hands.
    while situation.last_card(await evening.table()) is None:
        await evening.play(lambda view: not last(view))
        await made.show("cicera-on", di)
        await evening.play(last)
        await made.show("cicera-last-card", di)
    await made.house.pass_time(HERE_SECONDS)
    await _answered(made)
    await _passes(made, LAST_CARD_SECONDS)
    await made.show("cicera-last-card-played", di)


async def _answered(made: Friends) -> None:
    """Let the clock answer for seats, as it does after a press."""
    tables, table = made.evening.bot.tables, await made.evening.table()
    async with tables.held(table.row.id) as held:
        await tables.commit(held, held.table, **await tables.pacing.timed(held.table))


async def _passes(made: Friends, seconds: float) -> None:
    """Let so many seconds pass, and wait until the clock has then played a card."""
    table = await made.evening.table()
    tables, before = made.evening.bot.tables, table.seq
    await made.house.pass_time(seconds)
    await made.house.sandbox.until(lambda: tables.current(table).seq > before, what="the clock plays")
    await made.house.shown()


async def _killed(made: Friends) -> None:
    """Kill the bot with a card just pressed, start it again, and press the next."""
    ann = made.house.people[0]
    await made.evening.play(lambda view: view.my_turn and 2 < len(view.seen.hand) < 9)
    await _press_a_card(made, ann)
    await made.kill()
    await made.start()
    await made.show("cicera-restarted", ann)
    await made.evening.play(lambda view: view.my_turn)
    await _press_a_card(made, ann)
    await made.show("cicera-goes-on", ann)


async def _press_a_card(made: Friends, member: Member) -> Button:
    """Press the first card that can be played in one way, and return its button."""
    panel = made.private(member)
    button = next(b for b in panel.buttons if asks(b).startswith("play:") and not b.disabled)
    await member.press(panel, button)
    return button


async def ciapano(made: Friends) -> list[str]:
    """Play Ciapano: two leave for good, and the others, who are out, have it finished."""
    ann, bo, cy, di = made.house.people
    await made.evening.lobby("ciapano")
    await made.evening.join()
    await made.press(ann, made.public, "start")
    await made.press(made.fifth, made.public, "hand")
    await made.evening.play(lambda view: view.my_turn and 1 < len(view.seen.legal) < len(view.seen.hand))
    await made.show("ciapano-turn", ann, made.fifth)
    panel, view = made.private(ann), view_of(await made.evening.table(), ann.id)
    legal = {f"play:{action}" for action in view.seen.legal}
    cards = [b for b in panel.buttons if asks(b).startswith("play:") and not b.disabled]
    await ann.press(panel, next(b for b in cards if asks(b) not in legal))
    await made.show("ciapano-wrong", ann)
    bot = made.evening.bot
    table = await gone_out(bot.tables, await made.evening.table(), 2, 3)
    await made.show("ciapano-out", ann, bo)
    for leaver in (cy, di):
        await made.press(leaver, made.private(leaver), "more", "leave")
        await made.show(f"ciapano-leaving-{leaver.name}", leaver)
        # No computer is to play before it is seen.
        bot.settings.pause_seconds = 3600.0
        await made.press(leaver, made.private(leaver), "hand-over.*")
        await made.show(f"ciapano-left-{leaver.name}", ann, bo, leaver)
    await made.press(ann, made.private(ann), f"vote:{FINISH}")
    await made.show("ciapano-finish-asked", ann, bo)
    await made.house.pass_time(OBJECTED_SECONDS)
    await made.house.sandbox.until(lambda: not bot.tables.current(table).playing, what="the rest is played")
    await made.show("ciapano-finished", ann, bo, cy)
    bot.settings.pause_seconds = 0.0

    # One does not come in time, and the fifth takes the free seat.
    await made.press(bo, made.public, "rematch")
    await made.agree(ann, cy)
    lobby = await made.evening.table()
    await made.house.pass_time(KEPT_SECONDS)
    await made.house.sandbox.until(lambda: not bot.tables.current(lobby).row.reserved, what="a seat is free")
    await made.show("ciapano-kept-no-more", bo, di)
    await made.evening.join(made.fifth)
    again = await made.evening.table()
    if not again.playing:
        await made.press(ann, made.public, "start")
    return [table.row.id, (await made.to_the_end("ciapano-again")).row.id]


async def civil_suits(made: Friends) -> list[str]:
    """Play Civil Suits."""
    ann, bo, cy, _ = made.house.people
    await made.evening.lobby("civil-suits")
    await made.evening.join()
    await made.press(ann, made.public, "start")
    await made.evening.play(lambda view: view.my_turn and view.seen.phase is Phase.PLAY)
    await made.show("civil-turn", ann, bo, cy)
    return [(await made.to_the_end("civil")).row.id]

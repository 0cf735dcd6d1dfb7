"""A game whose shuffle and choices are known beforehand, so that every phase of it comes in its place.

Its members press the controls of their panels until these play the foreseen action; where the way is long, a
bot that nobody sees plays on.
"""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.store import PlaceRow, SeatRow, Status, TableRow
from bot.table import situation
from bot.table.table import Table
from bot.tables.outbox import Outbox
from bot.tables.play import Plays
from bot.tables.tables import Tables
from engine import GAMES, fairness
from engine.civil_suits.actions import Intelligence, Might
from sandbox.driver import Member
from sandbox.view import Button, Message
from tests.e2e.support.house import DAY, settings, until
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.reading import notation, number, verb


def choose(table: Table) -> tuple[int, Any]:
    """Return the next seat and its action: random, but the same at every try; a pass is avoided."""
    rng, game = random.Random(table.seq), table.game
    waits_for = table.waits_for()
    aside = [seat for seat in table.active() if seat not in waits_for and game.legal(table.state, seat)]
    if aside and rng.random() < 0.5:
        return aside[0], game.legal(table.state, aside[0])[0]
    legal = offered(table, waits_for[0])
    action = rng.choice(legal)
    if str(action).endswith(("none", "decline")):
        action = rng.choice(legal)
    return waits_for[0], action


def after(table: Table) -> object:
    """Return the state after the next action."""
    return table.game.apply(table.state, *choose(table))


def last(table: Table) -> bool:
    """Return whether the next action ends the game."""
    return not table.between_hands and not table.game.to_act(after(table))


@dataclass
class Foreseen(Mortal):
    """A bot that dies in the middle of such a game."""

    async def begin(self, name: str, seed: int, **options: Any) -> None:
        """Seat everybody at a table whose shuffle follows from `seed`, start the bot, and press Start."""
        game, people = GAMES[name], self.house.people
        secret = seed.to_bytes(32, "big")
        row = TableRow(
            id=f"{seed:08x}",
            guild_id=self.house.guild.id,
            game=name,
            options=game.values(game.options(options)),
            status=Status.LOBBY,
            host_id=people[0].id,
            seed=secret,
            commitment=fairness.commitment(secret),
            language="en",
            rematch_of=None,
            created_at=time.time(),
            touched_at=time.time(),
            wake_at=time.time() + 900,
            entropy=None,
            version=1,
            clock=DAY,
            due_at=time.time() + 900,
        )
        seats = [
            SeatRow(seat, p.id, p.name.capitalize(), 1000 + seat, ready=True) for seat, p in enumerate(people)
        ]
        await self.store.create(row, PlaceRow(row.id, row.guild_id, self.house.channel.id), seats)
        await self.start()
        await self.house.sandbox.until(lambda: people[0].sees(self.house.channel), what="the lobby is shown")
        await self.house.start(people[0])
        await self.hands()
        await self.caught_up()

    # By presses

    async def move(self) -> None:
        """Let the foreseen action happen, or the next hand be dealt, without a death."""
        table = await self.table()
        if table.between_hands:
            for seat in table.active():
                await self.agree(seat)
            return
        if situation.formality(table) is None:
            assert await self.press(*await self.way_to(*choose(table))) is not None
            return

        async def answered() -> bool:
            return (await self.table()).seq > table.seq

        await until(answered)

    async def die_moving(self, *points: str) -> None:
        """Let the bot die of the foreseen action at each point; all but the last leave it undone."""
        for point in points:
            table = await self.table()
            way = await self.way_to(*choose(table))
            await self.arm(point)
            await self.press(*way)
            await self.dies(point)
            await self.revive(f"{point}, entry {table.seq}")

    async def agree(self, seat: int) -> None:
        """Let a seat be ready for the next hand, or for settling this one."""
        table, person = await self.table(), self.house.people[seat]
        await self.house.sandbox.until(lambda: self._ready(person, table), what=f"{person.name} is asked")
        panel, button = self.house.panel(person), self._ready(person, table)
        assert panel is not None
        others = (row for row in table.seats if row.seat in table.active() and row.seat != seat)
        rest = (situation.rest(table) or ()) if all(row.ready for row in others) else ()
        answer = await self.attempt(person.press(panel, button))
        await self.note(answer, [(who, str(action)) for who, action in rest])

    async def die_agreeing(self, seat: int, *points: str) -> None:
        """Let the bot die of a seat's being ready, at each of these points."""
        for point in points:
            await self.arm(point)
            await self.agree(seat)
            await self.dies(point)
            await self.revive(point)

    async def way_to(self, seat: int, action: Any) -> tuple[Member, Message, Button]:
        """Let a member press further questions until a button plays `action`; return that button."""
        table, person = await self.table(), self.house.people[seat]
        for _ in range(8):
            await self.house.sandbox.until(lambda: self._towards(table, seat, action), what=f"{action}")
            panel, control = self.house.panel(person), self._towards(table, seat, action)
            assert panel is not None
            assert control is not None
            if verb(control) == "play":
                return person, panel, control
            await person.press(panel, control)
        raise AssertionError(f"no way to {action}")

    def _towards(self, table: Table, seat: int, action: Any) -> Button | None:
        """Return the control on a seat's panel that plays `action`, or else one that leads to it.

        Cards that are chosen one by one stand in the notation: the control with most of them is the nearest.
        """
        panel = self.house.panel(self.house.people[seat])
        controls = [c for c in panel.buttons if not c.disabled] if panel else []
        asked = [c for c in controls if number(c) == table.asked[seat]]
        plays = [c for c in asked if verb(c) == "play" and table.game.parse(notation(c)) == action]
        asks = [c for c in asked if verb(c) == "pick" and _leads(notation(c), str(action))]
        beside = [c for c in controls if str(action) == "expose" == verb(c)]
        pages = [c for c in controls if str(action) == "expose" and verb(c) == "more"]
        nearest = sorted(asks, key=lambda control: -len(notation(control)))
        return next(iter(plays + nearest + beside + pages), None)

    def _ready(self, person: Member, table: Table) -> Button | None:
        panel = self.house.panel(person)
        buttons = (
            [b for b in panel.buttons if verb(b) == "ready" and number(b) == situation.agreeing(table)]
            if panel
            else []
        )
        return next((button for button in buttons if not button.disabled), None)

    # Unseen

    async def unseen(self, until: Callable[[Table], bool]) -> None:
        """Kill the bot and play the foreseen actions until `until`, stored but shown to nobody."""
        await self.kill()
        tables = Tables(self.store, settings(), Outbox())
        table = await tables.get(self.table_id)
        while not until(table):
            if table.between_hands:
                number = table.seq
                for seat in table.active():
                    table = await Plays(tables).ready(table.row.id, self.house.people[seat].id, number)
                continue
            seat, action = choose(table)
            user_id = self.house.people[seat].id
            table = await Plays(tables).submit(table.row.id, user_id, str(action), table.asked[seat])
            self.pressed.append((seat, str(action)))
        await self.revive("unseen")


def _leads(text: str, action: str) -> bool:
    """Return whether the question that a notation opens leads to an action."""
    return set(text.split()) <= {"choose", *re.split(r"[ :+]", action)}


def offered(table: Table, seat: int) -> list[Any]:
    """Return the actions that a seat's panel offers.

    Of uses of Might with the same outcome one is there, and none that looks at a known civil suit.
    """
    legal, game, state = table.game.legal(table.state, seat), table.game, table.state
    takers, suits = dict[int, Any](), getattr(game.observe(state, seat), "suits", ())
    for action in sorted(legal, key=lambda action: str(action) != "might none"):
        if isinstance(action, Might):
            takers.setdefault(game.apply(state, seat, action).tricks[-1].taker, action)
    return [
        action
        for action in legal
        if not (isinstance(action, Might) and action not in takers.values())
        and not (isinstance(action, Intelligence) and action.seat is not None and suits[action.seat])
    ]

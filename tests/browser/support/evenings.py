"""Evenings at a table, played up to moments that are worth a look."""

import random
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.app import CardsBot
from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.panels.tiles import ART
from bot.store import LogRow, Scope, Status
from bot.table import situation
from bot.table.table import Table
from bot.table.view import View
from bot.table.viewing import view_of
from engine import GAMES, fairness
from engine.ai import named
from sandbox.driver import Member
from sandbox.view import Button, Message
from tests.e2e.support.house import COMMANDS, DAY, NAMES, House, running, sandboxed
from tests.e2e.support.tiled import already
from tests.e2e.support.umpire import unlimited

MOST: Final = 3000
"""The most plays before a moment."""
CARELESS: Final = 0.5
"""How often a member plays at random, so that tables fill and games last."""
Moment = Callable[[View[Any]], bool]
"""Whether a table, as the first member sees it, has come to the wanted state."""


class Missed(Exception):
    """The game ended before the moment came."""


class Evening:
    """A game in a house: its members change settings, and play by a rule of thumb until a moment has come."""

    def __init__(self, house: House) -> None:
        assert house.bot is not None
        self.house = house
        self.bot: CardsBot = house.bot
        self._rng = random.Random(7)

    async def choose(self, **values: str) -> None:
        """Change settings of the server, such as its deck."""
        for name, value in values.items():
            await self.bot.preferences.choose(
                Scope.SERVER, self.house.guild.id, name.replace("_", "-"), value
            )

    async def prefer(self, seat: int, **values: str) -> None:
        """Change settings of a member."""
        member = self.house.people[seat].id
        for name, value in values.items():
            await self.bot.preferences.choose(Scope.MEMBER, member, name.replace("_", "-"), value)

    @property
    def public(self) -> Message:
        """Return the newest message of a table."""
        seen = self.house.people[0].sees(self.house.channel)
        tables = [m for m in seen if any(Press.parse(b.custom_id or "") for b in m.buttons)]
        return [m for m in tables if not m.ephemeral and not m.mentions][-1]

    async def open(self, game: str, seed: int, **options: Any) -> None:
        """Open a table, seat everybody and start; all deals come from the seed."""
        await self.lobby(game, **options)
        await self.join()
        await self.fix(seed)
        await self.press(self.house.people[0], self.public, "start")

    async def lobby(self, game: str, **options: Any) -> None:
        """Open a table for as many as there are members."""
        host, *others = self.house.people
        players = 1 + len(others)
        if players != GAMES[game].OPTIONS.get("players", (players,))[0]:
            options["players"] = players
        await host.slash(self.house.channel, f"{COMMANDS.get(game, game)} start", **options)
        await self.house.shown()

    async def join(self, *people: Member) -> None:
        """Seat these members, or everybody else, where there is room."""
        for person in people or self.house.people[1:]:
            await self.press(person, self.public, "join.*|come")

    async def press(self, person: Member, message: Message, wanted: str) -> None:
        """Press the first live button of a message that matches the pattern."""
        live = [button for button in message.buttons if not button.disabled]
        fitting = [button for button in live if re.fullmatch(wanted, asks(button))]
        if not fitting:
            raise LookupError(f"{wanted} is not among {[asks(button) for button in live]}")
        await person.press(message, fitting[0])
        await self.house.shown()

    async def table(self) -> Table:
        """Return the newest table of the server that is open."""
        rows = await self.bot.store.live(guild_id=self.house.guild.id)
        newest = max(rows, key=lambda row: row.created_at)
        return self.bot.tables.current(await self.bot.tables.get(newest.id))

    async def fix(self, seed: int) -> None:
        """Make all deals of a lobby follow from a seed, so that every evening has the same moments."""
        tables, table = self.bot.tables, await self.table()
        async with tables.held(table.row.id) as held:
            secret = seed.to_bytes(32)
            await tables.commit(
                held,
                held.table,
                panels=False,
                seed=secret,
                commitment=fairness.commitment(secret),
                entropy=(),
            )
        await self.house.shown()

    async def play(self, until: Moment, counting: int | None = None) -> View[Any]:
        """Play until the moment has come, show only that, and return it; or raise Missed.

        Nothing is played if it is there already. With `counting` the last hand of a game is counted so far,
        and its winners are told at a press.
        """
        tables, me = self.bot.tables, self.house.people[0].id
        open_table = await self.table()
        async with tables.held(open_table.row.id) as held:
            table, entries = held.table, list[LogRow]()
            while not until(view_of(table, me)):
                if table.row.status is not Status.PLAYING or len(entries) == MOST:
                    raise Missed
                entries.append(self._next(table))
                table = table.replayed(entries[-1])
                if not table.game.to_act(table.state):
                    counts = {} if counting is None else {"held": True, "calm_at": tables.now() + DAY}
                    table = replace(table, counting=counting).with_row(status=Status.FINISHED, **counts)
            if entries:
                # Nobody is called, and no seat without a choice is answered for.
                timed = {**await tables.pacing.timed(table), "nudge_at": None}
                # The first member cuts, whoever deals: no other panel between two hands is higher.
                mine = table.seat_of(me)
                timed |= {"cutter": mine.seat if mine and situation.may_cut(table) else None, "cut": 0}
                await tables.commit(held, table.marked(ready=False), entries, **timed)
        await self.house.shown()
        return view_of(tables.current(table), me)

    def _next(self, table: Table) -> LogRow:
        """Return the next entry of a table's log: a deal, or a play of a seat that the game waits for."""
        now = self.bot.tables.now()
        if table.between_hands:
            return LogRow(table.seq, None, str(self.bot.play.next_deal(table)), None, now)
        seat = self._rng.choice(table.waits_for())
        seen = table.game.observe(table.state, seat)
        if self._rng.random() < CARELESS:
            action = self._rng.choice(seen.legal)
        else:
            action = named(table.row.game, "greedy").choose(seen, self._rng)
        sitting = table.at(seat)
        assert sitting is not None
        return LogRow(table.seq, seat, str(action), sitting.user_id, now)


@cache
def _drawings() -> Mapping[str, str]:
    """Return the drawings for cards, the same every evening."""
    return ART.drawings()


@cache
def _png(drawing: str) -> bytes:
    return ART.png(drawing)


def asks(button: Button) -> str:
    """Return a button's press in the form for patterns: a verb, and its notation after a colon."""
    custom_id = button.custom_id or ""
    press = Press.parse(custom_id)
    return custom_id if press is None else f"{press.verb}:{press.notation}".rstrip(":")


async def with_tiles(house: House, database: Path, png: Callable[[str], bytes] = _png) -> None:
    """Make all tiles, in Discord and in the database of a bot that has yet to start."""
    await already(house, database, _drawings(), png)


@asynccontextmanager
async def evening(
    folder: Path,
    players: int = 4,
    names: Sequence[str] = NAMES,
    catalogue: Catalogue | None = None,
    png: Callable[[str], bytes] = _png,
) -> AsyncIterator[Evening]:
    """Return an evening of so many people with a bot that shows pictures and tiles, all of them made.

    `png` makes a tile's picture of its drawing.
    """
    database = folder / "cards.db"
    async with sandboxed(0) as made:
        made.people += [made.sandbox.join(made.guild, name) for name in names[:players]]
        made.sandbox.world.documents = {
            name: f"https://example.org/{name}" for name in ("privacy_policy_url", "terms_of_service_url")
        }
        await with_tiles(made, database, png)
        async with running(made, database, catalogue, pictures=True, emoji=True, contact="ann@example.org"):
            unlimited(made)
            yield Evening(made)

"""A server's season over the stand-in: members of known strength, games of all kinds, and their events.

Tables are opened, joined, begun, left, given up and stopped by presses and commands. The plays of some games
are presses, too; those of the others are made at the table itself, which takes a sixth of the time.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Final

from bot.blocks.blocks import Press
from bot.errors import Refused
from bot.store import is_former
from bot.table.table import Table
from bot.tables.tables import Tables
from engine import ciapano, cicera, civil_suits
from engine.ai.ciapano.greedy import Greedy as Discarding
from engine.ai.cicera.greedy import Greedy1
from engine.ai.civil_suits.greedy import Greedy as Challenging
from engine.ai.player import AnyPlayer
from sandbox.driver import Member
from sandbox.objects import Channel
from tests.e2e.support.chance import any_play
from tests.e2e.support.house import COMMANDS, House, tap, until
from tests.e2e.support.newcomers import table_id
from tests.e2e.support.recounted import Line
from tests.e2e.tables.test_lobby import change, opened

CHANNELS: Final = 12
"""The channels in which games are opened in turn, so that none has all messages of a season."""
RULES_OF_THUMB: Final[Mapping[str, AnyPlayer]] = {
    cicera.NAME: Greedy1(),
    ciapano.NAME: Discarding(),
    civil_suits.NAME: Challenging(),
}


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of game: its options, and its share of a season."""

    game: str
    people: int
    options: Mapping[str, Any]
    share: float


FOURS: Final = Kind(cicera.NAME, 4, {"target": 21}, 0.76)
TWOS: Final = Kind(cicera.NAME, 2, {"target": 21}, 0.08)
CIAPANO: Final = Kind(ciapano.NAME, 3, {"players": 3}, 0.08)
CIVIL: Final = Kind(civil_suits.NAME, 4, {}, 0.08)
KINDS: Final = (FOURS, TWOS, CIAPANO, CIVIL)
ALONE: Final = Kind(cicera.NAME, 1, {"target": 11, "players": 2, "computers": 1}, 0.0)
"""A game with a computer, which does not count."""
TWISTS: Final = ("hint", "leave", "away", "concede", "stop", "left", "claim", "alone")
"""What happens in a game: hints; somebody leaves for good, or for a while; a side gives up; all stop it, or
all but one who has left; another takes the seat of one who left; a computer sits there from the start."""
ONLY: Final[Mapping[str, Kind]] = {"concede": FOURS, "claim": FOURS, "alone": ALONE}
"""The kind of game in which such a thing happens."""


SOON: Final = (5, 80)
"""The length of the log at which that happens, at least and at most: in the first hand or the second."""


@dataclass(frozen=True, slots=True)
class Player:
    """A member, who plays at random with the chance `errs`, and else by a rule of thumb."""

    member: Member
    errs: float

    @property
    def id(self) -> int:
        return self.member.id


@dataclass
class Season:
    """The season of a house with a bot: its players, and the books of who sat where."""

    house: House
    players: list[Player]
    rng: random.Random
    presses: float = 0.0
    """The share of games of Cicera in fours in which every play is a press."""
    channels: list[Channel] = field(default_factory=list)
    seated: dict[str, list[int]] = field(default_factory=dict)
    """The members who sat down at each table, by seat."""
    settled: set[int] = field(default_factory=set)
    """Members who never take another's seat, nor leave theirs to another: the books have their seats."""
    former: dict[int, int] = field(default_factory=dict)
    """The number in the place of each member who was forgotten."""
    back: set[int] = field(default_factory=set)
    """Members who were forgotten and have played again."""
    happened: Counter[str] = field(default_factory=Counter)
    games: int = 0

    @classmethod
    def of(cls, house: House, members: int, seed: int) -> "Season":
        """Return the season of a house with so many members, the strongest first."""
        joined = [house.sandbox.join(house.guild, f"player-{n:02}") for n in range(members)]
        players = [Player(member, 0.9 * n / (members - 1)) for n, member in enumerate(joined)]
        channels = [house.guild.add_channel(f"tavolo-{n}") for n in range(CHANNELS)]
        return cls(house, players, random.Random(seed), channels=channels)

    def unseen(self) -> set[int]:
        """Return the members who are in no list: hidden ones, and the numbers of forgotten ones."""
        return (self.settled - self.former.keys()) | set(self.former.values())

    def who(self, line: Line) -> int:
        """Return the member of a line of the exported file whose cell is empty."""
        sat = self.seated[line["table"]][int(line["seat"])]
        return self.former.get(sat, sat)

    def kinds(self) -> Iterator[Kind]:
        """Yield the kinds of games in turn, each by its share."""
        made = Counter[Kind]()
        while True:
            total = sum(made.values()) + 1
            kind = max(KINDS, key=lambda kind: kind.share * total - made[kind])
            made[kind] += 1
            yield kind

    async def game(self, kind: Kind, twist: str = "", people: Sequence[Player] = ()) -> None:
        """Play a game with what happens in it, by these players or any."""
        kind = ONLY.get(twist, kind)
        among = self.players if twist != "claim" else self._others(self.settled)
        people = list(people)[: kind.people] or self.rng.sample(among, kind.people)
        channel = self.channels[self.games % CHANNELS]
        members = [one.member for one in people]
        at = House(self.house.sandbox, self.house.guild, channel, members, self.house.bot)
        if twist in ("claim", "alone"):
            await _open(at, kind, claims=twist == "claim")
        else:
            await at.open(kind.game, **kind.options)
        self.games += 1
        table = await self._tables().get(table_id(at))
        self.seated[table.row.id] = [row.user_id for row in table.seats]
        self.back |= {row.user_id for row in table.seats} & self.former.keys()
        pressing = kind is FOURS and self.rng.random() < self.presses
        self.happened["pressed"] += pressing
        self.happened["alone"] += twist == "alone"
        if twist and twist != "alone":
            until_then = self.rng.randint(*SOON)
            table = await self._on(at, table, lambda now: now.seq >= until_then, pressing)
            await at.shown()
            if table.playing:
                await getattr(self, f"_{twist}")(at, table)
                self.happened[twist] += 1
                await at.shown()
                table = await self._tables().get(table.row.id)
        await self._on(at, table, lambda now: False, pressing)
        await at.sandbox.until(at.over)
        await at.shown()

    def _others(self, but: Collection[int]) -> list[Player]:
        return [one for one in self.players if one.id not in but]

    def _tables(self) -> Tables:
        assert self.house.bot is not None
        return self.house.bot.tables

    # Plays

    async def _on(
        self, at: House, table: Table, until_then: Callable[[Table], bool], pressing: bool
    ) -> Table:
        """Play on until a moment, or to the end."""
        assert at.bot is not None
        with nullcontext() if pressing else at.bot.outbox.answering():
            while table.playing and not until_then(table):
                table = await self._step(at, table, pressing)
        return table

    async def _step(self, at: House, table: Table, pressing: bool) -> Table:
        """Return a table after the next play, or with one more who is ready for the next hand."""
        assert at.bot is not None
        tables, name = self._tables(), table.row.id
        try:
            if table.between_hands:
                waiting = [row for row in table.seats if row.seat in table.voters() and not row.ready]
                row = self.rng.choice(waiting)
                if not pressing:
                    return await at.bot.play.ready(name, row.user_id, table.seq)
                await self._press(at, row.user_id, Press(name, table.seq, "ready"))
                return await tables.get(name)
            present = [row for row in table.seats if row.present and row.seat in table.waits_for()]
            if not present:
                return await self._computers(table)
            row = self.rng.choice(present)
            text = self._choice(table, row.seat, row.user_id)
            if not pressing:
                return await at.bot.play.submit(name, row.user_id, text, table.asked[row.seat])
            await self._press(at, row.user_id, Press(name, table.asked[row.seat], "play", text))
        except Refused:
            # The bot has answered for a seat by itself.
            self.happened["refused"] += 1
        return await tables.get(name)

    async def _computers(self, table: Table) -> Table:
        """Return a table once a computer has played there."""
        tables, name = self._tables(), table.row.id

        async def played() -> bool:
            return (await tables.get(name)).seq != table.seq

        await until(played)
        return await tables.get(name)

    def _choice(self, table: Table, seat: int, user_id: int) -> str:
        """Return the play of a player: any, with the chance of an error, else that of the rule of thumb."""
        (player,) = [one for one in self.players if one.id == user_id]
        if self.rng.random() < player.errs:
            return any_play(table.game, table.state, seat, self.rng)
        seen = table.game.observe(table.state, seat)
        return str(RULES_OF_THUMB[table.row.game].choose(seen, self.rng))

    async def _press(self, at: House, user_id: int, press: Press) -> None:
        """Let a member press a button of their private panel."""
        (person,) = [one for one in at.people if one.id == user_id]
        panel = at.panel(person)
        assert panel is not None
        await person.forge(panel, str(press))

    # What happens

    def _someone(self, at: House) -> Member:
        return self.rng.choice(at.people)

    async def _leaving(self, at: House, table: Table, person: Member, wanted: str, text: str = "") -> None:
        """Let a member press a button of what `leave` answers."""
        answer = await person.slash(at.channel, f"{COMMANDS[table.row.game]} leave")
        assert answer.message is not None
        await tap(person, answer.message, wanted, text)

    async def _hint(self, at: House, table: Table) -> None:
        """Let those who are asked now and after the next play take a hint: in Cicera one of each side."""
        for _ in range(2):
            for row in table.seats:
                if row.seat in table.waits_for():
                    await self._press(at, row.user_id, Press(table.row.id, table.asked[row.seat], "hint"))
            table = await self._step(at, await self._tables().get(table.row.id), pressing=False)
            await at.shown()

    async def _leave(self, at: House, table: Table) -> None:
        await self._leaving(at, table, self._someone(at), "hand-over")

    async def _away(self, at: House, table: Table) -> None:
        """Let somebody leave, and come back after a few plays."""
        gone = self._someone(at)
        await self._leaving(at, table, gone, "hand-over")
        back = table.seq + 12
        table = await self._on(at, await self._tables().get(table.row.id), lambda now: now.seq >= back, False)
        await at.shown()
        if table.playing:
            await self._press(at, gone.id, Press(table.row.id, 0, "take-back"))

    async def _concede(self, at: House, table: Table) -> None:
        side = self.rng.randrange(2)
        for seat in table.sides[side]:
            (person,) = [one for one in at.people if one.id == table.seats[seat].user_id]
            await self._leaving(at, table, person, "vote", f"concede-{side}")

    async def _stop(self, at: House, table: Table) -> None:
        for person in at.people:
            if self._tables().current(table).playing:
                await person.slash(at.channel, f"{COMMANDS[table.row.game]} stop")

    async def _left(self, at: House, table: Table) -> None:
        """Let somebody leave, and the others stop the game."""
        gone = self._someone(at)
        await self._leaving(at, table, gone, "hand-over")
        for person in at.people:
            if person is not gone and self._tables().current(table).playing:
                await person.slash(at.channel, f"{COMMANDS[table.row.game]} stop")

    async def _claim(self, at: House, table: Table) -> None:
        """Let somebody leave, and another member take the seat for good."""
        gone = self._someone(at)
        seat = next(row.seat for row in table.seats if row.user_id == gone.id)
        await self._leaving(at, table, gone, "hand-over")
        await at.shown()
        sit = {one.id for one in at.people}
        other = self.rng.choice(self._others(sit | self.settled)).member
        answer = await tap(other, at.public(), "hand")
        assert answer.message is not None
        await tap(other, answer.message, "claim", str(seat))
        at.people[at.people.index(gone)] = other

    # Forgetting

    async def forget(self, player: Player) -> None:
        """Let a member be forgotten, and note the number in their place."""
        assert self.house.bot is not None
        answer = await player.member.slash(self.channels[0], "cards forget-me")
        assert answer.message is not None
        await player.member.press(answer.message, custom_id="f:sure")
        for at_table, sat in self.seated.items():
            if player.id in sat:
                result = await self.house.bot.store.played.result(at_table)
                assert result is not None
                seat = sat.index(player.id)
                (number,) = {one.user_id for one in result.sat if one.seat == seat and is_former(one.user_id)}
                self.former[player.id] = number
                return


async def _open(at: House, kind: Kind, *, claims: bool) -> None:
    """Open a table, where newcomers may take the seats that computers hold or not, and begin."""
    await opened(at, kind.game, **kind.options)
    if claims:
        await change(at, "claims", "on")
    # Joining agrees to the options in the message.
    await at.shown()
    for seat, person in enumerate(at.people[1:], 1):
        await at.join(person, seat % 2)
    await at.start(at.people[0])
    await at.sandbox.until(lambda: all(map(at.panel, at.people)))
    await at.shown()

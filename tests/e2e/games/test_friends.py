"""An evening of four friends through the real bot: every message in its place, true, and without secrets."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import LogRow, Status
from bot.table.table import Table
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER
from sandbox.driver import Member
from sandbox.view import Message
from tests.browser.support.friends import CLOCK, Friends, evening_of_four, friends
from tests.e2e.games.test_game import checked, record
from tests.e2e.messages.test_order import belongs
from tests.e2e.support.house import COMMANDS
from tests.e2e.support.reading import lines, tokens, verbs
from tests.e2e.support.umpire import Umpire
from tests.e2e.support.umpires import UMPIRES
from tests.e2e.support.watch import Watch

pytestmark = pytest.mark.long

ITALIAN, ALOUD = "bo", "cy"
"""The friends whose messages are not in plain English, which the books read."""
LISTED = re.compile(r"<@(\d+)>\*\* · \S+ · \S+ ± \S+ · won \d+ of (\d+)")
"""A member on a leaderboard, and the number of their games."""
TABLES = re.compile(r'"t:(\w+):')
"""The table of a button."""


class TableWatch(Watch):
    """The watch over one table: messages of games that are over may be drawn again, and tell their cards."""

    def before_the_deal(self, text: str) -> bool:
        """Return whether a message asks for the hand under way before its deal, or is another table's."""
        tables = set(TABLES.findall(text))
        return (bool(tables) and self.umpire.table_id not in tables) or super().before_the_deal(text)


class Books:
    """The books of one table, and the watch over it; they follow the log."""

    def __init__(self, made: Friends, table: Table, members: list[Member]) -> None:
        seats = sorted((row for row in table.seats if row.person), key=lambda row: row.seat)
        by_id = {member.id: member for member in members}
        house = replace(made.house, people=[by_id[row.user_id] for row in seats])
        self.umpire: Umpire = UMPIRES[table.row.game](house, clock=CLOCK)
        self.umpire.state = self.umpire.game.start(self.umpire.game.options(table.row.options))
        self.watch = TableWatch(house, self.umpire, looked=len(house.sandbox.requests))

    def follow(self, log: Sequence[LogRow]) -> None:
        """Follow the log, and search everything that was sent since the last look."""
        umpire = self.umpire
        for entry in log[umpire.seq :]:
            if entry.seat is None:
                deal = Deal.parse(entry.action, umpire.game)
                umpire.deals += 1
                umpire.follow(DEALER, None, umpire.game.deal(umpire.state, deal.dealer, deal.deck))
                umpire.dealt = umpire.seq
            else:
                umpire.note(entry.seat, entry.action)
        self.watch.look()

    def wrong(self) -> Iterator[str]:
        """Yield the differences between the screens and the books, for readers of plain English."""
        umpire = self.umpire
        yield from umpire.wrong_public()
        for seat, member in enumerate(umpire.people):
            panel = umpire.house.panel(member)
            if member.name not in (ITALIAN, ALOUD) and panel is not None and "back" not in verbs(panel):
                yield from umpire.wrong_panel(seat, panel)


class Onlooker:
    """Checks every message of an evening: its place, its truth, and that it tells no secret."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.agreed = 0
        self.verified: dict[str, dict[str, Any]] = {}
        self.played = {game: Counter[int]() for game in GAMES}
        self._books: dict[str, Books] = {}

    def come(self, made: Friends) -> None:
        """Look at an evening from now on."""
        self.made = made
        self.guest = made.house.sandbox.join(made.house.guild, "guest")
        self.members = [*made.house.people, made.fifth]

    async def look(self, kind: str, reader: Member, message: Message) -> None:
        """Check a message, and with a board all others of its table."""
        assert message in reader.sees(self.made.house.channel)
        if not kind.endswith("-board"):
            return
        bot = self.made.evening.bot
        table = await bot.tables.get(str(message.buttons[0].custom_id).split(":")[1])
        for member in self.members:
            # The answer to a command leads to the board, and follows nothing.
            seen = [m for m in member.sees(self.made.house.channel) if verbs(m) != ["rematch"]]
            order = ["panel" if m.ephemeral else "board" for m in seen if belongs(m, table.row.id)]
            assert order in (["board"], ["board", "panel"]), (kind, member.name)
        if table.row.status is Status.LOBBY:
            return
        books = self._books.get(table.row.id)
        if books is None:
            books = self._books[table.row.id] = Books(self.made, table, self.members)
        stored = await bot.store.load(table.row.id)
        assert stored is not None
        books.follow(stored.log)
        assert (kind, books.watch.found) == (kind, [])
        if table.playing and all(row.present for row in table.seats):
            assert list(books.wrong()) == [], kind
            self.agreed += 1
        if kind.endswith(("over-board", "finished-board")):
            await self._ended(table, books)

    async def _ended(self, table: Table, books: Books) -> None:
        """Check that the end is told once to each, and that the record of the game is right."""
        public = self.made.public
        outcome = GAMES[table.row.game].outcome(table.state)
        for member in books.umpire.people:
            private = self.made.private(member)
            assert verbs(private) == verbs(public) == ["rematch", "replay", "more"]
            assert not set(lines(private)) & set(lines(public))
        winners = [books.umpire.name(seat) for side in outcome.winners for seat in table.sides[side]]
        assert tokens(lines(public)[0], books.umpire.names()) == winners
        self.played[table.row.game].update(row.user_id for row in table.seats)
        path, _ = await record(self.made.house, self.guest, self.folder)
        told = self.verified[table.row.id] = checked(path).json
        assert (told["finished"], told["winners"]) == (True, list(outcome.winners))


async def test_an_evening_of_four_friends(tmp_path: Path) -> None:
    onlooker = Onlooker(tmp_path)
    async with friends(tmp_path, onlooker.look) as made:
        onlooker.come(made)
        ann, bo, *_ = made.house.people
        bo.speak("it")
        games = await evening_of_four(made)
        assert set(onlooker.verified) == set(games)
        assert onlooker.agreed > 12
        # The leaderboards count each game once for each of its people, also where a computer stood in.
        for game, command in COMMANDS.items():
            values = {"members": True} if game == "cicera" else {}
            answer = await ann.slash(made.house.channel, f"{command} leaderboard", **values)
            told = {int(member): int(games) for member, games in LISTED.findall(answer.text)}
            assert told == onlooker.played[game], game
        assert list(made.house.sandbox.violations) == []

"""SIGKILL at every step of a take-back that removes computers' plays: it is done once, or offered again."""

from pathlib import Path

import pytest

from bot.store import LogRow, undo_text
from bot.table.table import Table
from sandbox.view import Message
from tests.e2e.support.house import button, until
from tests.e2e.support.killable import IN_TRANSACTION
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.reading import notation, verb, verbs

pytestmark = pytest.mark.long

HAPPENS = {
    IN_TRANSACTION: False,
    "before the commit": False,
    "after the commit": True,
    "before the acknowledgement": True,
    "after the acknowledgement": True,
    "before the board": True,
}
"""Whether a take-back is stored where the bot dies, by the point."""


class Alone(Mortal):
    """A bot that dies at a table of one person, where computers play at once."""

    def unpressed(self, table: Table, entry: LogRow) -> None:
        """Check only that the rules allow a computer's play."""

    def panel(self) -> Message:
        """Return the person's panel."""
        panel = self.house.panel(self.house.people[0])
        assert panel is not None
        return panel

    async def asked(self) -> Table:
        """Return the table once the person is asked and sees it."""

        async def waits() -> bool:
            return (await self.table()).waits_for() == (0,)

        await until(waits)
        await self.caught_up()
        return await self.table()

    async def plays(self) -> Table:
        """Play until computers have played since, and return the table before the last of these plays."""
        while True:
            before = await self.asked()
            legal = set(map(str, before.game.legal(before.state, 0)))
            cards = (b for b in self.panel().buttons if verb(b) == "play" and notation(b) in legal)
            # A discard is chosen first.
            card = next(cards, None) or (await self.house.to_play())[2]
            await self.press(self.house.people[0], self.panel(), card)
            # The winner of a trick leads to the next.
            if (await self.asked()).seq - before.seq > 1:
                return before

    async def take_back(self, removes: int) -> None:
        """Press *Take it back*, and note that it removes so many plays."""
        (person,) = self.house.people
        answer = await self.press(person, self.panel(), button(self.panel(), "undo"))
        await self.note(answer, [(0, undo_text(removes))])

    async def written(self) -> list[str]:
        """Return the log."""
        return [entry.action for entry in (await self.stored()).log]


async def test_what_computers_played_is_taken_back_once_or_not_at_all(tmp_path: Path) -> None:
    async with Alone.born(tmp_path, 1, UNDO_SECONDS="60", PAUSE_SECONDS="0") as mortal:
        await mortal.start()
        (person,) = mortal.house.people
        await person.slash(mortal.house.channel, "ciapano start", players=3, computers=2, level="easy")
        await mortal.house.start(person)
        await mortal.hands()
        for point, happened in HAPPENS.items():
            before = await mortal.plays()
            written, offered = await mortal.written(), button(mortal.panel(), "undo").custom_id
            removes = len(written) - before.seq
            await mortal.arm(point)
            await mortal.take_back(removes)
            await mortal.dies(point)
            await mortal.revive(point)
            assert await mortal.written() == [*written, *([undo_text(removes)] if happened else [])], point
            if not happened:
                # The same offer is there again, and is good once.
                await mortal.asked()
                assert button(mortal.panel(), "undo").custom_id == offered
                await mortal.take_back(removes)
            table = await mortal.asked()
            assert (table.state, table.rewound) == (before.state, True), point
            assert len(await mortal.written()) == len(written) + 1, point
            assert "undo" not in verbs(mortal.panel()), point
        assert list(mortal.house.sandbox.violations) == []

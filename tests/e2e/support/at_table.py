"""A channel where tables are opened, and readings of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.locale import Catalogue
from bot.store import TableRow
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.house import House, house
from tests.e2e.support.reading import verbs
from tests.e2e.support.referee import unlimited

WORDS = Catalogue.load().words("en")
NONE_HERE = WORDS("refused.no-table-here", game="cicera", command="start")


@asynccontextmanager
async def at_table(tmp_path: Path, players: int = 4, **values: Any) -> AsyncIterator[House]:
    """Return a house where nothing has been opened yet and limits are not the point."""
    async with house(tmp_path, players, **values) as made:
        unlimited(made)
        yield made
        assert list(made.sandbox.violations) == []


async def lobby(made: House, **options: Any) -> Message:
    """Open a lobby by the first member and return its message."""
    answer = await made.people[0].slash(made.channel, "cicera start", **options)
    assert answer.message is not None
    await made.sandbox.until(lambda: answer.followups)
    return answer.message


async def tables(made: House) -> list[TableRow]:
    """Return all tables that are not over, newest first."""
    assert made.bot is not None
    return await made.bot.store.live()


def over(made: House, person: Member) -> bool:
    """Return whether a member's private panel shows the end of the game."""
    return any(m.ephemeral and "rematch" in verbs(m) for m in person.sees(made.channel))


def score(first: str, second: str) -> str:
    """Return the score before the first point."""
    return WORDS("score.two", first=first, second=second, mine=0, others=0)

"""A game of Cicera under way, and its next press."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.locale import Catalogue
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.house import house
from tests.e2e.support.referee import Referee, unlimited

WORDS = Catalogue.load().words("en")
STALE, PLAYED = WORDS("refused.stale"), WORDS("refused.played")


@asynccontextmanager
async def playing(tmp_path: Path, players: int = 4, **options: Any) -> AsyncIterator[Referee]:
    """Return the referee of a table where the first hand has just been dealt."""
    async with house(tmp_path, players) as made:
        unlimited(made)
        referee = Referee(made)
        await referee.begin(**options)
        await made.shown()
        yield referee
        await made.shown()
        assert list(made.sandbox.violations) == []


def the_panel(referee: Referee, seat: int) -> Message:
    """Return the panel of a seat."""
    panel = referee.house.panel(referee.people[seat])
    assert panel is not None
    return panel


def acting(referee: Referee) -> tuple[Member, Message]:
    """Return the member on turn, and their panel."""
    return referee.people[referee.state.turn], the_panel(referee, referee.state.turn)


async def unchanged(referee: Referee) -> None:
    """Check that the table is stored and shown as before."""
    await referee.stored_as_pressed()
    await referee.agree()

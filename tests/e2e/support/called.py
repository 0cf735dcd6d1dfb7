"""A game of two in which one gets each of their turns as a new private message."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.store import Scope
from sandbox.driver import Member
from sandbox.view import Message
from tests.e2e.support.faulty import easy
from tests.e2e.support.house import House, house, live
from tests.e2e.support.referee import Referee, unlimited

SEND, REMOVE = "POST /webhooks/*", "DELETE /webhooks/*"


async def want(made: House, *people: Member, value: str = "on") -> None:
    """Set these members to be called."""
    assert made.bot is not None
    for person in people:
        await made.bot.preferences.choose(Scope.MEMBER, person.id, "call", value)


def panels(made: House, person: Member) -> list[Message]:
    """Return every private panel that a member sees."""
    return [message for message in person.sees(made.channel) if message.ephemeral and message.buttons]


def sent(made: House) -> int:
    """Return how many further private messages the bot has tried to send."""
    return sum(r.method == "POST" and r.path.startswith("/webhooks") for r in made.sandbox.requests)


def its(made: House, person: Member) -> Message:
    """Return the only private panel of a member."""
    (panel,) = panels(made, person)
    return panel


def asks(message: Message) -> bool:
    """Return whether a panel has a live control that moves the game on."""
    return bool(live(message))


@asynccontextmanager
async def two(tmp_path: Path, **values: Any) -> AsyncIterator[tuple[House, Referee, Member, Member]]:
    """Return a game of two, the member with an easy card to play, and the other, called from now on."""
    async with house(tmp_path, players=2, **values) as made:
        unlimited(made)
        referee = Referee(made, looks=0.0)
        await referee.begin(players=2)
        await easy(referee)
        first, other = referee.people[referee.state.turn], referee.people[1 - referee.state.turn]
        await want(made, other)
        yield made, referee, first, other
        await made.shown()

"""How members choose on the panels of `/cards settings` and `/cards me`, in a house made for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sandbox.driver import Member
from sandbox.permissions import Permission
from sandbox.view import Message
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.referee import unlimited

MAY_NOT_START = "In this server only members who may manage messages open tables."


@asynccontextmanager
async def at_work(tmp_path: Path, players: int = 2, **values: Any) -> AsyncIterator[House]:
    """Return a house with a bot at work in it, where Discord's limits do not matter."""
    async with sandboxed(players) as made, running(made, tmp_path / "cards.db", **values):
        unlimited(made)
        yield made
        assert list(made.sandbox.violations) == []


def boss_of(made: House) -> Member:
    return made.sandbox.join(made.guild, "boss", permissions=Permission.MANAGE_GUILD)


async def opened(person: Member, made: House, command: str) -> Message:
    """Return the panel that a command opens for a person."""
    answer = await person.slash(made.channel, f"cards {command}")
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def paged(made: House, person: Member, panel: Message, name: str) -> str:
    """Turn the pages of a panel until this list stands on it, and return it."""
    scope = name.split(":")[1]
    for page in range(9):
        if name in (here := _lists(panel)):
            return name
        ways = [b for b in panel.buttons if b.custom_id == f"s:{scope}:page:{page}"]
        if ways:
            await person.press(panel, ways[0])
            await made.sandbox.until(partial(_turned, panel, here), what="another page")
    raise LookupError(name)


def _lists(panel: Message) -> list[str]:
    return [select.custom_id for select in panel.selects]


def _turned(panel: Message, here: list[str]) -> bool:
    return _lists(panel) != here


async def choose(person: Member, panel: Message, name: str, value: str) -> None:
    """Choose on a panel, and check that it says so."""
    answer = await person.select(panel, name, values=[value])
    assert answer.message == panel
    assert "✓" in panel.text


def shows(panel: Message) -> dict[str, str]:
    """Return the chosen value of each list of a panel, by the name of the preference."""
    return {select.custom_id.split(":")[2]: "+".join(select.chosen) for select in panel.selects}

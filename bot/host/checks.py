"""`python -m bot check`: a line for each thing that the bot needs in order to run."""

import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from bot.host.exits import Exit
from bot.host.settings import Settings
from bot.store import Examined, StoreError, count_old_games, examine

DISCORD: Final = "cogs.servers.checks"
"""The findings about Discord; loaded by name, so that nothing here imports upward."""
LITTLE: Final = 100_000_000
"""Bytes free on the database's disk below which it will soon be full."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about one thing that was checked; any status but FINE is trouble."""

    about: str
    sentence: str
    status: Exit = Exit.FINE

    def __str__(self) -> str:
        return f"{'ok     ' if self.status is Exit.FINE else 'TROUBLE'} {self.about}: {self.sentence}"


async def check(settings: Settings) -> Exit:
    """Write all findings to standard output; return the status of the first trouble."""
    status = Exit.FINE
    async for finding in _findings(settings):
        sys.stdout.write(f"{finding}\n")
        sys.stdout.flush()
        status = status or finding.status
    return status


async def _findings(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings about the database, then those about Discord."""
    channels: tuple[tuple[int, int], ...] = ()
    try:
        found = await examine(settings.database_url)
    except StoreError as error:
        yield Finding("database", str(error), Exit.DATABASE)
    else:
        channels = found.channels
        for finding in of_database(found):
            yield finding
        if found.revision == found.newest and (old := await count_old_games(settings.database_url)):
            said = f"{old} of older versions are still to get their row, while the bot runs"
            yield Finding("games", said)
    if not settings.token:
        yield Finding("token", "DISCORD_TOKEN is not set", Exit.SETTINGS)
        return
    async for finding in import_module(DISCORD).discord_findings(settings, channels):
        yield finding


def of_database(found: Examined) -> Iterator[Finding]:
    """Yield the findings about a sound database, and about its disk unless it is PostgreSQL."""
    said = f"{found.place} can be written and is sound, revision {found.revision}"
    if found.revision is None:
        said = f"{found.place} is empty or not there yet, and is made at the first start"
    elif found.revision != found.newest:
        said += f", which the next start brings to {found.newest}"
    yield Finding("database", said)
    if found.free is not None:
        said = f"{found.free / 1e9:.1f} GB are free on the disk of {found.place}"
        yield Finding("disk", said, Exit.FINE if found.free >= LITTLE else Exit.DATABASE)

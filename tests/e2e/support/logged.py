"""A search of the log for secrets: no line may name a card, a suit, a seed or a token."""

import logging
import re

import pytest

from tests.e2e.support.house import House
from tests.e2e.support.umpire import Umpire
from tests.e2e.support.watch import CARDS, Watch, said, sent


def listen(caplog: pytest.LogCaptureFixture) -> None:
    """Capture everything that the project logs, and lines of others from INFO on."""
    caplog.set_level(logging.INFO)
    for name in ("bot", "cogs", "engine"):
        caplog.set_level(logging.DEBUG, name)


async def seed_of(made: House, table_id: str) -> str:
    """Return the secret number of a table's shuffle."""
    assert made.bot is not None
    stored = await made.bot.store.load(table_id)
    assert stored is not None
    return stored.table.seed.hex()


def told_in_logs(caplog: pytest.LogCaptureFixture, made: House, seed: str) -> list[str]:
    """Return the lines of the log that name a card, a suit, a seed or a token, of the bot or of a press."""
    secrets = (seed, made.sandbox.token, *made.sandbox.interactions.by_token)
    lines = [(record.name, f"{record.getMessage()} {record.exc_info or ''}") for record in caplog.records]
    return [
        f"{name}: {line}"
        for name, line in lines
        if said(CARDS, line)
        or re.search(r"\bsuit [SHDC]\b", line)
        or any(secret in line for secret in secrets)
    ]


def watching(umpire: Umpire, caplog: pytest.LogCaptureFixture) -> Watch:
    """Return a watch over all requests while an umpire's members play, with the log captured."""
    listen(caplog)
    watch = Watch(umpire.house, umpire)
    umpire.after = watch.look
    return watch


async def nothing_told(umpire: Umpire, watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    """Check that nothing hidden was sent and nothing secret logged since the watch began."""
    watch.look()
    made = watch.made
    assert watch.found == []
    # Presses are answered; plays without presses send next to nothing.
    assert watch.searched > len(made.sandbox.interactions.by_id) / 2 > 10
    seed = await seed_of(made, umpire.table_id)
    # Also once the game is over the seed is on no page but that of the numbers.
    assert [request.route for request in made.sandbox.requests if seed in sent(request)] == []
    assert told_in_logs(caplog, made, seed) == []

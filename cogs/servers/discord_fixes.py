"""Fixes for discord.py: its locks, refusals that are not JSON, and edits that nobody reads.

The library makes the requests of a webhook one after the other. Once the limit is used up, its own lock
sleeps until there is room again, and only then returns the answer that it has; a task that is cancelled
meanwhile leaves the lock closed for ever, and nothing is shown there any more (discord.py 2.7.1).

Discord tells the bot of every edit, its own above all, and the library makes a message of each (2.7.1).

It takes the body of any answer that says so for JSON. A refusal of a proxy may not be, and its status counts
all the same.
"""

import asyncio
from types import TracebackType
from typing import Any

import aiohttp
import discord
from discord import http
from discord.webhook import async_

_FIRST_ERROR = 400
_read = http.json_or_text


class PromptLock(async_.AsyncDeferredLock):
    """A lock that returns the answer at once, and opens when there is room for the next request."""

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.delta:
            asyncio.get_running_loop().call_later(self.delta, self.lock.release)
        else:
            self.lock.release()


def use_prompt_locks() -> None:
    """Let discord.py use these locks from now on."""
    async_.AsyncDeferredLock = PromptLock  # type: ignore[misc]


async def json_or_text(response: aiohttp.ClientResponse) -> dict[str, Any] | str:
    """Return the JSON of an answer, or its text where it has none."""
    try:
        return await _read(response)
    except ValueError:
        if response.status < _FIRST_ERROR:
            raise
        return await response.text()


def read_any_refusal() -> None:
    """Let discord.py raise a refusal that is not JSON as any other from now on."""
    http.json_or_text = json_or_text
    async_.json_or_text = json_or_text  # type: ignore[attr-defined]


def ignore_edits(client: discord.Client) -> None:
    """Let a client drop the events of edited messages unread from now on."""
    client._connection.parsers.pop("MESSAGE_UPDATE", None)

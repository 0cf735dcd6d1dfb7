"""Requests of a start that Discord refuses or does not answer: tried again, and said in one line.

The bot plays as soon as it is connected. Only a wrong token, application or intent keeps it from that;
whatever else a start asks of Discord is a side task, tried again beside the games.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Final, TypeVar

import aiohttp
import discord

from bot.locale.names import clean
from bot.store import StoreError

log = logging.getLogger(__name__)
T = TypeVar("T")

FIRST_PAUSE: Final = 1.0
"""Seconds before a side task is tried again; each further pause is twice as long."""
LAST_PAUSE: Final = 3600.0
"""Seconds of the longest such pause."""
PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds before each further attempt, and then `_LONGEST`."""
_LONGEST: Final = 60.0
_SHORT: Final = 80
"""Characters of Discord's text for an error that a reason has."""
CONNECTION_ERRORS: Final = (aiohttp.ClientError, TimeoutError, OSError, discord.GatewayNotFound)
"""The errors of a login or a connection that Discord has not answered."""
_UNREADABLE: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""The errors that discord.py raises for an answer that it does not expect, such as a page of HTML."""
SETBACKS: Final = (discord.HTTPException, discord.RateLimited, *CONNECTION_ERRORS, *_UNREADABLE)
"""The errors of a request that Discord refuses, does not answer, or answers with something else."""
UNKNOWN_APPLICATION: Final = 10002


def refuses_bot(error: BaseException | None) -> bool:
    """Return whether an error means that Discord refuses the token or its application, for good."""
    if isinstance(error, discord.GatewayNotFound):
        return refuses_bot(error.__cause__)
    if isinstance(error, discord.HTTPException):
        return error.status == 401 or error.code == UNKNOWN_APPLICATION
    return isinstance(error, discord.LoginFailure)


def means_unreachable(error: BaseException | None) -> bool:
    """Return whether an error means that Discord cannot be reached now, and may be later."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, discord.HTTPException):
        return means_unreachable(error.__cause__)
    return isinstance(error, CONNECTION_ERRORS)


def reason(error: BaseException | None) -> str:
    """Return the reason of a failure in a few words of one line, without anything that was sent."""
    if isinstance(error, discord.HTTPException):
        # Only Discord's own text has a code; the page of a proxy may repeat a path, and a token with it.
        said = str(error.text).partition("\n")[0][:_SHORT]
        return f"HTTP {error.status}, {error.code}: {clean(said)}" if error.code else f"HTTP {error.status}"
    if isinstance(error, StoreError):
        return str(error)
    if isinstance(error, discord.GatewayNotFound):
        return reason(error.__cause__)
    if isinstance(error, aiohttp.ClientConnectorError):
        number = error.os_error.errno or 0
        return f"{error.host}: {os.strerror(number) if number > 0 else error.os_error.strerror}"
    if isinstance(error, _UNREADABLE):
        return f"its answer cannot be read: {type(error).__name__}"
    return type(error).__name__


async def retry_while(passes: Callable[[BaseException], bool], attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `attempt`, tried again with growing pauses after each error that `passes`."""
    for pause in chain(PAUSES, repeat(_LONGEST)):
        try:
            return await attempt()
        except SETBACKS as error:
            if not passes(error):
                raise
            said = "cannot be reached" if means_unreachable(error) else "does not let the bot in"
            # Formatted here: each text is new to the log handler, which would sum up equal warnings.
            log.warning(f"Discord {said} ({reason(error)}), which is tried again in {pause:.0f} s")
        await asyncio.sleep(pause)
    raise AssertionError("the pauses never end")


class Setback:
    """The failures in a row of a side task: said once, like its success after them."""

    def __init__(self, lacks: str, done: str) -> None:
        self._lacks = lacks
        self._done = done
        self._pause = 0.0

    def failed(self, error: Exception) -> float:
        """Return the seconds until the task is to be tried again, which grow with each failure in a row."""
        if not self._pause:
            # Formatted here: the log handler sums up warnings with equal templates.
            log.warning(f"{self._lacks} ({reason(error)}), which is tried again while games go on")
        log.debug("%s", self._lacks, exc_info=error)
        self._pause = min(2 * self._pause or FIRST_PAUSE, LAST_PAUSE)
        return self._pause

    def over(self) -> None:
        """Note that the task is done."""
        if self._pause:
            log.info("%s after all", self._done)
        self._pause = 0.0


async def keep_trying(task: Callable[[], Awaitable[None]], setback: Setback) -> None:
    """Do a side task, tried again with growing pauses until it succeeds."""
    while True:
        try:
            await task()
        except SETBACKS as error:
            await asyncio.sleep(setback.failed(error))
        else:
            return setback.over()


def without_traceback(record: logging.LogRecord) -> bool:
    """Replace the traceback of a refusal or of a lost connection by the reason; a logging filter."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.HTTPException) or means_unreachable(error):
        record.msg, record.args = f"{record.getMessage()} ({reason(error)})", ()
        record.exc_info = None
    return True

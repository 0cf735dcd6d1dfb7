"""Outages of Discord at the start and in the log of discord.py: wait, and say so in one line."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Final, TypeVar

import aiohttp
import discord

from bot.locale.names import clean

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds before each further attempt, and then `_LONGEST`."""
_LONGEST: Final = 60.0
_SHORT: Final = 80
"""Characters of Discord's text for an error that a reason has."""
CONNECTION_ERRORS: Final = (aiohttp.ClientError, TimeoutError, OSError, discord.GatewayNotFound)
"""The errors of a login or a connection that Discord has not answered."""


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
    if isinstance(error, discord.GatewayNotFound):
        return reason(error.__cause__)
    if isinstance(error, aiohttp.ClientConnectorError):
        number = error.os_error.errno or 0
        return f"{error.host}: {os.strerror(number) if number > 0 else error.os_error.strerror}"
    return type(error).__name__


async def retry_while_unreachable(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `attempt`, tried again with growing pauses while Discord cannot be reached."""
    for pause in chain(PAUSES, repeat(_LONGEST)):
        try:
            return await attempt()
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            if not means_unreachable(error):
                raise
            # Formatted here: each text is new to the log handler, which would sum up equal warnings.
            log.warning(f"Discord cannot be reached ({reason(error)}), which is tried again in {pause:.0f} s")
        await asyncio.sleep(pause)
    raise AssertionError("the pauses never end")


def without_traceback(record: logging.LogRecord) -> bool:
    """Replace the traceback of a refusal or of a lost connection by the reason; a logging filter."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, discord.HTTPException) or means_unreachable(error):
        record.msg, record.args = f"{record.getMessage()} ({reason(error)})", ()
        record.exc_info = None
    return True

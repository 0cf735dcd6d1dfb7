"""Waiting for a Discord that cannot be reached just now, for as long as that takes."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Final, TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
_LONGEST: Final = 60.0
CONNECTION_ERRORS: Final = (aiohttp.ClientError, TimeoutError, OSError, discord.GatewayNotFound)


def means_unreachable(error: BaseException | None) -> bool:
    """Return whether Discord may do later what has failed so."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, discord.HTTPException):
        return means_unreachable(error.__cause__)
    return isinstance(error, CONNECTION_ERRORS)


def reason(error: BaseException | None) -> str:
    """Return in a few words what has failed, without anything that was sent."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}"
    if isinstance(error, discord.GatewayNotFound):
        return reason(error.__cause__)
    if isinstance(error, aiohttp.ClientConnectorError):
        number = error.os_error.errno or 0
        return f"{error.host}: {os.strerror(number) if number > 0 else error.os_error.strerror}"
    return type(error).__name__


async def patiently(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what `attempt` returns, tried again with growing pauses while Discord cannot be reached."""
    for pause in chain(PAUSES, repeat(_LONGEST)):
        try:
            return await attempt()
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            if not means_unreachable(error):
                raise
            # Said each time, and not summed up with what was said before.
            log.warning(f"Discord cannot be reached ({reason(error)}), which is tried again in {pause:.0f} s")
        await asyncio.sleep(pause)
    raise AssertionError("the pauses never end")


def without_traceback(record: logging.LogRecord) -> bool:
    """Take the traceback from what discord.py logs of a lost connection; what went wrong is said instead."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and means_unreachable(error):
        record.msg, record.args = f"{record.getMessage()} ({reason(error)})", ()
        record.exc_info = None
    return True

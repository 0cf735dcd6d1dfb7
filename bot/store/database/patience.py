"""Reads that are tried until the database answers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.store.model.errors import StoreError

log = logging.getLogger(__name__)
T = TypeVar("T")

RETRY_SECONDS: Final = 5.0
"""Seconds after which a request that the store has refused is tried again."""


async def patiently(read: Callable[[], Awaitable[T]], what: str) -> T:
    """Return the result of `read`, which is called until the store allows it.

    However often it fails, one warning says that `what` has to wait.
    """
    warned = False
    while True:
        try:
            return await read()
        except StoreError as error:
            if not warned:
                log.warning("%s cannot be read yet, which is tried until it works: %s", what, error)
            warned = True
        await asyncio.sleep(RETRY_SECONDS)

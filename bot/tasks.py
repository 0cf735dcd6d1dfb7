"""Waiting for a task that goes on to its end even if the waiter is cancelled."""

import asyncio
import logging
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


async def end_of(task: asyncio.Future[T]) -> T:
    """Return what a task returns; if the caller is cancelled the task goes on, and a failure is logged."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_failure)
        raise


def _log_failure(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        # An error's text may name what it was about; its kind is all that may be told.
        log.warning("what nobody waited for any more has failed: %s", type(error).__name__)

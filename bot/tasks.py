"""Tasks that outlive a cancelled caller, and processes that do not."""

import asyncio
import logging
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


async def end_of(task: asyncio.Future[T]) -> T:
    """Return the result of a task; if the caller is cancelled the task goes on, and a failure is logged."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_failure)
        raise


def _log_failure(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        # An error's text may name cards or tokens: only its class is logged.
        log.warning("work of a cancelled request failed: %s", type(error).__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """The exit status of a failed process, and its last line."""

    status: int
    last: str

    def __str__(self) -> str:
        return f"status {self.status}: {self.last}"


async def run_subprocess(command: Sequence[str]) -> Failure | None:
    """Run a command to its end; return how it failed, None if it did not.

    Cancelling the call ends the process.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        # A group of its own keeps a terminal's Ctrl-C away: the bot ends the process. A session of its own
        # would do so too, but Linux shares the processor among sessions first: niceness counts within one.
        process_group=0,
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    last = said.decode(errors="replace").strip().rpartition("\n")[2]
    return Failure(process.returncode, last) if process.returncode else None

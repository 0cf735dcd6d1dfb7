"""Work in a separate process, where it would hold up everything else that the bot does."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence


async def run_subprocess(command: Sequence[str]) -> str:
    """Run a command to its end; return why it failed, empty if it did not.

    Cancelling this ends the process.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        # A terminal's Ctrl-C is for the bot, which ends it. A session of its own would keep it away too, but
        # Linux shares the processor among sessions first: a process steps back within its session only.
        process_group=0,
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    last = said.decode(errors="replace").strip().rpartition("\n")[2]
    return f"status {process.returncode}: {last}" if process.returncode else ""

"""The bot as its host runs it: a process, with a command, settings, and output."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from sandbox.server import Sandbox
from tests.nursery import command

ROOT: Final = Path(__file__).parents[3]
PATIENCE: Final = 60.0
SIGTERM: Final = 1 << (signal.SIGTERM - 1)
"""The bit of SIGTERM in the mask of signals that a process handles."""


def settings(folder: Path, sandbox: Sandbox | None = None, **values: str) -> dict[str, str]:
    """Return the settings of a bot that keeps everything in a folder, and finds Discord at a stand-in."""
    where = {} if sandbox is None else {"DISCORD_TOKEN": sandbox.token, "DISCORD_URL": sandbox.url}
    database = {"DATABASE_URL": f"sqlite+aiosqlite:///{folder}/cards.db"}
    return {**database, "EMOJI": "off", "PICTURES": "off", **where, **values}


@dataclass
class Hosted:
    """A process of the bot; `said` is all its output so far."""

    process: Process
    said: str = ""
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _reading: asyncio.Task[None] = field(init=False)

    def __post_init__(self) -> None:
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls,
        values: Mapping[str, str],
        *arguments: str,
        cwd: Path = ROOT,
        anew: bool = False,
        module: str = "bot",
    ) -> Self:
        """Start `python -m bot` with these settings, or another `module` that does so.

        It is forked where everything is imported already, or with `anew` in an interpreter of its own.
        """
        real = (sys.executable, "-m", module, *arguments)
        process = await asyncio.create_subprocess_exec(
            *(real if anew else await asyncio.to_thread(command, module, *arguments)),
            env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "", **values},
            cwd=cwd,
            stdout=PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return cls(process)

    @classmethod
    async def done(
        cls,
        values: Mapping[str, str],
        *arguments: str,
        cwd: Path = ROOT,
        anew: bool = False,
        module: str = "bot",
    ) -> tuple[int, str]:
        """Return the status and the output of a process that ends by itself."""
        made = await cls.start(values, *arguments, cwd=cwd, anew=anew, module=module)
        return await made.end(), made.said

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            async with self._changed:
                self.said += line.decode()
                self._changed.notify_all()
        async with self._changed:
            self._changed.notify_all()

    async def until(self, says: str | Callable[[str], bool]) -> None:
        """Wait until its output matches."""

        def heard() -> bool:
            found = says in self.said if isinstance(says, str) else says(self.said)
            assert found or self.process.returncode is None, self.said
            return found

        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(heard)

    async def heeding(self) -> None:
        """Wait until it handles SIGTERM, according to Linux."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(self._heeding)

    def _heeding(self) -> None:
        status = Path(f"/proc/{self.process.pid}/status")
        while not SIGTERM & int(status.read_text().partition("SigCgt:")[2].split()[0], 16):
            time.sleep(0.001)

    async def end(self, *, ask: bool = False) -> int:
        """Return its status once it has ended, by itself or asked by SIGTERM."""
        if ask:
            self.process.terminate()
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self.process.wait()
                await self._reading
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
            raise
        assert "Traceback" not in self.said, self.said
        return status

"""The stand-in with the bot beside it, for trying both: `python -m bot` starts it if no token is set.

The bot runs in a process of its own and is started again whenever it ends, so it can be killed in the middle
of a game. The stand-in's world lives in memory, and so the bot's database lasts no longer than that.
"""

import asyncio
import errno
import logging
import os
import signal
import sys
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress

from sandbox.__main__ import furnish
from sandbox.server import Sandbox

log = logging.getLogger(__name__)

AGAIN_AFTER = 1.0
PATIENCE = 5.0
"""Seconds that the bot may take to end: discord.py does not let itself be stopped while it reconnects."""


class PortTaken(Exception):
    """Another server has the port."""


def ends() -> list[signal.Signals]:
    """Return the signals that end the stand-in; SIGHUP where it exists and is not ignored, as nohup does."""
    found = [signal.SIGINT, signal.SIGTERM]
    closed: signal.Signals | None = getattr(signal, "SIGHUP", None)
    if closed is not None and signal.getsignal(closed) != signal.SIG_IGN:
        found.append(closed)
    return found


async def serve(port: int) -> None:
    """Serve the stand-in's page and keep a bot running against it, until a signal of `ends` comes.

    PortTaken if the page cannot be served at `port`.
    """
    done, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in ends():
        loop.add_signal_handler(number, done.set)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cards-"))
        try:
            sandbox = await stack.enter_async_context(Sandbox(port, keep_requests=1000))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise PortTaken from None
        furnish(sandbox)
        log.warning("no token is set, so this is a stand-in for Discord: open %s in a browser", sandbox.url)
        environment = {
            **os.environ,
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_URL": sandbox.url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/cards.db",
        }
        bot = Bot(environment)
        sandbox.page.curious.restart = bot.kill
        keeping = asyncio.create_task(bot.keep_running())
        await done.wait()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


def run(port: int) -> int:
    """Serve until the end, and return the exit status: 1 if `port` is taken, or on Windows."""
    if sys.platform == "win32":
        log.error("the stand-in runs on Linux and macOS; the bot itself runs here with DISCORD_TOKEN set")
        return 1
    try:
        asyncio.run(serve(port))
    except PortTaken:
        log.error("port %d is in use: set SANDBOX_PORT to another", port)
        return 1
    return 0


class Bot:
    """The bot's process, which is started again whenever it ends."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._process: asyncio.subprocess.Process | None = None

    def kill(self) -> None:
        """End it at once, as a crash would; nothing happens while none is running."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def keep_running(self) -> None:
        """Start it, and again whenever it ends, until cancelled."""
        while True:
            # A session of its own spares it the terminal's Ctrl-C, which may come in the middle of its start.
            command = (sys.executable, "-m", "sandbox.tied")
            bot = await asyncio.create_subprocess_exec(
                *command, env=self._environment, stdin=asyncio.subprocess.PIPE, start_new_session=True
            )
            self._process = bot
            try:
                status = await bot.wait()
            finally:
                if bot.returncode is None:
                    bot.terminate()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(bot.wait(), PATIENCE)
                    self.kill()
                    await bot.wait()
            log.warning("the bot has ended with status %d and is started again", status)
            await asyncio.sleep(AGAIN_AFTER)

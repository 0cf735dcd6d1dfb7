"""Health and figures of the bot, for monitoring: by a file, and by pages on loopback."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import heartbeat
from bot.host.metrics import Metrics, Watched
from bot.store import Store, StoreError

log = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 0.25
"""Seconds between two measurements of how late the event loop is."""
HOST: Final = "127.0.0.1"
NO_TABLE: Final = ""
"""The id of no table: writing it changes nothing."""


class Health:
    """Whether a bot is well; `connection` says in one line what is wrong with its gateway, empty if nothing
    is.
    """

    def __init__(self, store: Store, metrics: Metrics, connection: Callable[[], str]) -> None:
        self._store = store
        self._metrics = metrics
        self._connection = connection
        self._watched = Watched(store.writes)
        self.watch("writes", lambda: store.writes.waiting)
        metrics.watch(self._watched)

    def watch(self, queue: str, length: Callable[[], int]) -> None:
        """Report the length of a queue from now on."""
        self._watched.queues[queue] = length

    @property
    def trouble(self) -> str:
        """Return in one line what is wrong, empty if nothing is."""
        failed = self._store.writes.trouble
        return self._connection() or (f"the last write has failed: {failed}" if failed else "")

    async def figures(self) -> bytes:
        """Return everything that is counted, as Prometheus reads it."""
        self._watched.tables.clear()
        with suppress(StoreError):
            self._watched.tables.update(await self._store.by_status())
        return generate_latest(self._metrics.registry)

    async def beat(self, path: Path | None, every: float = heartbeat.EVERY_SECONDS) -> None:
        """Write into a file, if there is one, again and again what is wrong with the bot.

        After a write that has failed another is tried: where nobody plays, no other would show that all is
        well.
        """
        told = False
        while True:
            if self._store.writes.trouble:
                with suppress(StoreError):
                    await self._store.finish(NO_TABLE)
            try:
                if path is not None:
                    heartbeat.write(path, self.trouble)
            except OSError as error:
                if not told:
                    log.error("the heartbeat cannot be written to %s: %s", path, error.strerror)
                told = True
            await asyncio.sleep(every)

    async def look(self) -> None:
        """Measure again and again how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LOOK_SECONDS
            await asyncio.sleep(_LOOK_SECONDS)
            self._metrics.late(max(0.0, loop.time() - due))


async def serve(health: Health, port: int) -> None:
    """Serve /healthz and /metrics until cancelled; port 0 is any free one, which the log names."""
    from aiohttp import web  # few hosts want the pages

    async def healthz(request: web.Request) -> web.Response:
        trouble = health.trouble
        return web.Response(status=503 if trouble else 200, text=f"{trouble or 'healthy'}\n")

    async def metrics(request: web.Request) -> web.Response:
        return web.Response(body=await health.figures(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        log.info("health and metrics are served at http://%s:%d", *runner.addresses[0])
        await health.look()
    except OSError as error:
        log.error("health and metrics cannot be served at port %d: %s", port, error.strerror)
    finally:
        await runner.cleanup()

"""Health and figures of the bot for monitoring: a file, and pages on loopback."""

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
"""The id of no table: a write of it changes no row."""


class Health:
    """The health of the bot; `connection` returns the gateway's trouble in one line, empty without any."""

    def __init__(self, store: Store, metrics: Metrics, connection: Callable[[], str]) -> None:
        self._store = store
        self._metrics = metrics
        self._connection = connection
        self._watched = Watched(store.writes)
        self.watch("writes", lambda: store.writes.waiting)
        self.watch("old_games", lambda: store.old_games.left)
        metrics.watch(self._watched)

    def unsound(self) -> None:
        """Report from now on that the database is not sound: no reason to start again, so no `trouble`."""
        self._watched.unsound = True

    def watch(self, queue: str, length: Callable[[], int]) -> None:
        """Report the length of a queue by its name from now on."""
        self._watched.queues[queue] = length

    @property
    def trouble(self) -> str:
        """Return the trouble in one line, empty if the bot is well."""
        failed = self._store.writes.trouble
        return self._connection() or (f"the last write has failed: {failed}" if failed else "")

    async def figures(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        self._watched.tables.clear()
        with suppress(StoreError):
            self._watched.tables.update(await self._store.by_status())
        return generate_latest(self._metrics.registry)

    async def beat(self, path: Path | None, every: float = heartbeat.EVERY_SECONDS) -> None:
        """Write the trouble into the heartbeat file, if one is set, each `every` seconds.

        After a failed write of the store it tries another: while nobody plays, no other write would show that
        the database is well again.
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
        """Measure the lateness of the event loop until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LOOK_SECONDS
            await asyncio.sleep(_LOOK_SECONDS)
            self._metrics.late(max(0.0, loop.time() - due))


async def serve(health: Health, port: int) -> None:
    """Serve /healthz and /metrics until cancelled; the log names the port, a free one for port 0."""
    from aiohttp import web  # most hosts do not use the pages

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

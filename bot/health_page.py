"""The pages on loopback that tell whether the bot is well; loaded only where they are served."""

import logging
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.health import Health

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"


async def serve(health: Health, port: int) -> None:
    """Serve /healthz and /metrics until cancelled; port 0 is any free one, which the log names."""

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

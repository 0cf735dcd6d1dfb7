"""`python -m bot`: the bot, or without a token the bot beside a local stand-in for Discord."""

import asyncio
import logging
import sys
from typing import Final

from pydantic import ValidationError

from bot import VERSION
from bot.app import BadToken, run
from bot.config import Settings
from bot.store import StoreError
from sandbox.beside import PortTaken, serve

log = logging.getLogger("bot")


QUIET: Final = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "aiosqlite": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
"""Libraries that log what they send (hands, tokens, statements) below these levels."""


def log_at(level: str) -> None:
    """Log to standard error; libraries never say more than `QUIET` lets them, whatever the level."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))


def main() -> int:
    """Run until SIGINT or SIGTERM; return the exit status."""
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            sys.stderr.write(f"setting {'.'.join(map(str, problem['loc']))}: {problem['msg']}\n")
        return 2
    log_at(settings.log_level)
    log.info("version %s", VERSION)
    try:
        if settings.discord_token.get_secret_value():
            asyncio.run(run(settings))
        else:
            asyncio.run(serve(settings.sandbox_port))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    except PortTaken:
        log.error("port %d is in use: set SANDBOX_PORT to another", settings.sandbox_port)
        return 1
    except StoreError as error:
        log.error("the database cannot be used: %s", error)
        return 1
    except BadToken:
        log.error("Discord refuses the token; DISCORD_TOKEN must be the bot's own")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

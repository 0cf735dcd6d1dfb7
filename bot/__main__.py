"""`python -m bot`: the bot, or without a token, in a clone, the bot beside a local stand-in for Discord.

Status 2 where a setting is wrong, or there is neither a token nor a stand-in; 1 where it cannot start.
"""

import asyncio
import logging
import sys
from importlib import import_module
from typing import Final

from pydantic import ValidationError

from bot import VERSION
from bot.app import BadToken, run
from bot.config import Settings
from bot.store import StoreError

log = logging.getLogger("bot")

NO_TOKEN: Final = (
    "DISCORD_TOKEN is not set: put your bot's token into the environment or into .env, or try the bot "
    "without one by `make run` in a clone of the project, which brings what is missing here ({missing})\n"
)

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
    try:
        if settings.discord_token.get_secret_value():
            log.info("version %s", VERSION)
            asyncio.run(run(settings))
        else:
            return try_out(settings.sandbox_port)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    except StoreError as error:
        log.error("the database cannot be used: %s", error)
        return 1
    except BadToken:
        log.error("Discord refuses the token; DISCORD_TOKEN must be the bot's own")
        return 1
    return 0


def try_out(port: int) -> int:
    """Run the bot beside the stand-in, which only a clone has; return the exit status."""
    try:
        beside = import_module("sandbox.beside")
    except ModuleNotFoundError as error:
        sys.stderr.write(NO_TOKEN.format(missing=error.name))
        return 2
    status: int = beside.run(port)
    return status


if __name__ == "__main__":
    sys.exit(main())

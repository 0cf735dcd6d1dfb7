"""`python -m bot`: the bot, or without a token the bot beside a local stand-in for Discord."""

import asyncio
import logging
import sys

import discord
from pydantic import ValidationError

from bot.app import run
from bot.config import Settings
from bot.store import StoreError

log = logging.getLogger("bot")


def main() -> int:
    """Run until interrupted; return the exit status."""
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            sys.stderr.write(f"setting {'.'.join(map(str, problem['loc']))}: {problem['msg']}\n")
        return 2
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(run(settings))
    except KeyboardInterrupt:
        return 0
    except StoreError as error:
        log.error("the database cannot be used: %s", error)
        return 1
    except discord.LoginFailure:
        log.error("Discord refuses the token; DISCORD_TOKEN must be the bot's own")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

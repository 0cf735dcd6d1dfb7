"""`python -m sandbox`: serve the stand-in by itself, with some guilds, channels and people."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from sandbox.permissions import Permission
from sandbox.server import Sandbox

PEOPLE = (("ann", "en-US"), ("bo", "it"), ("cy", "en-GB"), ("di", "it"), ("ed", "en-GB"))


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8420, help="0 takes a free one")
    parser.add_argument("--guilds", type=int, default=1)
    parser.add_argument("--channels", type=int, default=1, help="in each guild")
    parser.add_argument("--shards", type=int, default=1, help="what /gateway/bot recommends")
    parser.add_argument("--keep", type=int, default=1000, help="how many requests the log keeps")
    return parser


def furnish(sandbox: Sandbox, guilds: int = 1, channels: int = 1) -> None:
    """Add guilds, each with channels, a thread, a channel in which the bot may not write, and five people.

    The first person is a moderator; the last is one too many for a table and watches.
    """
    for number in range(1, guilds + 1):
        guild = sandbox.world.add_guild("Osteria" if guilds == 1 else f"Osteria {number}")
        people = [sandbox.join(guild, name, locale) for name, locale in PEOPLE]
        people[0].moderate(True)
        tables = [
            guild.add_channel("carte" if channels == 1 else f"carte-{channel}")
            for channel in range(1, channels + 1)
        ]
        guild.add_channel("osteria")
        tables[0].add_thread("serata tranquilla", people[0].user)
        guild.add_channel("solo-lettura").deny(sandbox.bot, Permission.SEND_MESSAGES)


async def host(options: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM."""
    sandbox = Sandbox(options.port, shards=options.shards, keep_requests=options.keep)
    async with sandbox:
        furnish(sandbox, options.guilds, options.channels)
        sys.stdout.write(f"{sandbox.url}\n")
        sys.stdout.flush()
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, done.set)
        await done.wait()


if __name__ == "__main__":
    asyncio.run(host(arguments().parse_args()))

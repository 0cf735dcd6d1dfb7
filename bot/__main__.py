"""`python -m bot`: the bot, or without a token, in a clone, the bot beside a local stand-in for Discord.

`check` says whether all is well; `backup FILE` and `restore FILE` copy the database and put it back,
`compact` gives its free space back to the disk, `recount` counts all results anew, and `forgotten` forgets
the members again who have asked for it. Signal handlers are installed before almost any import, and each
command imports only its own modules.
"""

import argparse
import asyncio
import logging
import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot import VERSION
from bot.host import exits
from bot.host.exits import Exit, Trouble
from bot.host.logs import log_at

if TYPE_CHECKING:
    from bot.host.settings import Settings

log = logging.getLogger("bot")

NO_TOKEN: Final = (
    "DISCORD_TOKEN is not set: put your bot's token into the environment or into .env, or try the bot "
    "without one by `make run` in a clone of the project, which brings what is missing here ({missing})\n"
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; its help lists the exit statuses."""
    statuses = "\n".join(f"  {status.value}  {status.meaning}" for status in Exit)
    made = argparse.ArgumentParser(
        prog="python -m bot",
        description="Run the bot, or do something else for its host.",
        epilog=f"exit statuses:\n{statuses}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = made.add_subparsers(dest="command", metavar="COMMAND", title="instead of running the bot")
    commands.add_parser("check", help="say whether the bot can run, a line for each thing that it needs")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", metavar="FILE", help="a new file")
    commands.add_parser("recount", help="count all results and leaderboards anew, while no bot runs")
    restore = commands.add_parser("restore", help="put a backup in the database's place, while no bot runs")
    restore.add_argument("file", metavar="FILE", help="a file that `backup` has made")
    commands.add_parser("compact", help="give free space in the database back, while no bot runs")
    told = "forget the members again who are listed as forgotten, in a database put back by other means"
    commands.add_parser("forgotten", help=told)
    return made


def main(arguments: Sequence[str] = ()) -> int:
    """Carry out a command, or run the bot until SIGINT or SIGTERM; return the exit status."""
    chosen = parser().parse_args(arguments)
    settings = read_settings()
    if settings is None:
        sys.stderr.writelines(f"{sentence}\n" for sentence in strange_names())
        return Exit.SETTINGS
    # A command prints its own findings; the log shows only errors.
    log_at(settings.log_level if chosen.command is None else "ERROR", settings.log_format)
    for sentence in strange_names():
        log.log(logging.WARNING if chosen.command is None else logging.ERROR, sentence)
    if chosen.command is None and not settings.token:
        return try_out(settings.sandbox_port)
    from bot.store import StoreError, Taken, Unsupported

    statuses = {Taken: Exit.RUNNING, Unsupported: Exit.SETTINGS}
    try:
        return do(chosen.command, settings, Path(chosen.file) if "file" in chosen else None)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return Exit.FINE if chosen.command is None else Exit.FAILED
    except StoreError as error:
        log.error("%s", error)
        return statuses.get(type(error), Exit.DATABASE)
    except Trouble as error:
        log.error("%s", error)
        return error.status


def do(command: str | None, settings: "Settings", file: Path | None) -> int:
    """Carry out a command, None to run the bot; return the exit status."""
    if command is None:
        return _run(settings)
    if command == "check":
        from bot.host import checks

        return asyncio.run(checks.check(settings))
    if command == "recount":
        from bot.store.upkeep.recount import recount

        found = asyncio.run(recount(settings.database_url, partial(print, flush=True), time.time()))
        sys.stdout.write(f"{found}\n")
        return Exit.FINE
    from bot.store import backup, compact_file, forget_listed, restore

    forgotten = settings.forgotten_file
    if command == "compact":
        asyncio.run(compact_file(settings.database_url, partial(print, flush=True)))
        return Exit.FINE
    if command == "forgotten":
        number = asyncio.run(forget_listed(settings.database_url, forgotten))
        sys.stdout.write(f"members forgotten again: {number}\n")
        return Exit.FINE
    assert file is not None
    if command == "backup":
        backup(settings.database_url, file)
        said = f"the database is copied to {file}, which holds hands and tokens as well: keep it safe"
    else:
        former = restore(settings.database_url, file, forgotten)
        said = f"{file} is now the database" + (f", and what was there is kept as {former}" if former else "")
    sys.stdout.write(f"{said}\n")
    return Exit.FINE


def read_settings() -> "Settings | None":
    """Return the settings; None if one is wrong, after a sentence for each on standard error."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from bot.host.names import broken
    from bot.host.settings import SETTING_NAMES, Settings

    logging.getLogger("dotenv.main").setLevel(logging.ERROR)  # its warnings name only lines
    odd = [f"{sentence}\n" for sentence in broken(SETTING_NAMES)]
    sys.stderr.writelines(odd)
    try:
        settings = Settings()
        return None if odd else settings
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            name, said = ".".join(map(str, problem["loc"])).upper(), problem["msg"]
            own = said.removeprefix("Value error, ")
            sys.stderr.write(f"{own if own != said else f'{name}: {said}'}\n")
    except UnicodeDecodeError:
        sys.stderr.write(".env cannot be read: save it as text in UTF-8\n")
    except OSError as error:
        sys.stderr.write(f".env cannot be read: {error.strerror}\n")
    except SettingsError:
        sys.stderr.write("the settings cannot be read: look for odd lines in .env\n")
    return None


def strange_names() -> list[str]:
    """Return a sentence for each name that looks like a slip in the name of a setting."""
    from bot.host.names import strange
    from bot.host.settings import SETTING_NAMES

    return list(strange(SETTING_NAMES, os.environ))


def _run(settings: "Settings") -> int:
    """Run the bot; return the exit status."""
    log.info("version %s", VERSION)
    from bot import start

    asyncio.run(start.run_bot(settings))
    return Exit.FINE


def try_out(port: int) -> int:
    """Run the bot beside the stand-in for Discord, which only a clone has; return the exit status."""
    try:
        stand_in = import_module("sandbox.with_bot")
    except ModuleNotFoundError as error:
        sys.stderr.write(NO_TOKEN.format(missing=error.name))
        return Exit.SETTINGS
    status: int = stand_in.run(port)
    return status


if __name__ == "__main__":
    if not sys.argv[1:]:
        exits.end_at_once()
    sys.exit(main(sys.argv[1:]))

"""`python -m bot.heartbeat`: the health check of a container, by the file HEARTBEAT_FILE.

It needs no port and imports nothing of the bot. The file holds the bot's own verdict, and its age shows
whether the event loop still turns. Status 0 and "healthy", or 1 and one line that says why not.
"""

import os
import sys
import time
from pathlib import Path
from typing import Final

EVERY_SECONDS: Final = 5.0
"""Seconds between two writes of the file."""
OLD_SECONDS: Final = 60.0
"""Age in seconds at which the bot counts as hanging or gone."""


def write(path: Path, trouble: str) -> None:
    """Write the file with the bot's trouble in one line, empty if it is well; OSError if that fails."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_text(trouble, "utf-8")
    beside.replace(path)


def judged(path: Path, now: float) -> str:
    """Return the trouble of the bot that writes this file at `now`, empty if it is well."""
    try:
        age, trouble = now - path.stat().st_mtime, path.read_text("utf-8")
    except OSError as error:
        return f"no heartbeat in {path}: {error.strerror}"
    return f"the last heartbeat is {age:.0f} s old" if age > OLD_SECONDS else trouble


def main() -> int:
    """Print the bot's health; return the exit status, 2 if no file is set."""
    path = os.environ.get("HEARTBEAT_FILE", "").strip().strip("\"'")  # as the bot's settings take it
    if not path:
        sys.stderr.write("HEARTBEAT_FILE is not set\n")
        return 2
    trouble = judged(Path(path).expanduser(), time.time())
    sys.stdout.write(f"{trouble or 'healthy'}\n")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())

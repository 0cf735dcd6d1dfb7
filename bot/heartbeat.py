"""`python -m bot.heartbeat`: whether the bot that writes HEARTBEAT_FILE is well; a container asks this.

It opens no port and loads nothing of the bot. Status 0 and "healthy", or 1 and one line that says why not.
"""

import os
import sys
import time
from pathlib import Path
from typing import Final

EVERY_SECONDS: Final = 5.0
"""Seconds after which the bot writes the file again."""
OLD_SECONDS: Final = 60.0
"""After so many seconds without a write the bot hangs, or is gone."""


def write(path: Path, trouble: str) -> None:
    """Write that the bot is alive, and in one line what is wrong with it; OSError if that fails."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_text(trouble, "utf-8")
    beside.replace(path)


def judged(path: Path, now: float) -> str:
    """Return what is wrong with the bot that writes this file, empty if nothing is."""
    try:
        age, trouble = now - path.stat().st_mtime, path.read_text("utf-8")
    except OSError as error:
        return f"no heartbeat in {path}: {error.strerror}"
    return f"the last heartbeat is {age:.0f} s old" if age > OLD_SECONDS else trouble


def main() -> int:
    """Say how the bot is, and return the exit status; 2 where no file is set."""
    path = os.environ.get("HEARTBEAT_FILE")
    if not path:
        sys.stderr.write("HEARTBEAT_FILE is not set\n")
        return 2
    trouble = judged(Path(path), time.time())
    sys.stdout.write(f"{trouble or 'healthy'}\n")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m engine.ai`: compiles what computers think with, once, so that nobody waits for it later."""

import os
import sys

from engine import GAMES
from engine.ai.kernels import prepare


def main() -> int:
    """Have the kernels of every game compiled and kept; return the exit status, 1 where that cannot be."""
    if all(prepare(game) for game in GAMES):
        return 0
    sys.stderr.write("nothing can be written beside the code: kernels are compiled at every start anew\n")
    return 1


def step_back() -> None:
    """Let this process have only what others leave of the processor and of disks."""
    if sys.platform != "win32":
        os.nice(19)
    if sys.platform == "linux":
        # Priorities among disks follow from it.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    step_back()  # A bot may be at work beside it.
    sys.exit(main())

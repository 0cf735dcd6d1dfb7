"""`python -m engine.ai`: compile the kernels of all games, so that nobody waits for it later."""

import os
import sys
from contextlib import suppress

from engine import GAMES
from engine.ai.kernels import UNKEPT, WITHOUT, prepare
from engine.ai.loading import NoCompiler, loaded


def main() -> int:
    """Compile and keep the kernels of every game; return 0, or the exit status that says why not."""
    try:
        loaded("engine.ai.compiled")
        if all(prepare(game) for game in GAMES):
            return 0
    except NoCompiler as error:
        sys.stderr.write(f"{error}\n")
        return WITHOUT
    sys.stderr.write("nothing can be written beside the code: kernels are compiled at every start anew\n")
    return UNKEPT


def step_back() -> None:
    """Give this process the lowest priority for the processor and for disks."""
    if sys.platform != "win32":
        os.nice(19)
    if sys.platform == "linux":
        # The priority for disks follows from it. musl's own function always fails.
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    step_back()  # The bot may be running at the same time.
    sys.exit(main())

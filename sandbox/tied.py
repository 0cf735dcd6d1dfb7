"""`python -m sandbox.tied`: the bot in a process that ends together with its parent.

The parent holds the other end of standard input, which closes when it ends, even when it is killed.
"""

import os
import runpy
import signal
import threading
import time

PATIENCE = 5.0


def end_with_input() -> None:
    """Ask this process to end once standard input is closed, and make sure that it does."""
    while os.read(0, 1024):
        continue
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    threading.Thread(target=end_with_input, daemon=True).start()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)

"""The bot without root's right to use every file: `python -m tests.e2e.support.rootless ARGUMENTS`."""

import ctypes
import runpy
from typing import Final

VERSION: Final = 0x20080522
RIGHTS: Final = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, as Linux numbers them."""


def give_up() -> None:
    """Give up these rights; nothing changes for users other than root."""
    libc = ctypes.CDLL(None)
    who, sets = (ctypes.c_uint32 * 2)(VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(who, sets) == 0
    for number in range(3):
        sets[number] &= ~RIGHTS
    assert libc.capset(who, sets) == 0


if __name__ == "__main__":
    give_up()
    runpy.run_module("bot", run_name="__main__", alter_sys=True)

"""The streams of a command, and its errors."""

import json
import sys
from dataclasses import dataclass
from typing import BinaryIO, TextIO


class BadInput(Exception):
    """An error that ends the program with status 2; `str()` is the one line that is printed."""


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams of a command; `stdin` is None for the process's own."""

    stdin: BinaryIO | None
    out: TextIO
    err: TextIO

    @property
    def input(self) -> BinaryIO:
        """Return standard input, opened only for the commands that read it."""
        return self.stdin or sys.stdin.buffer

    def print_json(self, value: object) -> None:
        """Write a value as one line; BadInput if that fails, as with a closed pipe or a full disk."""
        try:
            print(json.dumps(value), file=self.out, flush=True)
        except OSError as error:
            raise BadInput(f"standard output: {reason(error)}") from None

    def complain(self, text: str) -> None:
        """Write a line to standard error, with unprintable characters (controls, surrogates, …) escaped."""
        line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
        print(line, file=self.err)


def reason(error: OSError | ValueError) -> str:
    """Return why a file could not be used; a ValueError means a null byte in its name."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)

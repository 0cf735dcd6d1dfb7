"""The command line: `python -m engine replay | verify | simulate | agent | match`.

The exit status is 0; it is 1 if `verify` finds a game unfinished or a check failing, and 2 for bad input,
with one line on standard error that says where and why.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import BinaryIO, NoReturn, TextIO

from engine.commands import COMMANDS
from engine.commands.streams import BadInput, Streams


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line without the usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(message)


def main(
    argv: Sequence[str] | None = None,
    stdin: BinaryIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run one command and return its status; arguments and streams default to those of the process."""
    streams = Streams(stdin, stdout or sys.stdout, stderr or sys.stderr)
    try:
        arguments = _parser().parse_args(argv)
        return COMMANDS[arguments.command].run(arguments, streams)
    except BadInput as error:
        streams.complain(str(error))
        return 2


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, command in COMMANDS.items():
        command.add_arguments(commands.add_parser(name, help=command.HELP, allow_abbrev=False))
    return parser


def run() -> int:
    """Run the command line of this process and return its status, all output flushed."""
    with ExitStack() as stack:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # closed by the parent process
                setattr(sys, name, stack.enter_context(open(os.devnull, mode)))
        try:
            status = main()
            sys.stderr.flush()
        except KeyboardInterrupt:
            status = 130
        except OSError:  # standard error is gone: the error cannot be reported
            status = 2
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


if __name__ == "__main__":
    sys.exit(run())

"""The commands of `python -m engine`, one module each."""

import argparse
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from engine.commands import agent, match, replay, simulate, verify
from engine.commands.streams import Streams


class Command(Protocol):
    """The contract of a command's module."""

    @property
    def HELP(self) -> str:
        """Return a summary of the command in a few words."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's own arguments."""

    def run(self, arguments: argparse.Namespace, streams: Streams) -> int:
        """Run the command and return its status; BadInput for errors that the user can correct."""


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {"replay": replay, "verify": verify, "simulate": simulate, "agent": agent, "match": match}
)

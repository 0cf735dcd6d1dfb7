"""The errors of the store, for the layers above it.

No error of SQLAlchemy or of a driver leaves the store, and no message carries a stored value.
"""

from typing import ClassVar


class StoreError(Exception):
    """The store could not do a read or a write; if it is `lasting`, a later try will fail as well."""

    lasting: ClassVar[bool] = False


class Busy(StoreError):
    """Refused for certain: nothing was written (or read), and a later try may work."""


class Denied(Busy):
    """Refused for certain, and so will be a later try, until the host has mended the database."""

    lasting = True


class Conflict(StoreError):
    """Refused for certain: the row exists, the seat or the user is taken, or another write came first."""


class Full(Conflict):
    """Refused for certain: the limit of open tables is reached; `of` is "member", "channel" or "server"."""

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self.of = of


class Uncertain(StoreError):
    """The commit may or may not have happened: `Store.load` tells, after `Store.finish`."""


class Unsupported(StoreError):
    """The bot cannot do this: the message names the tool that can."""


class Taken(StoreError):
    """Another process of the bot uses this database, or one of the shards on it."""

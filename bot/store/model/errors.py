"""What the layers above the store may catch.

Nothing of SQLAlchemy or of a driver leaks out, and no message carries a stored value.
"""


class StoreError(Exception):
    """The store could not do what was asked."""


class Busy(StoreError):
    """Refused for certain: nothing was written (or read); it may be tried again."""


class Conflict(StoreError):
    """Refused for certain: the row exists already, the seat or the user is taken, or another came first."""


class Full(Conflict):
    """Refused for certain: as many tables are open as may be; `of` is "member", "channel" or "server"."""

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self.of = of


class Uncertain(StoreError):
    """The commit may or may not have happened: after `Store.finish`, `Store.load` tells."""


class Unsupported(StoreError):
    """Not done by the bot: the message says which tool does it."""


class Taken(StoreError):
    """Another process of the bot is at work on this database, or on the same shards."""

"""What the layers above the store may catch.

Nothing of SQLAlchemy or of a driver leaks out, and no message carries a stored value.
"""


class StoreError(Exception):
    """The store could not do what was asked."""


class Busy(StoreError):
    """Refused for certain: nothing was written (or read); it may be tried again."""


class Conflict(StoreError):
    """Refused for certain: the row exists already, the seat or the user is taken, or another came first."""


class Uncertain(StoreError):
    """The commit may or may not have happened: after `Store.finish`, `Store.load` tells."""

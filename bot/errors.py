"""What cannot be done now, as errors: each knows the key of the sentence that tells the person why.

Code that has to tell one reason from another catches its class.
"""

from collections.abc import Sequence
from typing import ClassVar

from engine.game import IllegalAction


class Refused(Exception):
    """Something that cannot be done now: `key` names the sentence that says why, `values` fill it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class _Known(Refused):
    """A reason that code asks for, under a key of its own."""

    KEY: ClassVar[str]

    def __init__(self) -> None:
        super().__init__(self.KEY)


class NoTable(_Known):
    """There is no such table."""

    KEY = "refused.no-table"


class NotRead(_Known):
    """The store cannot be read now."""

    KEY = "refused.not-read"


class NotSaved(_Known):
    """The store cannot be written to now, and nothing was changed."""

    KEY = "refused.not-saved"


class Stale(_Known):
    """The game has moved on since this was asked."""

    KEY = "refused.stale"


class SetAside(_Known):
    """The table's log cannot be replayed by this version."""

    KEY = "refused.parked"


class SeatTaken(_Known):
    """Somebody sits there already."""

    KEY = "refused.seat-taken"


class TooManyTables(Refused):
    """As many tables are open as may be `of` a member, a channel or a server."""

    def __init__(self, of: str, most: int) -> None:
        super().__init__(f"refused.tables-{of}", n=most)


class Kept(Refused):
    """A seat that is kept for somebody else: for whom, and until when."""

    def __init__(self, names: Sequence[str], until: float) -> None:
        super().__init__("refused.kept")
        self.names = names
        self.until = until


class Illegal(Refused):
    """A play that the rules forbid."""

    def __init__(self, error: IllegalAction) -> None:
        super().__init__("illegal")
        self.error = error

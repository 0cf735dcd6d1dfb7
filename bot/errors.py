"""Refusals: errors that carry the key of the sentence which tells the person why.

Code that distinguishes reasons catches their classes.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.game import IllegalAction

LASTING: Final = "refused.lasting"
"""The sentence of a refusal that another press does not end."""


class Refused(Exception):
    """An action that is refused: `key` names the sentence that says why, `values` fill it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class _Known(Refused):
    """A refusal with a fixed key, for code that catches it by class."""

    KEY: ClassVar[str]

    def __init__(self) -> None:
        super().__init__(self.KEY)


class NoTable(_Known):
    """There is no such table."""

    KEY = "refused.no-table"


class NotOpen(_Known):
    """There is no game that is over, or none that the member may look at."""

    KEY = "replay.not-open"


class _ByStore(Refused):
    """A refusal of the store: with a fixed key if it may pass, with LASTING if it is `lasting`."""

    KEY: ClassVar[str]

    def __init__(self, *, lasting: bool = False) -> None:
        super().__init__(LASTING if lasting else self.KEY)


class NotRead(_ByStore):
    """The store cannot be read now."""

    KEY = "refused.not-read"


class NotSaved(_ByStore):
    """The store cannot be written to now, and nothing was changed."""

    KEY = "refused.not-saved"


class ChoicesNotRead(_ByStore):
    """The preferences of a server or a member cannot be read now."""

    KEY = "refused.settings-not-read"


class ChoiceNotSaved(_ByStore):
    """A preference cannot be stored now."""

    KEY = "refused.setting-not-saved"


class Stale(_Known):
    """The game has moved on since this was asked."""

    KEY = "refused.stale"


class SetAside(_Known):
    """The table's log cannot be replayed by this version."""

    KEY = "refused.parked"


class NotKept(SetAside):
    """The plays of the game, which is over, are no longer kept."""

    KEY = "refused.dropped"


class SeatTaken(_Known):
    """The seat is taken already."""

    KEY = "refused.seat-taken"


class TooManyTables(Refused):
    """The limit of open tables is reached; `of` is "member", "channel" or "server"."""

    def __init__(self, of: str, most: int) -> None:
        super().__init__(f"refused.tables-{of}", n=most)


class NoRecord(Refused):
    """A file is no record: `reason` is the engine's sentence, with words from the file in it."""

    def __init__(self, reason: str) -> None:
        super().__init__("file.no-record")
        self.reason = reason


class Kept(Refused):
    """The free seats are reserved: `names` are the members', `until` is the end."""

    def __init__(self, names: Sequence[str], until: float) -> None:
        super().__init__("refused.kept")
        self.names = names
        self.until = until


class Illegal(Refused):
    """A play that the rules forbid."""

    def __init__(self, error: IllegalAction) -> None:
        super().__init__("illegal")
        self.error = error

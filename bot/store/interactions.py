"""The part of the store about interactions: the ones that have changed something, with their tables.

Discord may deliver an interaction again, also to the process after this one. So a change is stored together
with the interaction that asks for it. Plays need no such note: they carry the number of their question.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from bot.store.database.readers import Readers
from bot.store.queries import application

T = TypeVar("T")


@dataclass(slots=True)
class _Cause:
    """The interaction that asks for the changes of a task, until they are `made`."""

    interaction_id: int
    made: bool = False


_CAUSE: ContextVar[_Cause | None] = ContextVar("cause", default=None)


@contextmanager
def asked_by(interaction_id: int) -> Iterator[None]:
    """Store the changes that this task makes in the block together with their interaction."""
    cause = _Cause(interaction_id)
    token = _CAUSE.set(cause)
    try:
        yield
    finally:
        _CAUSE.reset(token)
        # Tasks that the block has started go on in its context.
        cause.made = True


def noting(work: Callable[[Connection], T], table_id: str = "") -> Callable[[Connection], T]:
    """Return a change of a table (or of none) that also notes the interaction that asks for it, if any."""
    cause = _CAUSE.get()
    if cause is None or cause.made:
        return work
    interaction_id = cause.interaction_id

    def noted(connection: Connection) -> T:
        application.note_interaction(connection, interaction_id, table_id)
        return work(connection)

    return noted


class StoredInteractions:
    """The interactions whose change is stored."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers

    async def noted(self) -> dict[int, str]:
        """Return the tables that the last interactions have changed, by interaction; "" for no table."""
        return await self.readers.read(application.noted_interactions)

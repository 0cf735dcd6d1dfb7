"""The outbox: messages for the publisher, in the order of the changes that caused them.

A press is answered before anybody else sees its result: changes made while it is answered wait for the
answer. The task knows which those are, by a context variable; a press that fails or is cancelled publishes
its changes all the same.
"""

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol

from bot.store import Stored
from bot.table import situation
from bot.table.table import Table


class ChangeListener(Protocol):
    """A listener to changes of tables: it hears of each one once, after it is stored."""

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        """Note the new snapshot of a table; without `panels` its private panels show nothing of the change.

        With `only` the private panel of that user shows the change, and no other message does.
        """


@dataclass(frozen=True, slots=True)
class Due:
    """A table to be shown: its message, and the private panels of `users`.

    `drawn` has the users whose panels (0: the board) an answer has just drawn, each with the version it
    shows. Unless `public` the message shows nothing new.
    """

    table: Table
    users: frozenset[int]
    drawn: Mapping[int, int] = field(default_factory=dict)
    public: bool = True


@dataclass(frozen=True, slots=True)
class Nudge:
    """A nudge to the people for whom the game waits."""

    table: Table


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game whose first cards came some time after its start: people may be away."""

    table: Table


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that has begun by itself."""

    table: Table


@dataclass(frozen=True, slots=True)
class Missed:
    """Users whose time has run out: they may have left the server."""

    table: Table
    users: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """A private panel that must say, while it still can, that it has stopped following its table."""

    table_id: str
    user_id: int


@dataclass(frozen=True, slots=True)
class Parked:
    """A table whose message must say that its log cannot be replayed."""

    stored: Stored


OutboxMessage = Due | Nudge | Dealt | Begun | Missed | Ending | Parked
"""A message to the publisher."""


@dataclass(slots=True)
class _Answer:
    """The answer to one press or command, and the changes to publish after it.

    `used` are the tables in memory that it concerns; `begins` the ids of those whose game the press was to
    begin.
    """

    due: dict[str, Due] = field(default_factory=dict)
    drawn: dict[tuple[str, int], int] = field(default_factory=dict)
    used: set[Hashable] = field(default_factory=set)
    begins: set[str] = field(default_factory=set)
    given: bool = False


_ANSWER: ContextVar[_Answer | None] = ContextVar("answer", default=None)


class Outbox:
    """The messages that the publisher has not taken yet."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[OutboxMessage] = asyncio.Queue()
        # By table, the messages still to be taken: those that wait, and those that answers hold back.
        self._owed: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._waiting.qsize()

    async def take(self) -> OutboxMessage:
        """Return the oldest message; wait until there is one."""
        told = await self._waiting.get()
        if isinstance(told, Due):
            table_id = told.table.row.id
            self._owed[table_id] -= 1
            if not self._owed[table_id]:
                del self._owed[table_id]
        return told

    def owes(self, table_id: str) -> bool:
        """Return whether a change of a table has not been taken yet."""
        return table_id in self._owed

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        """Have a table shown: at once, or after the answer to the press that has changed it.

        Panels of users who go on choosing are left alone: a question they have opened would be closed.
        """
        users = frozenset(table.ledger.panels.keys() - situation.choosing(table) if panels else ())
        if only is not None:
            users &= {only}
        answer = _ANSWER.get()
        if answer is None or answer.given:
            self._owed[table.row.id] += 1
            self._waiting.put_nowait(Due(table, users, public=only is None))
            return
        before = answer.due.get(table.row.id)
        if before is None:
            self._owed[table.row.id] += 1
        answer.due[table.row.id] = Due(table, users | before.users if before else users)

    def nudge(self, table: Table) -> None:
        """Have people nudged, once, to the game that waits for them."""
        self._waiting.put_nowait(Nudge(table))

    def dealt(self, table: Table) -> None:
        """Have people called to the first cards of a game that was started before."""
        self._waiting.put_nowait(Dealt(table))

    def begun(self, table: Table) -> None:
        """Have people called to the cards of a game that has begun by itself."""
        self._waiting.put_nowait(Begun(table))

    def missed(self, table: Table, users: tuple[int, ...]) -> None:
        """Have the publisher check whether users whose time has run out are still in the server."""
        self._waiting.put_nowait(Missed(table, users))

    def ending(self, table_id: str, user_id: int) -> None:
        """Have a user's private panel say that it has stopped following the table."""
        self._waiting.put_nowait(Ending(table_id, user_id))

    def parked(self, stored: Stored) -> None:
        """Have the message of a table say that its log cannot be replayed."""
        self._waiting.put_nowait(Parked(stored))

    def drawn(self, table: Table, user_id: int) -> None:
        """Note that the answer to a press has drawn a user's panel (0: the board) from this snapshot."""
        answer = _ANSWER.get()
        if answer is not None:
            answer.drawn[table.row.id, user_id] = table.row.version

    def begins(self, table: Table) -> None:
        """Note that the press which this task answers is about to begin a game.

        Noted before the write, so that it also holds where an uncertain write turns out to be stored.
        """
        answer = _ANSWER.get()
        if answer is not None:
            answer.begins.add(table.row.id)

    def has_begun(self, table: Table) -> bool:
        """Return whether the press which this task answers has begun the game that is under way."""
        answer = _ANSWER.get()
        return table.playing and answer is not None and table.row.id in answer.begins

    def uses(self, held: Hashable) -> None:
        """Keep a table in memory until the press is answered and the outcome is known."""
        answer = _ANSWER.get()
        if answer is not None and not answer.given:
            answer.used.add(held)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Hold back the changes of this task until the block ends, so that the press is answered first.

        A panel that the answer has drawn is not drawn again.
        """
        answer = _Answer()
        token = _ANSWER.set(answer)
        try:
            yield
        finally:
            _ANSWER.reset(token)
            # Tasks that the answer has started go on in its context: their changes wait for nothing.
            answer.given = True
            answer.used.clear()
            for table_id, due in answer.due.items():
                version = due.table.row.version
                drawn = {user: shown for (where, user), shown in answer.drawn.items() if where == table_id}
                users = frozenset([user for user in due.users if drawn.get(user, 0) < version])
                public = drawn.get(0, 0) < version
                self._waiting.put_nowait(Due(due.table, users, drawn, public=public))

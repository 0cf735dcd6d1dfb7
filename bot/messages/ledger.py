"""What is shown of a table: where its message stands, which panels follow it, and what stands open on them.

None of it is part of the game. What a restart can do without is kept in memory only; the rest is stored
(`bot/messages/ledgers.py`).
"""

import asyncio
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from bot.store import PanelRow, PlaceRow, WaiterRow
from engine.ai.advice import Advice

TOKEN_SECONDS: Final = 14.5 * 60
"""How long a panel can be edited after it was pressed: an interaction's token lives 15 minutes."""
ENDING_SECONDS: Final = 30.0
"""How long before it can no longer be edited a panel says that it has stopped following its table."""
HERE_SECONDS: Final = 120.0
"""How long after a press on their panel somebody is taken to have it before them."""


class Opened(NamedTuple):
    """What somebody has opened in their panel: the verb of the button, and its notation.

    `number` is that of the question that it belongs to; 0 for what can be looked up at any time.
    """

    number: int
    verb: str
    notation: str = ""


TO_TURN: Final = "turn"
TO_HAND: Final = "hand"
TO_CUT: Final = "cut"
TO_SEAT: Final = "seat"


class Call(NamedTuple):
    """What somebody was called to: their turn, their cards, to cut the deck before them, or the seat that is
    kept for them (`kind`).

    `number` is that under which they were asked; of a call to the cards or the deck, the length of the log.
    """

    kind: str
    number: int


class Telling(NamedTuple):
    """A new private message that tells somebody what they are asked, or is about to.

    `number` is that under which they were asked. Until then they are taken to have seen it.
    """

    number: int
    until: float


Offered = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Values by game, option and name."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Ledger:
    """What is shown of one table; by user: panels, and what stands on them.

    `opened` has what stands open on a panel, a further question or what is looked up; `hints` the advice that
    was asked for, after the number under which the user was asked; `notices` what their last press was
    answered, after the table's version. `missing` are the permissions without which the table cannot be shown
    where it is, or what of that place is gone, or that the bot does not know it; `no_thread` those without
    which its game gets no thread.
    `removed` are the panels, by message id, that are gone or going because others have taken their place.
    `standing` are those that have yet to go, by user; `untold` the numbers of questions of which no new
    message could tell them; `telling` what one does, or is about to.
    `joining` are the presses of those who join, until they have their panel.
    `calls` are whom the table has called last, and to what. By the number under which a user was asked,
    `nudged` are those who were to be called to it, and `led` those whose own press led to it.
    `waiters` are those who want a seat, or have been called to one.
    `offered` is what whoever runs the bot lets hosts choose from, beside the menus of games.
    `posting` is held while the public message is drawn and sent: an older drawing never lands on a newer one.
    """

    place: PlaceRow
    panels: dict[int, PanelRow] = field(default_factory=dict)
    opened: dict[int, Opened] = field(default_factory=dict)
    hints: dict[int, tuple[int, Advice]] = field(default_factory=dict)
    notices: dict[int, tuple[int, str]] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    no_thread: tuple[str, ...] = ()
    removed: set[int] = field(default_factory=set)
    standing: dict[int, PanelRow] = field(init=False)
    untold: dict[int, int] = field(default_factory=dict)
    telling: dict[int, Telling] = field(default_factory=dict)
    joining: set[asyncio.Task[Any]] = field(default_factory=set)
    calls: dict[int, Call] = field(init=False)
    nudged: dict[int, int] = field(default_factory=dict)
    led: dict[int, int] = field(default_factory=dict)
    waiters: dict[int, WaiterRow] = field(default_factory=dict)
    posting: asyncio.Lock = field(default_factory=asyncio.Lock)
    offered: Offered = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = {user_id: Call(kind, number) for user_id, kind, number in self.place.calls}
        self.standing = {
            user_id: replace(panel, message_id=panel.former_id, former_id=None)
            for user_id, panel in self.panels.items()
            if panel.former_id is not None and not panel.left
        }

    def answered(self, user_id: int, version: int, notice: str, opened: Opened | None) -> None:
        """Take note of what a press is answered at a version of the table, and of what then stands open."""
        self.notices[user_id] = (version, notice)
        if opened is None:
            self.opened.pop(user_id, None)
        else:
            self.opened[user_id] = opened

    def note_join(self) -> None:
        """Take note that the press which this task answers is one of somebody who joins."""
        task = asyncio.current_task()
        assert task is not None
        self.joining.add(task)
        task.add_done_callback(self.joining.discard)

    def waits(self, user_id: int) -> bool:
        """Return whether a user waits for a seat and has not been called to one."""
        return user_id in self.waiters and self.waiters[user_id].call_id is None

    def pressed_at(self, user_id: int) -> float:
        """Return when a user has last pressed their panel; minus infinity if there is none."""
        panel = self.panels.get(user_id)
        return -math.inf if panel is None else panel.expires_at - TOKEN_SECONDS

    def pressed_within(self, user_id: int, seconds: float, now: float) -> bool:
        """Return whether a user has pressed their panel so lately: they have it before them."""
        return now - self.pressed_at(user_id) < seconds

    def remove(self, panel: PanelRow) -> bool:
        """Return whether to remove a panel: once, and not while it follows. After that it cannot."""
        followed = self.panels.get(panel.user_id)
        if panel.message_id in self.removed or (followed and followed.message_id == panel.message_id):
            return False
        self.removed.add(panel.message_id)
        return True

    def panel_of(self, user_id: int, now: float) -> PanelRow | None:
        """Return the private panel of a user that can still be edited, None if there is none."""
        panel = self.panels.get(user_id)
        return panel if panel is not None and panel.expires_at > now else None

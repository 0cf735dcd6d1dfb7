"""The ledger of a table: the place of its message, the panels that follow it, their open pages, and calls.

None of it is part of the game. Only the state that a restart needs is stored (`bot/messages/ledgers.py`).
"""

import asyncio
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from bot.store import PanelRow, PlaceRow, WaiterRow
from engine.ai.advice import Advice

TOKEN_SECONDS: Final = 14.5 * 60
"""Seconds after a press in which its panel can be edited: an interaction's token lives 15 minutes."""
ENDING_SECONDS: Final = 30.0
"""Seconds before the end of its token at which a panel says that it has stopped following."""
HERE_SECONDS: Final = 120.0
"""Seconds after a press on a panel for which its owner counts as looking at it."""


UNTIL_PRESSED: Final = -1
"""The version of a notice that stands until the next press of its reader, whatever happens at the table."""


class Opened(NamedTuple):
    """The one thing that stands open on a panel: the verb of the button, and its notation.

    `number` is that of the question that it belongs to; 0 for pages that can be looked up at any time.
    """

    number: int
    verb: str
    notation: str = ""


TO_TURN: Final = "turn"
TO_HAND: Final = "hand"
TO_CUT: Final = "cut"
TO_SEAT: Final = "seat"
"""The kinds of calls, stored with the ping and part of the nonces of calls: their values never change."""


class Call(NamedTuple):
    """A call to a turn, to the cards, to cut the deck, or to a reserved seat (`kind`).

    `number` is that of the question; for the cards or the deck, the length of the log.
    """

    kind: str
    number: int


_ON_ITS_WAY: Final = "sent"
"""The kind of the entry, of no user, by which stored calls are known to be on their way."""


class Unsure(NamedTuple):
    """A ping of which a bot that was killed did not know yet whether it was sent: its calls, by user.

    `seq` was the length of the log.
    """

    seq: int
    calls: dict[int, Call]

    @property
    def stored(self) -> tuple[tuple[int, str, int], ...]:
        """Return the entries of `PlaceRow.calls` that mark the calls as on their way."""
        return (0, _ON_ITS_WAY, self.seq), *((user_id, *call) for user_id, call in sorted(self.calls.items()))


class Telling(NamedTuple):
    """A new private message with a question, sent or about to be; it counts as the call `until` a time.

    `number` is that of the question.
    """

    number: int
    until: float


Offered = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Values by game, option and name."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Ledger:
    """The state of one table's messages; dictionaries are by user.

    Of panels: `opened` has the further question or the page that stands open; `hints` the advice that was
    asked for, after the number of its question; `notices` the answer to the last press, after the table's
    version, or the news since then. `removed` are the message ids of panels that are gone or going because
    another has taken their place, and `standing` those panels that have yet to go. `channels` has the
    channel where a panel stands, unless it has not been pressed since a restart; `stuck` are the message
    ids of panels that could not be sent anew below the board. `watching` has the only private message of a
    user without a seat, which follows nothing. `untold` has the number of a question that no new message
    could tell, `telling` the message that tells one, or is about to. `joining` are the tasks that answer a
    Join, until its panel is there.

    Of the place: `missing` are the permissions without which the table cannot be shown there, or the part of
    the place that is gone, or that the bot does not know it; `no_thread` those without which its game gets no
    thread. `posting` is held while the public message is drawn and sent: an older drawing never lands on a
    newer one.

    Of calls: `calls` are the table's last ones; `unsure` are those of a ping that may have been sent just
    before the bot was killed, in the channel that the place has for a ping; `nudged` has the number of the
    question to which a user was to be called, `led` that of one to which the user's own press led. `waiters`
    are the users who want a seat, or have been called to one.

    `offered` are the host's values that lobbies can choose from, beside the menus of games.
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
    channels: dict[int, int] = field(default_factory=dict)
    stuck: set[int] = field(default_factory=set)
    watching: dict[int, PanelRow] = field(default_factory=dict)
    untold: dict[int, int] = field(default_factory=dict)
    telling: dict[int, Telling] = field(default_factory=dict)
    joining: set[asyncio.Task[Any]] = field(default_factory=set)
    calls: dict[int, Call] = field(init=False)
    unsure: Unsure | None = None
    nudged: dict[int, int] = field(default_factory=dict)
    led: dict[int, int] = field(default_factory=dict)
    waiters: dict[int, WaiterRow] = field(default_factory=dict)
    posting: asyncio.Lock = field(default_factory=asyncio.Lock)
    offered: Offered = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = {user_id: Call(kind, number) for user_id, kind, number in self.place.calls}
        if (mark := self.calls.pop(0, None)) is not None:
            self.unsure, self.calls = Unsure(mark.number, self.calls), {}
        self.standing = {
            user_id: replace(panel, message_id=panel.former_id, former_id=None)
            for user_id, panel in self.panels.items()
            if panel.former_id is not None and not panel.left
        }

    def forget(self, user_id: int) -> None:
        """Drop all that is known of a user."""
        of_users: tuple[dict[int, Any], ...] = (
            self.panels,
            self.opened,
            self.hints,
            self.notices,
            self.standing,
            self.channels,
            self.watching,
            self.untold,
            self.telling,
            self.calls,
            self.nudged,
            self.led,
            self.waiters,
        )
        for known in of_users:
            known.pop(user_id, None)
        if self.unsure is not None:
            self.unsure.calls.pop(user_id, None)
        self.place = replace(self.place, calls=tuple([one for one in self.place.calls if one[0] != user_id]))

    def answered(self, user_id: int, version: int, notice: str, opened: Opened | None) -> None:
        """Set the answer to a press at a version of the table: its notice, and what it opens on the panel."""
        self.notices[user_id] = (version, notice)
        if opened is None:
            self.opened.pop(user_id, None)
        else:
            self.opened[user_id] = opened

    def tell(self, user_id: int, news: str) -> None:
        """Put news on a user's private panel, below earlier ones, until their next press."""
        version, before = self.notices.get(user_id, (0, ""))
        told = f"{before}\n{news}" if version == UNTIL_PRESSED else news
        self.notices[user_id] = (UNTIL_PRESSED, told)

    def note_join(self) -> None:
        """Mark the current task as the answer to a Join."""
        task = asyncio.current_task()
        assert task is not None
        self.joining.add(task)
        task.add_done_callback(self.joining.discard)

    def waits(self, user_id: int) -> bool:
        """Return whether a user waits for a seat and has not been called to one."""
        return user_id in self.waiters and self.waiters[user_id].call_id is None

    def pressed_at(self, user_id: int) -> float:
        """Return the time of a user's last press on their panel, -inf without a panel."""
        panel = self.panels.get(user_id)
        return -math.inf if panel is None else panel.expires_at - TOKEN_SECONDS

    def pressed_within(self, user_id: int, seconds: float, now: float) -> bool:
        """Return whether a user's last press on their panel was less than so many seconds ago."""
        return now - self.pressed_at(user_id) < seconds

    def follows(self, panel: PanelRow) -> bool:
        """Return whether the message of a panel is the one that follows the game for its owner."""
        followed = self.panels.get(panel.user_id)
        return followed is not None and followed.message_id == panel.message_id

    def remove(self, panel: PanelRow) -> bool:
        """Return whether to remove a panel: once, and not while it follows; afterwards it cannot follow."""
        if panel.message_id in self.removed or self.follows(panel):
            return False
        self.removed.add(panel.message_id)
        return True

    def above(self, message_id: int, channel_id: int | None) -> bool:
        """Return whether a private message in a channel stands above the board: ids grow with time.

        An unknown channel (None) counts as that of the board.
        """
        in_sight = channel_id is None or channel_id == self.place.channel_id
        return in_sight and message_id < (self.place.message_id or 0)

    def panel_of(self, user_id: int, now: float) -> PanelRow | None:
        """Return a user's private panel if it can still be edited, else None."""
        panel = self.panels.get(user_id)
        return panel if panel is not None and panel.expires_at > now else None

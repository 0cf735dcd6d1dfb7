"""A live table: its row, its seats and the game at it, rebuilt from the log at any time.

Nothing here is stored or sent; `tables.py` changes a table, `render/` shows it.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any, Self

from bot.shown import AnyShown, Shown, Told, voters
from bot.store import LogRow, PanelRow, SeatRow, Status, Stored, TableRow
from engine import GAMES
from engine.ai.advice import Advice
from engine.claim import FAR, settled
from engine.deals import Deal
from engine.game import DEALER, AnyGame

OPTIONS_VERSION = 1
"""What a table's stored options mean; raised with every change of an option's meaning."""

STORY = 4
"""How many of the last actions a table can tell of."""


class Unreplayable(Exception):
    """A log that this version of the game cannot replay."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Table:
    """One table in memory.

    `seq` is the length of its log, `dealt` that after the last deal, `asked` that at which each seat was last
    asked, `beside` the seats that were asked at the same time as who acted last, and still are. `opened` has
    by user the further question that stands on their panel, `hints` the advice that they have asked for, each
    after the number under which they were asked; `notices` what their last press was answered there, after
    the row's version. `missing` are the permissions without which the table cannot be shown where it is.
    `doubtful`: memory and log may not agree.
    """

    row: TableRow
    game: AnyGame
    options: Any
    seats: tuple[SeatRow, ...]
    state: Any
    seq: int = 0
    dealt: int = 0
    asked: dict[int, int] = field(default_factory=dict)
    beside: tuple[int, ...] = ()
    story: deque[Told] = field(default_factory=lambda: deque(maxlen=STORY))
    panels: dict[int, PanelRow] = field(default_factory=dict)
    opened: dict[int, tuple[int, str]] = field(default_factory=dict)
    hints: dict[int, tuple[int, Advice]] = field(default_factory=dict)
    notices: dict[int, tuple[int, str]] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    doubtful: bool = False
    _settled: tuple[int, tuple[tuple[int, Any], ...] | None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def restore(cls, stored: Stored) -> Self:
        """Return the table as its log has it; Unreplayable where the log does not fit the rules."""
        row = stored.table
        try:
            if row.options_version != OPTIONS_VERSION:
                raise ValueError("options of another version")
            game = GAMES[row.game]
            options = game.options(row.options)
            table = cls(row, game, options, stored.seats, game.start(options))
            table.panels = {panel.user_id: panel for panel in stored.panels}
            for entry in stored.log:
                table.advance(entry)
        except (KeyError, ValueError) as error:
            # An illegal action's text may name hidden cards; the kind of error is all that may be told.
            raise Unreplayable(type(error).__name__) from None
        return table

    def reread(self, stored: Stored) -> None:
        """Become what is stored, but for where it is shown: memory knows best. Unreplayable as above."""
        fresh, known = type(self).restore(stored), self.row
        self.row = replace(
            fresh.row, channel_id=known.channel_id, message_id=known.message_id, ping_id=known.ping_id
        )
        self.seats, self.state = fresh.seats, fresh.state
        self.seq, self.dealt, self.asked = fresh.seq, fresh.dealt, fresh.asked
        self.story, self.beside = fresh.story, fresh.beside
        self.doubtful = False

    def advance(self, entry: LogRow) -> None:
        """Apply one entry of the log; ValueError (IllegalAction …) where the rules forbid it."""
        if entry.seq != self.seq:
            raise ValueError("an entry of the log is missing")
        before = self.state
        if entry.seat is None:
            deal = Deal.parse(entry.action, self.game)
            action, after = None, self.game.deal(before, deal.dealer, deal.deck)
        else:
            action = self.game.parse(entry.action)
            after = self.game.apply(before, entry.seat, action)
        actor = DEALER if entry.seat is None else entry.seat
        waited = self.game.to_act(before)
        self.state = after
        self.seq += 1
        if entry.seat is None:
            self.dealt = self.seq
        self.beside = tuple(
            seat for seat in self.game.to_act(after) if actor in waited and seat in waited and seat != actor
        )
        for seat in self.game.to_act(after):
            if seat != DEALER and (seat == actor or seat not in waited):
                self.asked[seat] = self.seq
        self.story.append(Told(actor, self.game.events(before, actor, action, after)))

    def changed(self, **values: Any) -> None:
        """Keep in memory what a transaction has just made of the row, its version one higher."""
        self.row = replace(self.row, version=self.row.version + 1, **values)

    @property
    def entropy(self) -> list[str]:
        """Return what goes into the shuffle besides the seed: the presses of the people now seated."""
        return [str(row.entropy) for row in self.seats if row.person]

    def seat_of(self, user_id: int) -> SeatRow | None:
        """Return the seat that a user has here."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def at(self, seat: int) -> SeatRow | None:
        """Return who sits at `seat`, None if it is free."""
        return next((row for row in self.seats if row.seat == seat), None)

    def panel_of(self, user_id: int, now: float) -> PanelRow | None:
        """Return the private panel of a user that can still be edited, None if there is none."""
        panel = self.panels.get(user_id)
        return panel if panel is not None and panel.expires_at > now else None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        return self.game.sides(self.options)

    @property
    def places(self) -> int:
        """Return how many seats the game has."""
        return sum(map(len, self.sides))

    @property
    def playing(self) -> bool:
        """Return whether a game is under way."""
        return self.row.status is Status.PLAYING

    @property
    def open(self) -> bool:
        """Return whether people still meet here: a lobby, or a game under way."""
        return self.row.status in (Status.LOBBY, Status.PLAYING)

    @property
    def between_hands(self) -> bool:
        """Return whether a hand is over and the next one has not been dealt."""
        return self.playing and self.game.to_act(self.state) == (DEALER,)

    def waits_for(self) -> tuple[int, ...]:
        """Return the seats whose action the game waits for."""
        if not self.playing:
            return ()
        return tuple(seat for seat in self.game.to_act(self.state) if seat != DEALER)

    def asked_of(self, user_id: int) -> int | None:
        """Return the number under which the game asks a user now, None if it does not."""
        row = self.seat_of(user_id)
        waits = row is not None and row.present and row.seat in self.waits_for()
        return self.asked.get(row.seat, 0) if row is not None and waits else None

    def hint_for(self, user_id: int) -> Advice | None:
        """Return the advice that a user was given for what they are asked now, None if there is none."""
        number, hint = self.hints.get(user_id, (None, None))
        return hint if number is not None and number == self.asked_of(user_id) else None

    def notice_for(self, user_id: int) -> str:
        """Return what a user's last press was answered, empty if that was done or the game went on."""
        version, notice = self.notices.get(user_id, (self.row.version, ""))
        return notice if version == self.row.version else ""

    def choosing(self) -> set[int]:
        """Return the users for whom the last action changed nothing: they go on choosing as they were."""
        waits = self.waits_for()
        beside = [row for row in self.seats if row.seat in self.beside and row.seat in waits]
        return {row.user_id for row in beside if row.present}

    def active(self) -> tuple[int, ...]:
        """Return the seats that are still in the game."""
        return self.game.active(self.state)

    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people are asked what all have to agree on."""
        return voters(self.seats, self.active())

    def computer_to_act(self) -> int | None:
        """Return a seat that the game waits for and a computer plays, None if there is none.

        What is no choice is answered by the clock, whoever sits there.
        """
        waits = self.waits_for()
        for row in self.seats:
            if row.seat in waits and not row.present and self.game.formality(self.state, row.seat) is None:
                return row.seat
        return None

    def formality(self) -> tuple[int, Any] | None:
        """Return a seat that is asked without having a choice, with its answer."""
        return formality(self.game, self.state) if self.playing else None

    def rest(self) -> tuple[tuple[int, Any], ...] | None:
        """Return the plays that would end the hand where no play can change its score any more.

        None where that cannot be proved, or where playing on takes no more presses than agreeing to it.
        """
        if not self.playing:
            return None
        if self._settled is None or self._settled[0] != self.seq:
            near = sum(self.game.observe(self.state, None).counts) <= FAR
            rest = settled(self.game, self.state) if near else None
            worth = rest if rest is not None and len(rest) > len(self.active()) else None
            self._settled = (self.seq, worth)
        return self._settled[1]

    def agreeing(self) -> int | None:
        """Return the number of what all may agree on now: the next hand, settling this one, or None."""
        if self.between_hands:
            return self.seq
        return self.dealt if self.rest() else None

    def may_stop(self, agreed: set[int]) -> bool:
        """Return whether the seats that agree are enough to end the game without a result."""
        voters = set(self.voters())
        if any(len(seats) > 1 for seats in self.sides):
            asked = [voters.intersection(seats) for seats in self.sides]
            return all(agreed & side for side in asked if side)
        return 2 * len(agreed & voters) > len(voters)

    def shown(self, user_id: int | None = None) -> AnyShown:
        """Return all that may be shown to a user (None: to everybody), and nothing else."""
        viewer = self.seat_of(user_id) if user_id is not None else None
        over = self.row.status in (Status.FINISHED, Status.STOPPED)
        return Shown(
            id=self.row.id,
            game=self.row.game,
            status=self.row.status,
            options=self.row.options,
            host_id=self.row.host_id,
            commitment=self.row.commitment,
            seed=self.row.seed.hex() if over else None,
            wake_at=self.row.wake_at,
            seats=self.seats,
            sides=self.sides,
            viewer=viewer,
            seen=self.game.observe(self.state, viewer.seat if viewer else None),
            waits_for=self.waits_for(),
            active=self.active(),
            agreeing=self.agreeing(),
            between_hands=self.between_hands,
            asked=self.asked.get(viewer.seat, 0) if viewer else 0,
            hint=self.hint_for(viewer.user_id) if viewer else None,
            notice=self.notice_for(user_id) if user_id is not None else "",
            story=tuple(self.story),
            missing=self.missing,
        )


def formality(game: AnyGame, state: Any) -> tuple[int, Any] | None:
    """Return a seat that is asked without having a choice, with its answer; None if there is none."""
    for seat in game.to_act(state):
        if seat != DEALER and (action := game.formality(state, seat)) is not None:
            return seat, action
    return None

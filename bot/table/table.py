"""A table in memory: its row, its seats and the game at it, rebuilt from the log at any time.

A table is a frozen value: what is done at it gives another one. Nothing here is stored or sent; `bot/tables`
changes tables, `bot/panels` shows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from bot.messages.ledger import Ledger
from bot.store import Change, LogRow, ResultRow, SeatRow, Status, Stored, TableRow
from bot.table import match, view, votes
from bot.table.situation import Before, Situation
from bot.table.view import UNDO, AnyShown, Shown, Told
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER, Event


class Unreplayable(Exception):
    """A log that this version of the game cannot replay."""


@dataclass(frozen=True, slots=True, eq=False)
class Table(Situation):
    """One table as it is at one moment: what is done at it gives another one."""

    @classmethod
    def new(cls, row: TableRow, seats: tuple[SeatRow, ...], ledger: Ledger) -> Self:
        """Return the table before its first deal; BadOptions where the game has no such options any more.

        One that it was stored without means its default, so that a game under way keeps what it began with.
        """
        game = GAMES[row.game]
        options = game.options(row.options)
        return cls(row, game, options, seats, game.start(options), ledger)

    @classmethod
    def restore(cls, stored: Stored, ledger: Ledger | None = None) -> Self:
        """Return the table as its log has it; Unreplayable where the log does not fit the rules."""
        if ledger is None:
            ledger = Ledger(stored.place, {panel.user_id: panel for panel in stored.panels})
            ledger.waiters.update({row.user_id: row for row in stored.waiters})
        try:
            table = cls.new(stored.table, stored.seats, ledger)
            for entry in stored.log:
                table = table.replayed(entry)
        except (KeyError, ValueError) as error:
            # An illegal action's text may name hidden cards; the kind of error is all that may be told.
            raise Unreplayable(type(error).__name__) from None
        return table

    def replayed(self, entry: LogRow) -> Self:
        """Return the table after one more entry of its log; ValueError where the rules do not allow it."""
        if entry.seq != self.seq:
            raise ValueError("an entry of the log is missing")
        if entry.seat is None:
            return self.with_deal(Deal.parse(entry.action, self.game))
        row = self.at(entry.seat)
        somebodys, former = row is not None and row.person, ""
        if row is not None and row.claimed_seq is not None and entry.seq < row.claimed_seq:
            somebodys, former = (row.former_id or 0) > 0, row.former_name
        if entry.action == UNDO:
            return self.with_undo(entry.seat, former)
        action = self.game.parse(entry.action)
        # The clock gives such an answer for people who are there, too, and nobody may tell which it was.
        stood_in = entry.user_id is None and somebodys and action not in self.game.FORMALITIES
        return self.with_play(entry.seat, action, entry.user_id, stood_in=stood_in, former=former)

    def with_deal(self, deal: Deal) -> Self:
        """Return the table after a deal; ValueError where none is due or its deck is not a full one."""
        after = self._after(DEALER, None, self.game.deal(self.state, deal.dealer, deal.deck), None)
        return replace(after, dealt=after.seq, story=after.story[-1:])

    def with_play(
        self, seat: int, action: Any, user_id: int | None = None, *, stood_in: bool = False, former: str = ""
    ) -> Self:
        """Return the table after an action of a seat; IllegalAction where the rules forbid it.

        `user_id` is who has played, None for a computer. `stood_in`: it has played for the person who sits
        there, or sat there as `former`.
        """
        state = self.game.apply(self.state, seat, action)
        before = Before(seat, user_id, action, self.state, seat in self.taken_back)
        return self._after(seat, action, state, before, stood_in=stood_in, former=former)

    def _after(
        self,
        actor: int,
        action: Any,
        state: Any,
        before: Before | None,
        *,
        stood_in: bool = False,
        former: str = "",
    ) -> Self:
        waited, waits = self.game.to_act(self.state), self.game.to_act(state)
        anew = {
            seat: self.seq + 1 for seat in waits if seat != DEALER and (seat == actor or seat not in waited)
        }
        told = Told(actor, self.game.events(self.state, actor, action, state), stood_in, former)
        return replace(
            self,
            state=state,
            seq=self.seq + 1,
            asked={**self.asked, **anew} if anew else self.asked,
            beside=tuple([s for s in waits if actor in waited and s in waited and s != actor]),
            story=(*self.story, told),
            before=before,
            taken_back=self.taken_back & set(self.game.to_act(state)) - {actor},
            _proved={},
        )

    def with_undo(self, seat: int, former: str = "") -> Self:
        """Return the table as it was before the last play, whose seat is asked anew; ValueError unless that
        is what the last entry of the log was.

        The story keeps an entry for each of the log: the one of the play has become empty.
        """
        if self.before is None or self.before.seat != seat:
            raise ValueError("nothing to take back")
        waits, goes_on = self.game.to_act(self.before.state), self.game.to_act(self.state)
        undone = (Event(UNDO, seat),)
        return replace(
            self,
            state=self.before.state,
            seq=self.seq + 1,
            asked={**self.asked, seat: self.seq + 1},
            beside=tuple([other for other in waits if other != seat and other in goes_on]),
            story=(*self.story[:-1], Told(seat, (), former=former), Told(seat, undone, former=former)),
            before=None,
            taken_back=self.taken_back | {seat},
            _proved={},
        )

    def with_row(self, **values: Any) -> Self:
        """Return the table with these values in its row."""
        return replace(self, row=replace(self.row, **values))

    def with_options(self, values: Mapping[str, Any]) -> Self:
        """Return the table before its first deal with other options; BadOptions if there are no such."""
        options = self.game.options(values)
        after = replace(self, options=options, state=self.game.start(options))
        return after.with_row(options=self.game.values(options))

    def with_seats(self, *seats: SeatRow) -> Self:
        """Return the table with exactly these seats taken."""
        return replace(self, seats=tuple(sorted(seats, key=lambda row: row.seat)))

    def marked(self, seat: SeatRow | None = None, **marks: Any) -> Self:
        """Return the table with these marks on one seat, or on all."""
        seats = [replace(row, **marks) if seat in (None, row) else row for row in self.seats]
        return replace(self, seats=tuple(seats))

    def claimed(self, seat: SeatRow, person: SeatRow) -> Self:
        """Return the table with a person in a seat that was another's until now.

        What has been played from it stays that one's in the story. A host without a seat is host no more.
        """
        now_there = replace(
            person, seat=seat.seat, former_id=seat.user_id, former_name=seat.name, claimed_seq=self.seq
        )
        others = [row for row in self.seats if row is not seat]
        story = [
            replace(told, former=told.former or seat.name) if told.seat == seat.seat else told
            for told in self.story
        ]
        after = replace(self.with_seats(*others, now_there), story=tuple(story))
        if self.row.host_id != seat.user_id:
            return after
        heir = next((row for row in others if row.present), now_there)
        return after.with_row(host_id=heir.user_id)

    def expired(self, now: float) -> Self:
        """Return the table without what was said in votes so long ago that it holds no more."""
        return self.with_seats(*(replace(row, votes=votes.fresh(row.votes, now)) for row in self.seats))

    def turned(self) -> Self:
        """Return the table as a new turn begins: nobody is overdue, and votes about the last one are over."""
        if not any(row.overdue or row.votes for row in self.seats):
            return self
        kept = [replace(row, overdue=False, votes=votes.beyond_turn(row.votes)) for row in self.seats]
        return self.with_seats(*kept)

    def shown(self, user_id: int | None = None) -> AnyShown:
        """Return all that may be shown to a user (None: to everybody), and nothing else."""
        viewer = self.seat_of(user_id) if user_id is not None else None
        over = self.row.status in (Status.FINISHED, Status.STOPPED)
        lost = None
        if viewer is None and user_id is not None:
            lost = next((row.seat for row in self.seats if row.former_id == user_id), None)
        over_now = self.between_hands or self.row.status is Status.FINISHED
        shown = Shown(
            id=self.row.id,
            game=self.row.game,
            status=self.row.status,
            options=self.row.options,
            host_id=self.row.host_id,
            commitment=self.row.commitment,
            seed=self.row.seed.hex() if over else None,
            clock=self._clock_shown(),
            claims=self.row.claims,
            undoes=self.row.undo,
            opening=self.open_to(user_id),
            claimable=tuple([row.seat for row in self.claimable()]),
            newcomers=self.newcomers(),
            lost=lost,
            waits=user_id is not None and self.ledger.waits(user_id),
            due_at=self.row.due_at,
            warned=self.row.warned,
            held=self.row.held and over_now,
            fades_at=self.row.fades_at if self.row.fading else None,
            ended=self.row.ended,
            terms=self.terms,
            votes=votes.under_way(self),
            votable=self.votable(),
            seats=self.seats,
            sides=self.sides,
            viewer=viewer,
            seen=self.game.observe(self.state, viewer.seat if viewer else None),
            waits_for=self.waits_for(),
            active=self.active(),
            agreeing=self.agreeing(),
            between_hands=self.between_hands,
            undo=self.undo_of(viewer.user_id) if viewer else None,
            next_dealer=self.next_dealer() if self.between_hands else None,
            cutter=self.row.cutter if self.cutter() is not None or self.row.cut else None,
            cut=self.row.cut,
            asked=self.asked.get(viewer.seat, 0) if viewer else 0,
            hint=self.hint_for(viewer.user_id) if viewer else None,
            notice=self.notice_for(user_id) if user_id is not None else "",
            story=self.story,
            missing=self.ledger.missing,
            no_thread=self.ledger.no_thread,
            reserved=self.row.reserved,
            reserved_until=self.row.reserved_until,
            kept=self.kept_for(user_id) if user_id is not None and viewer is None else None,
            series=match.standing(self),
            offered=self.ledger.offered.get(self.row.game, {}),
        )
        return view.before_counting(shown)


def change(before: Table, after: Table, entries: tuple[LogRow, ...], result: ResultRow | None) -> Change:
    """Return what is to be stored when the table `before` has become `after`."""
    old, new = before.row, after.row
    values = [(name, getattr(old, name), getattr(new, name)) for name in TableRow.__slots__]
    columns = {name: now for name, was, now in values if now is not was and now != was}
    left, sat, marked = [], [], []
    if after.seats is not before.seats:
        sitting = {(row.seat, row.user_id, row.name, row.entropy): row for row in before.seats}
        for row in after.seats:
            same = sitting.pop((row.seat, row.user_id, row.name, row.entropy), None)
            if same is None:
                sat.append(row)
            elif same != row:
                marked.append(row)
        left = [row.user_id for row in sitting.values()]
    return Change(old.id, old.version, columns, tuple(left), tuple(sat), tuple(marked), entries, result)

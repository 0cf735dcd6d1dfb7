"""The seats of a game under way: their players, their votes, and the users who wait for one.

A seat that was taken over keeps its past (`former_…`, `claimed_seq`): the former owner reads of it until the
newcomer has played, and the story of the hand goes on naming the player of each play. The result is that of
the person who sits there at the end.
"""

import logging
from dataclasses import replace
from typing import Any, Final

from bot.errors import Refused, Stale
from bot.store import SeatRow, Status
from bot.table import situation, votes
from bot.table.deadlines import limits
from bot.table.table import Table
from bot.tables.play import DESERTED, STAND_IN, Plays, voter
from bot.tables.tables import Held, Tables

log = logging.getLogger(__name__)

MOST_WAITING: Final = 20
"""The most users who can wait at a table: one message calls them all."""


class Seats:
    """The changes of seats in a game under way: handed over, taken back, claimed, and their votes."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.play = Plays(tables)

    async def hand_over(self, table_id: str, user_id: int, *, ending: bool = True) -> Table:
        """Return the table with a computer playing a user's seat.

        If nobody else is left the game ends or, without `ending`, the table stays as it is.
        """
        async with self.tables.held(table_id) as held:
            table, row = held.table, _seat(held.table, user_id)
            if row.present:
                if not ending and sum(other.present for other in table.seats) == 1:
                    return table
                await self._give(held, row, STAND_IN)
        await self._go_on(table_id)
        return held.table

    async def take_back(self, table_id: str, user_id: int) -> Table:
        """Return the table with a user playing their own seat again."""
        async with self.tables.held(table_id) as held:
            row = _seat(held.table, user_id)
            if not row.present:
                await self._give(held, row, None)
        return held.table

    async def claim(self, table_id: str, person: SeatRow, seat: int | None = None) -> Table:
        """Return the table with `person` playing a seat that a computer holds, the first if none is named.

        The former owner loses the seat, and nothing of it stands open on their panel.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            if not table.playing:
                raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
            if table.seat_of(person.user_id) is not None:
                raise Refused("refused.seated")
            if not table.row.claims:
                raise Refused("refused.no-claims")
            free = [row for row in situation.claimable(table) if seat in (None, row.seat)]
            if not free:
                raise Refused(
                    "refused.seat-played" if situation.claimable(table) else "refused.no-seat-to-claim"
                )
            former = free[0]
            after = _claimed(table, former, person)
            mine = after.at(former.seat)
            assert mine is not None
            await self._seated(held, after, mine)
        held.table.ledger.opened.pop(former.user_id, None)
        return held.table

    async def _give(self, held: Held, row: SeatRow, level: str | None) -> None:
        """Give a seat to a computer of a level, or back to its person (None)."""
        after = held.table.marked(row, level=level, ready=False, votes=(), overdue=False, missed=0)
        now_there = after.at(row.seat)
        assert now_there is not None
        await self._seated(held, after, now_there)

    async def _seated(self, held: Held, after: Table, row: SeatRow) -> None:
        """Store `row` as the player of its seat; nobody finishes the game of a person who sits down."""
        values: dict[str, Any] = {"touched_at": self.tables.now()}
        if row.present:
            after = after.with_seats(*votes.over(after.seats, votes.FINISH))
        if not any(seat.present for seat in after.seats):
            values |= {"status": Status.STOPPED, "ended": DESERTED, "due_at": None, "nudge_at": None}
        elif after.undealt and situation.cutter(after) is None:
            # Nobody is left to cut the deck.
            values["due_at"] = self.tables.now()
        elif _timed_anew(held.table, after, row):
            values |= await self.tables.pacing.timed(after)
        await self.tables.commit(held, after, **values)

    # Votes

    async def vote(self, table_id: str, user_id: int, name: str, *, against: bool = False) -> Table:
        """Return the table after a user's yes to a vote, or no (`against`).

        A vote that has passed is carried out at once; one that can no longer pass is over.
        """
        async with self.tables.held(table_id) as held:
            table, now = held.table.expired(self.tables.now()), self.tables.now()
            row = voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            vote = votes.of(table, name)
            if name == votes.FINISH and vote is None:
                raise Refused("refused.people-decide")
            if vote is None or row.seat not in vote.voters:
                raise Stale if vote is None else Refused("refused.no-vote")
            if against and not vote.yes:
                # It is over already.
                return held.table
            if name == votes.FINISH and not against and set(vote.no) - {row.seat}:
                raise Refused("refused.let-play")
            # Computers carry out `finish` by themselves.
            carries_out = vote.passed and not against and name != votes.FINISH
            if row.seat in (vote.no if against else vote.yes) and not carries_out:
                return held.table
            said = (f"-{name}" if against else name, now)
            table = table.marked(row, votes=(*votes.without(row.votes, name), said))
            await self._decided(held, table, name, touched_at=now)
        await self._go_on(table_id)
        return held.table

    async def stop(self, table_id: str) -> Table:
        """Return the table, its game ended without a result.

        The caller checks that the user may decide this alone.
        """
        async with self.tables.held(table_id) as held:
            if not held.table.playing:
                raise Refused("refused.over")
            await self.play.end(held, Status.STOPPED, touched_at=self.tables.now())
        return held.table

    async def _decided(self, held: Held, table: Table, name: str, **values: Any) -> None:
        """Store a yes or no, or the outcome of the vote."""
        vote, finishes = votes.of(table, name), name == votes.FINISH
        if vote is not None and vote.passed and not finishes:
            await carried_out(self.tables, held, table, vote, **values)
            return
        if vote is None or vote.failed:
            table = table.with_seats(*votes.over(table.seats, name))
        # Panels have the vote to finish the game, for people who look at nothing else.
        await self.tables.commit(held, table, panels=finishes, **values)

    async def _go_on(self, table_id: str) -> None:
        """Carry out a vote or an agreement that only the member who has left was missing from.

        The table is held anew: the leave stands, even if the rest cannot be done.
        """
        try:
            async with self.tables.held(table_id) as held:
                table = held.table.expired(self.tables.now())
                if not table.playing:
                    return
                vote = votes.decided(table)
                if vote is not None:
                    await carried_out(self.tables, held, table, vote)
                    return
                voters = [row for row in table.seats if row.seat in table.voters()]
                if situation.agreeing(table) is not None and all(row.ready for row in voters):
                    await self.play.go_on(held)
        except Refused as refused:
            log.warning("table %s does not go on without the one who has left: %s", table_id, refused.key)


async def carried_out(tables: Tables, held: Held, table: Table, vote: votes.Vote, **values: Any) -> None:
    """Carry out a vote that has passed at `table`. The caller holds it."""
    after = table.with_seats(*votes.over(table.seats, vote.name))
    match vote.kind:
        case votes.CLOCK:
            # The votes for it stay on the seats until the turn is over, so that all are told.
            after = replace(table, beside=()).with_row(clock=votes.GIVEN, timed=True)
            await tables.commit(held, after, **values, **await tables.pacing.timed(after))
        case votes.WAIT:
            due = max(table.row.due_at or 0.0, tables.now())
            for row in after.seats:
                after = after.marked(row, overdue=False)
            values |= limits(after, due, await tables.pacing.quiet(after))
            await tables.commit(held, after, **values)
        case votes.GIVE:
            subject = next(row for row in after.seats if row.seat == vote.subject)
            # The member is away, as after turns missed, and has not left.
            away = {"level": STAND_IN, "missed": votes.TURNS_MISSED}
            after = after.marked(subject, **away, ready=False, votes=(), overdue=False)
            if not situation.people_asked(after):
                values |= await tables.pacing.timed(after)
            await tables.commit(held, after, **values)
        case votes.CONCEDE:
            await Plays(tables).end(held, Status.STOPPED, ended=vote.name, **values)
        case _:
            await Plays(tables).end(held, Status.STOPPED, **values)


def _claimed(table: Table, seat: SeatRow, person: SeatRow) -> Table:
    """Return the table with a person in a seat that was another's until now.

    Earlier plays from the seat stay the former owner's in the story. A host without a seat is host no longer.
    """
    now_there = replace(
        person,
        seat=seat.seat,
        former_id=seat.user_id,
        former_name=seat.name,
        claimed_seq=table.seq,
        hints=seat.hints,
    )
    others = [row for row in table.seats if row is not seat]
    story = [
        replace(told, former=seat.name) if told.seat == seat.seat and told.former is None else told
        for told in table.story
    ]
    after = replace(table.with_seats(*others, now_there), story=tuple(story))
    if table.row.host_id != seat.user_id:
        return after
    heir = next((row for row in others if row.present), now_there)
    return after.with_row(host_id=heir.user_id)


def _timed_anew(before: Table, after: Table, row: SeatRow) -> bool:
    """Return whether the time for the turn under way begins anew, now that `row` plays a seat.

    It does if that seat is asked, or if the table has gained or lost its clock.
    """
    if not after.waits_for():
        return False
    asked = row.seat in after.waits_for() and (row.present or not situation.people_asked(after))
    return asked or before.clock != after.clock


def _seat(table: Table, user_id: int) -> SeatRow:
    """Return the seat of a user in a game under way; Refused otherwise."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not table.playing:
        raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
    return row


async def wait_for_seat(tables: Tables, table_id: str, user_id: int) -> Table:
    """Return the table at which a user waits for a seat from now on; they need not if one is open."""
    # Held, so that no seat comes free between the check and the note.
    async with tables.held(table_id) as held:
        table, waiters = held.table, held.table.ledger.waiters
        if table.seat_of(user_id) is not None:
            raise Refused("refused.seated")
        if not table.open:
            raise Refused("refused.closed" if table.row.status is Status.CLOSED else "refused.over")
        if situation.open_to(table) is None and user_id not in waiters:
            if len(waiters) >= MOST_WAITING:
                raise Refused("refused.waiting-full", n=MOST_WAITING)
            await tables.ledgers.waits(table.ledger, user_id, tables.now())
    return held.table


async def stop_waiting(tables: Tables, table_id: str, user_id: int) -> Table:
    """Return the table, where the user no longer waits for a seat."""
    table = await tables.get(table_id)
    if table.ledger.waits(user_id):
        await tables.ledgers.waits_no_more(table.ledger, user_id)
    return table

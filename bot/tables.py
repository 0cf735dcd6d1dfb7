"""The authority over all tables: every change of a game under way is made here, one at a time a table.

The order never varies: hold the table, check, make the new table, and store the difference whole.
What cannot be done is `Refused`, with the key of the sentence that says why.
"""

import math
from collections.abc import Sequence
from typing import Any

from bot.deadlines import wake_at
from bot.ledger import HERE_SECONDS
from bot.live import Held, Live
from bot.refused import Illegal, Refused, Stale
from bot.store import LogRow, ResultRow, SeatRow, SideRow, Status
from bot.table import Table
from engine import fairness
from engine.deals import Deal
from engine.game import DEALER, BadNotation, IllegalAction


class Tables(Live):
    """All tables, and what can be done at one whose game has started."""

    # Playing

    async def submit(
        self,
        table_id: str,
        user_id: int,
        text: str,
        expected: int,
    ) -> Table:
        """Return the table after the action `text` of a user; Refused says why not.

        `expected` is the number that the panel carried: the log length at which the seat was last asked.
        """
        async with self.held(table_id) as held:
            table = held.table
            seat = seat_to_act(table, user_id, expected)
            at = self.now()
            try:
                action = table.game.parse(text)
                after = table.with_play(seat, action)
            except BadNotation:
                raise Refused("refused.forged") from None
            except IllegalAction as error:
                if seat not in table.waits_for():
                    raise Refused(_untimely(table, seat)) from None
                raise Illegal(error) from None
            entry = LogRow(table.seq, seat, str(action), user_id, at)
            await self._play(held, after, [entry], touched_at=at)
        return held.table

    async def play_for(self, table_id: str, seat: int, action: Any, expected: int) -> Table:
        """Return the table after what a computer does for a seat; Stale if it plays there no more.

        `expected` is the length of the log at which the seat was asked.
        """
        async with self.held(table_id) as held:
            table = held.table
            row = table.at(seat)
            waits = row is not None and not row.present and seat in table.waits_for()
            if not waits or expected != table.asked[seat]:
                raise Stale
            entry = LogRow(table.seq, seat, str(action), None, self.now())
            await self._play(held, table.replayed(entry), [entry])
        return held.table

    async def _play(self, held: Held, after: Table, entries: Sequence[LogRow], **values: Any) -> None:
        """Store plays or a deal that have made of a table what it is in `after`, with all that follows.

        `values` are further columns of its row.
        """
        before = held.table
        waits = after.game.to_act(after.state)
        waited = set(before.game.to_act(before.state)).difference(entry.seat for entry in entries)
        # Where nobody is asked anew, every turn goes on as it was: it is not timed or called again.
        if not (waits and waited.issuperset(waits)):
            values["status"] = Status.PLAYING if waits else Status.FINISHED
            values["wake_at"] = wake_at(after, self.settings, self.now())
        # What people have agreed on holds while only computers play on: nobody has thought better of it.
        plays_on = waits not in ((), (DEALER,)) and all(
            e.seat is not None and e.user_id is None for e in entries
        )
        if not plays_on and any(row.ready for row in after.seats):
            after = after.marked(ready=False)
        result = None if waits else _result(after, self.now())
        await self.commit(held, after, entries, result, **values)

    # Dealing

    async def ready(self, table_id: str, user_id: int, expected: int) -> Table:
        """Return the table with a user ready for the next hand, or for settling what cannot change the score.

        Once everybody still in the game is, it is done. `expected` is the number that the button carried.
        """
        async with self.held(table_id) as held:
            table = held.table
            row = voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if expected != table.agreeing():
                raise Stale
            if all(other.ready for other in table.seats if other is not row and other.seat in table.voters()):
                await self.go_on(held, touched_at=self.now())
            elif not row.ready:
                await self.commit(held, table.marked(row, ready=True), touched_at=self.now())
        return held.table

    async def go_on(self, held: Held, **values: Any) -> None:
        """Deal the next hand, or settle this one: all have agreed. The caller holds the table."""
        await (self.deal if held.table.between_hands else self._settle)(held, **values)

    async def _settle(self, held: Held, **values: Any) -> None:
        """Append the plays that settle the hand, each as made by who sits there."""
        table, entries, at = held.table, [], self.now()
        after = table
        user_ids = {row.seat: row.user_id if row.present else None for row in table.seats}
        for seat, action in table.rest() or ():
            entries.append(LogRow(after.seq, seat, str(action), user_ids[seat], at, settled=True))
            after = after.replayed(entries[-1])
        await self._play(held, after, entries, **values)

    async def deal(self, held: Held, **values: Any) -> None:
        """Deal the next hand, or the first of a full lobby. The caller holds the table.

        With the first deal the people's share of the shuffle is frozen: whoever sits there later adds none.
        """
        table = held.table
        dealt = self.next_deal(table)
        entry = LogRow(table.seq, None, str(dealt), None, self.now())
        await self._play(held, table.with_deal(dealt), [entry], entropy=table.entropy, **values)

    # Stopping

    async def stop(self, table_id: str, user_id: int, *, may_decide: bool = False) -> Table:
        """Return the table, stopped if `may_decide` or if enough have now agreed.

        One member of each team is enough; where everybody plays alone, more than half of those still in the
        game.
        """
        async with self.held(table_id) as held:
            table = held.table
            row = table.seat_of(user_id) if may_decide else voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if may_decide or table.may_stop({r.seat for r in table.seats if r.consents or r is row}):
                await self.end(held, Status.STOPPED, touched_at=self.now())
            elif row is not None and not row.consents:
                consenting = table.marked(row, consents=True)
                await self.commit(held, consenting, panels=False, touched_at=self.now())
        return held.table

    async def play_on(self, table_id: str, user_id: int) -> Table:
        """Return the table with every wish to stop taken back."""
        async with self.held(table_id) as held:
            table = held.table
            voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if any(row.consents for row in table.seats):
                again = table.marked(consents=False)
                await self.commit(held, again, panels=False, touched_at=self.now())
        return held.table

    async def end(self, held: Held, status: Status, **values: Any) -> None:
        """Close a lobby or stop a game. The caller holds the table.

        A closed lobby follows no game any more, so that another rematch can be asked for.
        """
        table = held.table
        follows = None if status is Status.CLOSED else table.row.rematch_of
        await self.commit(held, table, status=status, wake_at=None, rematch_of=follows, **values)

    # What the clock asks for

    async def wake(self, table_id: str) -> None:
        """Do what is due at a table now: close a lobby, deal the next hand, answer for a seat that has no
        choice, or nudge people.
        """
        called = False
        async with self.held(table_id) as held:
            table = held.table
            if table.row.wake_at is None or table.row.wake_at > self.now():
                return
            if table.row.status is Status.LOBBY:
                await self.end(held, Status.CLOSED)
            elif table.between_hands:
                await self.deal(held)
            elif (formality := table.formality()) is not None:
                seat, action = formality
                entry = LogRow(table.seq, seat, str(action), None, self.now())
                await self._play(held, table.replayed(entry), [entry])
            else:
                waits, pressed_at = table.waits_for(), table.ledger.pressed_at
                asked = [row.user_id for row in table.seats if row.present and row.seat in waits]
                away = min((pressed_at(user_id) + HERE_SECONDS for user_id in asked), default=math.inf)
                called = away <= self.now()
                # Who has just pressed their panel is called once they may have put it away.
                later = None if called or not asked else away
                await self.commit(held, table, seen=False, wake_at=later)
        if called:
            self.outbox.nudge(held.table)

    async def hasten(self, table_id: str) -> None:
        """Have a seat without a choice answered soon: a start has given every turn its full time again."""
        async with self.held(table_id) as held:
            table = held.table
            if table.formality() is not None:
                soon = wake_at(table, self.settings, self.now())
                await self.commit(held, table, seen=False, wake_at=soon)

    @staticmethod
    def next_deal(table: Table) -> Deal:
        """Return the next deal that the table's shuffle gives."""
        game_seed = fairness.game_seed(table.row.seed, table.entropy)
        dealers = table.game.dealers(table.state)
        number = len(table.game.outcome(table.state).hands) + 1
        dealer = fairness.first_dealer(game_seed, table.size) if number == 1 else dealers[0]
        return Deal(dealer, fairness.deck(game_seed, number, table.game.DECK))


def seat_to_act(table: Table, user_id: int, expected: int) -> int:
    """Return the seat of a user whom the game asks by the panel `expected`; Refused otherwise."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not table.playing:
        raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
    if not row.present:
        raise Refused("refused.computer-plays")
    if expected != table.asked.get(row.seat, 0):
        raise Stale
    # What is legal out of turn, such as Civil Suits' expose, is as good as one's turn.
    if row.seat not in table.waits_for() and not table.game.legal(table.state, row.seat):
        raise Refused(_untimely(table, row.seat))
    return row.seat


def voter(table: Table, user_id: int) -> SeatRow:
    """Return the seat of a user who is asked what all have to agree on; Refused otherwise."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not row.present and table.playing:
        raise Refused("refused.computer-plays")
    if row.seat not in table.voters():
        raise Refused("refused.out")
    return row


def _untimely(table: Table, seat: int) -> str:
    """Return why a seat cannot play that the game does not wait for."""
    return "refused.played" if seat in table.asked else "refused.not-your-turn"


def _result(table: Table, ended_at: float) -> ResultRow | None:
    """Return what the leaderboard remembers: nothing of a game that was not people's alone."""
    if not all(row.person for row in table.seats):
        return None
    outcome = table.game.outcome(table.state)
    assert outcome.places is not None
    sides = []
    for side, seats in enumerate(table.sides):
        points = outcome.totals[side]
        others = [total for other, total in enumerate(outcome.totals) if other != side]
        sides.append(
            SideRow(
                side=side,
                members=tuple(row.user_id for row in table.seats if row.seat in seats),
                points=points,
                difference=min(others) - points if table.game.LOW_WINS else points - max(others),
                won=side in outcome.winners,
                place=outcome.places[side],
            )
        )
    return ResultRow(table.row.id, table.row.guild_id, table.row.game, ended_at, tuple(sides))

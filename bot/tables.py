"""The authority over all tables: every change goes through here, one at a time a table.

The order never varies: lock, check, store, then change the table in memory; whoever asked acknowledges, and
then publishes. What cannot be done is `Refused`, with the key of the sentence that says why.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.live import Live, Refused
from bot.store import LogRow, PanelRow, ResultRow, SeatRow, SideRow, Status, StoreError
from bot.table import Table
from engine import fairness
from engine.deals import Deal
from engine.game import DEALER, BadNotation, IllegalAction

log = logging.getLogger(__name__)


class Illegal(Refused):
    """A play that the rules forbid."""

    def __init__(self, error: IllegalAction) -> None:
        super().__init__("illegal")
        self.error = error


class Tables(Live):
    """All tables, and what can be done at one whose game has started."""

    # Playing

    async def submit(
        self,
        table_id: str,
        user_id: int,
        texts: Sequence[str],
        expected: int,
    ) -> Table:
        """Return the table after the actions `texts` of a user, stored all or none; Refused says why not.

        `expected` is the number that the panel carried: the log length at which the seat was last asked.
        """
        async with self.held(table_id) as table:
            seat = self.seat_to_act(table, user_id, expected)
            state, at = table.state, self.now()
            entries = []
            try:
                for offset, text in enumerate(texts):
                    action = table.game.parse(text)
                    state = table.game.apply(state, seat, action)
                    entries.append(LogRow(table.seq + offset, seat, str(action), user_id, at))
            except BadNotation:
                raise Refused("refused.forged") from None
            except IllegalAction as error:
                if seat not in table.waits_for():
                    raise Refused(_untimely(table, seat)) from None
                raise Illegal(error) from None
            await self._append(table, entries, state)
        return table

    async def play_for(self, table_id: str, seat: int, action: Any, expected: int) -> Table:
        """Return the table after what a computer does for a seat; Refused if it plays there no more.

        `expected` is the length of the log at which the seat was asked.
        """
        async with self.held(table_id) as table:
            row = table.at(seat)
            waits = row is not None and not row.present and seat in table.waits_for()
            if not waits or expected != table.asked[seat]:
                raise Refused("refused.stale")
            after = table.game.apply(table.state, seat, action)
            await self._append(table, [LogRow(table.seq, seat, str(action), None, self.now())], after)
        return table

    def seat_to_act(self, table: Table, user_id: int, expected: int) -> int:
        """Return the seat of a user whom the game asks by the panel `expected`; Refused otherwise."""
        row = table.seat_of(user_id)
        if row is None:
            raise Refused("refused.not-seated")
        if not table.playing:
            raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
        if not row.present:
            raise Refused("refused.computer-plays")
        if expected != table.asked.get(row.seat, 0):
            raise Refused("refused.stale")
        # What is legal out of turn, such as Civil Suits' expose, is as good as one's turn.
        if row.seat not in table.waits_for() and not table.game.legal(table.state, row.seat):
            raise Refused(_untimely(table, row.seat))
        return row.seat

    async def _append(self, table: Table, entries: Sequence[LogRow], after: Any) -> None:
        """Store entries whose application gives `after`, then apply them to the table in memory."""
        waits = table.game.to_act(after)
        status = Status.PLAYING if waits else Status.FINISHED
        waited = set(table.game.to_act(table.state)).difference(entry.seat for entry in entries)
        # Where nobody is asked anew, every turn goes on as it was: it is not timed or called again.
        goes_on = bool(waits) and waited.issuperset(waits)
        wake_at = table.row.wake_at if goes_on else self.wake_at(table.game, after, table.seats)
        # What people have agreed on holds while only computers play on: nobody has thought better of it.
        plays_on = waits not in ((), (DEALER,)) and all(
            e.seat is not None and e.user_id is None for e in entries
        )
        ready = any(row.ready for row in table.seats) and not plays_on
        await self.store.append(
            table.row.id,
            entries,
            status=None if status is table.row.status else status,
            wake_at=wake_at,
            result=None if waits else self._result(table, after),
            clear_ready=ready,
        )
        for entry in entries:
            table.advance(entry)
        if ready:
            table.seats = tuple(replace(row, ready=False) for row in table.seats)
        table.changed(status=status, wake_at=wake_at)
        self.awaited(wake_at)
        self.moved(table)

    def _result(self, table: Table, state: Any) -> ResultRow | None:
        """Return what the leaderboard remembers: nothing of a game that was not people's alone."""
        if not all(row.person for row in table.seats):
            return None
        outcome = table.game.outcome(state)
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
        return ResultRow(table.row.id, table.row.guild_id, table.row.game, self.now(), tuple(sides))

    # Dealing

    async def ready(self, table_id: str, user_id: int, expected: int) -> Table:
        """Return the table with a user ready for the next hand, or for settling what cannot change the score.

        Once everybody still in the game is, it is done. `expected` is the number that the button carried.
        """
        async with self.held(table_id) as table:
            row = _voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if expected != table.agreeing():
                raise Refused("refused.stale")
            if all(other.ready for other in table.seats if other is not row and other.seat in table.voters()):
                await self.go_on(table)
            elif not row.ready:
                await self.store.mark_seat(table_id, user_id, ready=True)
                table.seats = tuple(replace(r, ready=True) if r is row else r for r in table.seats)
                table.changed()
        return table

    async def go_on(self, table: Table) -> None:
        """Deal the next hand, or settle this one: all have agreed. The caller holds the table."""
        await (self.deal(table) if table.between_hands else self._play_out(table))

    async def _play_out(self, table: Table) -> None:
        """Append the plays that settle the hand, each as made by who sits there."""
        state, entries, at = table.state, [], self.now()
        user_ids = {row.seat: row.user_id if row.present else None for row in table.seats}
        for seq, (seat, action) in enumerate(table.rest() or (), table.seq):
            state = table.game.apply(state, seat, action)
            entries.append(LogRow(seq, seat, str(action), user_ids[seat], at))
        await self._append(table, entries, state)

    async def deal(self, table: Table) -> None:
        """Deal the next hand, or the first of a full lobby. The caller holds the table."""
        entry, after = self.next_deal(table)
        await self._append(table, [entry], after)

    def next_deal(self, table: Table) -> tuple[LogRow, Any]:
        """Return the next deal that the table's shuffle gives, and the state after it."""
        game_seed = fairness.game_seed(table.row.seed, table.entropy)
        dealers = table.game.dealers(table.state)
        number = len(table.game.outcome(table.state).hands) + 1
        dealer = fairness.first_dealer(game_seed, table.places) if number == 1 else dealers[0]
        deal = Deal(dealer, fairness.deck(game_seed, number, table.game.DECK))
        after = table.game.deal(table.state, deal.dealer, deal.deck)
        return LogRow(table.seq, None, str(deal), None, self.now()), after

    # Stopping

    async def stop(self, table_id: str, user_id: int, *, may_decide: bool = False) -> Table:
        """Return the table, stopped if `may_decide` or if enough have now agreed.

        One member of each team is enough; where everybody plays alone, more than half of those still in the
        game.
        """
        async with self.held(table_id) as table:
            row = table.seat_of(user_id) if may_decide else _voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if may_decide or table.may_stop({r.seat for r in table.seats if r.consents or r is row}):
                await self.end(table, Status.STOPPED)
            elif row is not None and not row.consents:
                await self.store.mark_seat(table_id, user_id, consents=True)
                table.seats = tuple(replace(r, consents=True) if r is row else r for r in table.seats)
                table.changed()
        return table

    async def play_on(self, table_id: str, user_id: int) -> Table:
        """Return the table with every wish to stop taken back."""
        async with self.held(table_id) as table:
            _voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if any(row.consents for row in table.seats):
                await self.store.clear_consents(table_id)
                table.seats = tuple(replace(row, consents=False) for row in table.seats)
                table.changed()
        return table

    # What the clock asks for

    async def wake(self, table_id: str) -> None:
        """Do what is due at a table now: close a lobby, deal the next hand, answer what is none, or nudge."""
        async with self.held(table_id) as table:
            if table.row.wake_at is None or table.row.wake_at > self.now():
                return
            if table.row.status is Status.LOBBY:
                await self.end(table, Status.CLOSED)
            elif table.between_hands:
                await self.deal(table)
            elif (formality := table.formality()) is not None:
                seat, action = formality
                after = table.game.apply(table.state, seat, action)
                await self._append(table, [LogRow(table.seq, seat, str(action), None, self.now())], after)
            else:
                await self.store.set_wake(table_id, None)
                table.row = replace(table.row, wake_at=None)
                waits = table.waits_for()
                called = [row.seat for row in table.seats if row.present and row.seat in waits]
                self.publisher.nudge(table, called)
                return
        self.publisher.changed(table)

    async def hasten(self, table_id: str) -> None:
        """Let what is no choice be answered soon, though a start has given every turn its full time again."""
        async with self.held(table_id) as table:
            if table.formality() is not None:
                wake_at = self.wake_at(table.game, table.state, table.seats)
                await self.store.set_wake(table_id, wake_at)
                table.row = replace(table.row, wake_at=wake_at)
                self.awaited(wake_at)

    # People at a table

    async def follow(self, table: Table, panel: PanelRow) -> None:
        """Take note of a person's newest private panel, which follows the game from now on.

        Its press has been acknowledged: before that, Discord knows no such token.
        """
        former = table.panels.get(panel.user_id)
        if former is not None and former.expires_at > panel.expires_at:
            # A later press has been answered before this one.
            return
        table.panels[panel.user_id] = panel
        if former is not None and former.message_id == panel.message_id:
            self.notes.renewed(panel)
            return
        self.notes.dropped(panel.table_id, panel.user_id)
        try:
            await self.store.save_panel(panel)
        except StoreError as error:
            log.warning("a panel of table %s is stored later: %s", panel.table_id, type(error).__name__)
            self.notes.renewed(panel)

    def seated(self, table: Table, seats: tuple[SeatRow, ...]) -> None:
        """Keep in memory who sits at a table, after a transaction has stored it."""
        table.seats = tuple(sorted(seats, key=lambda row: row.seat))


def _voter(table: Table, user_id: int) -> SeatRow:
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

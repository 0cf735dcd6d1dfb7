"""The changes of a game under way: plays, take-backs, deals and its end.

The order never varies: hold the table, check, make the new snapshot, and store the difference whole. A press
that cannot be done is `Refused`, with the key of the sentence that says why.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.errors import Illegal, Refused, Stale
from bot.store import LogRow, SeatRow, Status, undo_text
from bot.table import situation
from bot.table.deadlines import answers_at
from bot.table.pauses import NO_PAUSE, WHOLE, held_seconds, pause_after, taken_up, with_winners
from bot.table.table import Table
from bot.table.votes import TURNS_MISSED
from bot.tables.tables import Held, Tables
from engine import fairness
from engine.deals import Deal
from engine.game import BadNotation, IllegalAction

STAND_IN: Final = "medium"
"""The level of the computer that plays for a member who has left."""
DESERTED: Final = "deserted"
"""The early end of a game with nobody left in any seat."""


class Plays:
    """The plays, take-backs and deals of all tables, and the ends of their games."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # Playing

    async def submit(
        self,
        table_id: str,
        user_id: int,
        text: str,
        expected: int,
    ) -> Table:
        """Return the table after the action `text` of a user; Refused says why not.

        `expected` is the number that the panel carried: the length of the log when the seat was last asked.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            seat = seat_to_act(table, user_id, expected)
            at = self.tables.now()
            try:
                action = table.game.parse(text)
                after = table.with_play(seat, action, user_id)
            except BadNotation:
                raise Refused("refused.forged") from None
            except IllegalAction as error:
                if seat not in table.waits_for():
                    raise Refused(_untimely(table, seat)) from None
                raise Illegal(error) from None
            entry = LogRow(table.seq, seat, str(action), user_id, at)
            after = after.marked(table.at(seat), overdue=False, missed=0)
            await self.play(held, after, [entry], touched_at=at)
        return held.table

    async def play_for(self, table_id: str, seat: int, action: Any, expected: int) -> Table:
        """Return the table after a computer's action for a seat; Stale once no computer plays there.

        It is Stale as well while the rest of the game is played at once. `expected` is the length of the log
        when the seat was asked.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            row = table.at(seat)
            if row is None or seat not in table.waits_for() or expected != table.asked[seat]:
                raise Stale
            if (row.present and not row.overdue) or situation.finishing(table):
                raise Stale
            if table.row.calm_at is not None and self.tables.now() < table.row.calm_at:
                raise Stale
            entry = LogRow(table.seq, seat, str(action), None, self.tables.now())
            after = table.replayed(entry)
            if row.present:
                missed = row.missed + 1
                level = STAND_IN if missed >= TURNS_MISSED else None
                after = after.marked(row, overdue=False, missed=missed, level=level)
            await self.play(held, after, [entry])
        return held.table

    async def play(self, held: Held, after: Table, entries: Sequence[LogRow], **values: Any) -> None:
        """Store the plays or the deal that lead to the snapshot `after`, with all that follows.

        `values` are further columns of its row.
        """
        before, at = held.table, self.tables.now()
        waits = after.to_act
        after, values = after.with_row(**pause_after(before, after, self.tables.settings, at)), dict(values)
        # Where nobody is asked anew, every turn goes on as it was: it is not timed or called again.
        if not situation.shared(after):
            after = after.turned()
            after = after.with_row(status=Status.PLAYING if waits else Status.FINISHED)
            after = replace(after, counting=None if waits else 0)
            values |= await self.tables.pacing.timed(after, at + held_seconds(after, self.tables.settings))
        elif situation.formality(after) is not None:
            nudge, calms = after.row.nudge_at or at, after.row.calm_at or at
            moment = await self.tables.pacing.moment(after)
            values["nudge_at"] = nudge if nudge >= calms else answers_at(after, at, moment)
        # An agreement holds while only computers play on: nobody has thought better of it.
        plays_on = not after.hand_over and all(e.seat is not None and e.user_id is None for e in entries)
        if not plays_on and any(row.ready for row in after.seats):
            after = after.marked(ready=False)
        left = any(row.present for row in before.seats) and not any(row.present for row in after.seats)
        if waits and before.playing and left:
            values |= {"status": Status.STOPPED, "ended": DESERTED, "due_at": None, "nudge_at": None}
        values |= await self.tables.pacing.cutting(after)
        await self.tables.commit(held, after, entries, **values)

    async def undo(self, table_id: str, user_id: int, expected: int) -> Table:
        """Return the table without a user's last play; their turn goes on with the time it had.

        `expected` is the number that the button carried. Refused once it is too late. For a person
        alone, the plays that computers have made since are removed with it, and the turn begins anew.
        """
        async with self.tables.held(table_id) as held:
            table, now = held.table, self.tables.now()
            row = table.seat_of(user_id)
            if row is None:
                raise Refused("refused.not-seated")
            offer = situation.undo_of(table, user_id)
            if offer is None or expected != offer.number:
                raise Refused("refused.undo")
            entry = LogRow(table.seq, row.seat, undo_text(offer.removes), user_id, now)
            after = table.replayed(entry)
            values: dict[str, Any] = {}
            others = [other for other in after.seats if other is not row and other.seat in after.waits_for()]
            if situation.solo(table.seats):
                after = after.turned()
                values = await self.tables.pacing.timed(after)
            elif not (
                situation.shared(table) and any(other.present and not other.overdue for other in others)
            ):
                values = await self.tables.pacing.timed(after) | taken_up(table.row, now)
            await self.tables.commit(held, after.with_row(**NO_PAUSE), [entry], touched_at=now, **values)
        return held.table

    async def take_hint(self, table_id: str, user_id: int, expected: int) -> Table:
        """Return the table with a note that a user has a hint in the hand under way.

        Refused as a play would be. `expected` is the number that the button carried.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            row = table.at(seat_to_act(table, user_id, expected))
            assert row is not None
            hand = len(table.game.outcome(table.state).hands) + 1
            if hand not in row.hints:
                marked = table.marked(row, hints=(*row.hints, hand))
                await self.tables.commit(held, marked, only=user_id)
        return held.table

    # Dealing

    async def ready(self, table_id: str, user_id: int, expected: int) -> Table:
        """Return the table with a user ready for the next hand, or for settling a hand whose score is fixed.

        Once everybody still in the game is ready, it is dealt or settled. `expected` is the number that the
        button carried.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            row = voter(table, user_id)
            if not table.playing:
                raise Refused("refused.over")
            if expected != situation.agreeing(table):
                raise Stale
            if all(other.ready for other in table.seats if other is not row and other.seat in table.voters()):
                await self.go_on(held, touched_at=self.tables.now())
            elif not row.ready:
                await self.tables.commit(held, table.marked(row, ready=True), touched_at=self.tables.now())
        return held.table

    async def go_on(self, held: Held, **values: Any) -> None:
        """Deal the next hand, or settle this one, as all have agreed. The caller holds the table."""
        await (self.deal if held.table.between_hands else self._settle)(held, **values)

    async def _settle(self, held: Held, **values: Any) -> None:
        """Append the plays that settle the hand, each as the play of the person in that seat."""
        table, entries, at = held.table, [], self.tables.now()
        after = table
        user_ids = {row.seat: row.user_id if row.present else None for row in table.seats}
        for seat, action in situation.rest(table) or ():
            entries.append(LogRow(after.seq, seat, str(action), user_ids[seat], at, settled=True))
            after = after.replayed(entries[-1])
        await self.play(held, after, entries, **values)

    async def deal(
        self, held: Held, table: Table | None = None, *, cut: int | None = None, **values: Any
    ) -> None:
        """Deal the next hand, or the first of a full lobby. The caller holds the table.

        It becomes `table` in the same write, if that is given. The deck is cut at the place chosen before, or
        at `cut` if a press both cuts and deals. The first deal freezes the people's share of the shuffle: a
        person who takes a seat later adds none.
        """
        table = table or held.table
        dealt = self.next_deal(table if cut is None else table.with_row(cut=cut))
        entry = LogRow(table.seq, None, str(dealt), None, self.tables.now())
        await self.play(held, table.with_deal(dealt), [entry], entropy=table.entropy, **values)

    # Ending

    async def winners(self, table_id: str, user_id: int) -> Table:
        """Tell the winners to a user who has read the last sheet, and return the table.

        Refused while that sheet is still being counted.
        """
        async with self.tables.held(table_id) as held:
            table = held.table
            if table.seat_of(user_id) is None:
                raise Refused("refused.not-seated")
            if table.open:
                raise Refused("refused.still-playing")
            if table.ending:
                if table.counting != WHOLE:
                    raise Refused("refused.counting")
                await self.tables.commit(held, with_winners(table))
        return held.table

    async def end(self, held: Held, status: Status, **values: Any) -> None:
        """Close a lobby or stop a game. The caller holds the table.

        A closed lobby loses its `rematch_of`, so that another rematch of that game can be asked for.
        """
        table = held.table
        follows = None if status is Status.CLOSED else table.row.rematch_of
        values = {"due_at": None, "nudge_at": None, **values}
        await self.tables.commit(held, table, status=status, rematch_of=follows, **values)

    @staticmethod
    def next_deal(table: Table) -> Deal:
        """Return the next deal of the table's shuffle, its deck cut at the chosen place."""
        game_seed = fairness.game_seed(table.row.seed, table.entropy)
        number = len(table.game.outcome(table.state).hands) + 1
        deck = fairness.deck(game_seed, number, table.game.DECK, table.row.cut)
        return Deal(situation.next_dealer(table), deck, cut=table.row.cut)


def seat_to_act(table: Table, user_id: int, expected: int) -> int:
    """Return the seat of a user whose panel carries the number `expected`; Refused unless it may act now."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not table.playing:
        raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
    if not row.present:
        raise Refused("refused.computer-plays")
    if expected != table.asked.get(row.seat, 0):
        raise Stale
    # An action legal out of turn, such as Civil Suits' expose, is as good as one's turn.
    if row.seat not in table.waits_for() and not table.game.legal(table.state, row.seat):
        raise Refused(_untimely(table, row.seat))
    return row.seat


def voter(table: Table, user_id: int) -> SeatRow:
    """Return the seat of a user whose agreement is needed where all must agree; Refused otherwise."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not row.present and table.playing:
        raise Refused("refused.computer-plays")
    if row.seat not in table.voters():
        raise Refused("refused.out")
    return row


def _untimely(table: Table, seat: int) -> str:
    """Return why a seat cannot play out of turn, as a key; Stale if the game waited for it a moment ago."""
    if table.taken_back:
        raise Stale
    return "refused.played" if seat in table.asked else "refused.not-your-turn"

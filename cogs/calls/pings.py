"""The ping of a table: the message that calls members to it, deleted when all its calls are over.

Its calls are stored before it is sent. If the bot is killed before the response, the next start sends the
same calls under the same nonce, to nobody, and so gets the id by which the ping is deleted.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from bot.app import CardsBot
from bot.clock.calls import is_open, open_calls
from bot.messages.ledger import Call, Unsure
from bot.panels.table import board
from bot.store import PlaceRow
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.calls.standing import CallMessage, NotPosted, Standing, nonce
from cogs.sending.workers import WORK_AGAIN


class Pings:
    """The one ping that each table may have at a time.

    A ping that cannot be deleted keeps its place: until it is gone no other is sent, and a game that is over
    counts as not yet shown. The deletion is tried until it works, and `gone` runs then.
    """

    def __init__(self, bot: CardsBot, gone: Callable[[Table], None]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self._gone = gone
        self.messages: Standing[str] = Standing(bot, self._again, WORK_AGAIN)
        self.work = self.messages.work
        # By id: the tables whose ping could not be deleted yet.
        self._staying: dict[str, Table] = {}

    async def send(self, table: Table, new: Mapping[int, Call]) -> bool:
        """Send new calls, by user, in place of the ping before; return False if they are still to be sent.

        The ping names every member with an open call, and notifies only the new ones. NotPosted where it
        cannot be sent.
        """
        ledger, before = table.ledger, open_calls(table)
        if ledger.unsure is None and not await self._take_back(table):
            return False
        table, place = self.tables.current(table), ledger.place
        calls = {user: made for user, made in {**before, **new}.items() if is_open(table, user, made)}
        if not calls:
            # All its calls are over: it would be deleted at once.
            return True
        sends = Unsure(table.seq, calls)
        if ledger.unsure is not None and (ledger.unsure, place.ping_channel_id) != (sends, place.channel_id):
            return await self._take_back(table) and await self.send(self.tables.current(table), new)
        await self.tables.ledgers.pings(ledger, sends, place.channel_id)
        try:
            await self._post(table, place, sends, calls.keys() & new)
        except NotPosted:
            await self.tables.ledgers.pinged(ledger, None)
            raise
        await self.clear(table)
        return True

    async def _post(self, table: Table, place: PlaceRow, sends: Unsure, notified: Collection[int]) -> None:
        """Send the ping of these calls, or find the one that was sent, and note it."""
        ledger, calls = table.ledger, sends.calls

        async def note(message_id: int) -> bool:
            ledger.calls, ledger.unsure = calls, None
            await self.tables.ledgers.pinged(ledger, message_id, place.channel_id)
            return True

        words, shown = self.bot.catalogue.words(table.row.language), view_of(table)
        ping = CallMessage(
            place,
            nonce(f"{table.row.id}{sends.seq}.", place.channel_id, sorted(calls.items())),
            board.ping(shown, {user: made.kind for user, made in calls.items()}, words),
            board.ping_buttons(shown, words),
            notified,
        )
        await self.messages.post(ping, note)

    async def clear(self, table: Table) -> bool:
        """Delete the table's ping if all its calls are over or the table has been moved.

        Return False if it should be gone and is not.
        """
        table = self.tables.current(table)
        place, unsure = table.ledger.place, table.ledger.unsure
        if unsure is not None and any(is_open(table, user, made) for user, made in unsure.calls.items()):
            # They are called once more, and Discord returns the ping that it has.
            return True
        if open_calls(table) and place.ping_channel_id == place.channel_id:
            return True
        return await self._take_back(table)

    async def _take_back(self, table: Table) -> bool:
        """Delete the ping of a table; return False if it stays for now, and is tried again.

        Where the table stands in another channel now, a channel that the bot may not see is not waited for.
        """
        ledger = table.ledger
        if ledger.unsure is not None and not await self._found(table, ledger.unsure):
            return False
        place = ledger.place
        if place.ping_id is None:
            return True
        there = replace(place, channel_id=place.ping_channel_id or place.channel_id)
        patient = there.channel_id == place.channel_id
        gone = await self.messages.remove(table.row.id, there, place.ping_id, patient=patient)
        # Meanwhile another ping may have been sent, which is still to be deleted.
        if ledger.place.ping_id == place.ping_id:
            if not gone:
                self._staying[table.row.id] = table
                return False
            await self.tables.ledgers.pinged(ledger, None)
        return True

    async def _found(self, table: Table, unsure: Unsure) -> bool:
        """Note the ping that may have been sent just before a kill; return False if that is tried again."""
        ledger, place = table.ledger, table.ledger.place
        there = replace(place, channel_id=place.ping_channel_id or place.channel_id)
        try:
            await self._post(table, there, unsure, ())
        except NotPosted as error:
            if error.passing:
                self._staying[table.row.id] = table
                self.messages.again(table.row.id, WORK_AGAIN)
                return False
            ledger.unsure = None
            await self.tables.ledgers.pinged(ledger, None)
        return True

    async def _again(self, table_id: str) -> None:
        table = self._staying.pop(table_id, None)
        if table is not None and await self.clear(table):
            self._gone(self.tables.current(table))

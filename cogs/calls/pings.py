"""The message that calls people to a table; it is deleted when the turns that it calls to are over."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.app import CardsBot
from bot.messages.ledger import Call
from bot.panels.table import board
from bot.table.calls import is_open, open_calls
from bot.table.situation import view_of
from bot.table.table import Table
from cogs.calls.standing import CallMessage, Standing, nonce
from cogs.sending.workers import WORK_AGAIN


class Pings:
    """The one ping that each table may have at a time.

    One that cannot be deleted now is tried again until it is; `gone` is told then.
    """

    def __init__(self, bot: CardsBot, gone: Callable[[Table], None]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self._gone = gone
        self.messages: Standing[str] = Standing(bot, self._again, WORK_AGAIN)
        self.work = self.messages.work
        # By id: the tables whose ping could not be deleted.
        self._staying: dict[str, Table] = {}

    async def send(self, table: Table, new: Mapping[int, Call]) -> bool:
        """Make these calls, by user, and take the place of the ping before; return False if that is to be
        tried again, NotPosted where the message cannot be sent.

        The message names all who are still called, and notifies those only who had not been.
        """
        ledger, before = table.ledger, open_calls(table)
        if not await self._take_back(table):
            return False
        table, place = self.tables.current(table), ledger.place
        calls = {user: made for user, made in {**before, **new}.items() if is_open(table, user, made)}
        if not calls:
            # It would call to what is over, and be taken back at once.
            return True

        async def note(message_id: int) -> bool:
            ledger.calls = calls
            await self.tables.ledgers.pinged(ledger, message_id, place.channel_id)
            return True

        words, shown = self.bot.catalogue.words(table.row.language), view_of(table)
        ping = CallMessage(
            place,
            nonce(f"{table.row.id}{table.seq}.", place.channel_id, sorted(calls.items())),
            board.ping(shown, {user: made.kind for user, made in calls.items()}, words),
            board.ping_buttons(shown, words),
            calls.keys() & new,
        )
        await self.messages.post(ping, note)
        await self.clear(table)
        return True

    async def clear(self, table: Table) -> bool:
        """Take the table's ping back if what it calls to is over for all whom it calls, or the table has been
        moved; return False if it should be gone and is not.
        """
        table = self.tables.current(table)
        place = table.ledger.place
        if open_calls(table) and place.ping_channel_id == place.channel_id:
            return True
        return await self._take_back(table)

    async def _take_back(self, table: Table) -> bool:
        """Delete the ping of a table; return False if it stays for now, and is tried again.

        Nobody waits for a channel that the bot may not see any more, if the table stands in another now.
        """
        ledger, place = table.ledger, table.ledger.place
        if place.ping_id is None:
            return True
        there = replace(place, channel_id=place.ping_channel_id or place.channel_id)
        patient = there.channel_id == place.channel_id
        gone = await self.messages.remove(table.row.id, there, place.ping_id, patient=patient)
        # Another may have been sent meanwhile, and is still to be taken back.
        if ledger.place.ping_id == place.ping_id:
            if not gone:
                self._staying[table.row.id] = table
                return False
            await self.tables.ledgers.pinged(ledger, None)
        return True

    async def _again(self, table_id: str) -> None:
        table = self._staying.pop(table_id, None)
        if table is not None and await self.clear(table):
            self._gone(self.tables.current(table))

"""Private panels sent as new messages: for members who want one for each turn, and below a board that moved.

An edit is silent to a screen reader, and a new message is read out. It is sent by the token of the old panel,
which is deleted once the new one stands. Before it is sent, that is stored on the old panel: if the bot is
killed before the answer, it cannot know the new one, and the next start has the old one stop following.

A private message notifies no phone: a call to the same question comes all the same, but not before
`HERE_SECONDS` have passed.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, Protocol

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.clock.calls import asked_number, tells_at
from bot.messages.ledger import HERE_SECONDS, Ledger, Telling
from bot.panels.presentation import Presentation
from bot.store import PanelRow
from bot.table.table import Table
from cogs.sending.channels import UNREACHABLE, by_token, panel_webhook
from cogs.sending.sending import follow, sent
from cogs.sending.workers import TimedWorker

log = logging.getLogger(__name__)

_SOON: Final = 2.0
"""Seconds after which the old panel is edited, if the new one has not come."""
_CLOSING_SECONDS: Final = 2.0
"""Seconds that a bot that stops waits for panels on their way."""


class Listener(Protocol):
    """Hears of failed new messages, and deletes the panels that new ones replace."""

    def not_told(self, table: Table) -> None:
        """Note that a member gets no new private message with their question."""

    def remove(self, ledger: Ledger, panel: PanelRow) -> None:
        """Delete a panel that another has replaced, once the requests to it have ended."""


class TurnMessages:
    """Sends panels as new messages, one at a time for each member and table.

    `ask` draws a member's panel of a table again, and `look` checks whether a new one is to be sent.
    """

    def __init__(
        self,
        bot: CardsBot,
        ask: Callable[[str, int], None],
        look: Callable[[tuple[str, int]], Awaitable[None]],
        listener: Listener,
    ) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.ask = ask
        self.listener = listener
        self._sending: dict[tuple[str, int], asyncio.Task[bool]] = {}
        # Wakes up when a new message may be sent that may not be sent yet.
        self.work: TimedWorker[tuple[str, int]] = TimedWorker(look, self.tables.now)

    @property
    def busy(self) -> bool:
        """Return whether a panel is on its way."""
        return bool(self._sending)

    async def close(self) -> None:
        """Wait a moment for the panels on their way, then cancel them."""
        if tasks := set(self._sending.values()):
            await asyncio.wait(tasks, timeout=_CLOSING_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def due(self, table: Table, user_id: int) -> bool:
        """Return whether to send a new message now to a member who wants that; if later, plan another look.

        None is sent while an old panel has yet to be deleted: the deletion asks for another look.
        """
        now, key = self.tables.now(), (table.row.id, user_id)
        at = tells_at(table, user_id, now)
        if math.isinf(at) or not self.free(table, user_id):
            return False
        if at > now:
            self.work.plan(key, at)
        return at <= now

    def free(self, table: Table, user_id: int) -> bool:
        """Return whether no new message of a user is on its way, and no old one has yet to be deleted."""
        return user_id not in table.ledger.standing and (table.row.id, user_id) not in self._sending

    async def sent(
        self, table: Table, panel: PanelRow, presentation: Presentation, *, tells: bool = True
    ) -> bool:
        """Send a new message in a panel's place; return whether it has taken that.

        It `tells` the owner their question, or else is the same panel further down. A slow one may still
        come: until then, and where it fails, the panel is edited.
        """
        key = (panel.table_id, panel.user_id)
        drawn = presentation.hand(table, panel.user_id, afresh=tells)
        task = asyncio.create_task(self._send(table, panel, drawn, tells=tells))
        self._sending[key] = task
        task.add_done_callback(lambda _: self._sending.pop(key))
        await asyncio.wait({task}, timeout=_SOON)
        if task.done():
            return task.result()
        # The panel that follows in the end has to show the table as it is.
        task.add_done_callback(lambda task: None if task.cancelled() else self.ask(*key))
        return False

    async def ends(self, ledger: Ledger, panel: PanelRow, drawn: Panel) -> None:
        """Send a new message which says that a panel no longer follows, as the panel itself does."""
        webhook, nobody = panel_webhook(self.bot, panel.token), discord.AllowedMentions.none()
        try:
            await sent(self.bot, webhook.send, drawn, ephemeral=True, wait=True, allowed_mentions=nobody)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: a panel alone says that it ends (%s)", panel.table_id, type(error).__name__)
        else:
            self.listener.remove(ledger, panel)

    async def _send(self, table: Table, panel: PanelRow, drawn: Panel, *, tells: bool) -> bool:
        # With discord.py's own adapter, the edit by the same token would wait until this request is over.
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
        user_id, ledger, ledgers = panel.user_id, table.ledger, self.tables.ledgers
        number = asked_number(table, user_id) if tells else None
        opened = ledger.opened.get(user_id)
        await ledgers.leaves(ledger, panel)
        webhook = panel_webhook(self.bot, panel.token)
        nobody = discord.AllowedMentions.none()
        try:
            answer: Any = await sent(
                self.bot, webhook.send, drawn, ephemeral=True, wait=True, allowed_mentions=nobody
            )
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: a panel stays where it is (%s)", panel.table_id, type(error).__name__)
            if number is not None:
                ledger.untold[user_id] = number
            if not tells:
                ledger.stuck.add(panel.message_id)
            ledgers.stays(ledger, user_id)
            self.listener.not_told(self.tables.current(table))
            return False
        ledger.channels[user_id] = int(answer["channel_id"])
        if number is not None:
            ledger.telling[user_id] = Telling(number, self.tables.now() + HERE_SECONDS)
        message_id = int(answer["id"])
        told = number if tells else panel.told
        new = replace(panel, message_id=message_id, told=told, former_id=panel.message_id)
        replaced = await ledgers.follow(ledger, new)
        if replaced is not None:
            # It is the new one itself if a press on the old one has come first.
            ledger.standing[user_id] = replaced
            self.listener.remove(ledger, replaced)
        if ledger.panels.get(user_id) is not new:
            return False
        if tells and ledger.opened.get(user_id) is opened:
            ledger.opened.pop(user_id, None)
        follow(self.bot, by_token(self.bot, panel.token, message_id), message_id, drawn)
        return True

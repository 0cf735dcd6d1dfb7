"""The private panels: each follows its game through its own token, and waits for no other message.

A panel is edited by message id through its newest token, never as `@original`: after a Join, that is the
public lobby. A press always redraws its panel, so the token of the press is known to reach it.
"""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Final, Protocol

import discord

from bot.app import CardsBot
from bot.clock.calls import comes_down
from bot.errors import NotRead, Refused
from bot.limits.budget import Urgency, sooner
from bot.messages.ledger import ENDING_SECONDS, Ledger
from bot.panels.table import hand
from bot.preferences.declared import ON
from bot.store import RETRY_SECONDS, PanelRow, Scope, patiently
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.messages.turn_messages import Listener, TurnMessages
from cogs.sending.channels import UNREACHABLE, by_token, panel_webhook, passing
from cogs.sending.refusals import UNKNOWN_MESSAGE
from cogs.sending.sending import edited
from cogs.sending.workers import Background, KeyedWorker, Later

log = logging.getLogger(__name__)

AGAIN_AFTER: Final = 5.0
"""Seconds after which a panel that Discord could not take is drawn again."""
REFUSED_AGAIN: Final = (5.0, 15.0, 60.0, 300.0)
"""Seconds before each further try to draw a panel that Discord has refused; the last of them repeats."""
_GONE: Final = frozenset({401, 404})
"""The statuses with which Discord says that a panel is dismissed, or its token no longer valid."""


class Showing(Listener, Protocol):
    """Keeps track of the messages that show their table."""

    def published(self, table: Table, user_id: int = 0) -> None:
        """Note that a panel (0: the board) shows its table as it is in `table`."""

    async def shown(self, table: Table) -> None:
        """Note that the board shows its table, and delete a ping that is useless by now."""

    def hidden(self, table: Table) -> None:
        """Note that the board of a table cannot be shown where it stands."""


class Panels:
    """Edits panels as long as their tokens live; the latest state of the table always wins."""

    def __init__(self, bot: CardsBot, showing: Showing) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.showing = showing
        self._work: KeyedWorker[tuple[str, int]] = KeyedWorker(self._publish)
        self._urgent: dict[tuple[str, int], Urgency] = {}
        self._later: Later[tuple[str, int]] = Later(self._ask)
        self._removing: KeyedWorker[tuple[str, int]] = KeyedWorker(self._remove)
        self._deleting = Background()
        self._replaced: dict[tuple[str, int], dict[int, tuple[Ledger, PanelRow]]] = {}
        self.turn_messages = TurnMessages(bot, self.ask, self._look, showing)

    async def catching_up(self) -> list[tuple[str, int]]:
        """Return table and user of the panels that may have become two when the bot was killed."""
        replacing = partial(self.bot.store.replacing, self.tables.now())
        return await patiently(replacing, "the panels that are to go")

    async def catch_up(self, key: tuple[str, int]) -> None:
        """Draw such a panel again."""
        self._ask(key, Urgency.BEHIND)

    async def call(self, table: Table, users: Iterable[int]) -> None:
        """Send new messages with their question to the users among these who want that."""
        messages = self.turn_messages
        for user_id in users:
            if await self._wants_messages(user_id) and messages.due(self.tables.current(table), user_id):
                self.ask(table.row.id, user_id, Urgency.ASKED)

    async def _wants_messages(self, user_id: int) -> bool:
        """Return whether a member wants a new message for each turn."""
        return (await self.bot.preferences.of(Scope.MEMBER, user_id))["call"] == ON

    async def _look(self, key: tuple[str, int]) -> None:
        """Send a new message that could not be sent before."""
        try:
            table = await self.tables.get(key[0])
        except NotRead:
            self.turn_messages.work.plan(key, self.tables.now() + RETRY_SECONDS)
        except Refused as refused:
            log.info("nobody is told of a turn at table %s: %s", key[0], refused.key)
        else:
            await self.call(table, [key[1]])

    def ask(self, table_id: str, user_id: int, urgency: Urgency = Urgency.WATCHED) -> None:
        """Have a member's panel drawn as the table is from now on."""
        self._ask((table_id, user_id), urgency)

    def _ask(self, key: tuple[str, int], urgency: Urgency = Urgency.WATCHED) -> None:
        self._urgent[key] = sooner(urgency, self._urgent.get(key))
        self.bot.budget.hurry(key, urgency)
        self._work.ask(key)

    def bring_down(self, table: Table) -> None:
        """Have those panels drawn that now stand above their board and are to come down."""
        for user_id in [user_id for user_id in table.ledger.panels if comes_down(table, user_id)]:
            self._ask((table.row.id, user_id), Urgency.ASKED)

    def answers(self, table_id: str, user_id: int) -> None:
        """Note that the answer to a press is going to draw a member's panel as the table is now."""
        if self._work.busy((table_id, user_id)):
            # A drawing that is on its way may arrive later, with an older state.
            self._ask((table_id, user_id))

    def remove(self, ledger: Ledger, panel: PanelRow) -> None:
        """Delete a panel that another has replaced; it stays if it cannot be deleted.

        Its pictures are no longer sent. If it is pressed before it is gone, it follows again and stays.
        """
        if not ledger.follows(panel):
            self.bot.follow_ups.cancel(panel.message_id)
        key = (panel.table_id, panel.user_id)
        self._replaced.setdefault(key, {})[panel.message_id] = (ledger, panel)
        self._removing.ask(key)

    async def _remove(self, key: tuple[str, int]) -> None:
        """Delete the panels of a member that others have replaced, each in its turn."""
        # Until then a request of these panels is under way or to follow, and would find them gone.
        await self._work.ended(key)
        for ledger, panel in self._replaced.pop(key, {}).values():
            with self.bot.budget.at(Urgency.WATCHED, by_token=True):
                await self.bot.budget.ready()
                # Meanwhile it may have been pressed.
                if ledger.remove(panel):
                    self._deleting.start(self._delete(ledger, panel))

    async def _delete(self, ledger: Ledger, panel: PanelRow) -> None:
        await self.bot.follow_ups.stop(panel.message_id)
        try:
            await panel_webhook(self.bot, panel.token).delete_message(panel.message_id)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("an old panel of table %s is not deleted: %s", panel.table_id, type(error).__name__)
            if not (isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE):
                ledger.removed.discard(panel.message_id)
            if passing(error):
                return
        self.tables.ledgers.removed(ledger, panel)
        # A new message may have waited for it to go.
        self.turn_messages.work.ask((panel.table_id, panel.user_id))

    def clear(self, ledger: Ledger, user_id: int) -> None:
        """Delete a member's old panel that is still there, if any, while its token is valid."""
        standing = ledger.standing.get(user_id)
        if standing is None:
            return
        if standing.expires_at > self.tables.now():
            self.showing.remove(ledger, standing)
        else:
            self.tables.ledgers.removed(ledger, standing)

    @property
    def busy(self) -> bool:
        """Return whether something is being shown."""
        removing = self._removing.busy() or len(self._deleting)
        return bool(self._work.busy() or removing or self.turn_messages.busy)

    async def close(self) -> None:
        """Stop drawing."""
        self._later.close()
        await self._work.close()
        await self._removing.close()
        await self._deleting.close()
        await self.turn_messages.close()

    async def _publish(self, key: tuple[str, int]) -> None:
        urgency = self._urgent.get(key, Urgency.WATCHED)
        async with self.bot.budget.turn(urgency, by_token=True, key=key):
            self._urgent.pop(key, None)
            self._work.begins(key)
            await self._draw(key, urgency)

    async def _draw(self, key: tuple[str, int], urgency: Urgency) -> None:
        """Draw a panel as its table is now."""
        table_id, user_id = key
        try:
            table = await self.tables.get(table_id)
        except NotRead:
            self._later.plan(key, AGAIN_AFTER)
            return
        except Refused:
            return
        ledger = table.ledger
        follows = ledger.panels.get(user_id)
        heard = follows.locale if follows is not None else None
        spoken = await self.bot.audience.words_of(user_id, heard or table.row.language)
        presentation = await self.bot.audience.own(spoken, table.row, user_id)
        calls = await self._wants_messages(user_id)
        if user_id in ledger.panels:
            await self.bot.follow_ups.answered(ledger.panels[user_id].message_id)
        table = self.tables.current(table)
        now = self.tables.now()
        panel = ledger.panel_of(user_id, now)
        self.clear(ledger, user_id)
        if panel is None:
            if user_id in ledger.panels:
                await self.tables.ledgers.forget(ledger, user_id)
        else:
            ends = panel.left or (table.open and panel.expires_at <= now + ENDING_SECONDS)
            tells = calls and self.turn_messages.due(table, user_id)
            down = not (tells or ends) and comes_down(table, user_id)
            if tells or (down and self.turn_messages.free(table, user_id)):
                if await self.turn_messages.sent(table, panel, presentation, tells=tells):
                    self.showing.published(table, user_id)
                else:
                    self._ask(key, urgency)
                return
            drawn = (
                hand.stopped_following(view_of(table, user_id), presentation.words)
                if ends
                else presentation.hand(table, user_id)
            )
            edit = by_token(self.bot, panel.token, panel.message_id)
            try:
                await edited(self.bot, edit, panel.message_id, drawn)
            except (discord.HTTPException, *UNREACHABLE) as error:
                if passing(error) or not isinstance(error, discord.HTTPException):
                    log.warning("a panel of table %s: %s; again soon", table_id, type(error).__name__)
                    self._later.plan(key, AGAIN_AFTER)
                    return
                if ledger.panels.get(user_id) is not panel:
                    # A press has opened or renewed it meanwhile.
                    self._ask(key)
                    return
                if error.status not in _GONE and not ends:
                    # Nothing waits for it: Discord may refuse it as long as the token lives.
                    log.warning("a panel of table %s is refused: %d, %s", table_id, error.status, error.code)
                    self._later.again(key, REFUSED_AGAIN)
                    self.showing.published(table, user_id)
                    return
                # Dismissed, or its token is invalid: it stops following, and My hand opens another.
                await self.tables.ledgers.forget(ledger, user_id)
            self._later.worked(key)
            # Only if the drawing says so as well: its owner may have lost the seat while it was on its way.
            left = all(one.seat_of(user_id) is None for one in (table, self.tables.current(table)))
            if ledger.panels.get(user_id) is not panel:
                if ends:
                    # A press has renewed it meanwhile: the answer may have arrived before this drawing.
                    self._ask(key)
            elif left or ends:
                # The panel now says that its owner has left the lobby, or that it has stopped following.
                await self.tables.ledgers.forget(ledger, user_id)
                if panel.left:
                    self.showing.not_told(table)
                elif calls and not left:
                    await self.turn_messages.ends(ledger, panel, drawn)
        self.showing.published(table, user_id)

"""One press on a button of a table, and the ways to answer it.

A press on a panel always redraws that panel, so the token of the press is known to reach it.
"""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from bot.app import CardsBot
from bot.blocks.blocks import Press
from bot.clock.calls import asked_number
from bot.errors import NoTable, Refused
from bot.locale import Words
from bot.messages.ledger import TOKEN_SECONDS, Ledger, Opened
from bot.panels.presentation import Presentation
from bot.store import PanelRow, SeatRow, Status
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.publisher import publisher
from cogs.sending.answers import Interaction, changed, in_time, is_private, private, update
from cogs.sending.boundary import refusal

T = TypeVar("T")

PLAYED: Final = frozenset({"refused.stale", "refused.played", "refused.over"})
"""The refusals of a play that has been made."""

UPDATING: Final = frozenset(
    {
        "join",
        "accept",
        "alone",
        "leave",
        "cancel",
        "start",
        "ready",
        "winners",
        "vote",
        "against",
        "agree",
        "play-on",
    }
)
"""Verbs whose button redraws its public message."""
POSTING: Final = frozenset({"come", "down", "rematch"})
"""Verbs that may post a board: a message to say that the answer will come would stand above it."""


@dataclass(slots=True)
class PressContext:
    """One press on a button of a table.

    After `table`, `words` show the deck of the presser, and `question` is the number of the question that the
    presser was asked before this press took effect.
    """

    bot: CardsBot
    interaction: Interaction
    press: Press
    words: Words
    presentation: Presentation | None = None
    question: int | None = None

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return the values chosen in the select, none for a button."""
        data: Any = self.interaction.data
        return tuple(map(str, data.get("values", ())))

    @property
    def user_id(self) -> int:
        """Return the id of the presser."""
        return self.interaction.user.id

    @property
    def on_panel(self) -> bool:
        """Return whether the button is on a message that only the presser sees."""
        return is_private(self.interaction)

    async def table(self) -> Table:
        """Return the table of the button; raise NoTable if it belongs to another server."""
        tables, table_id = self.bot.tables, self.press.table
        table = tables.in_memory(table_id)
        if table is None:
            table = await self.in_time(tables.get(table_id))
        if table.row.guild_id != self.interaction.guild_id:
            raise NoTable
        self.presentation = await self.bot.audience.own(self.words.plain, table.row, self.user_id)
        self.words = self.presentation.words
        # The table may have changed while the presentation was read.
        table = tables.current(table)
        self.question = asked_number(table, self.user_id)
        return table

    @property
    def before(self) -> str | None:
        """Return the id of the table that this press changed before a restart, None if it did not."""
        return self.bot.deliveries.changed(self.interaction.id)

    async def change(self, work: Coroutine[Any, Any, Table]) -> Table:
        """Return the table after the change `work`, or as it is if this press made that before a restart."""
        return await changed(self.interaction, work, update=self.updates)

    async def in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of `work`; if that takes long, acknowledge the press meanwhile."""
        return await in_time(self.interaction, work, update=self.updates)

    @property
    def updates(self) -> bool:
        """Return whether a slow press is acknowledged without a message of its own."""
        return self.on_panel or self.press.verb in UPDATING | POSTING

    async def show_public(self, table: Table) -> None:
        """Answer by redrawing the public message of the button."""
        table = self.bot.tables.current(table)
        message = self.interaction.message
        drawn = await publisher(self.bot).boards.drawn(table, message.id if message else None)
        await update(self.interaction, drawn)
        if message is not None and message.id == table.ledger.place.message_id:
            # Pictures of an older drawing, which would have counted once there, may have been stopped.
            publisher(self.bot).published(table)
        now = self.bot.tables.current(table)
        if now.row.version != table.row.version:
            # This answer may have been drawn over a newer state.
            self.bot.outbox.changed(now, panels=False)

    def panel_row(self, message_id: int) -> PanelRow:
        """Return the row of a private panel, with the token of this press for later edits."""
        return panel_row(self.press.table, self.interaction, message_id)

    async def show_panel(self, table: Table, notice: str = "", opened: Opened | None = None) -> None:
        """Answer by redrawing the private panel of the button, which follows the game from now on.

        `opened` stays open there from now on, until a restart. If the panel stands above the board, a fresh
        one below that takes its place.
        """
        if self.interaction.message is None or not self.on_panel:
            raise Refused("refused.forged")
        tables, user_id = self.bot.tables, self.user_id
        table = tables.current(table)
        ledger, message_id = table.ledger, self.interaction.message.id
        above = ledger.above(message_id, self.interaction.channel_id)
        if above and table.open and table.seat_of(user_id) is not None:
            await open_panel(self.bot, self.interaction, table, self.words, opened, notice)
            publisher(self.bot).remove(ledger, self.panel_row(message_id))
            return
        if not table.open and view_of(table, user_id).status in (Status.FINISHED, Status.STOPPED):
            # The past of the game had not been read when the press came in.
            self.presentation = await self.bot.audience.own(self.words.plain, table.row, user_id)
            table = tables.current(table)
        ledger.answered(user_id, table.row.version, notice, opened)
        asked, follows = asked_number(table, user_id), ledger.panels.get(user_id)
        # The answer is an edit, so a new message may still announce the question that this press has led to.
        told = asked if asked == self.question else follows.told if follows else None
        row = replace(self.panel_row(message_id), told=told)
        further = opened is not None or situation.hint_for(table, user_id) is not None
        missing = ledger.missing
        assert self.presentation is not None
        publisher(self.bot).answers(table, user_id)
        await update(self.interaction, self.presentation.hand(table, user_id))
        self.bot.outbox.drawn(table, user_id)
        publisher(self.bot).published(table, user_id)
        if ledger.panels.get(user_id) != row and table.seat_of(user_id) is not None:
            await _follow(self.bot, self.interaction, ledger, row)
        elif table.seat_of(user_id) is None:
            _watch(self.bot, ledger, row)
        now = tables.current(table)
        follows = ledger.panels.get(user_id)
        if follows is not None and follows.message_id != row.message_id:
            # Another panel has replaced this one, and does not show the change yet.
            publisher(self.bot).follow_up(now, user_id)
            return
        asked_the_same = situation.asked_of(now, user_id) == situation.asked_of(table, user_id)
        moved_on = now.row.version != table.row.version and not (further and asked_the_same)
        if moved_on or ledger.missing != missing:
            # The game has moved on, or its missing permissions have changed, since the answer was drawn.
            publisher(self.bot).follow_up(now, user_id)

    async def do(self, work: Callable[[], Coroutine[Any, Any, Table]], *, play: bool = False) -> None:
        """Do `work` for a button of a private panel, and show the result, or the refusal, on the panel.

        A `play` is known by the number on its button: the table says whether it was made before a restart.
        """
        table, notice = await self.table(), ""
        if not self.on_panel:
            raise Refused("refused.forged")
        try:
            table = await (self.in_time(work()) if play else self.change(work()))
        except Refused as refused:
            older = self.bot.deliveries.may_be_older(self.interaction.created_at.timestamp())
            if not (play and older and refused.key in PLAYED):
                notice = refusal(refused, self.words)
        await self.show_panel(table, notice)

    async def look_up(self, table: Table, opened: Opened | None = None, notice: str = "") -> None:
        """Answer with the page `opened`, or the hand, on the panel of the button or on a fresh one."""
        if self.on_panel:
            await self.show_panel(table, notice, opened)
        else:
            await open_panel(self.bot, self.interaction, table, self.words, opened, notice)


Verb = Callable[[PressContext], Awaitable[None]]


def panel_row(table_id: str, interaction: Interaction, message_id: int) -> PanelRow:
    """Return the row of a private panel: its message, and the token of `interaction` for later edits."""
    return PanelRow(
        table_id,
        interaction.user.id,
        message_id,
        interaction.token,
        expires_at=interaction.created_at.timestamp() + TOKEN_SECONDS,
        locale=interaction.locale.value,
    )


def person(interaction: Interaction, seat: int = 0) -> SeatRow:
    """Return the row that seats the member; the id of the interaction goes into the shuffle."""
    return SeatRow(seat, interaction.user.id, interaction.user.display_name[:32], interaction.id)


async def open_panel(
    bot: CardsBot,
    interaction: Interaction,
    table: Table,
    words: Words,
    opened: Opened | None = None,
    notice: str = "",
) -> None:
    """Answer with a fresh private panel in place of the old one; that of a seated member follows the game."""
    user_id = interaction.user.id
    presentation = await bot.audience.own(words.plain, table.row, user_id)
    await publisher(bot).boards.places.look(table)
    table = bot.tables.current(table)
    ledger = table.ledger
    ledger.answered(user_id, table.row.version, notice, opened)
    missing = ledger.missing
    message_id = await private(interaction, presentation.hand(table, user_id))
    if message_id is None:
        return
    row = panel_row(table.row.id, interaction, message_id)
    if table.seat_of(user_id) is None:
        _watch(bot, ledger, row)
        return
    bot.outbox.drawn(table, user_id)
    await _follow(bot, interaction, ledger, replace(row, told=asked_number(table, user_id)))
    publisher(bot).published(table, user_id)
    now = bot.tables.current(table)
    if now.row.version != table.row.version or ledger.missing != missing:
        # The game has moved on, or its missing permissions have changed, since the panel was drawn.
        publisher(bot).follow_up(now, user_id)


async def _follow(bot: CardsBot, interaction: Interaction, ledger: Ledger, panel: PanelRow) -> None:
    """Let a panel follow the game from now on, and remove the panels that it replaces."""
    assert interaction.channel_id is not None
    ledger.channels[panel.user_id] = interaction.channel_id
    replaced = await bot.tables.ledgers.follow(ledger, panel)
    if replaced is not None and replaced.expires_at > bot.tables.now():
        publisher(bot).remove(ledger, replaced)
    publisher(bot).panels.clear(ledger, panel.user_id)
    _instead(bot, ledger, ledger.watching.pop(panel.user_id, None), panel)


def _watch(bot: CardsBot, ledger: Ledger, panel: PanelRow) -> None:
    """Note the one private message of a user without a seat, and remove the one before."""
    before, ledger.watching[panel.user_id] = ledger.watching.get(panel.user_id), panel
    _instead(bot, ledger, before, panel)


def _instead(bot: CardsBot, ledger: Ledger, before: PanelRow | None, panel: PanelRow) -> None:
    """Remove the message of a user who had no seat, unless `panel` is that message."""
    if before is not None and before.message_id != panel.message_id and before.expires_at > bot.tables.now():
        publisher(bot).remove(ledger, before)


def must_be_seated(table: Table, user_id: int) -> None:
    if table.seat_of(user_id) is None:
        raise Refused("refused.not-seated")


def must_be_told(table: Table, key: str) -> None:
    """Refuse to look back on a game that goes on, with `key`, or whose last sheet is being counted."""
    if table.open or table.ending:
        raise Refused("refused.counting" if table.ending else key)


def must_play(table: Table, user_id: int) -> None:
    row = table.seat_of(user_id)
    if row is not None and not row.present:
        raise Refused("refused.computer-plays")

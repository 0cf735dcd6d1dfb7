"""One press on a button of a table: who pressed where, and the ways to answer it."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.app import CardsBot
from bot.locale import Words
from bot.manner import Manner
from bot.refused import NoTable, Refused
from bot.render import hand
from bot.render.panel import Panel, Press
from bot.store import PanelRow, SeatRow
from bot.table import Table
from cogs.answers import Interaction, in_time, is_private, private, update
from cogs.publisher import publisher

T = TypeVar("T")

TOKEN_SECONDS: Final = 14.5 * 60
"""An interaction's token lives 15 minutes; one older than this is never used."""
UPDATING: Final = frozenset({"join", "leave", "cancel", "start", "ready", "agree", "play-on"})
"""Verbs that redraw the public message they stand on."""


@dataclass(slots=True)
class Pressed:
    """One press on a button of a table.

    Once the table has been asked for, `words` have the deck that the presser plays with.
    """

    bot: CardsBot
    interaction: Interaction
    press: Press
    words: Words
    manner: Manner | None = None

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return what was chosen in the select that was pressed; nothing for a button."""
        data: Any = self.interaction.data
        return tuple(map(str, data.get("values", ())))

    @property
    def user_id(self) -> int:
        """Return who pressed."""
        return self.interaction.user.id

    @property
    def on_panel(self) -> bool:
        """Return whether the button stands on a message that only the presser sees."""
        return is_private(self.interaction)

    async def table(self) -> Table:
        """Return the table that the button belongs to; Refused if it is not one of this server."""
        table = await self.in_time(self.bot.tables.get(self.press.table))
        if table.row.guild_id != self.interaction.guild_id:
            raise NoTable
        self.manner = await self.bot.own_manner(self.words.plain, table.row, self.user_id)
        self.words = self.manner.words
        # Which deck somebody plays with may have had to be read.
        return self.bot.tables.current(table)

    async def in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` gives, the press acknowledged in time if that takes long."""
        return await in_time(self.interaction, work, update=self.updates)

    @property
    def updates(self) -> bool:
        """Return whether the answer changes the message that was pressed."""
        return self.on_panel or self.press.verb in UPDATING

    async def show_public(self, table: Table) -> None:
        """Answer by redrawing the public message that was pressed."""
        table = self.bot.tables.current(table)
        await update(self.interaction, await publisher(self.bot).boards.drawn(table))
        now = self.bot.tables.current(table)
        if now.row.version != table.row.version:
            # This answer may have been drawn over something newer.
            self.bot.outbox.changed(now, panels=False)

    def panel_row(self, message_id: int) -> PanelRow:
        """Return this press's token as the one that keeps a panel up to date."""
        return panel_row(self.press.table, self.interaction, message_id)

    async def show_panel(
        self,
        table: Table,
        notice: str = "",
        panel: Panel | None = None,
        opened: tuple[int, str] | None = None,
    ) -> None:
        """Answer by redrawing the private panel that was pressed, which is then the one that follows.

        `panel` is a further question that stands there instead, `opened` what it is known by.
        """
        if self.interaction.message is None or not self.on_panel:
            raise Refused("refused.forged")
        tables, user_id = self.bot.tables, self.user_id
        table = tables.current(table)
        ledger = table.ledger
        if panel is not None and opened is not None:
            ledger.opened[user_id] = opened
        else:
            ledger.opened.pop(user_id, None)
        ledger.notices[user_id] = (table.row.version, notice)
        row, shown = self.panel_row(self.interaction.message.id), table.shown(user_id)
        further = panel is not None or shown.hint is not None
        if panel is None:
            panel = hand.hand(shown, self.words, until=row.expires_at)
        if self.manner is not None:
            panel = self.manner.pictured(panel, table, shown)
        publisher(self.bot).answers(table, user_id)
        await update(self.interaction, panel)
        self.bot.outbox.drawn(table, user_id)
        if ledger.panels.get(user_id) != row and table.seat_of(user_id) is not None:
            await tables.ledgers.follow(ledger, row)
        now = tables.current(table)
        asked_the_same = now.asked_of(user_id) == table.asked_of(user_id)
        if now.row.version != table.row.version and not (further and asked_the_same):
            # The game has moved on while the answer was on its way.
            publisher(self.bot).follow_up(now, user_id)


Verb = Callable[[Pressed], Awaitable[None]]


async def show_aside(pressed: Pressed, table: Table, panel: Panel) -> None:
    """Show something beside the panel, which is redrawn by the press and so goes on following."""
    if pressed.on_panel and pressed.press.notation != "aside":
        await pressed.show_panel(table)
    await private(pressed.interaction, panel)


def panel_row(table_id: str, interaction: Interaction, message_id: int) -> PanelRow:
    """Return what is kept of a private panel: where it is, and the token of `interaction` to edit it with."""
    expires_at = interaction.created_at.timestamp() + TOKEN_SECONDS
    return PanelRow(table_id, interaction.user.id, message_id, interaction.token, expires_at)


def person(interaction: Interaction, seat: int = 0) -> SeatRow:
    """Return who pressed, as they are seated; the press's own id goes into the shuffle."""
    return SeatRow(seat, interaction.user.id, interaction.user.display_name[:32], interaction.id)


async def open_panel(bot: CardsBot, interaction: Interaction, table: Table, words: Words) -> None:
    """Answer with a fresh private panel, which then follows the game."""
    user_id = interaction.user.id
    manner = await bot.own_manner(words.plain, table.row, user_id)
    table = bot.tables.current(table)
    table.ledger.opened.pop(user_id, None)
    table.ledger.notices.pop(user_id, None)
    until = interaction.created_at.timestamp() + TOKEN_SECONDS
    message_id = await private(interaction, manner.hand(table, user_id, until=until))
    if message_id is not None:
        await bot.tables.ledgers.follow(table.ledger, panel_row(table.row.id, interaction, message_id))
        now = bot.tables.current(table)
        if now.row.version != table.row.version:
            # The game has moved on while the panel was on its way.
            publisher(bot).follow_up(now, user_id)


def must_be_seated(table: Table, user_id: int) -> None:
    if table.seat_of(user_id) is None:
        raise Refused("refused.not-seated")


def must_play(table: Table, user_id: int) -> None:
    row = table.seat_of(user_id)
    if row is not None and not row.present:
        raise Refused("refused.computer-plays")

"""What each button of a table does, by its verb: lobby, private panel, public message.

A verb checks and changes nothing itself: it asks `Tables` or `Lobbies`, answers, and then has the table
published, whatever became of the answer.
"""

import io
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord

from bot.locale import Words
from bot.records import record_of
from bot.render import board, hand
from bot.render.panel import Panel, Press
from bot.render.rules import rules
from bot.store import PanelRow, SeatRow, Status
from bot.table import Table
from bot.tables import Illegal, Refused
from cogs.answers import Interaction, Unanswered, is_private, private, private_file, settled, update

T = TypeVar("T")

TOKEN_SECONDS: Final = 14.5 * 60
"""An interaction's token lives 15 minutes; one older than this is never used."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press on a button of a table."""

    bot: Any
    interaction: Interaction
    press: Press
    words: Words

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
        table: Table = await self.settled(self.bot.tables.get(self.press.table))
        if table.row.guild_id != self.interaction.guild_id:
            raise Refused("refused.no-table")
        return table

    async def settled(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` gives, the press acknowledged in time if that takes long."""
        return await settled(self.interaction, work, update=self.updates)

    @property
    def updates(self) -> bool:
        """Return whether the answer changes the message that was pressed."""
        return self.on_panel or self.press.verb in UPDATING

    def public_words(self, table: Table) -> Words:
        """Return the words of the table's server."""
        words: Words = self.bot.catalogue.words(table.row.language)
        return words

    async def show_public(self, table: Table) -> None:
        """Answer by redrawing the public message that was pressed."""
        await update(self.interaction, board.public(table.shown(), self.public_words(table)))

    def panel_row(self, message_id: int) -> PanelRow:
        """Return this press's token as the one that keeps a panel up to date."""
        return panel_row(self.press.table, self.interaction, message_id)

    async def show_panel(self, table: Table, notice: str = "", panel: Panel | None = None) -> None:
        """Answer by redrawing the private panel that was pressed, which is then the one that follows."""
        if self.interaction.message is None or not self.on_panel:
            raise Refused("refused.forged")
        row = self.panel_row(self.interaction.message.id)
        if panel is None:
            panel = hand.hand(table.shown(self.user_id), self.words, notice=notice, until=row.expires_at)
        await update(self.interaction, panel)
        if table.panels.get(self.user_id) != row and table.seat_of(self.user_id) is not None:
            await self.bot.tables.follow(table, row)


def panel_row(table_id: str, interaction: Interaction, message_id: int) -> PanelRow:
    """Return what is kept of a private panel: where it is, and the token of `interaction` to edit it with."""
    expires_at = interaction.created_at.timestamp() + TOKEN_SECONDS
    return PanelRow(table_id, interaction.user.id, message_id, interaction.token, expires_at)


def person(interaction: Interaction, seat: int = 0) -> SeatRow:
    """Return who pressed, as they are seated; the press's own id goes into the shuffle."""
    return SeatRow(seat, interaction.user.id, interaction.user.display_name[:32], interaction.id)


async def open_panel(
    bot: Any, interaction: Interaction, table: Table, words: Words, notice: str = ""
) -> None:
    """Answer with a fresh private panel, which then follows the game."""
    version = table.row.version
    until = interaction.created_at.timestamp() + TOKEN_SECONDS
    panel = hand.hand(table.shown(interaction.user.id), words, notice=notice, until=until)
    message_id = await private(interaction, panel)
    if message_id is not None:
        await bot.tables.follow(table, panel_row(table.row.id, interaction, message_id))
        if table.row.version != version:
            # The game has moved on while the panel was on its way.
            bot.publisher.follow_up(table, interaction.user.id)


def _must_be_seated(table: Table, user_id: int) -> None:
    if table.seat_of(user_id) is None:
        raise Refused("refused.not-seated")


# The lobby


async def _join(pressed: Pressed) -> None:
    await pressed.table()
    side = int(pressed.press.notation) if pressed.press.notation.isdecimal() else -1
    table = await pressed.settled(
        pressed.bot.lobbies.join(pressed.press.table, person(pressed.interaction), side)
    )
    try:
        await pressed.show_public(table)
        if table.panel_of(pressed.user_id, pressed.bot.tables.now()) is None:
            await open_panel(pressed.bot, pressed.interaction, table, pressed.words)
    finally:
        pressed.bot.publisher.changed(table, panels=False)


async def _leave(pressed: Pressed) -> None:
    table = await pressed.table()
    if table.row.status is Status.LOBBY and not pressed.on_panel:
        table = await pressed.settled(pressed.bot.lobbies.leave(pressed.press.table, pressed.user_id))
        await _publish_after(pressed, table, pressed.show_public(table))
        return
    _must_be_seated(table, pressed.user_id)
    if not table.playing:
        raise Refused("refused.over")
    await _aside(pressed, table, hand.leaving(table.shown(pressed.user_id), pressed.words))


async def _cancel(pressed: Pressed) -> None:
    await pressed.table()
    may = pressed.interaction.permissions.manage_messages
    table = await pressed.settled(
        pressed.bot.lobbies.cancel(pressed.press.table, pressed.user_id, may_decide=may)
    )
    await _publish_after(pressed, table, pressed.show_public(table), panels=True)


async def _start(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.settled(pressed.bot.lobbies.start(pressed.press.table, pressed.user_id))
    try:
        await _publish_after(pressed, table, pressed.show_public(table), panels=True)
    finally:
        pressed.bot.publisher.call_to_hands(table)


async def _publish_after(
    pressed: Pressed, table: Table, answer: Awaitable[None], *, panels: bool = False
) -> None:
    """Answer, and publish whatever became of the answer."""
    try:
        await answer
    finally:
        pressed.bot.publisher.changed(table, panels=panels)


async def _rematch(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.settled(
        pressed.bot.lobbies.rematch(
            pressed.press.table, person(pressed.interaction), channel_id=pressed.interaction.channel_id
        )
    )
    try:
        await open_panel(pressed.bot, pressed.interaction, table, pressed.words)
    finally:
        pressed.bot.publisher.changed(table, panels=False)


# The private panel


async def _play(pressed: Pressed) -> None:
    table = await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    press = pressed.press
    try:
        table = await pressed.settled(
            pressed.bot.tables.submit(press.table, pressed.user_id, [press.notation], press.number)
        )
    except Refused as refused:
        text = (
            pressed.words.illegal(refused.error)
            if isinstance(refused, Illegal)
            else pressed.words(refused.key, **refused.values)
        )
        table = await pressed.table()
        await pressed.show_panel(table, notice=text)
        return
    try:
        await pressed.show_panel(table)
    except Unanswered:
        pressed.bot.publisher.changed(table)
        raise
    pressed.bot.publisher.changed(table, but=pressed.user_id)


async def _pick(pressed: Pressed) -> None:
    table = await pressed.table()
    try:
        pressed.bot.tables.seat_to_act(table, pressed.user_id, pressed.press.number)
    except Refused as refused:
        await pressed.show_panel(table, notice=pressed.words(refused.key))
        return
    shown = table.shown(pressed.user_id)
    await pressed.show_panel(table, panel=hand.choice(shown, pressed.words, pressed.press.notation))


async def _back(pressed: Pressed) -> None:
    await pressed.show_panel(await pressed.table())


async def _ready(pressed: Pressed) -> None:
    table = await pressed.table()
    try:
        table = await pressed.settled(pressed.bot.tables.ready(pressed.press.table, pressed.user_id))
    except Refused as refused:
        if not pressed.on_panel:
            raise
        await pressed.show_panel(table, notice=pressed.words(refused.key))
        return
    answer = pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table)
    await _publish_after(pressed, table, answer, panels=True)


# What can be asked for by anybody seated


async def _hand(pressed: Pressed) -> None:
    table = await pressed.table()
    _must_be_seated(table, pressed.user_id)
    await open_panel(pressed.bot, pressed.interaction, table, pressed.words)


async def _aside(pressed: Pressed, table: Table, panel: Panel) -> None:
    """Show something beside the panel, which is redrawn by the press and so goes on following."""
    if pressed.on_panel and pressed.press.notation != "aside":
        await pressed.show_panel(table)
    await private(pressed.interaction, panel)


async def _last(pressed: Pressed) -> None:
    table = await pressed.table()
    await _aside(pressed, table, hand.story(table.shown(), pressed.words))


async def _scores(pressed: Pressed) -> None:
    table = await pressed.table()
    await _aside(pressed, table, hand.scores(table.shown(), pressed.words))


async def _rules(pressed: Pressed) -> None:
    table = await pressed.table()
    await _aside(pressed, table, rules(table.row.game, 1, pressed.words, table.shown()))


async def _more(pressed: Pressed) -> None:
    table = await pressed.table()
    await private(pressed.interaction, hand.more(table.shown(), pressed.words))


async def _down(pressed: Pressed) -> None:
    table = await pressed.table()
    _must_be_seated(table, pressed.user_id)
    await pressed.settled(pressed.bot.publisher.move_down(table))
    await private(pressed.interaction, pressed.words("moved"))


async def _agree(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.settled(pressed.bot.tables.stop(pressed.press.table, pressed.user_id))
    answer = (
        private(pressed.interaction, pressed.words("leave.asked" if table.playing else "leave.ended"))
        if pressed.on_panel
        else pressed.show_public(table)
    )
    try:
        await answer
    finally:
        pressed.bot.publisher.changed(table, panels=not table.playing)


async def _play_on(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.settled(pressed.bot.tables.play_on(pressed.press.table, pressed.user_id))
    await _publish_after(pressed, table, pressed.show_public(table))


async def _record(pressed: Pressed) -> None:
    table = await pressed.table()
    if table.open:
        raise Refused("refused.record-later")
    text = await pressed.settled(record_of(pressed.bot.store, table))
    file = discord.File(io.BytesIO(text.encode()), filename=f"{table.row.game}-{table.row.id}.json")
    await private_file(pressed.interaction, pressed.words("record.here"), file)


Verb = Callable[[Pressed], Awaitable[None]]

VERBS: Final[dict[str, Verb]] = {
    "join": _join,
    "leave": _leave,
    "cancel": _cancel,
    "start": _start,
    "rematch": _rematch,
    "play": _play,
    "pick": _pick,
    "back": _back,
    "ready": _ready,
    "hand": _hand,
    "last": _last,
    "scores": _scores,
    "rules": _rules,
    "more": _more,
    "down": _down,
    "agree": _agree,
    "play-on": _play_on,
    "record": _record,
}
"""What every button asks for, by its verb."""

UPDATING: Final = frozenset({"join", "leave", "cancel", "start", "ready", "agree", "play-on"})
"""Verbs that redraw the public message they stand on."""

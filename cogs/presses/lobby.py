"""The buttons of a lobby, and the button for a rematch."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

from bot.errors import Refused
from bot.lobby.lobby import Lobbies, must_be_lobby
from bot.messages.ledger import Opened
from bot.panels.lobby import pages
from bot.preferences.declared import ON
from bot.store import Status
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.messages.threads import outside
from cogs.presses.press import PressContext, Verb, must_be_seated, open_panel, person
from cogs.publisher import publisher
from cogs.sending.answers import language_of, private
from cogs.sending.boundary import refusal


async def _join(pressed: PressContext) -> None:
    table = await pressed.table()
    table.ledger.note_join()
    press = pressed.press
    side = None if not press.notation else int(press.notation) if press.notation.isdecimal() else -1
    # Buttons of earlier versions have the number 0; their options never changed.
    joined = pressed.bot.lobbies.join(press.table, person(pressed.interaction), side, press.number or None)
    try:
        table = await pressed.change(joined)
    except Refused as refused:
        await _without_seat(pressed, pressed.bot.tables.current(table), refused)
        return
    async with beginning(pressed, table):
        await pressed.show_public(table)
        if table.ledger.panel_of(pressed.user_id, pressed.bot.tables.now()) is None:
            await open_panel(pressed.bot, pressed.interaction, table, pressed.words)


async def _without_seat(pressed: PressContext, table: Table, refused: Refused) -> None:
    """Open the panel of a member for whom there is no seat, as they can wait there for one; else refuse."""
    seated = table.seat_of(pressed.user_id) is not None
    if seated or not table.open or situation.open_to(table, pressed.user_id) is not None:
        raise refused
    # The panel says itself that all seats are taken.
    notice = "" if refused.key == "refused.full" else refusal(refused, pressed.words)
    await open_panel(pressed.bot, pressed.interaction, table, pressed.words, notice=notice)


@asynccontextmanager
async def beginning(pressed: PressContext, table: Table) -> AsyncIterator[None]:
    """Answer a press in the block; then open the thread and call people, if this press has begun the game.

    No later press does so, because the game may then be long under way.
    """
    try:
        yield
    finally:
        if pressed.bot.outbox.has_begun(table):
            await publisher(pressed.bot).begins(table, pressed.user_id)


async def _accept(pressed: PressContext) -> None:
    press = pressed.press
    await _do(pressed, lambda lobbies: lobbies.agree(press.table, pressed.user_id, press.number))


async def _open(pressed: PressContext) -> None:
    table = await pressed.table()
    try:
        must_be_lobby(table)
        must_be_seated(table, pressed.user_id)
        if not pages.may_open(view_of(table, pressed.user_id), pressed.press.verb):
            raise Refused("refused.host-chooses")
    except Refused as refused:
        if not pressed.on_panel:
            raise
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    await pressed.look_up(table, Opened(0, pressed.press.verb))


async def _option(pressed: PressContext) -> None:
    # The value comes from the select, or from the id of a button.
    option, _, value = pressed.press.notation.partition(":")
    value = "".join(pressed.chosen) or value
    await _do(
        pressed,
        lambda lobbies: lobbies.choose(pressed.press.table, pressed.user_id, option, value),
        "options",
    )


async def _free(pressed: PressContext) -> None:
    chosen = "".join(pressed.chosen)
    # Nobody has the id 0.
    gone = int(chosen) if chosen.removeprefix("-").isdecimal() else 0
    await _do(pressed, lambda lobbies: lobbies.free(pressed.press.table, pressed.user_id, gone), "options")


async def _computer(pressed: PressContext) -> None:
    level, notation = "".join(pressed.chosen), pressed.press.notation
    # Buttons of 0.1.0 have the seat in place of the number of the state.
    seat = int(notation) if notation.isdecimal() else pressed.press.number
    await _seat_computers(pressed, None if level == pages.NOBODY else level, seat)


async def _fill(pressed: PressContext) -> None:
    await _seat_computers(pressed, pressed.press.notation)


async def _seat_computers(pressed: PressContext, level: str | None, seat: int | None = None) -> None:
    press = pressed.press
    await _do(
        pressed,
        lambda lobbies: lobbies.seat_computers(press.table, pressed.user_id, level, seat),
        "computers",
    )


async def _cancel(pressed: PressContext) -> None:
    may = pressed.interaction.permissions.manage_messages
    await _do(
        pressed,
        lambda lobbies: lobbies.cancel(pressed.press.table, pressed.user_id, may_decide=may),
    )


async def _do(
    pressed: PressContext, work: Callable[[Lobbies], Coroutine[Any, Any, Table]], page: str = ""
) -> None:
    """Do `work` in a lobby, and redraw the message of the button; on a panel `page` stays open.

    A refusal stands at the top of a panel, and elsewhere in a message of its own.
    """
    table, notice = await pressed.table(), ""
    if page and not pressed.on_panel:
        raise Refused("refused.forged")
    try:
        table = await pressed.change(work(pressed.bot.lobbies))
    except Refused as refused:
        if not pressed.on_panel:
            raise
        table, notice = pressed.bot.tables.current(table), refusal(refused, pressed.words)
    async with beginning(pressed, table):
        if pressed.on_panel:
            opened = Opened(0, page) if page and table.row.status is Status.LOBBY else None
            await pressed.show_panel(table, notice, opened)
        else:
            await pressed.show_public(table)


async def _start(pressed: PressContext) -> None:
    await pressed.table()
    table = await pressed.change(pressed.bot.lobbies.start(pressed.press.table, pressed.user_id))
    async with beginning(pressed, table):
        await (pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table))


async def _alone(pressed: PressContext) -> None:
    await _do(pressed, lambda _: pressed.bot.alone.play(pressed.press.table, pressed.user_id))


async def _rematch(pressed: PressContext) -> None:
    await pressed.table()
    asked = pressed.bot.rematches.rematch(
        pressed.press.table,
        person(pressed.interaction),
        channel_id=outside(pressed.bot, pressed.interaction),
        language=await language_of(pressed.bot, pressed.interaction),
    )
    table, notice = await pressed.change(asked), ""
    table.ledger.note_join()
    table = await pressed.in_time(publisher(pressed.bot).boards.stands(table))
    channel_id = table.ledger.place.channel_id
    if channel_id != pressed.interaction.channel_id:
        notice = pressed.words("thread.rematch", channel=f"<#{channel_id}>")
    async with beginning(pressed, table):
        await open_panel(pressed.bot, pressed.interaction, table, pressed.words, notice=notice)


async def _swap(pressed: PressContext) -> None:
    press = pressed.press
    await _do(pressed, lambda _: pressed.bot.rematches.swap(press.table, pressed.user_id, press.number))


async def _match(pressed: PressContext) -> None:
    press = pressed.press
    wanted = press.notation == ON
    await _do(pressed, lambda _: pressed.bot.rematches.match(press.table, pressed.user_id, wanted=wanted))


async def _decline(pressed: PressContext) -> None:
    table = await pressed.table()
    kept = situation.kept_for(table, pressed.user_id) is not None
    if pressed.before is None and not kept and table.seat_of(pressed.user_id) is None:
        raise Refused("refused.not-kept")
    table = await pressed.change(pressed.bot.lobbies.leave(pressed.press.table, pressed.user_id))
    if pressed.on_panel:
        await pressed.show_panel(table)
    else:
        # Without the person who asked, and nobody else there yet, the lobby is closed.
        key = "lobby.closed" if table.row.status is Status.CLOSED else "decline.done"
        await private(pressed.interaction, pressed.words(key))


VERBS: Final[dict[str, Verb]] = {
    "join": _join,
    "accept": _accept,
    "options": _open,
    "option": _option,
    "free": _free,
    "computers": _open,
    "lobby": _open,
    "computer": _computer,
    "fill": _fill,
    "cancel": _cancel,
    "start": _start,
    "alone": _alone,
    "rematch": _rematch,
    "swap": _swap,
    "match": _match,
    "decline": _decline,
}

"""The buttons of the lobby and the one for a rematch."""

from typing import Final

from bot.refused import Refused, SeatTaken
from bot.render import lobby
from bot.store import Status
from cogs.answers import private, update
from cogs.pressed import Pressed, Verb, must_be_seated, open_panel, person
from cogs.publisher import publisher


async def _join(pressed: Pressed) -> None:
    await pressed.table()
    notation = pressed.press.notation
    side = None if not notation else int(notation) if notation.isdecimal() else -1
    table = await pressed.in_time(
        pressed.bot.lobbies.join(pressed.press.table, person(pressed.interaction), side)
    )
    await pressed.show_public(table)
    if table.ledger.panel_of(pressed.user_id, pressed.bot.tables.now()) is None:
        await open_panel(pressed.bot, pressed.interaction, table, pressed.words)
    else:
        publisher(pressed.bot).follow_up(table, pressed.user_id)


async def _computers(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    if table.row.status is not Status.LOBBY:
        raise Refused("refused.started")
    await private(pressed.interaction, lobby.computers(table.shown(), pressed.words))


async def _computer(pressed: Pressed) -> None:
    level, notation = pressed.chosen[0] if pressed.chosen else "", pressed.press.notation
    # In 0.1.0 the seat stood where the number of the state stands.
    seat = int(notation) if notation.isdecimal() else pressed.press.number
    await _seat_computers(pressed, None if level == lobby.NOBODY else level, seat)


async def _fill(pressed: Pressed) -> None:
    await _seat_computers(pressed, pressed.press.notation)


async def _seat_computers(pressed: Pressed, level: str | None, seat: int | None = None) -> None:
    table = await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    try:
        table = await pressed.in_time(
            pressed.bot.lobbies.seat_computers(pressed.press.table, pressed.user_id, level, seat)
        )
    except SeatTaken:
        # Somebody has sat down since this was drawn, which now shows.
        table = pressed.bot.tables.current(table)
    await update(pressed.interaction, lobby.computers(table.shown(), pressed.words))


async def _cancel(pressed: Pressed) -> None:
    await pressed.table()
    may = pressed.interaction.permissions.manage_messages
    table = await pressed.in_time(
        pressed.bot.lobbies.cancel(pressed.press.table, pressed.user_id, may_decide=may)
    )
    await pressed.show_public(table)


async def _start(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.in_time(pressed.bot.lobbies.start(pressed.press.table, pressed.user_id))
    former = table.ledger.panel_of(pressed.user_id, pressed.bot.tables.now())
    try:
        await (pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table))
        now = table.ledger.panels.get(pressed.user_id)
        if former is not None and now is not None and now.message_id != former.message_id:
            # What was pressed, where the computers were seated, is the hand now.
            publisher(pressed.bot).remove(former)
    finally:
        publisher(pressed.bot).call_to_hands(table)


async def _rematch(pressed: Pressed) -> None:
    await pressed.table()
    channel_id = pressed.interaction.channel_id
    assert channel_id is not None
    asked = pressed.bot.lobbies.rematch(
        pressed.press.table,
        person(pressed.interaction),
        channel_id=channel_id,
        language=await pressed.bot.language_of(pressed.interaction),
    )
    table = await pressed.in_time(asked)
    await open_panel(pressed.bot, pressed.interaction, table, pressed.words)


VERBS: Final[dict[str, Verb]] = {
    "join": _join,
    "computers": _computers,
    "computer": _computer,
    "fill": _fill,
    "cancel": _cancel,
    "start": _start,
    "rematch": _rematch,
}

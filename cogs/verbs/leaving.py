"""The buttons with which one leaves, comes back, or ends a game with the others."""

from typing import Final

from bot.ledger import Opened
from bot.refused import Refused
from bot.render.looking import ALONE
from bot.store import Status
from cogs.answers import private
from cogs.pressed import Pressed, Verb, must_be_seated, must_play


async def _leave(pressed: Pressed) -> None:
    table = await pressed.table()
    if table.row.status is Status.LOBBY:
        table = await pressed.in_time(pressed.bot.lobbies.leave(pressed.press.table, pressed.user_id))
        await (pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table))
        return
    must_be_seated(table, pressed.user_id)
    if not table.playing:
        raise Refused("refused.over")
    must_play(table, pressed.user_id)
    await pressed.look_up(table, Opened(0, "leave"))


async def _hand_over(pressed: Pressed) -> None:
    await pressed.table()
    told = pressed.press.notation == ALONE
    table = await pressed.in_time(
        pressed.bot.seats.hand_over(pressed.press.table, pressed.user_id, ending=told)
    )
    shown = table.shown(pressed.user_id)
    if table.playing and shown.viewer is not None and shown.viewer.present:
        # The others have left since: it would end the game, which has not been said.
        await pressed.look_up(table, Opened(0, "leave"))
        return
    if pressed.on_panel:
        await pressed.show_panel(table)
    else:
        key = "leave.handed-over" if table.playing else "leave.ended"
        await private(pressed.interaction, pressed.words(key))


async def _take_back(pressed: Pressed) -> None:
    await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    table = await pressed.in_time(pressed.bot.seats.take_back(pressed.press.table, pressed.user_id))
    await pressed.show_panel(table)


async def _agree(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.in_time(pressed.bot.tables.stop(pressed.press.table, pressed.user_id))
    if pressed.on_panel:
        await pressed.show_panel(table, notice=pressed.words("leave.asked") if table.playing else "")
    else:
        await pressed.show_public(table)


async def _play_on(pressed: Pressed) -> None:
    await pressed.table()
    table = await pressed.in_time(pressed.bot.tables.play_on(pressed.press.table, pressed.user_id))
    await pressed.show_public(table)


VERBS: Final[dict[str, Verb]] = {
    "leave": _leave,
    "take-back": _take_back,
    "hand-over": _hand_over,
    "agree": _agree,
    "play-on": _play_on,
}

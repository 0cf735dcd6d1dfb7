"""The buttons of the private panel for play."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from bot.errors import Refused
from bot.messages.ledger import Opened
from bot.table.table import Table
from bot.tables.cut import cut_deck
from bot.tables.play import seat_to_act
from cogs.presses.press import PressContext, Verb
from cogs.sending.boundary import refusal


async def _play(pressed: PressContext) -> None:
    press, play = pressed.press, pressed.bot.play
    submit = partial(play.submit, press.table, pressed.user_id, press.notation, press.number)
    await pressed.do(submit, play=True)


async def _undo(pressed: PressContext) -> None:
    press, play = pressed.press, pressed.bot.play
    await pressed.do(lambda: play.undo(press.table, pressed.user_id, press.number))


async def _cut(pressed: PressContext) -> None:
    press, tables = pressed.press, pressed.bot.tables
    await pressed.do(lambda: cut_deck(tables, press.table, pressed.user_id, press.notation, press.number))


async def _pick(pressed: PressContext) -> None:
    table = await pressed.table()
    try:
        seat_to_act(table, pressed.user_id, pressed.press.number)
    except Refused as refused:
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    # The cards chosen so far are in the id of the button: nothing is stored of an unfinished choice.
    notation = " ".join([pressed.press.notation, *pressed.chosen])
    await pressed.show_panel(table, opened=Opened(pressed.press.number, "pick", notation))


async def _hint(pressed: PressContext) -> None:
    table = await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    press, play = pressed.press, pressed.bot.play
    try:
        seat = seat_to_act(table, pressed.user_id, press.number)
        found = await pressed.in_time(pressed.bot.adviser.hint(table, seat))
        # The game may have moved on meanwhile, and nobody sees a hint that is not noted.
        table = await pressed.in_time(play.take_hint(press.table, pressed.user_id, press.number))
    except Refused as refused:
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    table.ledger.hints[pressed.user_id] = (press.number, found)
    await pressed.show_panel(table)


async def _back(pressed: PressContext) -> None:
    await pressed.show_panel(await pressed.table())


async def _ready(pressed: PressContext) -> None:
    press, play = pressed.press, pressed.bot.play
    await _go_on(pressed, lambda: play.ready(press.table, pressed.user_id, press.number))


async def _winners(pressed: PressContext) -> None:
    press, play = pressed.press, pressed.bot.play
    await _go_on(pressed, lambda: play.winners(press.table, pressed.user_id))


async def _go_on(pressed: PressContext, work: Callable[[], Coroutine[Any, Any, Table]]) -> None:
    """Do `work` for a button that a table has on its public message and on its panels."""
    table = await pressed.table()
    try:
        table = await pressed.change(work())
    except Refused as refused:
        if not pressed.on_panel:
            raise
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    await (pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table))


VERBS: Final[dict[str, Verb]] = {
    "play": _play,
    "pick": _pick,
    "hint": _hint,
    "back": _back,
    "ready": _ready,
    "winners": _winners,
    "undo": _undo,
    "cut": _cut,
}

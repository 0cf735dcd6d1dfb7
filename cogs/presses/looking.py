"""The buttons for looking something up, and for moving the table down the channel."""

from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Document, Panel
from bot.blocks.look import back_button
from bot.errors import Refused
from bot.messages.ledger import Opened
from bot.panels.shared.lacking import UNTOLD
from bot.panels.table import advice
from bot.panels.table.lookup import LOOKUP_VERBS, can_look_up
from bot.table.viewing import view_of
from bot.tables.records import checked, record_of
from cogs.presses.press import PressContext, Verb, must_be_seated, must_be_told
from cogs.publisher import publisher
from cogs.replays.page import show_replay
from cogs.sending.answers import private, update


async def _hand(pressed: PressContext) -> None:
    await pressed.look_up(await pressed.table())


async def _look_up(pressed: PressContext) -> None:
    table = await pressed.table()
    if not can_look_up(table.row.game, pressed.press.verb):
        raise Refused("refused.forged")
    await pressed.look_up(table, Opened(0, pressed.press.verb, pressed.press.notation))


async def _down(pressed: PressContext) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    names = await pressed.in_time(publisher(pressed.bot).move_down(table))
    if names == UNTOLD:
        raise Refused("refused.untold")
    if names:
        raise Refused("refused.missing", what=pressed.words.permissions(names))
    await pressed.look_up(table, notice=pressed.words("moved"))
    publisher(pressed.bot).panels.bring_down(pressed.bot.tables.current(table))


async def _record(pressed: PressContext) -> None:
    table = await pressed.table()
    must_be_told(table, "refused.record-later")
    text = await pressed.in_time(record_of(pressed.bot.store, table))
    file = Document(f"{table.row.game}-{table.row.id}.json", text.encode())
    await private(pressed.interaction, Panel((pressed.words("record.here"), file), OVER_ACCENT))


async def _check(pressed: PressContext) -> None:
    table = await pressed.table()
    must_be_told(table, "refused.record-later")
    deals = await pressed.in_time(checked(pressed.bot.store, table))
    if deals:
        notice = pressed.words.count("fairness.checked", deals)
    else:
        notice = pressed.words("fairness.wrong" if table.seq else "fairness.undealt")
    await pressed.look_up(table, Opened(0, "fairness"), notice)


async def _review(pressed: PressContext) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    must_be_told(table, "review.later")
    found = await pressed.in_time(pressed.bot.adviser.review(table, pressed.user_id))
    view, notation = view_of(table, pressed.user_id), pressed.press.notation
    number = int(notation) if notation.isdecimal() else 1
    if pressed.on_panel:
        way_back = back_button(view, pressed.words)
        await update(pressed.interaction, advice.review(view, found, pressed.words, number, way_back))
    else:
        await private(pressed.interaction, advice.review(view, found, pressed.words, number))


async def _replay(pressed: PressContext) -> None:
    table = await pressed.table()
    must_be_told(table, "replay.later")
    await show_replay(pressed.bot, pressed.interaction, pressed.words, table.row.id)


VERBS: Final[dict[str, Verb]] = {
    "hand": _hand,
    "down": _down,
    "record": _record,
    "check": _check,
    "review": _review,
    "replay": _replay,
    **dict.fromkeys(LOOKUP_VERBS, _look_up),
}

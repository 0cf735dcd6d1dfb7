"""What each button of a table does, by its verb: lobby, private panel, public message.

A verb checks and changes nothing itself: it asks `Tables` or `Lobbies`, answers, and then has the table
published, whatever became of the answer.
"""

import io
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.live import Refused
from bot.records import record_of
from bot.render import advice, hand, lobby
from bot.render.looks import LOOKS
from bot.render.panel import Panel
from bot.render.rules import rules
from bot.store import Status
from bot.table import Table
from cogs.answers import private, private_file, update
from cogs.boundary import refusal
from cogs.pressed import Pressed, must_be_seated, must_play, open_panel, person

# The lobby


async def _join(pressed: Pressed) -> None:
    await pressed.table()
    notation = pressed.press.notation
    side = None if not notation else int(notation) if notation.isdecimal() else -1
    table = await pressed.settled(
        pressed.bot.lobbies.join(pressed.press.table, person(pressed.interaction), side)
    )
    try:
        await pressed.show_public(table)
        if table.panel_of(pressed.user_id, pressed.bot.tables.now()) is None:
            await open_panel(pressed.bot, pressed.interaction, table, pressed.words)
        else:
            pressed.bot.publisher.follow_up(table, pressed.user_id)
    finally:
        pressed.bot.publisher.changed(table, panels=False)


async def _leave(pressed: Pressed) -> None:
    table = await pressed.table()
    if table.row.status is Status.LOBBY and not pressed.on_panel:
        table = await pressed.settled(pressed.bot.lobbies.leave(pressed.press.table, pressed.user_id))
        await _publish_after(pressed, table, pressed.show_public(table), panels=True)
        return
    must_be_seated(table, pressed.user_id)
    if not table.playing:
        raise Refused("refused.over")
    must_play(table, pressed.user_id)
    await _aside(pressed, table, hand.leaving(table.shown(pressed.user_id), pressed.words))


async def _computers(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    if table.row.status is not Status.LOBBY:
        raise Refused("refused.started")
    await private(pressed.interaction, lobby.computers(table.shown(), pressed.words))


async def _computer(pressed: Pressed) -> None:
    level = pressed.chosen[0] if pressed.chosen else ""
    await _seat_computers(pressed, None if level == lobby.NOBODY else level, pressed.press.number)


async def _fill(pressed: Pressed) -> None:
    await _seat_computers(pressed, pressed.press.notation)


async def _seat_computers(pressed: Pressed, level: str | None, seat: int | None = None) -> None:
    await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    table = await pressed.settled(
        pressed.bot.lobbies.seat_computers(
            pressed.press.table, pressed.user_id, level, pressed.interaction.id, seat
        )
    )
    try:
        await update(pressed.interaction, lobby.computers(table.shown(), pressed.words))
    finally:
        pressed.bot.publisher.changed(table, panels=False)


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
        former = table.panel_of(pressed.user_id, pressed.bot.tables.now())
        answer = pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table)
        await _publish_after(pressed, table, answer, panels=True)
        now = table.panels.get(pressed.user_id)
        if former is not None and now is not None and now.message_id != former.message_id:
            # What was pressed, where the computers were seated, is the hand now.
            pressed.bot.publisher.remove(former)
    finally:
        pressed.bot.publisher.call_to_hands(table)


async def _publish_after(
    pressed: Pressed, table: Table, answer: Awaitable[None], *, panels: bool = False
) -> None:
    """Answer, and publish whatever became of the answer; a panel that it has drawn is not drawn again."""
    drawn = None
    try:
        await answer
        drawn = pressed.user_id if pressed.on_panel else None
    finally:
        pressed.bot.publisher.changed(table, panels=panels, but=drawn)


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
        table = await pressed.table()
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    await _publish_after(pressed, table, pressed.show_panel(table), panels=True)


async def _pick(pressed: Pressed) -> None:
    table = await pressed.table()
    try:
        pressed.bot.tables.seat_to_act(table, pressed.user_id, pressed.press.number)
    except Refused as refused:
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    shown = table.shown(pressed.user_id)
    notation = " ".join([pressed.press.notation, *pressed.chosen])
    await pressed.show_panel(table, panel=hand.further(shown, pressed.words, notation))


async def _hint(pressed: Pressed) -> None:
    table = await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    press, tables = pressed.press, pressed.bot.tables
    try:
        seat = tables.seat_to_act(table, pressed.user_id, press.number)
        found = await pressed.settled(pressed.bot.adviser.hint(table, seat))
        # The game may have moved on meanwhile.
        tables.seat_to_act(table, pressed.user_id, press.number)
    except Refused as refused:
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    await pressed.show_panel(table, hint=found)


async def _back(pressed: Pressed) -> None:
    await pressed.show_panel(await pressed.table())


async def _ready(pressed: Pressed) -> None:
    table = await pressed.table()
    try:
        press = pressed.press
        table = await pressed.settled(pressed.bot.tables.ready(press.table, pressed.user_id, press.number))
    except Refused as refused:
        if not pressed.on_panel:
            raise
        await pressed.show_panel(table, notice=refusal(refused, pressed.words))
        return
    answer = pressed.show_panel(table) if pressed.on_panel else pressed.show_public(table)
    await _publish_after(pressed, table, answer, panels=True)


async def _take_back(pressed: Pressed) -> None:
    await pressed.table()
    if not pressed.on_panel:
        raise Refused("refused.forged")
    table = await pressed.settled(pressed.bot.seats.take_back(pressed.press.table, pressed.user_id))
    await _publish_after(pressed, table, pressed.show_panel(table), panels=True)


# What can be asked for by anybody seated


async def _hand(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
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
    shown = table.shown()
    page = LOOKS[shown.game].page(shown) if table.playing else 1
    await _aside(pressed, table, rules(shown.game, page, pressed.words, shown))


async def _more(pressed: Pressed) -> None:
    table = await pressed.table()
    await private(pressed.interaction, hand.more(table.shown(), pressed.words))


async def _down(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    lacking = await pressed.settled(pressed.bot.publisher.move_down(table))
    if lacking:
        raise Refused("refused.missing", what=pressed.words.permissions(lacking))
    await private(pressed.interaction, pressed.words("moved"))


async def _hand_over(pressed: Pressed) -> None:
    table = await pressed.table()
    shown = table.shown(pressed.user_id)
    stays = shown.viewer is not None and shown.viewer.present
    if table.playing and stays and hand.alone(shown) and pressed.press.notation != hand.ALONE:
        # The others have left since: it would end the game, which has not been said.
        await private(pressed.interaction, hand.leaving(shown, pressed.words))
        return
    table = await pressed.settled(pressed.bot.seats.hand_over(pressed.press.table, pressed.user_id))
    try:
        await private(
            pressed.interaction, pressed.words("leave.handed-over" if table.playing else "leave.ended")
        )
    finally:
        pressed.bot.publisher.changed(table)


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


async def _review(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    if table.open:
        raise Refused("review.later")
    found = await pressed.settled(pressed.bot.adviser.review(table, pressed.user_id))
    await private(pressed.interaction, advice.review(table.shown(pressed.user_id), found, pressed.words))


Verb = Callable[[Pressed], Awaitable[None]]

VERBS: Final[dict[str, Verb]] = {
    "join": _join,
    "leave": _leave,
    "computers": _computers,
    "computer": _computer,
    "fill": _fill,
    "cancel": _cancel,
    "start": _start,
    "rematch": _rematch,
    "play": _play,
    "pick": _pick,
    "hint": _hint,
    "back": _back,
    "ready": _ready,
    "take-back": _take_back,
    "hand-over": _hand_over,
    "hand": _hand,
    "last": _last,
    "scores": _scores,
    "rules": _rules,
    "more": _more,
    "down": _down,
    "agree": _agree,
    "play-on": _play_on,
    "record": _record,
    "review": _review,
}
"""What every button asks for, by its verb."""

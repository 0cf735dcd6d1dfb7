"""The buttons with which one looks at something, or has the table moved to where it is seen."""

from typing import Final

from bot.records import record_of
from bot.refused import Refused
from bot.render import advice, hand
from bot.render.looks import LOOKS
from bot.render.panel import OVER, Document, Panel
from bot.render.rules import rules
from cogs.answers import private
from cogs.pressed import Pressed, Verb, must_be_seated, open_panel, show_aside
from cogs.publisher import publisher


async def _hand(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    await open_panel(pressed.bot, pressed.interaction, table, pressed.words)


async def _last(pressed: Pressed) -> None:
    table = await pressed.table()
    await show_aside(pressed, table, hand.story(table.shown(), pressed.words))


async def _scores(pressed: Pressed) -> None:
    table = await pressed.table()
    await show_aside(pressed, table, hand.scores(table.shown(), pressed.words))


async def _rules(pressed: Pressed) -> None:
    table = await pressed.table()
    shown = table.shown()
    page = LOOKS[shown.game].page(shown) if table.playing else 1
    await show_aside(pressed, table, rules(shown.game, page, pressed.words, shown))


async def _more(pressed: Pressed) -> None:
    table = await pressed.table()
    await private(pressed.interaction, hand.more(table.shown(), pressed.words))


async def _down(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    lacking = await pressed.in_time(publisher(pressed.bot).move_down(table))
    if lacking:
        raise Refused("refused.missing", what=pressed.words.permissions(lacking))
    await private(pressed.interaction, pressed.words("moved"))


async def _record(pressed: Pressed) -> None:
    table = await pressed.table()
    if table.open:
        raise Refused("refused.record-later")
    text = await pressed.in_time(record_of(pressed.bot.store, table))
    file = Document(f"{table.row.game}-{table.row.id}.json", text.encode())
    await private(pressed.interaction, Panel((pressed.words("record.here"), file), OVER))


async def _review(pressed: Pressed) -> None:
    table = await pressed.table()
    must_be_seated(table, pressed.user_id)
    if table.open:
        raise Refused("review.later")
    found = await pressed.in_time(pressed.bot.adviser.review(table, pressed.user_id))
    await private(pressed.interaction, advice.review(table.shown(pressed.user_id), found, pressed.words))


VERBS: Final[dict[str, Verb]] = {
    "hand": _hand,
    "last": _last,
    "scores": _scores,
    "rules": _rules,
    "more": _more,
    "down": _down,
    "record": _record,
    "review": _review,
}

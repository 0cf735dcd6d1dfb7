"""The open tables of a member in a server with their links, and the way back to their last game."""

from collections.abc import Sequence
from typing import Final

from bot.blocks.blocks import FELT_ACCENT, OVER_ACCENT, ButtonStyle, Panel, lines
from bot.blocks.fit import turning
from bot.blocks.look import control
from bot.blocks.people import score_text
from bot.locale import Words
from bot.panels.shared import cutting
from bot.panels.table import board
from bot.store import PlaceRow, Status
from bot.table.view import AnyView

TABLES_PER_PAGE: Final = 4
"""The most tables of a page, as many as a phone shows at once."""
LINK: Final = "https://discord.com/channels"


def open_tables(
    found: Sequence[tuple[AnyView, PlaceRow]], parked: Sequence[str], page: int, words: Words
) -> Panel:
    """Return a page, from 0, of a member's tables, newest first; a page out of range gives the nearest.

    Tables where it is the member's turn come before the others. `parked` are the games of tables whose log
    cannot be read.
    """
    if not found and not parked:
        return Panel((words("tables.none"),), OVER_ACCENT)
    first = sorted(found, key=lambda one: (not one[0].my_turn, one[0].status is Status.LOBBY))
    told = [_table(view, place, words) for view, place in first]
    told += [words("tables.parked", game=words(f"{game}.name")) for game in parked]
    last = (len(told) - 1) // TABLES_PER_PAGE
    page = min(page, last)
    number = words("page", page=page + 1, pages=last + 1) if last else ""
    turns = turning(page, 0, last, words, lambda to: f"o:{to}")
    start = page * TABLES_PER_PAGE
    title = lines(words.count("tables.title", len(told)), f"-# {number}" if number else "")
    return Panel((title, *told[start : start + TABLES_PER_PAGE], *((turns,) if turns else ())), FELT_ACCENT)


def last_game(view: AnyView, place: PlaceRow, words: Words) -> Panel:
    """Return the private message that leads to the end of the viewer's last game, and to the next one."""
    rematch = control(view, words("button.rematch"), "rematch", ButtonStyle.GOOD)
    return Panel(
        (words("tables.over", game=words(f"{view.game}.name"), link=link(place)), (rematch,)), OVER_ACCENT
    )


def link(place: PlaceRow) -> str:
    """Return the link to a table's message."""
    channel = f"{LINK}/{place.guild_id}/{place.channel_id}"
    return channel if place.message_id is None else f"{channel}/{place.message_id}"


def _table(view: AnyView, place: PlaceRow, words: Words) -> str:
    """Return one table: its game, its state, the link to its message, and its turn."""
    lobby = view.status is Status.LOBBY
    state = words("tables.lobby") if lobby else words(f"review.{view.game}.hand", number=view.hand)
    head = words("tables.table", game=words(f"{view.game}.name"), state=state, link=link(place))
    if lobby:
        return lines(head, words.count("tables.free", sum(map(len, view.sides)) - len(view.seats)))
    if view.my_turn:
        turn = words("tables.yours")
    else:
        between = cutting.cut_line(view, words) or words("tables.between")
        turn = between if view.between_hands else board.turn(view, words)
    return lines(head, turn, f"-# {score_text(view, words)}")

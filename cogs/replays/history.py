"""The games of a server that are over, as a private page: turned, filtered, and each opened as a replay."""

from typing import Any

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import NotRead, Refused
from bot.locale import Words
from bot.panels.replays.history import PAGE_GAMES, HistoryChoice, Whose, filter_panel, history_panel
from bot.panels.replays.state import is_source
from bot.store import OwnResult, StoreError
from cogs.replays.page import show_replay
from cogs.replays.reading import reader_of_lists
from cogs.sending.answers import Interaction, in_time, private, update


async def show_history(
    bot: CardsBot,
    interaction: Interaction,
    words: Words,
    game: str,
    member: discord.User | discord.Member | None,
    result: str | None,
) -> None:
    """Answer a command with the newest games of a kind: everybody's, or those of a member with a result."""
    if result not in (None, *OwnResult):
        raise Refused("refused.outdated")
    choice = HistoryChoice(game, result=None if result is None else OwnResult(result))
    if member is not None and member.id != interaction.user.id:
        choice = choice._replace(member=member.id, whose=Whose.MEMBER)
    elif member is not None or result is not None:
        choice = choice._replace(whose=Whose.MINE)
    work = _page(bot, interaction, words, choice)
    await private(interaction, await in_time(interaction, work, update=False))


async def press_history(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Turn or filter a history, or open one of its games; all of `asked` is input from outside."""
    choice, data = HistoryChoice.parse(asked[:5]), interaction.data
    match asked[5:], dict[str, Any](data or {}).get("values"):
        case ["filter"], None if choice is not None:
            await update(interaction, filter_panel(choice, words))
            return
        case ["look", table_id], None if choice is not None and is_source(table_id):
            await show_replay(bot, interaction, words, table_id)
            return
        case [verb], [str(value)] if choice is not None:
            choice = choice.chosen(verb, value)
        case [], None:
            pass
        case _:
            choice = None
    if choice is None:
        raise Refused("refused.forged")
    await update(interaction, await in_time(interaction, _page(bot, interaction, words, choice), update=True))


async def _page(bot: CardsBot, interaction: Interaction, words: Words, choice: HistoryChoice) -> Panel:
    reader = await reader_of_lists(interaction)
    beside = choice.beside or None
    try:
        found = await bot.store.played.history(
            reader, choice.wanted(reader.user_id), PAGE_GAMES, beside, newer=choice.newer and bool(beside)
        )
        waits = await bot.store.ratings.waits(reader.guild_id)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    return history_panel(choice, found, words, waits=waits)

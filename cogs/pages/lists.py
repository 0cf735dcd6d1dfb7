"""Private pages that can be turned: the rules of a game, open tables."""

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import NoTable, NotRead, Refused, SetAside
from bot.locale import Words
from bot.panels.lists.tables import open_tables
from bot.panels.table.rules import rules
from bot.store import StoreError
from bot.table.view import AnyView
from bot.table.viewing import view_of
from cogs.sending.answers import Interaction, in_time, private, update
from engine import GAMES


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Refused("refused.forged")
    return int(text)


async def turn_rules(
    bot: CardsBot, interaction: Interaction, words: Words, game: str, page: str, table_id: str = ""
) -> None:
    """Turn the rules of `game` to `page`, the house rules of a table first."""
    if game not in GAMES:
        raise Refused("refused.forged")
    number, view = _number(page), None
    if table_id:
        table = await in_time(interaction, bot.tables.get(table_id), update=True)
        if (table.row.guild_id, table.row.game) != (interaction.guild_id, game):
            raise NoTable
        view = view_of(table)
    await update(interaction, await page_of_rules(bot, interaction, words, game, number, view))


async def page_of_rules(
    bot: CardsBot,
    interaction: Interaction,
    words: Words,
    game: str,
    number: int,
    view: AnyView | None,
) -> Panel:
    """Return a page of the rules of `game`, with its picture in the style of the member."""
    assert interaction.guild_id is not None
    style = await bot.audience.style(game, interaction.guild_id, interaction.user.id)
    return rules(game, number, words, view, style, bot.settings.options.get(game, {}))


async def show_tables(bot: CardsBot, interaction: Interaction, words: Words) -> None:
    """Answer with the member's open tables in the server."""
    work = _read_tables(bot, interaction, words, 0)
    await private(interaction, await in_time(interaction, work, update=False))


async def turn_tables(bot: CardsBot, interaction: Interaction, words: Words, page: str) -> None:
    """Turn the member's open tables to `page`."""
    work = _read_tables(bot, interaction, words, _number(page))
    await update(interaction, await in_time(interaction, work, update=True))


async def _read_tables(bot: CardsBot, interaction: Interaction, words: Words, page: int) -> Panel:
    """Return a page of the open tables of the member in this server."""
    user_id = interaction.user.id
    try:
        rows = await bot.store.live(guild_id=interaction.guild_id, user_id=user_id)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    found, parked = [], []
    for row in rows:
        try:
            table = await bot.tables.get(row.id)
        except SetAside:
            parked.append(row.game)
            continue
        if table.open and table.seat_of(user_id) is not None:
            found.append((view_of(table, user_id), table.ledger.place))
    return open_tables(found, parked, page, words)

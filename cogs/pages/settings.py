"""The private panel for the preferences of servers and members, and the permission to open a table.

On that of a server stands the button for the file of its results.
"""

import asyncio
from typing import Any, Final

from bot.app import CardsBot
from bot.blocks.documents import to_save
from bot.clock.calls import expect_messages
from bot.errors import NotRead, Refused
from bot.locale import Words
from bot.panels.lists.settings import export_panel, settings
from bot.preferences.declared import DECLARED, MODERATORS
from bot.store import HIDDEN, Scope, StoreError, asked_by
from cogs.publisher import publisher
from cogs.sending.answers import Interaction, in_time, private, update
from cogs.sending.permissions import must_belong

EXPORTED: Final = "results.csv"


async def show(bot: CardsBot, interaction: Interaction, words: Words, scope: Scope) -> None:
    """Answer with the panel for the preferences of the server or of the member."""
    owner_id = owner(bot, interaction, scope)
    values = await in_time(interaction, bot.preferences.read(scope, owner_id), update=False)
    await private(interaction, settings(scope, DECLARED[scope], values, bot.preferences.languages, words))


async def press(bot: CardsBot, interaction: Interaction, scope_name: str, asked: list[str]) -> None:
    """Make a choice on such a panel, or turn its page, and redraw it.

    All arguments are input from outside, and the permission to choose is checked at every press.
    """
    try:
        scope = Scope(scope_name)
    except ValueError:
        raise Refused("refused.no-setting") from None
    owner_id = owner(bot, interaction, scope)
    page, saved = 0, ""
    data: Any = interaction.data
    match asked, data.get("values"):
        case ["page", number], None if number.isascii() and number.isdecimal() and len(number) < 4:
            page = int(number)
            work = bot.preferences.read(scope, owner_id)
        case ["export"], None if scope is Scope.SERVER:
            await _export(bot, interaction, owner_id)
            return
        case [saved], [str(value)]:
            # A choice that was made before a restart is not made again: by now there may be a newer one.
            made = bot.deliveries.changed(interaction.id) is not None
            reading, choosing = bot.preferences.read, bot.preferences.choose
            work = reading(scope, owner_id) if made else choosing(scope, owner_id, saved, value)
        case _:
            raise Refused("refused.no-setting")
    with asked_by(interaction.id):
        values = await in_time(interaction, work, update=True)
    if saved and scope is Scope.MEMBER and interaction.guild_id is not None:
        _takes_effect(bot, interaction.guild_id, owner_id)
    if saved == HIDDEN:
        bot.audience.unseen()
    # The choice may have been another language.
    words = await bot.audience.heard(interaction.user.id, interaction.locale.value)
    panel = settings(scope, DECLARED[scope], values, bot.preferences.languages, words, page=page, saved=saved)
    await update(interaction, panel)


async def _export(bot: CardsBot, interaction: Interaction, guild_id: int) -> None:
    """Answer with the file of a server's results."""
    bot.exports.spend(interaction.user.id, "refused.export")
    try:
        made = await in_time(interaction, bot.store.played.export(guild_id), update=False)
    except StoreError as error:
        bot.exports.give_back(interaction.user.id)
        raise NotRead(lasting=error.lasting) from None
    file = await asyncio.to_thread(lambda: to_save(EXPORTED, made.data()))
    words = await bot.audience.heard(interaction.user.id, interaction.locale.value)
    await private(interaction, export_panel(file, made.games, words))


def _takes_effect(bot: CardsBot, guild_id: int, user_id: int) -> None:
    """Redraw the panels of a member in a server, and look again at their calls, after a choice."""
    shows = publisher(bot)
    shows.digests.chosen(guild_id, user_id)
    for table in bot.tables.in_server(guild_id):
        if user_id in table.ledger.panels:
            expect_messages(table, bot.tables.now())
            shows.follow_up(table, user_id)
        if table.seat_of(user_id) is not None:
            shows.calls.work.ask(table.row.id)


def owner(bot: CardsBot, interaction: Interaction, scope: Scope) -> int:
    """Return the id of the owner of the preferences; raise Refused if the member may not choose."""
    if scope is Scope.MEMBER:
        return interaction.user.id
    must_belong(bot, interaction)
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused("refused.manage-server")
    return interaction.guild_id


async def must_start(bot: CardsBot, interaction: Interaction) -> None:
    """Raise Refused if the member may not open a table in this server, or if that cannot be read now."""
    assert interaction.guild_id is not None
    # Read from the store: memory may have the defaults, which let everybody open a table.
    reading = bot.preferences.read(Scope.SERVER, interaction.guild_id)
    values = await in_time(interaction, reading, update=True)
    may = interaction.permissions.manage_messages or interaction.permissions.manage_guild
    if values["start"] == MODERATORS and not may:
        raise Refused("refused.may-not-start")

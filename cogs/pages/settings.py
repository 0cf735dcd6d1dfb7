"""What servers and members choose: the private panel for it, its presses, and who may open a table."""

from typing import Any

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words
from bot.panels.lists.settings import settings
from bot.preferences.declared import DECLARED, MODERATORS
from bot.store import Scope
from cogs.publisher import publisher
from cogs.sending.answers import Interaction, in_time, private, update


async def show(bot: CardsBot, interaction: Interaction, words: Words, scope: Scope) -> None:
    """Answer with the panel on which the server's, or the member's own, preferences are chosen."""
    owner_id = owner(interaction, scope)
    values = await in_time(interaction, bot.preferences.read(scope, owner_id), update=False)
    await private(interaction, settings(scope, DECLARED[scope], values, bot.preferences.languages, words))


async def press(bot: CardsBot, interaction: Interaction, scope_name: str, asked: list[str]) -> None:
    """Do what is asked for on such a panel, a choice or another page, and draw it again.

    All of it is input from outside; who may choose is asked again at every press.
    """
    try:
        scope = Scope(scope_name)
    except ValueError:
        raise Refused("refused.no-setting") from None
    owner_id = owner(interaction, scope)
    page, saved = 0, ""
    data: Any = interaction.data
    match asked, data.get("values"):
        case ["page", number], None if number.isascii() and number.isdecimal() and len(number) < 4:
            page = int(number)
            work = bot.preferences.read(scope, owner_id)
        case [saved], [str(value)]:
            work = bot.preferences.choose(scope, owner_id, saved, value)
        case _:
            raise Refused("refused.no-setting")
    values = await in_time(interaction, work, update=True)
    if saved and scope is Scope.MEMBER and interaction.guild_id is not None:
        _takes_effect(bot, interaction.guild_id, owner_id)
    # The language may have been what was chosen.
    words = await bot.audience.heard(interaction.user.id, interaction.locale.value)
    panel = settings(scope, DECLARED[scope], values, bot.preferences.languages, words, page=page, saved=saved)
    await update(interaction, panel)


def _takes_effect(bot: CardsBot, guild_id: int, user_id: int) -> None:
    """Show a member's panels in a server as they have chosen, and call them as they want from now on."""
    shows = publisher(bot)
    shows.digests.chosen(guild_id, user_id)
    for table in bot.tables.in_server(guild_id):
        if user_id in table.ledger.panels:
            shows.panels.turn_messages.expect(table)
            shows.follow_up(table, user_id)
        if table.seat_of(user_id) is not None:
            shows.calls.work.ask(table.row.id)


def owner(interaction: Interaction, scope: Scope) -> int:
    """Return whose preferences are meant, by id; Refused to members who may not choose for the server."""
    if scope is Scope.MEMBER:
        return interaction.user.id
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused("refused.manage-server")
    return interaction.guild_id


async def must_start(bot: CardsBot, interaction: Interaction) -> None:
    """Refuse to open a table for a member who may not in this server, or where that cannot be read now."""
    assert interaction.guild_id is not None
    # Read again: what is kept in memory may be the defaults, which let everybody start.
    reading = bot.preferences.read(Scope.SERVER, interaction.guild_id)
    values = await in_time(interaction, reading, update=True)
    may = interaction.permissions.manage_messages or interaction.permissions.manage_guild
    if values["start"] == MODERATORS and not may:
        raise Refused("refused.may-not-start")

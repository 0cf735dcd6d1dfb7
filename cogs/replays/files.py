"""A record that a member gives as a file, shown as a replay."""

import discord

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words
from cogs.sending.answers import Interaction


async def show_file(bot: CardsBot, interaction: Interaction, words: Words, file: discord.Attachment) -> None:
    """Answer with the replay of a record in a file."""
    raise Refused("refused.forged")

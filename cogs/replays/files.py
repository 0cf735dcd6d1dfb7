"""A record that a member gives as a file, shown as a replay."""

import asyncio
from typing import Final

import discord

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words
from bot.tables.replays.files import FILE_BYTES
from bot.tables.replays.replay import Moment
from cogs.replays.page import show_replay
from cogs.sending.answers import Interaction, in_time
from cogs.sending.refusals import NO_ANSWER

DOWNLOAD_SECONDS: Final = 10.0
"""Seconds that the download of a file may take."""


async def show_file(bot: CardsBot, interaction: Interaction, words: Words, file: discord.Attachment) -> None:
    """Answer with the replay of the record in a file, at its first deal."""
    if file.size > FILE_BYTES:
        raise Refused("file.too-large")
    bot.record_files.spend(interaction.user.id, "file.often")
    source = await in_time(interaction, _read(bot, file), update=False)
    await show_replay(bot, interaction, words, source, Moment(1, 0))


async def _read(bot: CardsBot, file: discord.Attachment) -> str:
    """Return the source of the replay of a file."""
    try:
        async with asyncio.timeout(DOWNLOAD_SECONDS):
            data = await file.read()
    except discord.NotFound:
        raise Refused("file.deleted") from None
    except (discord.HTTPException, *NO_ANSWER):
        raise Refused("file.unreached") from None
    return await bot.replays.files.read(data)

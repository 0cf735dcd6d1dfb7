"""The notice on a table's board that its log cannot be replayed."""

import logging

import discord

from bot.app import CardsBot
from bot.panels.table import board
from bot.store import Stored
from cogs.sending.channels import UNREACHABLE, by_channel
from cogs.sending.sending import edited

log = logging.getLogger(__name__)


async def say_parked(bot: CardsBot, stored: Stored) -> None:
    """Say on a table's board, if it has one, that its log cannot be replayed."""
    table, place = stored.table, stored.place
    if place.message_id is None or bot.away(place.guild_id):
        return
    panel = board.parked(table.game, bot.catalogue.words(table.language))
    edit = by_channel(bot, place, place.message_id)
    try:
        await edited(bot, edit, place.message_id, panel)
    except (discord.HTTPException, *UNREACHABLE) as error:
        log.warning("table %s is parked and could not say so: %s", place.table_id, type(error).__name__)

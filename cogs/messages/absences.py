"""Notices members who have left the server, at the first turn that they miss, and tells others who leaves."""

import logging
from collections.abc import Iterable
from typing import Final

import discord

from bot.app import CardsBot
from bot.blocks.people import seat_name
from bot.errors import Refused
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.sending.channels import UNREACHABLE

log = logging.getLogger(__name__)

UNKNOWN_MEMBER: Final = 10007


class Absences:
    """Checks whether players whose time has run out have left the server; computers then hold their seats."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot

    async def look(self, table: Table, users: Iterable[int]) -> None:
        """Hand over to computers the seats of the `users` who have left the table's server."""
        for user_id in users:
            if await self._has_left(table.row.guild_id, user_id):
                try:
                    # Before the change is shown.
                    await self.tell(self.bot.tables.current(table), user_id)
                    await self.bot.seats.hand_over(table.row.id, user_id)
                except Refused as refused:
                    log.info("table %s keeps a seat of somebody who has left: %s", table.row.id, refused.key)

    async def tell(self, table: Table, user_id: int) -> None:
        """Tell all others who play, once and in private, that a user leaves the game under way."""
        left = table.seat_of(user_id)
        if left is None or not (left.present and table.playing):
            return
        view = view_of(table)
        for row in table.seats:
            panel = table.ledger.panels.get(row.user_id)
            if panel is not None and row.present and row is not left:
                words = await self.bot.audience.words_of(row.user_id, panel.locale or table.row.language)
                name = seat_name(view, left.seat, words)
                table.ledger.tell(row.user_id, words("panel.has-left", name=name))

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        try:
            # The cheapest request that tells; it needs no privileged intent.
            await self.bot.http.get_member(guild_id, user_id)
        except discord.NotFound as error:
            return error.code == UNKNOWN_MEMBER
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("whether a player is still there is not known: %s", type(error).__name__)
        return False

"""The one door for every press and form: validated, done, answered, and only then published.

No view is ever registered, because discord.py does not answer an id that is no longer on its message. Presses
come from the `on_interaction` event, whichever process drew the button, and no message is kept in memory.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import CardsBot
from bot.blocks.blocks import Press
from bot.errors import Refused
from bot.locale import Words
from cogs.pages import settings, team_names
from cogs.pages.leaderboard import press_leaderboard
from cogs.pages.lists import turn_rules, turn_tables
from cogs.pages.members import press_forget
from cogs.pages.stats import press_stats
from cogs.presses.press import PressContext
from cogs.presses.verbs import VERBS
from cogs.replays.history import press_history
from cogs.replays.page import press_replay
from cogs.sending.answers import Interaction, is_anothers, is_private
from cogs.sending.boundary import bounded
from cogs.sending.permissions import must_belong

_TAKEN: Final = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})
_CLOSING_SECONDS: Final = 3.0
_BEGINS: Final = frozenset({"join", "start", "rematch"})
"""The buttons that lead to a new game, which would stand where the bot is no member; other presses go on."""


class Door(commands.Cog):
    """The listener that takes every press on a message of the bot, and every form that one has opened."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """Wait until the presses and commands that have come in are answered."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_SECONDS):
                while self.bot.answering:
                    await asyncio.wait(self.bot.answering)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press or a form; commands come in through the command tree."""
        if interaction.type not in _TAKEN:
            return
        await bounded(self.bot, interaction, lambda words: self._pressed(interaction, words))

    async def _pressed(self, interaction: Interaction, words: Words) -> None:
        data: Any = interaction.data
        custom_id = str(data.get("custom_id", ""))
        if is_anothers(interaction):
            raise Refused("refused.forged")
        match custom_id.split(":"):
            case ["n", *asked]:
                await team_names.press(self.bot, interaction, words, asked)
            case _ if interaction.type is discord.InteractionType.modal_submit:
                raise Refused("refused.forged")
            case ["r", game, page, *table] if is_private(interaction):
                await turn_rules(self.bot, interaction, words, game, page, *table[:1])
            case ["b", *asked]:
                await press_leaderboard(self.bot, interaction, words, asked)
            case ["k", *asked] if is_private(interaction) and interaction.guild_id is not None:
                await press_stats(self.bot, interaction, words, asked)
            case ["o", page] if is_private(interaction):
                await turn_tables(self.bot, interaction, words, page)
            case ["f", "sure"] if is_private(interaction):
                await press_forget(self.bot, interaction, words)
            case ["v", *asked] if interaction.guild_id is not None:
                await press_replay(self.bot, interaction, words, asked)
            case ["h", *asked] if is_private(interaction) and interaction.guild_id is not None:
                await press_history(self.bot, interaction, words, asked)
            case ["s", scope, *asked] if is_private(interaction):
                await settings.press(self.bot, interaction, scope, asked)
            case _:
                press = Press.parse(custom_id)
                if press is None or press.verb not in VERBS or interaction.guild_id is None:
                    raise Refused("refused.forged")
                if press.verb in _BEGINS:
                    must_belong(self.bot, interaction)
                await VERBS[press.verb](PressContext(self.bot, interaction, press, words))

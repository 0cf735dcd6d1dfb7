"""The one door for every press: what it asks for is validated, done, answered, and only then published.

discord.py gives an id that is no longer on its message no answer at all, so presses are taken from the
`on_interaction` event and no view is ever registered. All errors end here.
"""

import asyncio
import logging
from typing import Any, Final

import discord
from discord.ext import commands

from bot.render.panel import Press
from bot.tables import Illegal, Refused
from cogs.answers import Interaction, Unanswered, is_anothers, is_private, private
from cogs.pages import turn_leaderboard, turn_rules
from cogs.pressed import VERBS, Pressed

log = logging.getLogger(__name__)

CLOSING_SECONDS: Final = 3.0


def refusal(refused: Refused, words: Any) -> str:
    """Return why something was refused, for the person who asked."""
    if isinstance(refused, Illegal):
        return str(words.illegal(refused.error))
    return str(words(refused.key, **refused.values))


class Door(commands.Cog):
    """Takes every press on a message of the bot."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self._inside: set[asyncio.Task[Any]] = set()

    async def cog_unload(self) -> None:
        """Let the presses that have come in be answered."""
        if self._inside:
            await asyncio.wait(self._inside, timeout=CLOSING_SECONDS)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press; commands have their own way in."""
        if interaction.type is not discord.InteractionType.component:
            return
        task = asyncio.current_task()
        assert task is not None
        self._inside.add(task)
        task.add_done_callback(self._inside.discard)
        words = self.bot.heard(interaction)
        try:
            await self._pressed(interaction, words)
        except Refused as refused:
            await self._say(interaction, refusal(refused, words))
        except Unanswered as error:
            log.info("a press could not be answered: %s", error)
        except Exception:
            log.exception("a press failed")
            await self._say(interaction, words("refused.failed"))

    async def _pressed(self, interaction: Interaction, words: Any) -> None:
        data: Any = interaction.data
        custom_id = str(data.get("custom_id", ""))
        if is_anothers(interaction):
            raise Refused("refused.forged")
        match custom_id.split(":"):
            case ["r", game, page] if is_private(interaction):
                await turn_rules(interaction, words, game, page)
            case ["b", game, kind, page] if is_private(interaction):
                await turn_leaderboard(self.bot, interaction, words, game, kind, page)
            case _:
                press = Press.parse(custom_id)
                if press is None or press.verb not in VERBS or interaction.guild_id is None:
                    raise Refused("refused.forged")
                await VERBS[press.verb](Pressed(self.bot, interaction, press, words))

    async def _say(self, interaction: Interaction, text: str) -> None:
        try:
            await private(interaction, text)
        except Unanswered as error:
            log.info("a refusal could not be told: %s", error)


async def setup(bot: Any) -> None:
    """Open the door."""
    await bot.add_cog(Door(bot))

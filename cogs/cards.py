"""The commands that belong to no game: `/cards settings` and `/cards me`.

Discord knows permissions for `/cards` as a whole only, so `settings` is offered to everybody, and refused to
members who may not manage the server.
"""

from functools import partial
from typing import Any

from discord import app_commands

from bot.app import CardsBot
from bot.locale import FALLBACK
from bot.preferences import Scope
from cogs.answers import Interaction
from cogs.boundary import bounded
from cogs.preferences import show
from cogs.translator import named


class Cards:
    """The command `/cards` with all that it can do."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self._name = partial(named, bot.catalogue.words(FALLBACK))

    def group(self) -> app_commands.Group:
        """Return the command as it is registered."""
        group = app_commands.Group(
            name=self._name("command.cards"), description=self._name("command.cards.about"), guild_only=True
        )
        group.add_command(self._choosing("settings", Scope.SERVER))
        group.add_command(self._choosing("me", Scope.MEMBER))
        return group

    def _choosing(self, name: str, scope: Scope) -> app_commands.Command[Any, ..., None]:
        async def command(interaction: Interaction) -> None:
            await bounded(self.bot, interaction, lambda words: show(self.bot, interaction, words, scope))

        return app_commands.Command(
            name=self._name(f"command.{name}"),
            description=self._name(f"command.{name}.about"),
            callback=command,
        )

"""The commands without a game: `/cards tables`, `settings`, `me`, `my-data`, `forget-me` and `about`.

Discord has permissions only for `/cards` as a whole, so `settings` is offered to everybody, and refused to
members who may not manage the server.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from discord import app_commands

from bot.app import CardsBot
from bot.blocks.commands import CARDS_COMMAND
from bot.locale import FALLBACK, Words
from bot.store import Scope
from cogs.commands.registration import translated
from cogs.pages.about import show_about
from cogs.pages.lists import show_tables
from cogs.pages.members import show_data, show_forget
from cogs.pages.settings import show
from cogs.sending.answers import Interaction
from cogs.sending.boundary import bounded

_Answer = Callable[[CardsBot, Interaction, Words], Awaitable[None]]
"""A function that answers a command in the words of the member."""


class Cards:
    """The command `/cards` and its subcommands."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self._text = partial(translated, bot.catalogue.words(FALLBACK))

    def group(self) -> app_commands.Group:
        """Return the command for the command tree."""
        group = app_commands.Group(
            name=CARDS_COMMAND, description=self._text("command.cards.about"), guild_only=True
        )
        group.add_command(self._command("tables", show_tables))
        group.add_command(self._command("settings", partial(show, scope=Scope.SERVER)))
        group.add_command(self._command("me", partial(show, scope=Scope.MEMBER)))
        group.add_command(self._command("my-data", show_data))
        group.add_command(self._command("forget-me", show_forget))
        group.add_command(self._command("about", show_about))
        return group

    def _command(self, name: str, answer: _Answer) -> app_commands.Command[Any, ..., None]:
        async def command(interaction: Interaction) -> None:
            await bounded(self.bot, interaction, lambda words: answer(self.bot, interaction, words))

        return app_commands.Command(
            name=name,
            description=self._text(f"command.{name}.about"),
            callback=command,
        )

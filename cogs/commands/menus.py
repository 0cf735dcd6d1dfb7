"""The command in the menu of a message: *Replay*, for a record in a file, and for a game of the bot."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import CardsBot
from bot.blocks.blocks import Press
from bot.errors import Refused
from bot.locale import Words
from bot.panels.replays.state import LETTER, ReplayState
from bot.tables.replays.replay import Moment
from cogs.replays.files import show_file
from cogs.replays.page import show_replay
from cogs.sending.answers import Interaction
from cogs.sending.boundary import bounded

REPLAY: Final = "Replay"
"""The name of the command, the same in every language."""
_RECORD: Final = ".json"


def replay_menu(bot: CardsBot) -> app_commands.ContextMenu:
    """Return the command *Replay* for the command tree."""

    @app_commands.guild_only
    async def command(interaction: Interaction, message: discord.Message) -> None:
        await bounded(bot, interaction, lambda words: _replay(bot, interaction, words, message))

    return app_commands.ContextMenu(name=REPLAY, callback=command, auto_locale_strings=False)


async def _replay(bot: CardsBot, interaction: Interaction, words: Words, message: discord.Message) -> None:
    """Show the game of a message: that of the bot's own buttons, or else the record in a file."""
    own = bot.user is not None and message.author.id == bot.user.id
    if own and (shown := _shown(message)) is not None:
        await show_replay(bot, interaction, words, *shown)
    elif (file := _record(message.attachments)) is not None:
        await show_file(bot, interaction, words, file)
    else:
        raise Refused("file.none")


def _shown(message: discord.Message) -> tuple[str, Moment | None] | None:
    """Return the game whose board or replay a message is, and its moment; None for another message."""
    for custom_id in _ids(message.components):
        letter, *parts = custom_id.split(":")
        if letter == LETTER and (replay := ReplayState.parse(parts)) is not None:
            return replay[0].source, replay[0].moment
        if (press := Press.parse(custom_id)) is not None:
            return press.table, None
    return None


def _ids(components: Iterable[Any]) -> Iterator[str]:
    """Yield the ids of all buttons and menus among components and inside them."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _ids(getattr(component, "children", ()))
        if accessory := getattr(component, "accessory", None):
            yield from _ids((accessory,))


def _record(files: Sequence[discord.Attachment]) -> discord.Attachment | None:
    """Return the first file that is called as a record is, or else the only one."""
    named = [file for file in files if file.filename.lower().endswith(_RECORD)]
    if named:
        return named[0]
    return files[0] if len(files) == 1 else None

"""The extension that speaks to Discord: translator, tiles, publisher, listeners, commands, door, checks.

At each load, discord.py runs the module of an extension again. The modules imported here are loaded as usual,
so that each class exists once.
"""

from functools import partial

from bot.app import CardsBot
from cogs.commands.cards import Cards
from cogs.commands.games import Commands
from cogs.commands.menus import replay_menu
from cogs.commands.registration import Translator, keep_registered, refuse_outdated
from cogs.presses.door import Door
from cogs.publisher import Publisher
from cogs.servers.checks import Checks
from cogs.servers.discord_fixes import ignore_edits, read_any_refusal, use_prompt_locks
from cogs.servers.emoji import Emoji
from cogs.servers.events import ServerEvents
from cogs.servers.outages import OutageEvents
from engine import GAMES


async def setup(bot: CardsBot) -> None:
    """Add the commands and listeners to the bot, and have the commands registered beside its work."""
    use_prompt_locks()
    read_any_refusal()
    ignore_edits(bot)
    await bot.tree.set_translator(Translator(bot.catalogue))
    if bot.settings.emoji:
        await bot.add_cog(Emoji(bot))
    await bot.add_cog(Publisher(bot))
    await bot.add_cog(ServerEvents(bot))
    for game in GAMES:
        bot.tree.add_command(Commands(bot, game).group())
    bot.tree.add_command(Cards(bot).group())
    bot.tree.add_command(replay_menu(bot))
    await bot.add_cog(OutageEvents(bot))
    await bot.add_cog(Door(bot))
    await bot.add_cog(Checks(bot))
    bot.tree.error(partial(refuse_outdated, bot))
    bot.background(keep_registered(bot))


async def teardown(bot: CardsBot) -> None:
    """Remove the listeners, the door first: presses that are still being answered need the publisher."""
    await bot.remove_cog(Door.__name__)
    await bot.remove_cog(ServerEvents.__name__)
    await bot.remove_cog(Publisher.__name__)

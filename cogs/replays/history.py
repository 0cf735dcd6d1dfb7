"""The games of a server that are over, as a private page."""

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words
from cogs.sending.answers import Interaction


async def press_history(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Turn or filter a history; all of `asked` is input from outside."""
    raise Refused("refused.forged")

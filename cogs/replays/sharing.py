"""Clips of a replay: chosen, looked at by the member, and posted in a channel."""

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words
from bot.panels.replays.state import ReplayState
from cogs.sending.answers import Interaction


async def press_sharing(
    bot: CardsBot, interaction: Interaction, words: Words, state: ReplayState, verb: str, more: str
) -> None:
    """Do what a button of the page *Share* says; everything from `state` on is input from outside."""
    raise Refused("refused.forged")

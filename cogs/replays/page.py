"""The replay of a game: a private message, or one that a member shows to everybody."""

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words
from bot.panels.replays.state import ReplayState
from bot.tables.replays.replay import Moment
from cogs.replays.sharing import press_sharing
from cogs.sending.answers import Interaction


async def show_replay(
    bot: CardsBot, interaction: Interaction, words: Words, source: str, moment: Moment | None = None
) -> None:
    """Answer with the private replay of a game at a moment, at its end without one."""
    raise Refused("refused.forged")


async def press_replay(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Turn a replay, or open a page of it; all of `asked` is input from outside."""
    found = ReplayState.parse(asked)
    if found is None:
        raise Refused("refused.forged")
    await press_sharing(bot, interaction, words, *found)

"""The one place where errors of presses and commands end, each as a sentence to the person who asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.app import CardsBot
from bot.locale import Words
from bot.refused import Illegal, Refused
from cogs.answers import Interaction, Unanswered, private

log = logging.getLogger(__name__)


def refusal(refused: Refused, words: Words) -> str:
    """Return why something was refused."""
    if isinstance(refused, Illegal):
        return words.illegal(refused.error)
    return words(refused.key, **refused.values)


async def bounded(bot: CardsBot, interaction: Interaction, work: Callable[[Words], Awaitable[None]]) -> None:
    """Do `work` with the words of whoever sent `interaction`; whatever it raises is told to them.

    What it changes is shown to everybody else after that.

    The task in which this is called is one that the bot waits for when it stops.
    """
    task = asyncio.current_task()
    assert task is not None
    bot.answering.add(task)
    task.add_done_callback(bot.answering.discard)
    words = await bot.heard(interaction)
    with bot.outbox.answering():
        try:
            await work(words)
        except Refused as refused:
            await _say(interaction, refusal(refused, words))
        except Unanswered as error:
            log.info("an interaction could not be answered: %s", error)
        except Exception:
            log.exception("an interaction failed")
            await _say(interaction, words("refused.failed"))


async def _say(interaction: Interaction, text: str) -> None:
    try:
        await private(interaction, text)
    except Unanswered as error:
        log.info("a refusal could not be told: %s", error)

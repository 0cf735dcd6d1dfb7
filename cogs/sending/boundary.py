"""The error boundary of presses and commands: every error becomes a sentence to the member who asked."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.app import CardsBot
from bot.blocks.people import plain
from bot.errors import Illegal, Kept, NoRecord, Refused
from bot.locale import Words
from bot.locale.names import shortened
from cogs.sending.answers import RECEIVED, Interaction, Unanswered, kind_of, private, silent
from cogs.sending.permissions import must_belong

log = logging.getLogger(__name__)

_REASON: Final = 200
"""The most letters of a reason that quotes words from outside."""


def refusal(refused: Refused, words: Words) -> str:
    """Return the reason of a refusal as a sentence."""
    if isinstance(refused, Illegal):
        return words.illegal(refused.error)
    if isinstance(refused, Kept):
        names = words("comma").join(plain(name) or words("picture.member") for name in refused.names)
        return words(refused.key, names=names, at=int(refused.until))
    if isinstance(refused, NoRecord):
        return words(refused.key, reason=plain(shortened(refused.reason, _REASON)))
    return words(refused.key, **refused.values)


async def bounded(bot: CardsBot, interaction: Interaction, work: Callable[[Words], Awaitable[None]]) -> None:
    """Do `work` with the words of the member, and answer with a sentence if it raises an error.

    Its changes are shown to everybody else only after that. An interaction that is delivered again does
    nothing: its first delivery answers. A member above the quota is refused before anything else, before a
    table is read or words are chosen. When it stops, the bot waits for the task that calls this.
    """
    if not bot.deliveries.first(interaction.id):
        log.info("an interaction was delivered again")
        return
    interaction.extras[RECEIVED] = bot.time.steady()
    kind, outcome = kind_of(interaction), "failed"
    task = asyncio.current_task()
    assert task is not None
    bot.answering.add(task)
    task.add_done_callback(bot.answering.discard)
    seconds = bot.presses.wait(interaction.user.id)
    if seconds:
        bot.metrics.refused("refused.presses")
        await _too_fast(bot, interaction, seconds)
        bot.metrics.ended(kind, "refused")
        return
    words = await bot.audience.heard(interaction.user.id, interaction.locale.value)
    with bot.outbox.answering():
        try:
            if kind == "command":
                # Discord may still offer commands of an earlier registration in other places.
                must_belong(bot, interaction)
            await work(words)
            outcome = "done"
        except Refused as refused:
            outcome = "refused"
            bot.metrics.refused(refused.key)
            await _say(interaction, refusal(refused, words))
        except Unanswered as error:
            outcome = "unanswered"
            log.info("an interaction could not be answered: %s", error)
            if error.refused:
                await _say(interaction, words("refused.failed"))
        except Exception:
            log.exception("an interaction failed")
            await _say(interaction, words("refused.failed"))
        finally:
            bot.metrics.ended(kind, outcome)


async def _too_fast(bot: CardsBot, interaction: Interaction, seconds: float) -> None:
    """Ask a member who presses too fast to wait; only acknowledge further presses soon after.

    So a flood costs one answer for each press, and an empty one from the second press on.
    """
    if interaction.type is discord.InteractionType.component and bot.told_to_wait.wait(interaction.user.id):
        try:
            await silent(interaction)
        except Unanswered as error:
            log.info("a press could not be acknowledged: %s", error)
        return
    words = await bot.audience.heard(interaction.user.id, interaction.locale.value)
    await _say(interaction, words("refused.presses", seconds=math.ceil(seconds)))


async def _say(interaction: Interaction, text: str) -> None:
    try:
        await private(interaction, text)
    except Unanswered as error:
        log.info("a refusal could not be told: %s", error)

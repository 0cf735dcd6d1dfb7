"""How a press or a command is acknowledged: in time, once, and whatever Discord makes of it.

Work that has not ended 1.5 s after its press is acknowledged silently and answered when it has. A request
whose answer is lost is made again: if it had arrived Discord says so, and that counts as acknowledged.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.limits.budget import Urgency
from cogs.sending.files import known_by
from cogs.sending.refusals import ALREADY_ACKNOWLEDGED, NO_ANSWER
from cogs.sending.sending import edited, follow, sent

log = logging.getLogger(__name__)
T = TypeVar("T")
Interaction = discord.Interaction[Any]

ANSWER_SECONDS: Final = 1.5
"""Seconds after which a press is acknowledged without an answer."""
_AGAIN_AFTER: Final = (0.1, 0.4)
"""Seconds until a request without any answer is made again; a later one could not acknowledge in time."""

RECEIVED: Final = "received"
"""When the bot has heard of a press or command, among its extras."""
_UNTIL: Final = "patient until"
_ARRIVED: Final = "acknowledged, its answer lost"
_UNHEARD: Final = "perhaps acknowledged, no answer heard"
_IN_PUBLIC: Final = "everybody sees that an answer will come"


class Unanswered(Exception):
    """The press could not be answered: it came too late, or Discord cannot be reached."""


def kind_of(interaction: Interaction) -> str:
    """Return what an interaction is counted as."""
    return "command" if interaction.type is discord.InteractionType.application_command else "press"


def acknowledged(interaction: Interaction) -> bool:
    """Return whether Discord has an acknowledgement of `interaction`."""
    return interaction.response.is_done() or _ARRIVED in interaction.extras


def is_private(interaction: Interaction) -> bool:
    """Return whether what was pressed stands on a message that only the presser sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and not is_anothers(interaction)


def is_anothers(interaction: Interaction) -> bool:
    """Return whether the message that was pressed is a private one of somebody else.

    Discord shows it to them alone; whoever presses it all the same must not have their own hand drawn there.
    """
    message = interaction.message
    if message is None or not message.flags.ephemeral or message.interaction_metadata is None:
        return False
    return message.interaction_metadata.user.id != interaction.user.id


async def in_time(interaction: Interaction, work: Coroutine[Any, Any, T], *, update: bool) -> T:
    """Return what `work` gives; if that takes long, the press is acknowledged meanwhile.

    `update`: the answer will change the message that was pressed; otherwise it is a private one of its own.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=_patience(interaction))
    if not task.done() and not acknowledged(interaction):
        await _acknowledge_silently(interaction, update=update)
    return await task


def _patience(interaction: Interaction) -> float:
    """Return for how many seconds more a press may go without an acknowledgement."""
    until: float = interaction.extras.setdefault(_UNTIL, time.monotonic() + ANSWER_SECONDS)
    return max(0.0, until - time.monotonic())


async def _acknowledge_silently(interaction: Interaction, *, update: bool) -> None:
    try:
        await _acknowledge(
            interaction, lambda: interaction.response.defer(ephemeral=not update, thinking=not update)
        )
        if update and interaction.type is discord.InteractionType.application_command:
            interaction.extras[_IN_PUBLIC] = True
    except Unanswered as error:
        # The work stands all the same, and its caller publishes it.
        interaction.extras[_UNHEARD] = True
        log.info("a press could not be acknowledged: %s", error)


async def update(interaction: Interaction, panel: Panel) -> None:
    """Redraw the message that was pressed; Unanswered if that cannot be done."""
    with interaction.client.budget.at(Urgency.ANSWER, by_token=True):
        await _update(interaction, panel)


async def _update(interaction: Interaction, panel: Panel) -> None:
    message, bot = interaction.message, interaction.client
    assert message is not None
    known_by(bot.attachments, message)
    with bot.follow_ups.answering(message.id):
        await _redraw(interaction, message, panel)


async def _redraw(interaction: Interaction, message: discord.Message, panel: Panel) -> None:
    bot = interaction.client
    edit = partial(interaction.followup.edit_message, message.id)
    if not acknowledged(interaction):
        first = interaction.response.edit_message
        request = partial(edited, bot, first, message.id, panel, later=edit)
        if await _acknowledge(interaction, request) is not None:
            return
        if _UNHEARD not in interaction.extras:
            # An earlier try of this very answer has arrived, and has drawn the message.
            follow(bot, edit, message.id, panel)
            return
    await _answered(partial(edited, bot, edit, message.id, panel), _AGAIN_AFTER)


async def silent(interaction: Interaction) -> None:
    """Acknowledge a press and leave everything as it is; Unanswered if that cannot be done."""
    await _acknowledge(interaction, interaction.response.defer)


async def private(interaction: Interaction, panel: Panel | str) -> int | None:
    """Answer with a message that only the presser sees; return its id, or None if Discord did not tell it."""
    return await _respond(interaction, panel, ephemeral=True)


async def public(interaction: Interaction, panel: Panel) -> int | None:
    """Answer a command with a message that everybody sees, and return its id."""
    return await _respond(interaction, panel, ephemeral=False)


async def _respond(interaction: Interaction, panel: Panel | str, *, ephemeral: bool) -> int | None:
    with interaction.client.budget.at(Urgency.ANSWER, by_token=True):
        message_id = await _made(interaction, panel, ephemeral=ephemeral)
        if message_id is not None:
            edit = partial(interaction.followup.edit_message, message_id)
            follow(interaction.client, edit, message_id, panel)
    return message_id


async def _made(interaction: Interaction, panel: Panel | str, *, ephemeral: bool) -> int | None:
    """Answer with a new message that has the words of `panel`, and return its id if Discord told it."""
    more = {"ephemeral": ephemeral, "allowed_mentions": discord.AllowedMentions.none()}
    if not acknowledged(interaction):
        request = partial(sent, interaction.client, interaction.response.send_message, panel, **more)
        answer = await _acknowledge(interaction, request)
        if answer is not None and answer.message_id is not None:
            return answer.message_id
        original = await _answered(interaction.original_response, _AGAIN_AFTER)
        # If the press was acknowledged silently to change what was pressed, that is the original.
        if interaction.message is None or original.id != interaction.message.id:
            if not original.flags.loading:
                interaction.extras.pop(_IN_PUBLIC, None)
                # Never take a message that everybody sees for a private one: hands are drawn on those.
                return original.id if original.flags.ephemeral == ephemeral else None
            # Nothing was heard of a silent acknowledgement: its message tells whether it was public.
            interaction.extras[_IN_PUBLIC] = not original.flags.ephemeral
    if interaction.extras.pop(_IN_PUBLIC, False) and ephemeral:
        # The first answer would be as public as the acknowledgement was.
        await _answered(interaction.delete_original_response, _AGAIN_AFTER)
    # Not made again if its answer is lost: it would stand there twice.
    follow_up: Callable[..., Coroutine[Any, Any, discord.WebhookMessage]] = interaction.followup.send
    message = await _answered(partial(sent, interaction.client, follow_up, panel, wait=True, **more))
    return message.id


async def _acknowledge(interaction: Interaction, request: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
    """Return the answer to the one acknowledgement of a press; None if an earlier try had arrived."""
    try:
        answer = await _answered(request, _AGAIN_AFTER)
    except Unanswered as error:
        cause = error.__cause__
        if not (isinstance(cause, discord.HTTPException) and cause.code == ALREADY_ACKNOWLEDGED):
            raise
        interaction.extras[_ARRIVED] = True
        answer = None
    took = time.monotonic() - interaction.extras[RECEIVED]
    interaction.client.metrics.acknowledged(kind_of(interaction), took)
    return answer


async def _answered(request: Callable[[], Coroutine[Any, Any, T]], again_after: tuple[float, ...] = ()) -> T:
    """Return the answer to a request, which is made again after these pauses as long as there is none."""
    for pause in again_after:
        try:
            return await _once(request)
        except Unanswered as error:
            if isinstance(error.__cause__, discord.HTTPException):
                raise
        await asyncio.sleep(pause)
    return await _once(request)


async def _once(request: Callable[[], Coroutine[Any, Any, T]]) -> T:
    try:
        return await request()
    except discord.HTTPException as error:
        raise Unanswered(f"{error.status} {error.code}") from error
    except NO_ANSWER as error:
        raise Unanswered(type(error).__name__) from error


async def language_of(bot: CardsBot, interaction: discord.Interaction[Any]) -> str:
    """Return the language of public messages in the server where an interaction comes from."""
    assert interaction.guild_id is not None
    locale = interaction.guild_locale
    return await bot.audience.language_in(interaction.guild_id, None if locale is None else str(locale))

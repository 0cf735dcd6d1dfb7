"""The acknowledgement and the answer of a press or a command: in time, and once.

Discord waits three seconds. A press whose work takes longer than `ANSWER_SECONDS` is acknowledged silently,
and answered once the work is done. A request whose answer is lost is made again: if it had arrived, Discord
says so, and that counts as acknowledged.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import (
    async_context,
    interaction_message_response_params,
    interaction_response_params,
)

from bot.app import CardsBot
from bot.blocks.blocks import Form, Panel
from bot.limits.budget import Urgency
from bot.store import asked_by
from bot.table.table import Table
from cogs.sending.channels import NO_MENTIONS, by_token, session_of
from cogs.sending.files import known_by
from cogs.sending.layout import modal
from cogs.sending.refusals import ALREADY_ACKNOWLEDGED, NO_ANSWER
from cogs.sending.sending import edited, follow, sent

log = logging.getLogger(__name__)
T = TypeVar("T")
Interaction = discord.Interaction[Any]

ANSWER_SECONDS: Final = 1.5
"""Seconds after which a press is acknowledged without an answer."""
_AGAIN_AFTER: Final = (0.1, 0.4)
"""Seconds before a request without an answer is repeated; a later one could not acknowledge in time."""

RECEIVED: Final = "received"
"""The key, in the extras of an interaction, of the steady clock when the bot received it."""
_ARRIVED: Final = "acknowledged"
_UNHEARD: Final = "perhaps acknowledged, no answer heard"
_IN_PUBLIC: Final = "everybody sees that an answer will come"


_NO_OTHER: Final = frozenset({401, 404, 429})
"""The statuses of an answer after which no other can arrive: the press is too old, or there are too many."""


class Unanswered(Exception):
    """A press without its answer: it came too late, or Discord refuses the answer or cannot be reached."""

    @property
    def refused(self) -> bool:
        """Return whether Discord refuses this answer, and may take another one."""
        status = self.__cause__.status if isinstance(self.__cause__, discord.HTTPException) else 500
        return status < 500 and status not in _NO_OTHER


def kind_of(interaction: Interaction) -> str:
    """Return the kind of an interaction, `command` or `press`, for the figures."""
    return "command" if interaction.type is discord.InteractionType.application_command else "press"


def acknowledged(interaction: Interaction) -> bool:
    """Return whether Discord has the acknowledgement of `interaction`."""
    return interaction.response.is_done() or _ARRIVED in interaction.extras


def is_private(interaction: Interaction) -> bool:
    """Return whether the button is on a message that only the presser sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and not is_anothers(interaction)


def is_anothers(interaction: Interaction) -> bool:
    """Return whether the button is on a private message of another member.

    Discord shows that message to its owner alone; a forged press must not draw the hand of the presser there.
    """
    message = interaction.message
    if message is None or not message.flags.ephemeral or message.interaction_metadata is None:
        return False
    return message.interaction_metadata.user.id != interaction.user.id


async def in_time(interaction: Interaction, work: Coroutine[Any, Any, T], *, update: bool) -> T:
    """Return the result of `work`; if that takes long, acknowledge the press meanwhile.

    `update`: the answer will redraw the message of the button; otherwise it is a private message of its own.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=_patience(interaction))
    if not task.done() and not acknowledged(interaction):
        await _acknowledge_silently(interaction, update=update)
    return await task


async def changed(interaction: Interaction, work: Coroutine[Any, Any, Table], *, update: bool) -> Table:
    """Return the table after the change `work`, or as it is now if the interaction made it before a restart.

    The change is stored together with the interaction; `update` as in `in_time`.
    """
    bot = interaction.client
    before = bot.deliveries.changed(interaction.id)
    if before is not None:
        work.close()
        work = bot.tables.get(before)
    with asked_by(interaction.id):
        return await in_time(interaction, work, update=update)


def _patience(interaction: Interaction) -> float:
    """Return the seconds that a press may still go without an acknowledgement."""
    waited: float = interaction.client.time.steady() - interaction.extras[RECEIVED]
    return max(0.0, ANSWER_SECONDS - waited)


async def _acknowledge_silently(interaction: Interaction, *, update: bool) -> None:
    try:
        await _acknowledge(
            interaction, lambda: interaction.response.defer(ephemeral=not update, thinking=not update)
        )
        if update and interaction.type is discord.InteractionType.application_command:
            interaction.extras[_IN_PUBLIC] = True
    except Unanswered as error:
        # The work is done all the same, and its caller publishes it.
        interaction.extras[_UNHEARD] = True
        log.info("a press could not be acknowledged: %s", error)


async def update(interaction: Interaction, panel: Panel) -> None:
    """Redraw the message of the button; raise Unanswered if that fails."""
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
    # By its id: after a Join, `@original` is the public lobby.
    edit = by_token(bot, interaction.token, message.id)
    if not acknowledged(interaction):
        first = partial(_answer, interaction)
        request = partial(edited, bot, first, message.id, panel, later=edit)
        if await _acknowledge(interaction, request) is not None:
            return
        if _UNHEARD not in interaction.extras:
            # An earlier try of this very answer arrived and drew the message.
            follow(bot, edit, message.id, panel)
            return
    await _answered(partial(edited, bot, edit, message.id, panel), _AGAIN_AFTER)


async def _answer(interaction: Interaction, **shown: Any) -> Any:
    """Answer a press by an edit of its message, and return that as plain data."""
    kind = discord.InteractionResponseType.message_update.value
    with interaction_message_response_params(type=kind, allowed_mentions=NO_MENTIONS, **shown) as params:
        answer = await _respond_by(interaction, params)
    return answer.get("resource", {}).get("message", {})


async def _respond_by(interaction: Interaction, params: MultipartParameters) -> Any:
    answer = await async_context.get().create_interaction_response(
        interaction.id, interaction.token, session=session_of(interaction.client), params=params
    )
    interaction.extras[_ARRIVED] = True
    return answer


async def open_form(interaction: Interaction, form: Form) -> None:
    """Answer a press with a form on the member's screen; raise Unanswered if that fails."""
    kind = discord.InteractionResponseType.modal.value
    params = interaction_response_params(type=kind, data=modal(form))
    with interaction.client.budget.at(Urgency.ANSWER, by_token=True):
        await _acknowledge(interaction, partial(_respond_by, interaction, params))


async def silent(interaction: Interaction) -> None:
    """Acknowledge a press and change nothing; raise Unanswered if that fails."""
    await _acknowledge(interaction, interaction.response.defer)


async def private(interaction: Interaction, panel: Panel | str) -> int | None:
    """Answer with a message that only the presser sees; return its id, None if Discord did not give it."""
    return await _respond(interaction, panel, ephemeral=True)


async def public(interaction: Interaction, panel: Panel) -> int | None:
    """Answer a command with a message that everybody sees; return its id, None if Discord did not give it."""
    return await _respond(interaction, panel, ephemeral=False)


async def _respond(interaction: Interaction, panel: Panel | str, *, ephemeral: bool) -> int | None:
    with interaction.client.budget.at(Urgency.ANSWER, by_token=True):
        message_id = await _made(interaction, panel, ephemeral=ephemeral)
        if message_id is not None:
            edit = by_token(interaction.client, interaction.token, message_id)
            follow(interaction.client, edit, message_id, panel)
    return message_id


async def _made(interaction: Interaction, panel: Panel | str, *, ephemeral: bool) -> int | None:
    """Answer with a new message that has the words of `panel`, and return its id if Discord gave it."""
    more = {"ephemeral": ephemeral, "allowed_mentions": NO_MENTIONS}
    if not acknowledged(interaction):
        request = partial(sent, interaction.client, interaction.response.send_message, panel, **more)
        answer = await _acknowledge(interaction, request)
        if answer is not None and answer.message_id is not None:
            return answer.message_id
        original = await _answered(interaction.original_response, _AGAIN_AFTER)
        # After a silent acknowledgement for a redraw, the original is the message of the button.
        if interaction.message is None or original.id != interaction.message.id:
            if not original.flags.loading:
                interaction.extras.pop(_IN_PUBLIC, None)
                if _UNHEARD in interaction.extras:
                    edit = by_token(interaction.client, interaction.token, original.id)
                    await _answered(partial(edited, interaction.client, edit, original.id, panel))
                # A public message must never pass for a private one, on which hands are drawn.
                return original.id if original.flags.ephemeral == ephemeral else None
            # The answer to a silent acknowledgement was lost: its message shows whether it was public.
            interaction.extras[_IN_PUBLIC] = not original.flags.ephemeral
    if interaction.extras.pop(_IN_PUBLIC, False) and ephemeral:
        # The first answer would be as public as the acknowledgement was.
        await _answered(interaction.delete_original_response, _AGAIN_AFTER)
    # If its answer is lost, this request is not made again: the message could appear twice.
    follow_up: Callable[..., Coroutine[Any, Any, discord.WebhookMessage]] = interaction.followup.send
    message = await _answered(partial(sent, interaction.client, follow_up, panel, wait=True, **more))
    return message.id


async def _acknowledge(interaction: Interaction, request: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
    """Return the answer to the only acknowledgement of a press, None if an earlier try had arrived."""
    tries = 0

    async def attempt() -> T:
        nonlocal tries
        tries += 1
        return await request()

    try:
        answer = await _answered(attempt, _AGAIN_AFTER)
    except Unanswered as error:
        cause = error.__cause__
        if not (isinstance(cause, discord.HTTPException) and cause.code == ALREADY_ACKNOWLEDGED):
            raise
        interaction.extras[_ARRIVED] = True
        if tries == 1:
            # A process before this one has acknowledged it.
            interaction.extras[_UNHEARD] = True
        answer = None
    clock, received_at = interaction.client.time, interaction.extras[RECEIVED]
    took = clock.steady() - received_at
    clock.pressed(interaction.created_at.timestamp(), received_at)
    interaction.client.metrics.acknowledged(kind_of(interaction), took)
    return answer


async def _answered(request: Callable[[], Coroutine[Any, Any, T]], again_after: tuple[float, ...] = ()) -> T:
    """Return the answer to a request; without one, make the request again after each of these pauses."""
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
        # Its text could name the address, and a token with it.
        raise Unanswered(type(error).__name__) from error


async def language_of(bot: CardsBot, interaction: discord.Interaction[Any]) -> str:
    """Return the language of public messages in the server where an interaction comes from."""
    assert interaction.guild_id is not None
    locale = interaction.guild_locale
    return await bot.audience.language_in(interaction.guild_id, None if locale is None else str(locale))

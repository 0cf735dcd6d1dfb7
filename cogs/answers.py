"""How a press or a command is acknowledged: in time, once, and whatever Discord makes of it.

Work that has not ended after 1.5 s is acknowledged silently and answered when it has.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.render.panel import Panel
from cogs.layout import layout, note

log = logging.getLogger(__name__)
T = TypeVar("T")
Interaction = discord.Interaction[Any]

PATIENCE: Final = 1.5
"""Seconds that work may take before its press is acknowledged without an answer."""

UNKNOWN_INTERACTION: Final = 10062
ALREADY_ACKNOWLEDGED: Final = 40060


class Unanswered(Exception):
    """The press could not be answered: it came too late, or Discord cannot be reached."""


async def settled(interaction: Interaction, work: Coroutine[Any, Any, T], *, update: bool) -> T:
    """Return what `work` gives; if that takes long, the press is acknowledged meanwhile.

    `update`: the answer will change the message that was pressed; otherwise it is a private one of its own.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=PATIENCE)
    if not task.done() and not interaction.response.is_done():
        await _sent(interaction.response.defer(ephemeral=not update, thinking=not update))
    return await task


async def update(interaction: Interaction, panel: Panel) -> None:
    """Redraw the message that was pressed; Unanswered if that cannot be done."""
    view = layout(panel)
    if not interaction.response.is_done():
        await _sent(interaction.response.edit_message(view=view))
    elif interaction.message is not None:
        await _sent(interaction.followup.edit_message(interaction.message.id, view=view))


async def private(interaction: Interaction, panel: Panel | str) -> int | None:
    """Answer with a message that only the presser sees; return its id, or None if Discord did not tell it."""
    view = note(panel) if isinstance(panel, str) else layout(panel)
    if interaction.response.is_done():
        sent = await _sent(
            interaction.followup.send(
                view=view, ephemeral=True, wait=True, allowed_mentions=discord.AllowedMentions.none()
            )
        )
        return sent.id if sent is not None else None
    return await _respond(interaction, view, ephemeral=True)


async def private_file(interaction: Interaction, text: str, file: discord.File) -> None:
    """Answer with a file that only the presser sees."""
    if interaction.response.is_done():
        await _sent(interaction.followup.send(text, file=file, ephemeral=True, wait=True))
    else:
        await _sent(interaction.response.send_message(text, file=file, ephemeral=True))


async def public(interaction: Interaction, panel: Panel) -> int | None:
    """Answer a command with a message that everybody sees, and return its id."""
    return await _respond(interaction, layout(panel), ephemeral=False)


async def _respond(interaction: Interaction, view: discord.ui.LayoutView, *, ephemeral: bool) -> int | None:
    answer = await _sent(
        interaction.response.send_message(
            view=view, ephemeral=ephemeral, allowed_mentions=discord.AllowedMentions.none()
        )
    )
    if answer is not None and answer.message_id is not None:
        return answer.message_id
    original = await _sent(interaction.original_response())
    return original.id if original is not None else None


async def _sent(request: Coroutine[Any, Any, T]) -> T | None:
    """Return the answer to a request; None if an earlier try of it had arrived, its answer lost."""
    try:
        return await request
    except discord.HTTPException as error:
        if error.code == ALREADY_ACKNOWLEDGED:
            return None
        raise Unanswered(f"{error.status} {error.code}") from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Unanswered(type(error).__name__) from error

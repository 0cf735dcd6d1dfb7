"""The ways to a message: the channel of a table, and for a private panel the token of its last press."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Button, Panel
from bot.limits.budget import Urgency
from bot.locale.glyphs import as_text
from bot.store import PlaceRow
from cogs.sending.layout import row
from cogs.sending.permissions import VIEW_CHANNEL, missing_in
from cogs.sending.refusals import NO_ANSWER
from cogs.sending.sending import follow, sent, sent_whole

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
ARCHIVED: Final = 50083
_AGAIN_AFTER: Final = (0.2, 0.5)
UNREACHABLE: Final = (discord.DiscordServerError, discord.RateLimited, *NO_ANSWER)
"""Errors that may not come again the next time."""


def passing(error: Exception) -> bool:
    """Return whether a request that failed so may succeed later as it is."""
    return isinstance(error, UNREACHABLE) or (
        isinstance(error, discord.HTTPException) and error.status == 429
    )


async def send(bot: CardsBot, place: PlaceRow, nonce: str, panel: Panel) -> discord.Message:
    """Return a new message in a table's channel; its pictures follow, unless nobody waits for its words."""
    nobody = discord.AllowedMentions.none()
    way = sent_whole if bot.budget.urgency is Urgency.BEHIND else sent
    message = await _made(
        lambda: way(bot, channel_of(bot, place).send, panel, nonce=nonce, allowed_mentions=nobody)
    )
    follow(bot, message.edit, message.id, panel, allowed_mentions=nobody)
    return message


async def call(
    bot: CardsBot, place: PlaceRow, nonce: str, text: str, buttons: Sequence[Button], notified: Iterable[int]
) -> discord.Message:
    """Return a new message in a table's channel with buttons, which calls those whom it notifies."""
    users = [discord.Object(user_id) for user_id in notified]
    mentions = discord.AllowedMentions(users=users, everyone=False, roles=False)
    channel, said = channel_of(bot, place), as_text(text)
    return await _made(lambda: channel.send(said, view=row(*buttons), nonce=nonce, allowed_mentions=mentions))


async def _made(request: Callable[[], Coroutine[Any, Any, discord.Message]]) -> discord.Message:
    """Return a new message; if no answer comes, it is sent again.

    It carries a number: where Discord knows the number already, it gives back the message that it has.
    """
    for pause in _AGAIN_AFTER:
        try:
            return await request()
        except NO_ANSWER:
            await asyncio.sleep(pause)
    return await request()


def channel_of(bot: CardsBot, place: PlaceRow) -> discord.PartialMessageable:
    """Return the channel that a table stands in."""
    return bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)


def message_of(bot: CardsBot, place: PlaceRow, message_id: int) -> discord.PartialMessage:
    """Return a message in the channel that a table stands in."""
    return channel_of(bot, place).get_partial_message(message_id)


async def delete(bot: CardsBot, place: PlaceRow, message_id: int, *, patient: bool = False) -> bool:
    """Delete a message in a table's channel; return False if that should be tried again later.

    Where the bot may not see the channel that can only fail: whoever is `patient` waits until it may.
    """
    unseen = patient and VIEW_CHANNEL in missing_in(bot.get_channel(place.channel_id))
    if unseen or bot.away(place.guild_id):
        return False
    try:
        await message_of(bot, place, message_id).delete()
    except (discord.HTTPException, *UNREACHABLE) as error:
        log.info("table %s: an old message stays (%s)", place.table_id, type(error).__name__)
        return not (passing(error) or (patient and isinstance(error, discord.Forbidden)))
    return True


class PanelWebhook(discord.Webhook):
    """A panel's own webhook, which hands over what Discord answers as it is.

    discord.py would make a message of every answer, the most expensive part of an edit.
    """

    def _create_message(self, data: Any, *, thread: Any) -> Any:
        return data


def panel_webhook(bot: CardsBot, token: str) -> PanelWebhook:
    """Return the webhook of an interaction's token."""
    assert bot.application_id is not None
    webhook = PanelWebhook.partial(bot.application_id, token, client=bot)
    # Of others Discord takes no message that only one member sees.
    webhook.type = discord.WebhookType.application
    return webhook

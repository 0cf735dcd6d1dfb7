"""The ways to a message: through the channel of a table, or through the token of a private panel.

A panel is edited by its message id through its newest token, never through `@original`: after a Join, that is
the public lobby. Edits are made by discord.py's plain methods: a message of its own made of each answer would
cost more than the request.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final

import aiohttp
import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.app import CardsBot
from bot.blocks.blocks import Button, Panel
from bot.limits.budget import Urgency
from bot.limits.reconnecting import reason
from bot.locale.glyphs import as_text
from bot.store import PlaceRow
from cogs.sending.files import after, listed, pictures
from cogs.sending.layout import layout, row
from cogs.sending.permissions import VIEW_CHANNEL, missing_in
from cogs.sending.refusals import (
    ARCHIVED,
    NO_ANSWER,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    doubts_files,
    lacks_emoji,
)
from cogs.sending.sending import Edit, SendingBot, edited, follow, sent

log = logging.getLogger(__name__)

_UNSEEN: Final = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED})
"""The codes for a message that is gone, or in a thread that is put away."""
_EXACT: Final = 1.0
"""Seconds by which the bot's time may differ from the time in a message's id."""
_AGAIN_AFTER: Final = (0.2, 0.5)
NO_MENTIONS: Final = discord.AllowedMentions.none()
"""The mentions of a message that calls nobody."""
UNREACHABLE: Final = (discord.DiscordServerError, discord.RateLimited, *NO_ANSWER)
"""The errors of a request that may succeed the next time."""


def passing(error: Exception) -> bool:
    """Return whether a request with this error may succeed later, unchanged.

    A 429 passes too: discord.py raises one only after five attempts, or in a ban of the address.
    """
    return isinstance(error, UNREACHABLE) or (
        isinstance(error, discord.HTTPException) and error.status == 429
    )


async def send(bot: CardsBot, place: PlaceRow, nonce: str, panel: Panel) -> discord.Message:
    """Return a new message in a table's channel; its pictures follow, or come along where nobody waits."""
    way, began = sent_whole if bot.budget.urgency is Urgency.BEHIND else sent, bot.time.now()
    message = await _made(
        lambda: way(bot, channel_of(bot, place).send, panel, nonce=nonce, allowed_mentions=NO_MENTIONS)
    )
    edit = by_channel(bot, place, message.id)
    if message.created_at.timestamp() < began - _EXACT:
        # The last process, or an earlier try, had sent it: a deadline on it may have been put off since.
        await edited(bot, edit, message.id, panel)
    else:
        follow(bot, edit, message.id, panel)
    return message


async def sent_whole(
    bot: SendingBot, request: Callable[..., Awaitable[Any]], panel: Panel, **more: Any
) -> Any:
    """Send a new message that nobody waits for, with the pictures of `panel`, and return the answer.

    Without its pictures, unpainted or refused, the message is sent in words.
    """
    drawn = await bot.gallery.painted(panel, {})
    if drawn is None or not pictures(drawn):
        return await sent(bot, request, panel, **more)
    try:
        answer = await request(view=layout(drawn), files=listed(drawn, {}), **more)
    except discord.HTTPException as error:
        if not (doubts_files(error) or lacks_emoji(error)):
            raise
        return await sent(bot, request, panel, **more)
    bot.attachments.note(answer.id, after(answer, drawn))
    return answer


async def call(
    bot: CardsBot, place: PlaceRow, nonce: str, text: str, buttons: Sequence[Button], notified: Iterable[int]
) -> discord.Message:
    """Return a new message in a table's channel, with buttons, that mentions only the members `notified`."""
    users = [discord.Object(user_id) for user_id in notified]
    mentions = discord.AllowedMentions(users=users, everyone=False, roles=False)
    channel, said = channel_of(bot, place), as_text(text)
    return await _made(lambda: channel.send(said, view=row(*buttons), nonce=nonce, allowed_mentions=mentions))


async def _made(request: Callable[[], Coroutine[Any, Any, discord.Message]]) -> discord.Message:
    """Return a new message; without an answer, send it again.

    For a nonce that Discord knows, it returns the message that it already has.
    """
    for pause in _AGAIN_AFTER:
        try:
            return await request()
        except NO_ANSWER:
            await asyncio.sleep(pause)
    return await request()


def channel_of(bot: CardsBot, place: PlaceRow) -> discord.PartialMessageable:
    """Return the channel of a table."""
    return bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)


def message_of(bot: CardsBot, place: PlaceRow, message_id: int) -> discord.PartialMessage:
    """Return a message in the channel of a table."""
    return channel_of(bot, place).get_partial_message(message_id)


def by_channel(bot: CardsBot, place: PlaceRow, message_id: int) -> Edit:
    """Return the edit of a message in a table's channel."""

    async def edit(**shown: Any) -> Any:
        with handle_message_parameters(allowed_mentions=NO_MENTIONS, **shown) as params:
            return await bot.http.edit_message(place.channel_id, message_id, params=params)

    return edit


def by_token(bot: CardsBot, token: str, message_id: int) -> Edit:
    """Return the edit of a message by the token of an interaction."""
    webhook_id = bot.application_id
    assert webhook_id is not None

    async def edit(**shown: Any) -> Any:
        with handle_message_parameters(allowed_mentions=NO_MENTIONS, **shown) as params:
            return await async_context.get().edit_webhook_message(
                webhook_id,
                token,
                message_id,
                session=session_of(bot),
                with_components=True,
                **params._asdict(),
            )

    return edit


def session_of(bot: CardsBot) -> aiohttp.ClientSession:
    """Return the session of all requests, by the name under which discord.py 2.7.1 takes it everywhere."""
    session: aiohttp.ClientSession = bot.http._HTTPClient__session  # type: ignore[attr-defined]
    return session


async def delete(bot: CardsBot, place: PlaceRow, message_id: int, *, patient: bool = False) -> bool:
    """Delete a message in a table's channel; return False if that should be tried again later.

    `patient`: a refusal is tried again later too unless nobody sees the message any more, and nothing is sent
    while the bot may not see the channel.
    """
    unseen = patient and VIEW_CHANNEL in missing_in(bot.get_channel(place.channel_id))
    if unseen or bot.away(place.guild_id):
        return False
    try:
        await message_of(bot, place, message_id).delete()
    except (discord.HTTPException, *UNREACHABLE) as error:
        log.info("table %s: an old message stays (%s)", place.table_id, reason(error))
        unseen = isinstance(error, discord.HTTPException) and error.code in _UNSEEN
        return unseen or not (patient or passing(error))
    return True


class PanelWebhook(discord.Webhook):
    """The webhook of a panel, which returns Discord's answers as plain data."""

    def _create_message(self, data: Any, *, thread: Any) -> Any:
        return data


def panel_webhook(bot: CardsBot, token: str) -> PanelWebhook:
    """Return the webhook of an interaction's token."""
    assert bot.application_id is not None
    webhook = PanelWebhook.partial(bot.application_id, token, client=bot)
    # discord.py sends ephemeral messages only through a webhook of this type.
    webhook.type = discord.WebhookType.application
    return webhook

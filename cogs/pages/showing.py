"""A private list shown to everybody in its channel: a message of its own, in the language of the server."""

from collections.abc import Awaitable, Callable

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import Refused
from bot.limits.budget import Urgency
from bot.locale import Words
from bot.pictures.sketch.style import Style
from bot.preferences.declared import ON
from bot.store import PlaceRow, Scope
from cogs.sending.answers import Interaction, acknowledged, in_time, silent
from cogs.sending.channels import UNREACHABLE, passing, send
from cogs.sending.permissions import must_belong, must_write

Make = Callable[[Words, Style | None], Awaitable[Panel]]
"""Makes the message for everybody, in words of the server and in its style of pictures, None for none."""


async def show_here(bot: CardsBot, interaction: Interaction, words: Words, game: str, make: Make) -> None:
    """Post what `make` gives in the channel of a press, and leave the private message as it is.

    Refused where the server has it switched off, where the bot or the member may not write, and too soon
    after the last time. Pictures are in the style of `game`; the `words` are the presser's.
    """
    must_belong(bot, interaction)
    guild_id, channel_id = interaction.guild_id, interaction.channel_id
    assert guild_id is not None
    assert channel_id is not None
    must_write(interaction, words)
    reading = bot.preferences.read(Scope.SERVER, guild_id)
    if (await in_time(interaction, reading, update=True))["public-lists"] != ON:
        raise Refused("refused.no-public-lists")
    key = (interaction.user.id, channel_id)
    bot.showing.spend(key, "refused.shown-lately")
    try:
        await in_time(
            interaction, _post(bot, interaction, PlaceRow("", guild_id, channel_id), game, make), update=True
        )
    except Exception:
        bot.showing.give_back(key)
        raise
    if not acknowledged(interaction):
        await silent(interaction)


async def _post(bot: CardsBot, interaction: Interaction, place: PlaceRow, game: str, make: Make) -> None:
    locale = interaction.guild_locale
    words, style = await bot.audience.everybody(game, place.guild_id, None if locale is None else str(locale))
    panel = await make(words, style)
    try:
        with bot.budget.at(Urgency.ASKED):
            # Under its nonce, a message whose answer was lost is not posted twice.
            await send(bot, place, str(interaction.id), panel)
    except (discord.HTTPException, *UNREACHABLE) as error:
        raise Refused("refused.not-shown" if passing(error) else "refused.untold") from error

"""A message that a member shows to everybody in a channel, in the language of the server."""

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


async def show_list(bot: CardsBot, interaction: Interaction, words: Words, game: str, make: Make) -> None:
    """Post a list in the channel of a press, as `show_here`; Refused where the server has it switched off."""
    assert interaction.guild_id is not None
    reading = bot.preferences.read(Scope.SERVER, interaction.guild_id)
    if (await in_time(interaction, reading, update=True))["public-lists"] != ON:
        raise Refused("refused.no-public-lists")
    await show_here(bot, interaction, words, game, make)


async def show_here(bot: CardsBot, interaction: Interaction, words: Words, game: str, make: Make) -> None:
    """Post what `make` gives in the channel of a press, and leave the private message as it is.

    Refused where the bot or the member may not write, and too soon after the last time. Pictures are in the
    style of `game`; the `words` are the presser's.
    """
    must_belong(bot, interaction)
    guild_id, channel_id = interaction.guild_id, interaction.channel_id
    assert guild_id is not None
    assert channel_id is not None
    must_write(interaction, words)
    await show_in(bot, interaction, PlaceRow("", guild_id, channel_id), game, make)
    if not acknowledged(interaction):
        await silent(interaction)


async def show_in(bot: CardsBot, interaction: Interaction, place: PlaceRow, game: str, make: Make) -> None:
    """Post what `make` gives in a channel where the bot and the member may write; the press stays unanswered.

    Refused too soon after the last time there. Pictures are in the style of `game`.
    """
    key = (interaction.user.id, place.channel_id)
    bot.showing.spend(key, "refused.shown-lately")
    try:
        await in_time(interaction, _post(bot, interaction, place, game, make), update=True)
    except Exception:
        bot.showing.give_back(key)
        raise


async def everybody(bot: CardsBot, interaction: Interaction, game: str) -> tuple[Words, Style | None]:
    """Return the words and the style for everybody in the server of a press."""
    assert interaction.guild_id is not None
    locale = interaction.guild_locale
    return await bot.audience.everybody(game, interaction.guild_id, None if locale is None else str(locale))


async def _post(bot: CardsBot, interaction: Interaction, place: PlaceRow, game: str, make: Make) -> None:
    panel = await make(*await everybody(bot, interaction, game))
    try:
        with bot.budget.at(Urgency.ASKED):
            # Under its nonce, a message whose answer was lost is not posted twice.
            await send(bot, place, str(interaction.id), panel)
    except (discord.HTTPException, *UNREACHABLE) as error:
        raise Refused("refused.not-shown" if passing(error) else "refused.untold") from error

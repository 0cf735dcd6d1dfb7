"""The statistics of a member as a private page, and as a message that a member shows to everybody."""

import re
from typing import Any, Final

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import NotRead, Refused
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.ratings.stats import no_stats, other_stats, public_stats, stats_of_bot, stats_panel
from bot.pictures.sketch.style import Style
from bot.preferences.declared import ON
from bot.store import Scope, Statistics, StoreError
from cogs.pages.showing import show_list
from cogs.sending.answers import Interaction, in_time, private, update
from engine import GAMES

_USER: Final = re.compile(r"[1-9][0-9]{0,17}|[1-8][0-9]{18}")
"""An id that the store can hold: nearly all below 2**63."""


async def show_stats(
    bot: CardsBot,
    interaction: Interaction,
    words: Words,
    game: str,
    member: discord.User | discord.Member | None,
) -> None:
    """Answer a command with the statistics of a member, of the one who asks without one."""
    who = member or interaction.user
    if who.bot:
        await private(interaction, stats_of_bot(who.id, words))
        return
    work = _page(bot, interaction, words, game, who.id)
    await private(interaction, await in_time(interaction, work, update=False))


async def press_stats(bot: CardsBot, interaction: Interaction, words: Words, asked: list[str]) -> None:
    """Turn statistics to another variant, or show them to everybody; all of `asked` is input from outside."""
    data: Any = interaction.data
    if len(asked) != 4 or asked[0] not in GAMES or not _USER.fullmatch(asked[1]):
        raise Refused("refused.forged")
    game, user_id, verb, variant = asked[0], int(asked[1]), *asked[2:]
    match verb, data.get("values"):
        case "rules", [str(chosen)]:
            work = _page(bot, interaction, words, game, user_id, chosen)
        case (("show" | "more"), None):
            work = _page(bot, interaction, words, game, user_id, variant, more=verb == "more")
        case "here", None:
            await _show(bot, interaction, words, game, user_id, variant)
            return
        case _:
            raise Refused("refused.forged")
    panel = await in_time(interaction, work, update=True)
    if isinstance(panel, str):
        raise Refused("refused.no-stats")
    await update(interaction, panel)


async def _show(
    bot: CardsBot, interaction: Interaction, words: Words, game: str, user_id: int, variant: str
) -> None:
    """Show the statistics of a member who does not hide to everybody."""
    guild_id = interaction.guild_id
    assert guild_id is not None

    async def make(words: Words, style: Style | None) -> Panel:
        found = await _read(bot, guild_id, game, user_id, variant)
        if found is None or found.hides or not found.variant:
            raise Refused("refused.no-stats")
        return public_stats(found, bot.settings.offered.get(game, {}), words, style)

    await show_list(bot, interaction, words, game, make)


async def _page(
    bot: CardsBot,
    interaction: Interaction,
    words: Words,
    game: str,
    user_id: int,
    variant: str = "",
    *,
    more: bool = False,
) -> Panel | str:
    """Return the page of a member for the one who asks, or what is behind *More* there.

    Of who hides, and of whom nothing is known, there is a sentence.
    """
    guild_id, own = interaction.guild_id, user_id == interaction.user.id
    assert guild_id is not None
    found = await _read(bot, guild_id, game, user_id, variant)
    try:
        waits = await bot.store.ratings.waits(guild_id)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    if found is None or (found.hides and not own):
        return words("leaderboard.waits") if waits else no_stats(game, user_id, words, own=own)
    offered = bot.settings.offered.get(game, {})
    if more:
        return other_stats(found, offered, words)
    server = await bot.preferences.of(Scope.SERVER, guild_id)
    return stats_panel(
        found,
        offered,
        words,
        await bot.audience.style(game, guild_id, interaction.user.id),
        waits=waits,
        public=server["public-lists"] == ON,
    )


async def _read(bot: CardsBot, guild_id: int, game: str, user_id: int, variant: str) -> Statistics | None:
    """Return the statistics of a member; Refused if they have not played the variant."""
    try:
        found = await bot.store.ratings.statistics(
            guild_id, game, user_id, bot.tables.now(), LOOKS[game].STATISTICS, variant
        )
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    if variant and found is not None and found.variant != variant:
        raise Refused("refused.forged")
    return found

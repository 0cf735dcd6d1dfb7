"""The private page about the bot, for everybody."""

import math

from bot.app import CardsBot
from bot.locale import Words
from bot.panels.lists.about import Facts, about
from cogs.sending.answers import Interaction, private


async def show_about(bot: CardsBot, interaction: Interaction, words: Words) -> None:
    """Answer with the page about the bot.

    The addresses of the documents are those that Discord's developer portal had at the start: Discord asks
    the host for both there, so that no setting has to repeat them.
    """
    assert interaction.guild_id is not None
    shard, portal = bot.get_shard(bot.shard_of(interaction.guild_id)), bot.application
    # Infinite until the first heartbeat is answered.
    gateway = shard.latency if shard is not None and math.isfinite(shard.latency) else None
    facts = Facts(
        bot.time.began_at,
        gateway,
        bot.metrics.acknowledged_lately,
        bot.settings.contact,
        (portal and portal.privacy_policy_url) or "",
        (portal and portal.terms_of_service_url) or "",
    )
    await private(interaction, about(facts, words))

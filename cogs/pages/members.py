"""What is kept of a member, for the member alone: a file with all of it, and the way to be forgotten."""

import asyncio

from bot.app import CardsBot
from bot.errors import LASTING, NotRead, NotSaved, Refused
from bot.locale import Words
from bot.panels.lists.member import data_panel, forget_panel, forgotten_panel, own_file
from bot.store import StoreError, asked_by
from cogs.publisher import publisher
from cogs.sending.answers import Interaction, in_time, private, update


async def show_data(bot: CardsBot, interaction: Interaction, words: Words) -> None:
    """Answer with the file of all that is kept of the member."""
    bot.own_data.spend(interaction.user.id, "refused.my-data")
    try:
        reading = bot.store.members.data(interaction.user.id)
        data = await in_time(interaction, reading, update=False)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    file = await asyncio.to_thread(own_file, interaction.user.id, bot.tables.now(), data)
    await private(interaction, data_panel(file, words))


async def show_forget(bot: CardsBot, interaction: Interaction, words: Words) -> None:
    """Answer with the numbers of what is kept of the member, and the button to be forgotten."""
    try:
        reading = bot.store.members.numbers(interaction.user.id)
        numbers = await in_time(interaction, reading, update=False)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    await private(interaction, forget_panel(numbers, words))


async def press_forget(bot: CardsBot, interaction: Interaction, words: Words) -> None:
    """Forget the member, and say so in place of the question."""
    # A press that was carried out before a restart is not again: the member may play once more by now.
    if bot.deliveries.changed(interaction.id) is None:
        await in_time(interaction, _forget(bot, interaction), update=True)
    await update(interaction, forgotten_panel(words))


async def _forget(bot: CardsBot, interaction: Interaction) -> None:
    user_id, digests = interaction.user.id, publisher(bot).digests
    try:
        await bot.forgetting.leave(user_id)
        await digests.clear(user_id)
        with asked_by(interaction.id):
            await bot.forgetting.forget(user_id)
    except (NotRead, NotSaved) as refused:
        raise refused if refused.key == LASTING else Refused("refused.not-forgotten") from None
    finally:
        digests.forget(user_id)
        bot.audience.unseen()
        bot.replays.expire()

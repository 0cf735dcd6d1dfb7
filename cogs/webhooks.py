"""The way to private panels: each through the token of the press or command that it followed last."""

from typing import Any

import discord

from bot.app import CardsBot


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

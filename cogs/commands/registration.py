"""The registration of the commands with Discord when they have changed: descriptions in every language."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.app import CardsBot
from bot.errors import Refused
from bot.limits.budget import Urgency
from bot.limits.reconnecting import SETBACKS, Setback, keep_trying, reason
from bot.locale import FALLBACK, Catalogue, Words
from bot.locale.glyphs import as_text
from bot.store import StoreError
from cogs.sending.answers import Interaction
from cogs.sending.boundary import bounded

log = logging.getLogger(__name__)


async def keep_registered(bot: CardsBot) -> None:
    """Register the commands beside the games, tried again until Discord takes them.

    Meanwhile the commands that it has are answered, and every press.
    """
    if bot.application_id is None:
        await bot.wait_until_ready()
    setback = Setback("the commands cannot be registered with Discord", "the commands are registered")
    with bot.budget.at(Urgency.BEHIND):
        await keep_trying(lambda: register(bot), setback)


async def refuse_outdated(
    bot: CardsBot, interaction: Interaction, error: app_commands.AppCommandError
) -> None:
    """Answer a command that discord.py cannot call: Discord still has it as another version registered it."""
    log.info("a command does not fit this version (%s)", type(error).__name__)
    if interaction.type is discord.InteractionType.autocomplete:
        # Nothing but choices is an answer, and there are none.
        await interaction.response.autocomplete([])
        return

    async def refuse(words: Words) -> None:
        raise Refused("refused.outdated")

    await bounded(bot, interaction, refuse)


async def register(bot: CardsBot) -> None:
    """Register the commands, unless Discord still has the last registration and nothing has changed."""
    assert bot.application_id is not None
    told = await _payload(bot)
    if await _noted(bot) == _digest(told, await _known(bot)):
        return
    # `bot.tree.sync()` would translate everything a second time.
    commands = await bot.http.bulk_upsert_global_commands(bot.application_id, payload=told)
    log.info("told Discord the commands")
    try:
        await bot.store.application.note_commands(
            bot.application_id, _digest(told, [int(one["id"]) for one in commands])
        )
    except StoreError as error:
        # The next start registers them once more.
        log.warning("that Discord knows the commands could not be noted: %s", error)


async def _payload(bot: CardsBot) -> list[dict[str, Any]]:
    translator = bot.tree.translator
    assert translator is not None
    return [await one.get_translated_payload(bot.tree, translator) for one in bot.tree.get_commands()]


async def _known(bot: CardsBot) -> list[int]:
    """Return the ids of the registered commands, none if Discord does not tell them."""
    try:
        return [command.id for command in await bot.tree.fetch_commands()]
    except SETBACKS as error:
        log.info("Discord does not tell which commands it has (%s)", reason(error))
        return []


async def _noted(bot: CardsBot) -> str:
    assert bot.application_id is not None
    try:
        return await bot.store.application.commands(bot.application_id)
    except StoreError:
        return ""


def _digest(told: list[dict[str, Any]], known: list[int]) -> str:
    """Return the digest of commands and their ids: a command registered again elsewhere has another id."""
    return hashlib.sha256(f"{json.dumps(told, sort_keys=True)} {sorted(known)}".encode()).hexdigest()


def translated(words: Words, key: str, n: int | None = None) -> app_commands.locale_str:
    """Return a text of a command that is translated by its key in the catalogue; `n` is a number in it."""
    return app_commands.locale_str(_text(words, key, n), key=key, n=n)


def _text(words: Words, key: str, n: int | None) -> str:
    return as_text(words(key) if n is None else words.count(key, n))


class Translator(app_commands.Translator):
    """The translator of command texts, by their keys in the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        found = {locale: catalogue.words(locale.value) for locale in discord.Locale}
        self._own = {
            locale: words
            for locale, words in found.items()
            if words.language == locale.value.partition("-")[0] != FALLBACK
        }

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in `locale`, None if that has no texts of its own."""
        words, key = self._own.get(locale), string.extras.get("key")
        return None if words is None or key is None else _text(words, key, string.extras.get("n"))

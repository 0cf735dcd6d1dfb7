"""The names and descriptions of commands in every language that the catalogue has."""

import discord
from discord import app_commands

from bot.locale import FALLBACK, Catalogue, Words
from bot.locale.glyphs import as_text


def named(words: Words, key: str, n: int | None = None) -> app_commands.locale_str:
    """Return a text of a command which is translated by its key in the catalogue; `n` is a number in it."""
    return app_commands.locale_str(_text(words, key, n), key=key, n=n)


def _text(words: Words, key: str, n: int | None) -> str:
    return as_text(words(key) if n is None else words.count(key, n))


class Translator(app_commands.Translator):
    """Looks up the catalogue key that a command's text carries."""

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
        """Return the text in `locale`, None where it has none of its own."""
        words, key = self._own.get(locale), string.extras.get("key")
        return None if words is None or key is None else _text(words, key, string.extras.get("n"))

"""The steps of docs/adding-a-language.md, with a third catalogue: the first lines of a Polish one."""

import re
from pathlib import Path
from typing import Final

import discord
import pytest
from babel.messages.plurals import get_plural
from discord import app_commands

import bot.locale
from bot.locale import Catalogue, own_name
from bot.preferences import DECLARED, Scope
from cogs.translator import Translator, named
from engine.cards import card

FOLDER: Final = Path(bot.locale.__file__).parent
DOC: Final = Path(__file__).parents[2] / "docs" / "adding-a-language.md"
POLISH: Final = {
    "button.rules": "Zasady",
    "command.rules": "zasady",
    "alt.card": "{rank} {suit}",
    "alt.french.rank.7": "siódemka",
    "alt.french.the.7": "siódemka",
    "alt.french.suit.S": "pik",
    "cicera.told.leave": "{name} zostawia {card:the}",
    "review.cicera.finding": "{scene}\n{played}, {best}: {n:.1f}. {why}",
}
MORE: Final = {"clock.seconds": ("{n} sekunda", "{n} sekundy", "{n} sekund")}


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Return the catalogue with the new file beside the others, made as the page says."""
    for path in FOLDER.glob("*.po"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    english = (tmp_path / "en.po").read_text("utf-8")
    head = english.partition("\n\n")[0].replace("Language: en", "Language: pl")
    head = re.sub(r"Plural-Forms: [^\\]*", f"Plural-Forms: {get_plural('pl')}", head)
    once = [f'msgid "{key}"\nmsgstr "{text}"' for key, text in escaped(POLISH).items()]
    several = []
    for key, forms in MORE.items():
        numbered = (f'msgstr[{n}] "{text}"' for n, text in enumerate(forms))
        several.append("\n".join((f'msgid "{key}"', f'msgid_plural "{key}"', *numbered)))
    (tmp_path / "pl.po").write_text("\n\n".join([head, *once, *several]) + "\n", "utf-8")
    return Catalogue.load(tmp_path)


def escaped(texts: dict[str, str]) -> dict[str, str]:
    return {key: text.replace("\n", "\\n") for key, text in texts.items()}


def test_the_page_has_the_steps_that_are_taken_here() -> None:
    text = DOC.read_text("utf-8")
    for named_there in ("bot/locale/LANGUAGE.po", "Plural-Forms", "get_plural", "{card:the}", "COMPLETE"):
        assert named_there in text


def test_who_has_the_language_in_discord_is_answered_in_it(catalogue: Catalogue) -> None:
    words = catalogue.words("pl")
    assert words.language == "pl"
    assert words("button.rules") == "Zasady"
    assert words("button.more") == "More"


def test_it_can_be_chosen_by_its_own_name(catalogue: Catalogue) -> None:
    for scope in Scope:
        (language,) = (each for each in DECLARED[scope] if each.languages)
        assert "pl" in language.choices(catalogue.languages)
    assert own_name("pl") == "Polski"


def test_numbers_and_plurals_are_those_of_the_language(catalogue: Catalogue) -> None:
    words = catalogue.words("pl")
    assert [words.count("clock.seconds", n) for n in (1, 2, 5, 22)] == [
        "1 sekunda",
        "2 sekundy",
        "5 sekund",
        "22 sekundy",
    ]
    assert "1,5" in words("review.cicera.finding", scene="", played="", best="", n=1.5, why="")


def test_cards_are_named_in_it(catalogue: Catalogue) -> None:
    seven, signs = card("7S"), catalogue.words("pl")
    aloud = signs.naming("french", aloud=True)
    assert signs("cicera.told.leave", name="Ola", card=signs.card(seven)) == "Ola zostawia 7♠"
    assert aloud("cicera.told.leave", name="Ola", card=aloud.card(seven)) == "Ola zostawia siódemka pik"


async def test_commands_are_offered_in_it(catalogue: Catalogue) -> None:
    english = catalogue.words("en")
    text = named(english, "command.rules")
    translator = Translator(catalogue)
    group = app_commands.Group(name="cicera", description="…")
    context: app_commands.TranslationContextTypes = app_commands.TranslationContext(
        app_commands.TranslationContextLocation.group_name,
        group,
    )
    assert await translator.translate(text, discord.Locale.polish, context) == "zasady"
    assert await translator.translate(text, discord.Locale.italian, context) == "regole"
    assert await translator.translate(text, discord.Locale.german, context) is None

"""The steps of docs/adding-a-language.md, with a third catalogue: the first lines of a Polish one."""

import re
from pathlib import Path
from typing import Final

import discord
import pytest
from babel.messages.plurals import get_plural
from discord import app_commands

from bot.locale import CATALOGUE_FOLDER, FOLDERS, Catalogue, own_name
from bot.preferences.declared import DECLARED
from bot.store import Scope
from cogs.commands.registration import Translator, translated
from engine.cards import card
from tests.bot.locale import test_catalogues as checks

DOC: Final = Path(__file__).parents[3] / "docs" / "adding-a-language.md"
POLISH: Final = {
    "button.rules": "Zasady",
    "command.rules.about": "Jak grać",
    "refused.no-table-here": "Nie ma tu stołu. Otwórz go: `/{game} start`.",
    "alt.card": "{rank} {suit}",
    "alt.french.rank.7": "siódemka",
    "alt.french.the.7": "siódemka",
    "alt.french.suit.S": "pik",
    "cicera.told.leave": "{name} zostawia {card:the}",
    "review.cicera.finding": "{scene}\n{played}, {best}: {n:.1f}. {why}",
}
MORE: Final = {"clock.seconds": ("{n} sekunda", "{n} sekundy", "{n} sekund")}


HEAD: Final = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
CHECKS: Final = (
    checks.test_a_language_fits_english,
    checks.test_all_texts_can_be_filled_in,
    checks.test_no_text_is_longer_than_translators_are_told,
    checks.test_commands_can_be_registered_with_their_descriptions,
    checks.test_a_text_names_commands_as_they_are_called_in_every_language,
)
"""The checks of the fourth step for each file."""
CONTEXT: Final[app_commands.TranslationContextTypes] = app_commands.TranslationContext(
    app_commands.TranslationContextLocation.group_name, app_commands.Group(name="cicera", description="…")
)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Return the catalogue with the new file before the others, made by the page's steps."""
    english = (CATALOGUE_FOLDER / "en.po").read_text("utf-8")
    head = english.partition("\n\n")[0].replace("Language: en", "Language: pl")
    head = re.sub(r"Plural-Forms: [^\\]*", f"Plural-Forms: {get_plural('pl')}", head)
    once = [f'msgid "{key}"\nmsgstr "{text}"' for key, text in escaped(POLISH).items()]
    several = []
    for key, forms in MORE.items():
        numbered = (f'msgstr[{n}] "{text}"' for n, text in enumerate(forms))
        several.append("\n".join((f'msgid "{key}"', f'msgid_plural "{key}"', *numbered)))
    (tmp_path / "pl.po").write_text("\n\n".join([head, *once, *several]) + "\n", "utf-8")
    return Catalogue.load(tmp_path, *FOLDERS)


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


def test_its_file_passes_the_tests_of_all_languages(catalogue: Catalogue, tmp_path: Path) -> None:
    for check in CHECKS:
        check(tmp_path / "pl.po")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("{name} zostawia", "{imie} zostawia"),
        ("{n:.1f}", "{n}"),
        ('\nmsgstr[2] "{n} sekund"', ""),
        ("Zasady", "Z" * 81),
        ("Jak grać", "Jak grać: " + "z" * 100),
        ("`/{game} start`", "`/{game} otwórz`"),
    ],
    ids=["placeholder", "number", "plural form", "length", "description", "name of a command"],
)
def test_a_mistake_in_its_file_is_found(catalogue: Catalogue, tmp_path: Path, right: str, wrong: str) -> None:
    path = tmp_path / "pl.po"
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), "utf-8")

    def found() -> None:
        for check in CHECKS:
            check(path)

    with pytest.raises(AssertionError):
        found()


def test_a_language_with_one_form_has_that_for_every_number(tmp_path: Path) -> None:
    rule = HEAD.replace("utf-8", f'utf-8\\n"\n"Plural-Forms: {get_plural("ja")}')
    message = 'msgid "clock.seconds"\nmsgid_plural "clock.seconds"\nmsgstr[0] "{n} 秒"\n'
    (tmp_path / "ja.po").write_text(rule + message, "utf-8")
    words = Catalogue.load(tmp_path, *FOLDERS).words("ja")
    assert [words.count("clock.seconds", n) for n in (1, 2)] == ["1 秒", "2 秒"]
    for check in CHECKS:
        check(tmp_path / "ja.po")


@pytest.mark.parametrize(
    ("language", "locales"),
    [
        ("pt", {"pt-BR"}),
        ("es", {"es-ES", "es-419"}),
        ("zh", {"zh-CN", "zh-TW"}),
        ("sv", {"sv-SE"}),
        ("de", {"de"}),
    ],
)
async def test_a_language_is_known_by_every_code_that_discord_has_for_it(
    tmp_path: Path, language: str, locales: set[str]
) -> None:
    for name in ("en", language):
        (tmp_path / f"{name}.po").write_text(f'{HEAD}msgid "command.rules.about"\nmsgstr "{name}"\n', "utf-8")
    catalogue = Catalogue.load(tmp_path)
    translator, text = Translator(catalogue), translated(catalogue.words("en"), "command.rules.about")
    offered = {locale.value for locale in discord.Locale if await translator.translate(text, locale, CONTEXT)}
    assert offered == locales
    assert {catalogue.words(locale).language for locale in locales} == {language}


async def test_commands_are_offered_in_it(catalogue: Catalogue) -> None:
    english = catalogue.words("en")
    text = translated(english, "command.rules.about")
    translator = Translator(catalogue)
    assert await translator.translate(text, discord.Locale.polish, CONTEXT) == "Jak grać"
    assert await translator.translate(text, discord.Locale.italian, CONTEXT) == "Come si gioca"
    assert await translator.translate(text, discord.Locale.german, CONTEXT) is None

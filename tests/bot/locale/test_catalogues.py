"""The catalogues against the code: every key that is used exists, every key that exists is used."""

import ast
import inspect
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.blocks.commands import command_of
from bot.locale import CATALOGUE_FOLDER, FOLDERS, Catalogue, own_name
from bot.locale.filling import THE
from bot.preferences.declared import DECLARED
from bot.store import Scope
from bot.store.model.zones import ZONES
from engine import GAMES
from engine.ai import added
from engine.ai.reasons import ALWAYS, no_reasons
from engine.cards import card
from engine.game import IllegalAction
from tests.bot.locale.keys import ANY, called, code, matching, strings, used
from tests.engine.illegal_reasons import illegal_reasons

LANGUAGES: Final = sorted(path.stem for path in CATALOGUE_FOLDER.glob("*.po"))
FILES: Final = [path for folder in FOLDERS for path in sorted(folder.glob("*.po"))]
"""The catalogues, including those of games with a folder of their own."""


@cache
def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def texts(catalogue: Catalog) -> dict[str, Message]:
    """Return the texts of a language by key, without fuzzy ones, which are never shown."""
    return {m.id if isinstance(m.id, str) else m.id[0]: m for m in catalogue if m.id and not m.fuzzy}


def forms(message: Message) -> tuple[str, ...]:
    """Return a text in all its plural forms."""
    return message.string if isinstance(message.string, tuple) else (str(message.string),)


def every(language: str) -> dict[str, Message]:
    """Return the texts of a language from all its files."""
    return {key: m for path in FILES if path.stem == language for key, m in texts(read(path)).items()}


def name(path: Path) -> str:
    """Return the short name of a file: "en", or "GAME/en"."""
    return path.with_suffix("").relative_to(CATALOGUE_FOLDER).as_posix()


ENGLISH = every("en")


def reasons() -> dict[str, set[str]]:
    """Return the reasons for which the engine calls an action illegal, each with the values that it has."""
    found: dict[str, set[str]] = {}
    for node in code("engine"):
        if isinstance(node, ast.Call) and called(node) == "IllegalAction":
            assert isinstance(node.args[1], ast.Constant)
            found[str(node.args[1].value)] = {keyword.arg or "" for keyword in node.keywords}
    return found


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)[^}]*\}", text))


def formats(text: str) -> dict[str, str]:
    """Return the format of each placeholder of a text; each language decides about articles."""
    return {name: spec for name, spec in re.findall(r"\{(\w+):([^}]+)\}", text) if spec != THE}


@cache
def asked_for() -> set[str]:
    return used(ENGLISH)


def test_every_key_that_the_code_uses_exists() -> None:
    asked = asked_for()
    assert len(asked) > 120
    assert [key for key in sorted(asked) if not matching(key, ENGLISH)] == []


def test_every_key_that_exists_is_used() -> None:
    asked = asked_for() - {f"illegal.{ANY}"}
    known = {name for key in asked for name in matching(key, ENGLISH)} | {
        f"illegal.{name}" for name in reasons()
    }
    known |= {key for key in ENGLISH if written(key) in known}
    assert sorted(ENGLISH.keys() - known) == []


def written(key: str) -> str:
    """Return the key of the text that another replaces, read aloud or with the Italian deck."""
    return key.removesuffix(".aloud").removesuffix(".italian")


def test_what_is_said_aloud_stands_for_a_text_that_is_written() -> None:
    others = {key for key in ENGLISH if key != written(key) and not key.startswith("setting.")}
    assert len(others) > 20
    assert {written(key) for key in others} <= ENGLISH.keys()
    for key in others:
        signs = ENGLISH[written(key)]
        assert isinstance(signs.id, str), f"{key}: a text in several forms has none that is said otherwise"
        assert placeholders(str(ENGLISH[key].string)) <= placeholders(str(signs.string)), key


def test_every_reason_of_the_engine_has_its_text() -> None:
    found = reasons()
    assert len(found) > 5
    for name, values in found.items():
        assert placeholders(str(ENGLISH[f"illegal.{name}"].string)) <= values


def advised() -> set[str]:
    """Return the keys of the reasons that advice gives, as the catalogue has them."""
    found = {f"hint.{key}" for key in ALWAYS}
    for game, given in ((game, added(game).reasons) for game in GAMES):
        if given is no_reasons:
            continue
        path = Path(inspect.getfile(given))
        files = path.parent.glob("*.py") if path.name == "__init__.py" else [path]
        for node in (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))):
            if isinstance(node, ast.Call) and called(node) == "reason":
                found |= {f"hint.{game}.why.{key}" for key in strings(node.args[0])}
    return found


def test_every_reason_of_advice_has_its_text() -> None:
    assert (
        {key for key in ENGLISH if key.startswith("hint.") and ".why." in key} <= advised() <= ENGLISH.keys()
    )


def test_every_choice_of_every_game_has_its_words() -> None:
    for name, game in GAMES.items():
        own = {f"{name}.{key}" for key in ("name", "about", "over", "sheet.title", "rules.1")}
        command = {f"command.{name}.about"}
        advice = {f"hint.{name}.other", f"review.{name}.hand", f"review.{name}.finding"}
        assert own | command | advice <= ENGLISH.keys()
        for option, values in game.OPTIONS.items():
            assert {f"options.{option}", f"command.option.{option}.about"} <= ENGLISH.keys()
            assert {f"{name}.option.{option}.{value}" for value in values} <= ENGLISH.keys()


def test_every_preference_has_its_words_and_no_words_are_left_over() -> None:
    expected = {f"settings.{scope}" for scope in Scope}
    for scope, declared in DECLARED.items():
        for preference in declared:
            key = f"setting.{scope}.{preference.name}"
            values = set(preference.values) - ZONES.keys()
            expected |= {key, f"{key}.about", *(f"{key}.value.{value}" for value in values)}
    every = ("line", "about", "saved")
    expected |= {f"settings.{key}" for key in every}
    assert {key for key in ENGLISH if key.startswith(("setting.", "settings."))} == expected
    assert {key for key in ENGLISH if key.startswith("zone.")} == {f"zone.{value}" for value in ZONES}


def test_a_language_is_called_as_its_speakers_call_it() -> None:
    assert {code: own_name(code) for code in ("en", "it", "de")} == {
        "en": "English",
        "it": "Italiano",
        "de": "Deutsch",
    }


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_language_fits_english(path: Path) -> None:
    catalogue = read(path)
    found = texts(catalogue)
    assert found.keys() <= ENGLISH.keys()
    for key, message in found.items():
        assert all(forms(message)), key
        expected = placeholders(forms(ENGLISH[key])[-1])
        for form in forms(message):
            # A form of one thing need not name its number.
            assert placeholders(form) | {"n"} == expected | {"n"}, key
            assert formats(form) == formats(forms(ENGLISH[key])[-1]), key
        assert isinstance(message.id, tuple) == isinstance(ENGLISH[key].id, tuple), key
        if isinstance(message.id, tuple):
            assert len(forms(message)) == catalogue.num_plurals, key
    words = Catalogue.load(path.parent).words(path.stem)
    for key, message in found.items():
        # Other texts stand beside their number.
        if isinstance(message.id, tuple) and "n" in placeholders(forms(ENGLISH[key])[-1]):
            values = dict.fromkeys(
                {name for form in forms(message) for name in placeholders(form)} - {"n"}, ""
            )
            assert all(str(number) in words.count(key, number, **values) for number in (0, 2, 5, 21, 100)), (
                key
            )


@pytest.mark.parametrize("path", FILES, ids=name)
def test_all_texts_can_be_filled_in(path: Path) -> None:
    words = Catalogue.load(path.parent).words(path.stem)
    for key, message in texts(read(path)).items():
        values = {name: 1 for form in forms(message) for name in placeholders(form)}
        if isinstance(message.id, tuple):
            values.pop("n", None)
            assert words.count(key, 1, **values)
        else:
            assert words(key, **values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_ends_with_a_full_stop_needs_no_second(language: str) -> None:
    words, key = Catalogue.load().words(language), "hint.civil-suits.why.might-gives"
    assert words(key, name="Dino P.") == words(key, name="Dino P")
    heard = words.naming(words.deck, aloud=True)
    assert heard.then(("Ann, Dino P.", "Bo", "Cy.")) == "Ann, Dino P. Bo. Cy."
    assert words.then(("Ann, Dino P.", "Bo")) == "Ann, Dino P. · Bo"


COMPLETE: Final = ("en", "it")
"""Languages in which no text falls back to English."""
NOTE: Final = re.compile(r"At most (\d+) characters\.")


def notes(message: Message) -> str:
    """Return a message's notes for translators."""
    return " ".join(message.auto_comments)


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_has_every_text(language: str) -> None:
    assert sorted(ENGLISH.keys() - every(language).keys()) == []


SAME: Final = re.compile(
    r"\.name$|\.line\.|\.M\d$|^alt\.italian\.|^zone\.|scu[ae]$|cappott|picad[ae]|napoleoni|computer|\.value\.off$"
)
"""Names and words that Italian has in common with English."""


def test_italian_has_no_text_that_was_left_in_english() -> None:
    for key, message in every("it").items():
        told = "".join(re.sub(r"\{[^}]*\}", "", form) for form in forms(message))
        if re.search("[a-z]{2}", told) and not SAME.search(key):
            assert forms(message) != forms(ENGLISH[key]), key


SPOKEN: Final = re.compile(r"(hint|review|refused|illegal|panel|leave|absent|vote|wait|setting)\.")
"""Texts that speak to a player in sentences."""
STILTED: Final = re.compile(
    r"^(Taken|Kept|Tried|Found|Led|Laid)\b|\bthose\b|\b[Ww]hoever\b|\b(it|trick) lies\b|\blies? there\b"
)


def test_sentences_are_worded_as_one_says_them() -> None:
    told = {key: form for key, message in ENGLISH.items() if SPOKEN.match(key) for form in forms(message)}
    assert len(told) > 250
    assert {key: text for key, text in told.items() if STILTED.search(text)} == {}


def test_translators_are_told_where_a_message_stands_and_what_is_filled_in() -> None:
    for key, message in ENGLISH.items():
        assert len(NOTE.findall(notes(message))) == 1, key
        explained = placeholders(notes(message))
        used = {name for form in forms(message) for name in placeholders(form)}
        assert used <= explained, (key, used - explained)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_text_is_longer_than_translators_are_told(path: Path) -> None:
    for key, message in texts(read(path)).items():
        (most,) = map(int, NOTE.findall(notes(ENGLISH[key])))
        assert max(map(len, forms(message))) <= most, key


COMMAND: Final = re.compile(r"[-_a-z0-9]{1,32}")
"""Names of commands and options that Discord allows; theirs are the same in every language."""
TYPED: Final = re.compile(r"`(/[^`]+)`")


def test_commands_can_be_registered_by_their_names() -> None:
    names = [command_of(game) for game in GAMES]
    assert len({*names, "cards"}) == len(GAMES) + 1
    options = [option for rules in GAMES.values() for option in rules.OPTIONS]
    assert [name for name in (*names, *options) if not COMMAND.fullmatch(name)] == []


@pytest.mark.parametrize("path", FILES, ids=name)
def test_commands_can_be_registered_with_their_descriptions(path: Path) -> None:
    words = Catalogue.load(path.parent, *FOLDERS).words(path.stem)
    for game, rules in GAMES.items():
        for option, values in rules.OPTIONS.items():
            choices = {words(f"{game}.option.{option}.{value}") for value in values}
            assert len(choices) == len(values), option
    found = texts(read(path))
    described = [key for key in ENGLISH if key.startswith("command.")]
    assert len(described) > 20
    for key in described:
        assert ".about" in key, "a name of a command is no text of the catalogue"
        assert all(1 <= len(form.format(n=7)) <= 100 for form in forms(found.get(key, ENGLISH[key]))), key


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_text_names_commands_as_they_are_called_in_every_language(path: Path) -> None:
    for key, message in texts(read(path)).items():
        typed = [set(TYPED.findall(form)) for form in forms(message)]
        assert all(each == set(TYPED.findall(forms(ENGLISH[key])[0])) for each in typed), key
    assert {
        typed for message in ENGLISH.values() for form in forms(message) for typed in TYPED.findall(form)
    } >= {
        "/cicera start",
        "/{game} start",
        "/{game} table",
        "/cards tables",
    }


NUMBERS: Final = ("n", "number", "left", "difference", "games", "points", "rounds", "out", "target", "price")
"""Placeholders that take numbers."""
COUNTED: Final = re.compile(
    rf"(?<!\d)\{{({'|'.join(NUMBERS)})\}}[*`]* ([a-z]+s|people|cappotti|modi|mani|punti|carte)\b"
)
NEVER_ONE: Final = frozenset(
    {
        "clip.alt",  # three pictures at least
        "sheet.many",  # more than four cards
        "choice.asked",  # asked where a card takes in two ways or more
        "refused.waiting-full",  # the most who may wait
        "refused.name-long",  # 24 letters
        "refused.too-few-seats",  # no game is for one
        "picture.lobby.cicera",  # points that win
        "picture.lobby.ciapano",  # 31
        "picture.lobby.civil-suits.usual",  # four rounds
        "picture.lobby.civil-suits.own",
        "cicera.heading",
        "picture.over.cicera.one",
        "picture.over.cicera.several",
    }
)
"""Texts with a number that is always more than one."""


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_number_before_a_plural_has_a_form_for_one(path: Path) -> None:
    found = {
        key: str(message.string)
        for key, message in texts(read(path)).items()
        if not isinstance(message.id, tuple) and COUNTED.search(str(message.string))
    }
    assert {key: text for key, text in found.items() if written(key) not in NEVER_ONE} == {}


def test_a_form_that_reads_like_a_key_is_not_taken_for_it() -> None:
    words = Catalogue.load().words("en")
    assert words("hands", hands="Ann 3").endswith("Ann 3")
    assert words.count("picture.over.hands", 2) == "hands"


def test_a_missing_key_is_an_error() -> None:
    words = Catalogue.load().words("en")
    with pytest.raises(KeyError):
        words("no.such.text")
    with pytest.raises(KeyError):
        words.count("no.such.text", 2)
    assert not words.has("no.such.text")


def test_an_unknown_language_is_english() -> None:
    catalogue = Catalogue.load()
    assert catalogue.words("xx").language == "en"
    assert catalogue.words("en-GB").language == "en"


def test_a_language_without_a_text_takes_it_from_english(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "en.po").write_text(head + 'msgid "a"\nmsgstr "one"\n\nmsgid "b"\nmsgstr "two"\n', "utf-8")
    (tmp_path / "it.po").write_text(head + 'msgid "a"\nmsgstr "uno"\n', "utf-8")
    words = Catalogue.load(tmp_path).words("it")
    assert (words("a"), words("b")) == ("uno", "two")


def test_a_text_marked_as_fuzzy_is_taken_from_english_and_counts_as_missing(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "en.po").write_text(head + 'msgid "a"\nmsgstr "one"\n', "utf-8")
    (tmp_path / "it.po").write_text(head + '#, fuzzy\nmsgid "a"\nmsgstr "uno"\n', "utf-8")
    assert Catalogue.load(tmp_path).words("it")("a") == "one"
    assert texts(read(tmp_path / "it.po")) == {}


def test_why_an_action_is_illegal_is_told_in_words() -> None:
    words = Catalogue.load().words("en")
    error = IllegalAction("C12", "sum", "{total} is not {value}", total=9, value=7, card=card("7D"))
    assert words.illegal(error) == (
        "With 7♦ you take one card of its value, or several that add up to it. "
        "The cards you chose make 9, not 7."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_shows_the_number_of_a_rule(language: str) -> None:
    """Numbers such as C12 are for the code and for records; players read the rule itself."""
    letters = "".join({reason.rule[0] for reason in illegal_reasons()})
    number = re.compile(rf"\b[{letters}]\d+\b|\{{rule\}}")
    shown = [form for message in every(language).values() for form in forms(message)]
    assert len(shown) >= 1000
    assert [form for form in shown if number.search(form)] == []
    words = Catalogue.load().words(language)
    for reason in illegal_reasons():
        values = dict.fromkeys(reason.values, 1)
        assert not number.search(
            words.illegal(IllegalAction(reason.rule, reason.name, reason.sentence, **values))
        )


A_NUMBER_OF_A_SUIT = re.compile(
    r"\{\w+\} (?:of|di) (?:spades|hearts|diamonds|clubs|picche|cuori|quadri|fiori|[♠♥♦♣])"
)
"""Text that reads like a card once it is filled: two cards of spades are no "2 of spades"."""


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_number_of_cards_reads_like_a_card(path: Path) -> None:
    assert A_NUMBER_OF_A_SUIT.search("It wins {n} cards, {spades} of spades.")
    wrong = [key for key, m in texts(read(path)).items() if any(map(A_NUMBER_OF_A_SUIT.search, forms(m)))]
    assert wrong == []

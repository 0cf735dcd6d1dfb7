"""Settings are declared well, and stored values are read with care."""

import re
from pathlib import Path
from typing import Any

import pytest

import bot.locale
from bot.locale import Catalogue
from bot.panels.lists.settings import PREFERENCES_PER_PAGE, settings
from bot.preferences.declared import DECLARED, MODERATORS, OFF, Preference, values_of
from bot.store import Scope

WORDS = Catalogue.load().words("en")
LANGUAGES = ("en", "it")
USUAL = {
    "language": "discord",
    "start": "everybody",
    "pings": "on",
    "deck": "french",
    "four-colours": "off",
    "pictures": "on",
    "threads": "off",
    "undo": "on",
    "pace": "normal",
    "zone": "europe-rome",
    "seasons": "on",
    "public-lists": "on",
}


@pytest.mark.parametrize("scope", Scope)
def test_names_and_values_fit_an_id_and_the_store(scope: Scope) -> None:
    declared = DECLARED[scope]
    assert len({preference.name for preference in declared}) == len(declared)
    for preference in declared:
        choices = preference.choices(LANGUAGES)
        assert preference.default in preference.values
        assert 2 <= len(set(choices)) == len(choices) <= 25
        for text in (preference.name, *choices):
            assert re.fullmatch(r"[a-z0-9-]{1,32}", text)


def test_what_nobody_has_chosen_is_the_default() -> None:
    assert values_of(Scope.SERVER, {}, LANGUAGES) == USUAL
    stored = {"pings": OFF, "language": "it"}
    assert values_of(Scope.SERVER, stored, LANGUAGES) == USUAL | stored


def test_what_this_version_does_not_offer_is_the_default() -> None:
    stored = {"language": "tlh", "start": "", "pings": "sometimes", "weather": "fine"}
    assert values_of(Scope.SERVER, stored, LANGUAGES) == USUAL
    assert values_of(Scope.SERVER, {"language": "it"}, ("en",)) == USUAL


def test_the_panel_says_what_holds_and_offers_the_rest() -> None:
    values = USUAL | {"start": MODERATORS, "language": "it"}
    declared = DECLARED[Scope.SERVER]
    first, second = declared[:PREFERENCES_PER_PAGE], declared[PREFERENCES_PER_PAGE : 2 * PREFERENCES_PER_PAGE]
    panel = settings(Scope.SERVER, declared, values, LANGUAGES, WORDS, saved="start")
    assert [select.id for select in panel.selects] == [f"s:server:{p.name}" for p in first]
    offered = [(option.label, option.marked) for option in panel.selects[0].options]
    as_discord = "the same as the server has in Discord"
    assert offered == [(as_discord, False), ("English", False), ("Italiano", True)]
    assert all(sum(option.marked for option in select.options) == 1 for select in panel.selects)
    assert [button.id for button in panel.buttons] == ["s:server:page:1", "s:server:export"]
    assert [text for text in panel.texts if "✓" in text] == [panel.texts[3]]
    panel = settings(Scope.SERVER, declared, values, LANGUAGES, WORDS, page=1)
    assert [select.id for select in panel.selects] == [f"s:server:{p.name}" for p in second]


@pytest.mark.parametrize(("scope", "third"), [(Scope.SERVER, "start"), (Scope.MEMBER, "pings")])
def test_the_panel_opens_with_the_three_that_people_change(scope: Scope, third: str) -> None:
    panel = settings(scope, DECLARED[scope], values_of(scope, {}, LANGUAGES), LANGUAGES, WORDS)
    assert [select.id for select in panel.selects] == [
        f"s:{scope}:{name}" for name in ("language", "deck", third)
    ]
    export = ["Export results"] if scope is Scope.SERVER else []
    assert [button.label for button in panel.buttons] == [
        f"More: {len(DECLARED[scope]) - 3} settings",
        *export,
    ]
    assert not any("Page" in text for text in panel.texts)


def test_more_than_fits_a_phone_stands_on_pages(tmp_path: Path) -> None:
    declared = tuple(
        Preference(f"p{number}", ("on", "off"), "on") for number in range(2 * PREFERENCES_PER_PAGE + 1)
    )
    source = Path(bot.locale.__file__).with_name("en.po").read_text("utf-8")
    keys = [
        f"setting.member.{p.name}{end}" for p in declared for end in ("", ".about", ".value.on", ".value.off")
    ]
    more = "".join(f'\nmsgid "{key}"\nmsgstr "a {key}"\n' for key in keys)
    (tmp_path / "en.po").write_text(source + more, "utf-8")
    words = Catalogue.load(tmp_path).words("en")
    values = {preference.name: "on" for preference in declared}

    def page(**wanted: Any) -> tuple[list[str], list[str]]:
        panel = settings(Scope.MEMBER, declared, values, LANGUAGES, words, **wanted)
        return [select.hint[-2:] for select in panel.selects], [button.id for button in panel.buttons]

    names = [preference.name for preference in declared]
    assert page() == (names[:PREFERENCES_PER_PAGE], ["s:member:page:1"])
    assert page(page=1) == (
        names[PREFERENCES_PER_PAGE : 2 * PREFERENCES_PER_PAGE],
        ["s:member:page:2", "s:member:page:0"],
    )
    assert page(saved=names[PREFERENCES_PER_PAGE + 1]) == page(page=1)
    assert (
        page(page=2)
        == page(page=999)
        == (
            names[2 * PREFERENCES_PER_PAGE :],
            ["s:member:page:1", "s:member:page:0"],
        )
    )

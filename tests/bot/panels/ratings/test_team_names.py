"""The messages about names of teams: within Discord's limits, with every name inert in their texts."""

import re

import pytest

from bot.blocks.blocks import LABEL, Panel, Select
from bot.locale import Catalogue, Words
from bot.locale.names import clean
from bot.panels.ratings.listed import ListChoice
from bot.panels.ratings.team_names import (
    MOST_LETTERS,
    PER_PAGE,
    agreed_panel,
    clear_button,
    clearing_panel,
    declined_panel,
    name_form,
    naming,
    over_panel,
    proposal_panel,
)
from bot.store import OwnTeam
from cogs.sending.layout import modal
from engine import GAMES
from sandbox.page.markdown import parse
from tests.bot.panels.test_nasty_names import HIDING, MARKUP, check, kinds

CATALOGUE = Catalogue.load()
LANGUAGES = sorted(CATALOGUE.languages)
ONE, OTHER = 2**63 - 2, 2**63 - 1
TEAM = (ONE, OTHER)
CHOICE = ListChoice("cicera", "members", "-".join(["4", "12", "any", "x" * 24]), "s2026-10", 9999)
AT = 1_800_000_000_123


def all_panels(name: str, words: Words) -> list[Panel]:
    return [
        proposal_panel(TEAM, ONE, name, AT, AT / 1000, words),
        agreed_panel(TEAM, name, words),
        declined_panel(ONE, ONE, words),
        declined_panel(OTHER, ONE, words),
        over_panel(words),
        clearing_panel({TEAM: name}, 0, CHOICE, words),
        clearing_panel({}, 0, CHOICE, words),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_discord(language: str) -> None:
    words, wide = CATALOGUE.words(language), "W" * MOST_LETTERS
    own = [OwnTeam((ONE - n, OTHER), "W" * 32, wide) for n in range(30)]
    several = naming(own, words)
    assert isinstance(several, Select)
    selects = [several, *(select for panel in all_panels(wide, words) for select in panel.selects)]
    assert len(selects) == 2
    for select in selects:
        assert len(select.options) <= PER_PAGE
        assert len(select.id) <= 100
        assert len(select.hint) <= 150
        assert all(len(option.label) <= 100 for option in select.options)
    buttons = [button for panel in all_panels(wide, words) for button in panel.buttons]
    for button in [*buttons, clear_button(CHOICE, words)]:
        assert len(button.label) <= LABEL
        assert len(button.id) <= 100
    form = modal(name_form(TEAM, words))
    (label,) = form["components"]
    assert len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert len(label["label"]) <= 45
    assert len(label["description"]) <= 100


@pytest.mark.parametrize("name", [clean(name) for name in MARKUP + HIDING if clean(name)])
def test_a_name_is_inert_in_every_text(name: str) -> None:
    words = CATALOGUE.words("en")
    usual = [list(kinds(parse(text))) for panel in all_panels("Assi", words) for text in panel.texts]
    found = [text for panel in all_panels(name, words) for text in panel.texts]
    assert [list(kinds(parse(text))) for text in found] == usual
    labels = [
        option.label for panel in all_panels(name, words) for s in panel.selects for option in s.options
    ]
    assert labels
    for text in (*found, *labels):
        check(text)


def test_a_moderator_turns_pages_of_many_names() -> None:
    words = CATALOGUE.words("en")
    names = {(1, n): f"Team {n:03}" for n in range(2, 2 + 2 * PER_PAGE + 1)}
    seen: list[str] = []
    for page, ways in (
        (0, ["Next ▶", "Back"]),
        (1, ["◀ Previous", "Next ▶", "Back"]),
        (2, ["◀ Previous", "Back"]),
    ):
        panel = clearing_panel(names, page, CHOICE, words)
        assert [button.label for button in panel.buttons] == ways
        seen += [option.label for select in panel.selects for option in select.options]
    assert seen == sorted(names.values())
    beyond = clearing_panel(names, 7, CHOICE, words)
    assert beyond == clearing_panel(names, 2, CHOICE, words)


def test_who_has_one_team_or_several_names_them() -> None:
    words = CATALOGUE.words("en")
    one, other = OwnTeam((1, 2), "Bo", ""), OwnTeam((1, 3), "", "Gli Assi")
    assert naming([], words) is None
    button = naming([one], words)
    assert button is not None
    assert (button.id, getattr(button, "label", "")) == ("n:new:1:2", "Name your team")
    several = naming([one, other], words)
    assert isinstance(several, Select)
    assert [(option.label, option.value) for option in several.options] == [
        ("With Bo", "1:2"),
        ("With your partner: “Gli Assi”", "1:3"),
    ]


def test_the_longest_variant_leaves_room_in_an_id() -> None:
    rules = GAMES["cicera"]
    longest = "-".join(max((str(v) for v in rules.OPTIONS[name]), key=len) for name in rules.POINT_OPTIONS)
    choice = CHOICE._replace(variant=longest)
    assert len(clearing_panel({TEAM: "Assi"}, 9999, choice, CATALOGUE.words("en")).selects[0].id) <= 100
    assert re.fullmatch(r"[\w:-]+", clear_button(choice, CATALOGUE.words("en")).id)

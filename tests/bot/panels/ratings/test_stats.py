"""Statistics of a member in words and as a picture, in each language and for each game."""

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.blocks.fit import MOST_CHARACTERS, text_length
from bot.games import LOOKS
from bot.locale import FRENCH, ITALIAN, Catalogue
from bot.panels.ratings.stats import no_stats, other_stats, public_stats, stats_of_bot, stats_panel
from bot.pictures.sketch.style import Style
from bot.store import Statistics
from bot.store.ratings.statistics.member import Opponent, Partner
from engine import GAMES
from sandbox.page.markdown import parse
from tests.bot.panels.ratings.some_statistics import BO, CY, DI, EVERY, MEMBER, few, full, with_computers
from tests.bot.panels.test_nasty_names import HIDING, MARKUP, check, kinds, said

CATALOGUE = Catalogue.load()
EN = CATALOGUE.words("en")


def page(
    found: Statistics,
    style: Style | None = None,
    language: str = "en",
    *,
    waits: bool = False,
    public: bool = True,
) -> Panel:
    return stats_panel(found, {}, CATALOGUE.words(language), style, waits=waits, public=public)


def test_everything_is_told_in_words() -> None:
    assert page(full("cicera")).texts == (
        f"**<@{MEMBER}>**\n"
        "-# Cicera · the usual rules · with computers 12, 7 won\n"
        "**43 games**, 31 won\n"
        "**+1.8 points a hand** ± 0.7 · J · rank 3\n"
        "Latest first: **W** L **W** L L **W** **W** – L **W**\n"
        "7 scue · 8 picade · longest napula 9 · 10 napoleoni\n"
        f"Better than expected with Cy (+0.6), worse with Di (−0.5)\n"
        f"Beats Bo (9 of 12), Eve (6 of 7)\n"
        "Points a hand, game by game (200), 28 March 2026 to 28 November 2026: at first +0.0, "
        "highest +2.0 (game 200), lowest −0.4 (game 56), now +2.0.",
    )


def test_where_nothing_is_sure_nobody_is_named() -> None:
    assert page(few("cicera")).texts == (
        f"**<@{MEMBER}>**\n"
        "-# Cicera\n"
        "**1 game**, 0 won\n"
        "**+0.0 points a hand** ± 1.4 · 8 · no rank yet\n"
        "Latest first: L\n"
        "Best partner: too early to tell\n"
        "Easiest opponent: too early to tell",
    )


def test_of_several_sides_places_are_told_and_no_partners() -> None:
    told = page(full("ciapano")).texts[0]
    assert "Places, latest first: **1** 3 **1** 2 4 **1** **1** – 2 **1**" in told
    assert "7 cappotti · 8 clean hands" in told
    assert "artner" not in page(few("ciapano")).texts[0]
    assert "7 moons · 8 powers won" in page(full("civil-suits")).texts[0]


def test_letters_are_words_for_a_screen_reader() -> None:
    words = EN.naming(FRENCH, aloud=True)
    told = stats_panel(full("cicera"), {}, words, None, waits=False, public=False).texts[0]
    assert "won, won, no result, lost, won" in told.replace("*", "")
    assert ", jack, rank 3" in told


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", EVERY)
def test_a_picture_stands_for_the_words_of_the_curve_and_nothing_else(
    name: str, game: str, language: str
) -> None:
    found = EVERY[name](game)
    told, drawn = page(found, None, language), page(found, Style(), language)
    assert len(drawn.files) == (found.curve is not None)
    for panel in (told, drawn):
        assert text_length(panel) <= MOST_CHARACTERS
        for text in (*panel.texts, *said(panel)):
            check(text)
    if found.curve is not None:
        [picture] = drawn.files
        assert isinstance(picture, Picture)
        assert drawn.texts[0] + "\n" + picture.words == told.texts[0]
        assert picture.alt == picture.words
    verbs = ["here"] * bool(found.variant) + ["more"] * (len(found.variants) > 1)
    assert [button.id for button in told.buttons] == [f"k:{game}:{MEMBER}:{verb}:v-1" for verb in verbs]
    assert all(len(button.id) <= 100 for button in told.buttons)


def test_other_variants_are_in_a_list_behind_more() -> None:
    panel = other_stats(full("cicera"), {}, EN)
    [select] = panel.selects
    assert select.id == f"k:cicera:{MEMBER}:rules:v-1"
    assert [(one.value, one.marked) for one in select.options] == [("v-1", True), ("v-2", False)]
    assert select.options[1].label == "the usual rules (1 game)"
    assert [button.id for button in panel.buttons] == [f"k:cicera:{MEMBER}:show:v-1"]
    assert [button.label for button in page(few("cicera")).buttons] == ["Show it here"]


def test_one_sure_partner_stands_alone() -> None:
    told = page(full("cicera", best=None)).texts[0]
    assert "\nWorse than expected with Di (−0.5)\n" in told
    told = page(full("cicera", hardest=None)).texts[0]
    assert "\nBetter than expected with Cy (+0.6)\n" in told


def test_who_hides_is_told_so_and_offered_no_message_for_everybody() -> None:
    panel = page(full("cicera", hides=True))
    assert [button.label for button in panel.buttons] == ["More"]
    assert "only you see this" in panel.texts[-1]
    assert [button.label for button in page(full("cicera"), public=False).buttons] == ["More"]
    assert page(full("cicera"), waits=True).texts[-1] == EN("leaderboard.waits")


def test_everybody_sees_the_same_numbers_and_nothing_to_press() -> None:
    shown = public_stats(full("cicera"), {}, EN, Style())
    assert shown.texts[0] == page(full("cicera"), Style()).texts[0]
    assert len(shown.files) == 1
    assert (shown.buttons, shown.selects) == ((), ())


def test_who_has_played_with_computers_alone_has_one_line() -> None:
    assert page(with_computers("cicera")).texts == (
        f"**<@{MEMBER}>**\n-# Cicera · with computers 1, 1 won\n"
        "No game with people alone has been finished yet.",
    )
    assert page(with_computers("cicera")).buttons == ()


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
def test_nothing_comes_out_of_a_name_but_a_name(language: str) -> None:
    def told(name: str) -> str:
        best, hardest = Partner(CY, name, 0.6, 0.3), Partner(DI, "Di", -0.5, 0.3)
        beats = Opponent(BO, "Bo", 9, 12), Opponent(CY, name, 6, 7)
        found = full("cicera", best=best, hardest=hardest, beats=beats)
        return page(found, language=language).texts[0]

    usual = list(kinds(parse(told("Cy"))))
    for name in MARKUP + HIDING:
        check(told(name))
        assert list(kinds(parse(told(name)))) == usual, name
    long = "Valentina Maria Grazia"
    assert long not in told(long)
    assert told(long).count("Vale") == 2


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
def test_sentences_name_the_member_and_the_game(language: str) -> None:
    words = CATALOGUE.words(language)
    for game in GAMES:
        told = no_stats(game, MEMBER, words, own=False)
        assert f"<@{MEMBER}>" in told
        assert words(f"{game}.name") in told
        assert "start`" in no_stats(game, MEMBER, words, own=True)
    assert f"<@{MEMBER}>" in stats_of_bot(MEMBER, words)


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
@pytest.mark.parametrize("deck", [FRENCH, ITALIAN])
def test_every_number_of_a_game_has_its_words(language: str, deck: str) -> None:
    words = CATALOGUE.words(language).naming(deck)
    for game, look in LOOKS.items():
        for name in look.STATISTICS:
            assert words.count(f"{game}.stats.{name}", 1) != ""
            assert "1,234" in words.count(f"{game}.stats.{name}", 1234).replace(".", ",")

"""Statistics of a member in words and as a picture, in each language and for each game."""

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.blocks.fit import MOST_CHARACTERS, text_length
from bot.games import LOOKS
from bot.locale import FRENCH, ITALIAN, Catalogue
from bot.panels.lists.stats import no_stats, public_stats, stats_of_bot, stats_panel
from bot.pictures.sketch.style import Style
from bot.store import Statistics
from engine import GAMES
from tests.bot.panels.lists.some_statistics import BO, CY, DI, EVE, EVERY, MEMBER, few, full, with_computers
from tests.bot.panels.test_nasty_names import check, said

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
        f"**<@{MEMBER}> · Cicera**\n"
        "-# the usual rules\n"
        "**43 games**, 31 won · hands: 236\n"
        "**+1.8 points a hand** ± 0.7 · badge J · rank 3\n"
        "Last 10 (newest last): **W** L – **W** **W** L L **W** L **W**\n"
        "7 scue · 8 picade · longest napula 9 · 10 napoleoni\n"
        f"Better than expected with <@{CY}>: +0.6 a hand ± 0.3\n"
        f"Worse than expected with <@{DI}>: −0.5 a hand ± 0.3\n"
        f"Beats <@{BO}> (9 of 12), <@{EVE}> (6 of 7)\n"
        "-# With computers: 12 games, 7 won\n"
        "Points a hand, game by game (200), 28 March 2026 to 28 November 2026: at first +0.0, "
        "highest +2.0 (game 200), lowest −0.4 (game 56), now +2.0.",
    )


def test_where_nothing_is_sure_nobody_is_named() -> None:
    assert page(few("cicera")).texts == (
        f"**<@{MEMBER}> · Cicera**\n"
        "**1 game**, 0 won · hands: 5\n"
        "**+0.0 points a hand** ± 1.4 · badge 8 · no rank yet\n"
        "Last game: L\n"
        "Best partner: too early to tell\n"
        "Easiest opponent: too early to tell",
    )


def test_of_several_sides_places_are_told_and_no_partners() -> None:
    told = page(full("ciapano")).texts[0]
    assert "Last 10 places (newest last): **1** 2 – **1** **1** 4 2 **1** 3 **1**" in told
    assert "7 cappotti · 8 clean hands" in told
    assert "artner" not in page(few("ciapano")).texts[0]
    assert "7 moons · 8 powers won" in page(full("civil-suits")).texts[0]


def test_letters_are_words_for_a_screen_reader() -> None:
    words = EN.naming(FRENCH, aloud=True)
    told = stats_panel(full("cicera"), {}, words, None, waits=False, public=False).texts[0]
    assert "won, lost, no result, won" in told.replace("*", "")
    assert "badge jack" in told


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
    assert [button.id for button in told.buttons] == (
        [f"k:{game}:{MEMBER}:here:v-1"] if found.variant else []
    )
    assert all(len(button.id) <= 100 for button in told.buttons)


def test_other_variants_are_in_a_list() -> None:
    [select] = page(full("cicera")).selects
    assert select.id == f"k:cicera:{MEMBER}"
    assert [(one.value, one.marked) for one in select.options] == [("v-1", True), ("v-2", False)]
    assert select.options[1].label == "the usual rules (1 game)"
    assert page(few("cicera")).selects == ()


def test_who_hides_is_told_so_and_offered_no_message_for_everybody() -> None:
    panel = page(full("cicera", hides=True))
    assert panel.buttons == ()
    assert "only you see this" in panel.texts[-1]
    assert page(full("cicera"), public=False).buttons == ()
    assert page(full("cicera"), waits=True).texts[-1] == EN("leaderboard.waits")


def test_everybody_sees_the_same_numbers_and_nothing_to_press() -> None:
    shown = public_stats(full("cicera"), {}, EN, Style())
    assert shown.texts[0] == page(full("cicera"), Style()).texts[0]
    assert len(shown.files) == 1
    assert (shown.buttons, shown.selects) == ((), ())


def test_who_has_played_with_computers_alone_has_one_line() -> None:
    assert page(with_computers("cicera")).texts == (
        f"**<@{MEMBER}> · Cicera**\nNo game with people alone has been finished yet.\n"
        "-# With computers: 1 game, 1 won",
    )
    assert page(with_computers("cicera")).buttons == ()


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

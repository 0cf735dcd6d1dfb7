"""The leaderboard in words and beside its picture: lines, options and periods, buttons."""

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.locale import ITALIAN, Catalogue
from bot.panels.ratings.leaderboard import (
    leaderboard_panel,
    more_panel,
    public_leaderboard,
    public_winners,
    winners_panel,
)
from bot.panels.ratings.listed import (
    ListChoice,
    badge_text,
    period_words,
    row_text,
    short_text,
    variant_words,
)
from bot.pictures.sketch.style import Style
from engine import GAMES, civil_suits
from sandbox.page.markdown import parse
from tests.bot.panels.ratings.listings import OPTIONS, OTHERS, PAST, SEASON, a_list
from tests.bot.pictures.scenes_boards import ALONE, FULL, TEAMS, UNDRAWN, UNNAMED, standing

CATALOGUE = Catalogue.load()
WORDS = CATALOGUE.words("en")
LANGUAGES = sorted(CATALOGUE.languages)


def texts(panel: Panel) -> str:
    """Return the texts that stand beside a picture."""
    return "\n".join(block for block in panel.blocks if isinstance(block, str))


def labels(panel: Panel) -> list[str]:
    return [button.label for button in panel.buttons]


# Lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_stay_as_they_are_written(language: str) -> None:
    """Discord numbers a list by itself, and would give different numbers to equal ranks."""
    panel = leaderboard_panel(a_list(), CATALOGUE.words(language), None)
    told = panel.texts[0].partition("\n")[2]
    node: Any
    found = []
    for node in parse(told):
        children = node["c"] if isinstance(node, dict) else [node]
        found += [part.partition(". ")[0].strip() for part in children if isinstance(part, str)]
    assert [rank for rank in found if rank.isdecimal()] == ["1", "2", "3", "3", "5"]


def test_a_line_says_all_that_is_known_of_a_team() -> None:
    team, other = (replace(row, members=(UNDRAWN, UNNAMED)) for row in (TEAMS[0], TEAMS[6]))
    names = f"<@{UNDRAWN}> & <@{UNNAMED}>"
    assert row_text(team, WORDS) == (
        f"1\\. **Le Rondinelle ({names})** · A · +4.3 ± 0.7 · won 31 of 43 · 5 in a row"
    )
    assert row_text(other, WORDS) == f"– **{names}** · 2 · −2.6 ± 1.9 · won 0 of 3"
    assert "· +0.0 ±" in row_text(replace(team, mean=-0.04), WORDS)
    italian = CATALOGUE.words("it")
    assert "· +4,3 ± 0,7 · vinte 31 su 43 · 5 di fila" in row_text(TEAMS[0], italian)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_in_place_of_a_picture_say_only_who_stands_where(language: str) -> None:
    """A phone shows no more while the picture is painted."""
    words = CATALOGUE.words(language)
    assert (
        short_text(TEAMS[0], words)
        == f"1\\. **Le Rondinelle** · {words.plain('picture.leaderboard.mean', points=4.3)}"
    )
    panel = leaderboard_panel(a_list(rows=FULL), words, Style())
    (picture,) = panel.files
    assert isinstance(picture, Picture)
    heading, figures, *rows = picture.words.split("\n")
    assert rows == [short_text(row, words) for row in FULL]
    assert (heading[:2], figures[:2]) == ("**", "-#")


def test_civil_suits_is_told_by_rounds() -> None:
    shown = a_list(game="civil-suits", kind="members", options={}, rows=ALONE)
    for panel in (leaderboard_panel(shown, WORDS, None), public_leaderboard(shown, WORDS, Style())):
        told = "\n".join((*panel.texts, *(one.alt for one in panel.files if isinstance(one, Picture))))
        assert "oints a round" in told
        assert "a hand" not in told


def test_who_nearly_always_has_one_partner_is_marked() -> None:
    (paired,) = [row for row in ALONE if row.apart == "paired"]
    assert row_text(paired, WORDS).endswith("12 in a row · nearly always with one partner")


def test_the_name_of_a_team_is_no_markdown_and_no_mention() -> None:
    row = standing(1, (1, 2), 1.0, 3, 9, 5, team="**a** <@7> `b` [c](http://d)\u202e")
    told = row_text(row, WORDS)
    assert "<@7>" not in told.replace("\\", "\\ ")
    assert "**a**" not in told
    assert "[c](" not in told


@pytest.mark.parametrize(
    ("number", "written", "italian", "aloud"),
    [(0, "2", "2", "two"), (8, "10", "10", "ten"), (10, "Q", "cavallo", "queen"), (12, "A", "asso", "ace")],
)
def test_a_badge_is_the_rank_of_a_card(number: int, written: str, italian: str, aloud: str) -> None:
    assert badge_text(number, WORDS) == written
    assert badge_text(number, WORDS.naming(ITALIAN)) == italian
    assert badge_text(number, WORDS.naming(WORDS.deck, aloud=True)) == aloud


def test_those_without_a_rank_stand_below_a_heading_of_their_own() -> None:
    told = leaderboard_panel(a_list(), WORDS, None).texts[0]
    ranked, _, apart = told.partition("-# No rank yet: few games, or few opponents\n")
    assert ranked.count(" won ") == 5
    assert apart.count(" won ") == 2
    assert "No rank yet" not in leaderboard_panel(a_list(rows=FULL), WORDS, None).texts[0]


@pytest.mark.parametrize("style", [None, Style()])
def test_ones_own_line_is_in_sight_on_every_page(style: Style | None) -> None:
    mine = standing(12, (1, 50 - 41), -3.0, 1, 3, 1)
    panel = leaderboard_panel(a_list(rows=FULL, own=(mine,)), WORDS, style)
    told = "\n".join(panel.texts)
    line = row_text if style is None else short_text
    assert f"**You** · {line(mine, WORDS)}" in told
    apart = replace(mine, rank=None, apart="provisional")
    told = leaderboard_panel(a_list(rows=FULL, own=(apart,)), WORDS, None).texts[0]
    assert f"**You**, no rank yet · {row_text(apart, WORDS)}" in told
    on_page = leaderboard_panel(a_list(rows=FULL, own=(FULL[2],)), WORDS, style)
    assert "**You**" not in "\n".join(on_page.texts)
    assert all("You: " in picture.alt for picture in panel.files if isinstance(picture, Picture))


# The picture, or words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", [0, 1])
def test_a_line_stands_in_the_picture_or_in_words_and_never_in_both(language: str, page: int) -> None:
    """Names that the picture cannot draw, or that nobody knows, stand below it as mentions."""
    words, mine = CATALOGUE.words(language), standing(12, (1, 5), -3.0, 1, 3, 1)
    shown = a_list(page=page, pages=2, own=(mine,))
    told = leaderboard_panel(shown, words, None)
    panel = leaderboard_panel(shown, words, Style())
    short = texts(told).replace(words("leaderboard.figures"), words("leaderboard.figures-short"))
    for row in (*shown.rows, mine):
        short = short.replace(row_text(row, words), short_text(row, words))
    (picture,) = panel.files
    assert isinstance(picture, Picture)
    below = texts(panel)
    named = f"-# – · <@{UNDRAWN}>, – · <@{UNNAMED}>\n"
    assert named in below
    assert "\n".join((picture.words, below.replace(named, ""))) == short
    assert "**" not in below
    assert " ± 0" not in below
    assert panel.buttons == told.buttons
    assert str(mine.games) in picture.alt


def test_a_former_member_reads_as_one_and_is_no_mention() -> None:
    words, former = CATALOGUE.words("it"), 2**49
    row = replace(TEAMS[1], members=(former, UNDRAWN), names=("", "田中"))
    told = leaderboard_panel(a_list(rows=(row,)), words, None)
    assert f"**un ex membro e <@{UNDRAWN}>**" in told.texts[0]
    panel = leaderboard_panel(a_list(rows=(row,)), words, Style())
    (picture,) = panel.files
    assert isinstance(picture, Picture)
    assert "un ex membro" in picture.alt
    assert str(former) not in "".join(panel.texts)


def test_a_picture_that_cannot_be_made_leaves_all_words(caplog: pytest.LogCaptureFixture) -> None:
    unreadable = replace(TEAMS[0], badge=cast(int, "ace"))
    shown = a_list(rows=(unreadable,))
    with pytest.raises(TypeError):
        row_text(unreadable, WORDS)
    shown = a_list(rows=(replace(TEAMS[0], streak=3, names=cast(Any, (1, 2))),))
    assert f"\n{short_text(shown.rows[0], WORDS)}" in leaderboard_panel(shown, WORDS, Style()).texts[0]
    assert "a picture could not be made" in caplog.text


# Options and periods


def test_options_are_told_by_what_differs_from_the_usual_game() -> None:
    assert variant_words("cicera", OPTIONS, {}, WORDS) == "the usual rules"
    assert variant_words("cicera", {**OPTIONS, "target": 11}, {}, WORDS) == "the usual rules"
    told = variant_words("cicera", {**OPTIONS, "picada": "rank"}, {}, WORDS)
    assert told == "picada with the same rank only"
    assert variant_words("ciapano", {"players": 5}, {}, WORDS) == "five players"
    assert variant_words("cicera", OTHERS, {}, WORDS).startswith("one against one")


def test_powers_are_told_by_their_name_where_the_host_offers_them() -> None:
    usual = GAMES["civil-suits"].values(civil_suits.options({}))
    own = {"powers": {**cast(dict[str, Any], usual["powers"]), "AS": [1, 1, 1]}}
    assert variant_words("civil-suits", usual, {}, WORDS) == "the usual rules"
    assert variant_words("civil-suits", own, {}, WORDS) == WORDS("civil-suits.option.powers")
    offered = {"powers": {"calm*": own["powers"]}}
    assert variant_words("civil-suits", own, offered, WORDS) == "powers: calm\\*"


@pytest.mark.parametrize(
    ("period", "english", "italian"),
    [
        (SEASON, "October–December 2026", "ottobre–dicembre 2026"),
        ("s2027-01", "January–March 2027", "gennaio–marzo 2027"),
        ("m2026-11", "November 2026", "novembre 2026"),
        ("all", "all time", "di sempre"),
    ],
)
def test_a_period_is_told_by_its_months(period: str, english: str, italian: str) -> None:
    assert period_words(period, WORDS) == english
    assert period_words(period, CATALOGUE.words("it")) == italian


def test_options_are_named_only_where_others_were_played_too() -> None:
    shown = a_list(options=OTHERS)
    told = "-# one against one · 6 cards each, then 6 more"
    assert told in leaderboard_panel(shown, WORDS, None).texts[0]
    alone = replace(shown, variants=shown.variants[:1])
    assert told not in leaderboard_panel(alone, WORDS, None).texts[0]


def test_two_against_each_other_have_no_teams() -> None:
    two = a_list(options=OTHERS)
    assert leaderboard_panel(two, WORDS, None).texts[0].startswith("**Cicera: players · October")
    assert labels(more_panel(two, WORDS)) == ["Back"]


# Buttons


def test_the_period_in_sight_cannot_be_pressed_again() -> None:
    for period in (SEASON, "m2026-11", "all"):
        panel = leaderboard_panel(a_list(period, page=1, pages=3), WORDS, None)
        assert [button.id for button in panel.buttons if button.disabled] == [
            f"b:cicera:teams:4-12-any:{period}:1"
        ]
        assert len({button.id for button in panel.buttons}) == len(panel.buttons) == 7
    past = leaderboard_panel(a_list(PAST[0]), WORDS, None)
    assert not any(button.disabled for button in past.buttons)
    assert labels(past)[3:] == ["Winners", "Show it here", "More"]


def test_behind_more_are_other_options_past_seasons_and_members() -> None:
    panel = more_panel(a_list(PAST[1], page=2), WORDS)
    variants, seasons = panel.selects
    assert [(option.value, option.marked) for option in variants.options] == [
        ("4-12-any", True),
        ("2-6-rank", False),
    ]
    assert [(option.value, option.marked) for option in seasons.options] == [
        (PAST[0], False),
        (PAST[1], True),
    ]
    assert [button.id for button in panel.buttons] == [
        f"b:cicera:members:4-12-any:{PAST[1]}:0",
        f"b:cicera:teams:4-12-any:{PAST[1]}:2",
    ]


def test_where_there_is_nothing_more_no_button_leads_there() -> None:
    shown = a_list(game="ciapano", kind="members", variants=(), options={}, past=(), rows=ALONE)
    assert labels(leaderboard_panel(shown, WORDS, None)) == [
        "This season",
        "Month",
        "All time",
        "Show it here",
    ]
    private = replace(shown, public=False)
    assert labels(leaderboard_panel(private, WORDS, None)) == ["This season", "Month", "All time"]


@pytest.mark.parametrize(
    ("period", "told"),
    [
        ("all", "Nobody has finished a game here yet."),
        (SEASON, "Nobody has finished a game in this time yet."),
        (PAST[0], "It was quiet then"),
    ],
)
def test_a_list_of_nobody_says_so_warmly(period: str, told: str) -> None:
    panel = leaderboard_panel(a_list(period, rows=()), WORDS, Style())
    assert told in panel.texts[0]
    assert not panel.files
    assert "Show it here" not in labels(panel)


def test_while_older_games_are_counted_the_list_says_so() -> None:
    for rows in ((), TEAMS):
        told = leaderboard_panel(a_list(rows=rows, waits=True), WORDS, None).texts[0]
        assert "I am still counting the older games of this server." in told
        assert "Nobody" not in told


def test_for_everybody_there_is_only_the_button_to_ones_own() -> None:
    shown = a_list(page=1, pages=3)
    panel = public_leaderboard(shown, WORDS, None)
    assert [button.id for button in panel.buttons] == [f"b:cicera:teams:4-12-any:{SEASON}:1:open"]
    assert "Page" not in panel.texts[0]


# Winners


def test_winners_are_shown_with_the_way_to_the_lists() -> None:
    shown = a_list(PAST[0], rows=TEAMS[:4])
    told = winners_panel(shown, WORDS, None)
    assert told.texts[0].startswith("🏆 **The winners · Cicera: teams · July–September 2026**\n1\\.")
    panel = winners_panel(shown, WORDS, Style())
    (picture,) = panel.files
    assert isinstance(picture, Picture)
    assert picture.words in told.texts[0]
    assert labels(panel) == ["This season", "Whole list", "Show it here"]
    assert len({button.id for button in panel.buttons}) == 3
    assert labels(public_winners(shown, WORDS, Style())) == ["Leaderboard"]
    assert "had played enough" not in "".join(told.texts)


def test_winners_without_a_rank_are_called_ahead() -> None:
    panel = winners_panel(a_list(PAST[0], rows=TEAMS[5:]), WORDS, Style())
    assert "Nobody had played enough for a rank. These were ahead." in texts(panel)


# Ids


@pytest.mark.parametrize(
    "parts",
    [
        ("cicera", "teams", "4-12-any", "s2026-10", "0"),
        ("civil-suits", "members", "0123456789abcdef", "all", "12"),
        ("ciapano", "teams", "5", "m2026-02", "3"),
    ],
)
def test_an_id_leads_back_to_its_page(parts: tuple[str, ...]) -> None:
    choice = ListChoice.parse(parts)
    assert choice is not None
    assert choice.id() == ":".join(("b", *parts))
    assert choice.id("more") == ":".join(("b", *parts, "more"))
    assert len(choice.id("winners-here")) <= 100


@pytest.mark.parametrize(
    "parts",
    [
        (),
        ("cicera", "teams", "4-12-any", "s2026-10"),
        ("cicera", "teams", "4-12-any", "s2026-10", "0", "0"),
        ("tressette", "teams", "4-12-any", "s2026-10", "0"),
        ("cicera", "pairs", "4-12-any", "s2026-10", "0"),
        ("cicera", "teams", "", "s2026-10", "0"),
        ("cicera", "teams", "4 12", "s2026-10", "0"),
        ("cicera", "teams", "x" * 65, "s2026-10", "0"),
        ("cicera", "teams", "4-12-any", "s2026-11", "0"),
        ("cicera", "teams", "4-12-any", "m2026-13", "0"),
        ("cicera", "teams", "4-12-any", "ever", "0"),
        ("cicera", "teams", "4-12-any", "all", "-1"),
        ("cicera", "teams", "4-12-any", "all", "٣"),
        ("cicera", "teams", "4-12-any", "all", "12345"),
    ],
)
def test_an_id_that_names_no_page_is_none(parts: tuple[str, ...]) -> None:
    assert ListChoice.parse(parts) is None

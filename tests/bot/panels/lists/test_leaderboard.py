"""The leaderboard in words: each line has its own rank, even where two share one."""

from typing import Any, cast

import pytest

from bot.blocks.blocks import Picture
from bot.locale import Catalogue
from bot.panels.lists.leaderboard import leaderboard_panel
from bot.pictures.sketch.style import Style
from bot.store import LeaderboardRow
from sandbox.page.markdown import parse
from tests.bot.pictures.scenes_boards import MEMBERS, TEAMS, UNDRAWN, UNNAMED

CATALOGUE = Catalogue.load()


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
def test_ranks_stay_as_they_are_written(language: str) -> None:
    """Discord numbers a list by itself, and would give different numbers to equal ranks."""
    standings = [LeaderboardRow(rank, (rank * 10 + at,), 3, 2, 5) for at, rank in enumerate((1, 2, 2, 4))]
    panel = leaderboard_panel(
        "ciapano", standings, [], {}, 0, 4, CATALOGUE.words(language), None, teams=False
    )
    rows: Any
    _, rows = parse(panel.texts[0])
    told = [node.partition(". ")[0] for node in rows["c"] if isinstance(node, str) and node.endswith(". ")]
    assert told == ["1", "2", "2", "4"]


def test_a_difference_of_one_is_one_point() -> None:
    standings = [LeaderboardRow(1, (10,), 3, 2, 1), LeaderboardRow(2, (20,), 3, 1, -1)]
    panel = leaderboard_panel("ciapano", standings, [], {}, 0, 2, CATALOGUE.words("en"), None, teams=False)
    assert "+1 point\n" in panel.texts[0]
    assert panel.texts[0].endswith("-1 point")


@pytest.mark.parametrize("page", [0, 1])
def test_a_row_stands_in_the_picture_or_in_words_and_never_in_both(page: int) -> None:
    """Names that the picture cannot draw, or that nobody knows, stand below it as mentions."""
    words, mine = CATALOGUE.words("en"), LeaderboardRow(12, (1, 50), 3, 1, -3)
    shown = TEAMS[5 * page :]
    rest = shown, (TEAMS[0], mine), {**MEMBERS, 50: "Eva"}, page, 12, words
    told = leaderboard_panel("cicera", *rest, None, teams=True)
    panel = leaderboard_panel("cicera", *rest, Style(), teams=True)
    (picture,) = panel.files
    assert isinstance(picture, Picture)
    title, below, number = (block for block in panel.blocks if isinstance(block, str))
    assert "\n".join((title, picture.words, number)) == "\n".join(told.texts)
    assert below == f"-# 6 · <@{UNDRAWN}>, 7 · <@{UNNAMED}>"
    for standing in (*shown, *((TEAMS[0],) if page else ()), mine):
        assert f"{standing.wins} won of {standing.games}" in picture.alt


def test_a_former_member_reads_as_one_and_is_no_mention() -> None:
    words, former = CATALOGUE.words("it"), 2**49
    standings = [LeaderboardRow(1, (former, UNDRAWN), 3, 2, 1)]
    told = leaderboard_panel("cicera", standings, [], MEMBERS, 0, 1, words, None, teams=True)
    assert f"**un ex membro e <@{UNDRAWN}>**" in told.texts[0]
    panel = leaderboard_panel("cicera", standings, [], MEMBERS, 0, 1, words, Style(), teams=True)
    (picture,) = panel.files
    assert isinstance(picture, Picture)
    assert "un ex membro" in picture.alt
    assert str(former) not in "".join(panel.texts)


def test_a_picture_that_cannot_be_made_leaves_all_words(caplog: pytest.LogCaptureFixture) -> None:
    words, unreadable = CATALOGUE.words("en"), {1: cast(str, 1)}
    failing, told = (
        leaderboard_panel("cicera", TEAMS, (), unreadable, 0, len(TEAMS), words, style, teams=True)
        for style in (Style(), None)
    )
    assert failing == told
    assert "a picture could not be made" in caplog.text

"""The leaderboard in words: each line has its own rank, even where two share one."""

from typing import Any

import pytest

from bot.locale import Catalogue
from bot.panels.lists.leaderboard import leaderboard_panel
from bot.store import LeaderboardRow
from sandbox.page.markdown import parse

CATALOGUE = Catalogue.load()


@pytest.mark.parametrize("language", sorted(CATALOGUE.languages))
def test_ranks_stay_as_they_are_written(language: str) -> None:
    """Discord numbers a list by itself, and would give different numbers to equal ranks."""
    standings = [LeaderboardRow(rank, (rank * 10 + at,), 3, 2, 5) for at, rank in enumerate((1, 2, 2, 4))]
    panel = leaderboard_panel("ciapano", standings, [], 0, 4, CATALOGUE.words(language), teams=False)
    rows: Any
    _, rows = parse(panel.texts[0])
    told = [node.partition(". ")[0] for node in rows["c"] if isinstance(node, str) and node.endswith(". ")]
    assert told == ["1", "2", "2", "4"]


def test_a_difference_of_one_is_one_point() -> None:
    standings = [LeaderboardRow(1, (10,), 3, 2, 1), LeaderboardRow(2, (20,), 3, 1, -1)]
    panel = leaderboard_panel("ciapano", standings, [], 0, 2, CATALOGUE.words("en"), teams=False)
    assert "+1 point\n" in panel.texts[0]
    assert panel.texts[0].endswith("-1 point")

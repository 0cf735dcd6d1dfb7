"""A server's season over the stand-in: all numbers agree with a second count of its exported results.

Sixty games; `python -m bench.season` plays three hundred.
"""

from pathlib import Path
from typing import Final

import pytest

from tests.e2e.support.season import TWISTS
from tests.e2e.support.seasons import a_season

pytestmark = [pytest.mark.slow, pytest.mark.searches]

GAMES: Final = 60
MEMBERS: Final = 20
LEAST: Final = 0.25
"""The rank correlation with true strengths after so few games: each member has played some nine."""


async def test_a_seasons_numbers_agree_with_a_second_count_of_its_exported_results(tmp_path: Path) -> None:
    figures = await a_season(tmp_path, MEMBERS, GAMES, seed=1, presses=0.05)
    assert figures["games"] == GAMES
    # All that can happen in a game has happened.
    assert {twist for twist in TWISTS if figures["happened"].get(twist)} == set(TWISTS)
    assert {"", "early", "left", "computers"} <= figures["why"].keys()
    assert len(figures["kinds"]) == 3
    assert figures["listed"] > 100
    assert figures["ties"] > 0
    assert figures["order"] >= LEAST

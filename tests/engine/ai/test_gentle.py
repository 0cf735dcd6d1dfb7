"""The naive player, and the gentle players against which it does well in about half of its games."""

import json
import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.gentle import BAND, FIRST_GAMES, ahead, main, share
from engine import ciapano, civil_suits
from engine.ai import Budget, named
from engine.ai.ciapano import gentle as ciapano_gentle
from engine.ai.civil_suits import gentle as civil_gentle
from engine.ciapano.scoring import STRENGTH
from engine.civil_suits import Phase
from engine.civil_suits.actions import Pass, Play
from engine.game import DEALER, AnySeen, Outcome
from tests.engine.strategies import Position, positions

SEARCHED = Budget(worlds=72)
"""As many worlds as a medium player of Cicera has time for, the same on any machine."""


def gain(position: Position, seen: AnySeen, action: object) -> int:
    """Return how much better off the viewer is at once."""
    points = sum(line.points for line in position.game.preview(seen, action))
    return -points if position.game.LOW_WINS else points


@given(position=positions(), seed=st.integers(0, 2**32))
def test_the_naive_player_takes_the_first_of_the_actions_that_score_most(
    position: Position, seed: int
) -> None:
    for seat in position.game.to_act(position.state):
        if seat != DEALER:
            seen = position.game.observe(position.state, seat)
            chosen = named(position.game.NAME, "naive").choose(seen, random.Random(seed))
            gains = [gain(position, seen, action) for action in seen.legal]
            assert list(seen.legal).index(chosen) == gains.index(max(gains))


@given(position=positions(), seed=st.integers(0, 2**32))
def test_gentle_players_of_the_trick_games_save_their_strong_cards(position: Position, seed: int) -> None:
    """Ciapano: the weakest card that is legal. Civil Suits: the lowest, of the suit led if there is one."""
    for seat in position.game.to_act(position.state):
        seen = position.game.observe(position.state, seat) if seat != DEALER else None
        if isinstance(seen, ciapano.Seen):
            least = min(STRENGTH[action.card] for action in seen.legal)
            chosen = ciapano_gentle.Saving().choose(seen, random.Random(seed))
            assert STRENGTH[chosen.card] == least
        elif isinstance(seen, civil_suits.Seen) and seen.phase in (Phase.PLAY, Phase.REPLAY):
            laid = civil_gentle.Saving().choose(seen, random.Random(seed))
            cards = [action.card for action in seen.legal if isinstance(action, Play)]
            following = [c for _, led in seen.trick.laid[:1] for c in cards if c.suit is led.suit]
            assert isinstance(laid, Play)
            assert laid.card in (following or cards)
            assert laid.card.rank == min(c.rank for c in following or cards)
        elif isinstance(seen, civil_suits.Seen) and seen.phase is Phase.PASS:
            passed = civil_gentle.Saving().choose(seen, random.Random(seed))
            assert isinstance(passed, Pass)
            ranks = sorted(c.rank for c in seen.hand)
            assert sorted(c.rank for c in passed.cards) == ranks[: len(passed.cards)]


@pytest.mark.parametrize(("game", "values"), FIRST_GAMES, ids=str)
def test_a_naive_player_does_well_in_about_half_of_a_few_games(
    game: str, values: Mapping[str, object]
) -> None:
    assert 0.35 <= share(game, values, 60, "few", partner="greedy") <= 0.65


@pytest.mark.slow
@pytest.mark.parametrize(("game", "values"), FIRST_GAMES, ids=str)
def test_a_naive_player_does_well_in_40_to_60_percent_of_400_games(
    game: str, values: Mapping[str, object]
) -> None:
    """In Cicera with the partner who plays where nothing searches; easy opponents would be too strong."""
    low, high = BAND
    assert low <= share(game, values, 400, "test", partner="greedy") <= high
    assert share(game, values, 400, "test", opponents="easy", partner="greedy") < low


@pytest.mark.slow
@pytest.mark.searches
def test_a_naive_player_wins_40_to_60_percent_of_400_games_with_a_medium_partner() -> None:
    low, high = BAND
    ((game, values),) = [one for one in FIRST_GAMES if one[0] == "cicera"]
    assert low <= share(game, values, 400, "test", budget=SEARCHED) <= high


def test_places_are_told_apart_by_points_and_equals_share_the_better_one() -> None:
    outcome = Outcome(True, (3,), (20, 9, 20, 4), places=(2, 2, 2, 1))
    assert [ahead(outcome, side) for side in range(4)] == [2, 1, 2, 0]


def test_what_the_bench_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "civil-suits", "--games", "2", "--opponents", "easy"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"bench": "gentle", "game": "civil-suits", "did_well": 0.0}

"""Every game of the engine meets the contract, with all of its options."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from tests.engine.contract import check_contract, check_moment
from tests.engine.strategies import Position, all_options, paired_options, played, positions


@given(position=positions(), seed=st.integers(0, 2**32))
def test_any_position(position: Position, seed: int) -> None:
    check_contract(position, seed)


EVERY_OPTION = [(name, values) for name, game in GAMES.items() for values in all_options(game)]


@pytest.mark.parametrize(("name", "values"), EVERY_OPTION)
def test_options_are_written_whole(name: str, values: dict[str, object]) -> None:
    """The result of `values` is JSON, chooses the same options again and leaves none to a default."""
    game = GAMES[name]
    options = game.options(values)
    written = json.loads(json.dumps(game.values(options)))
    assert game.options(written) == options
    assert written == {**written, **values}
    assert written.keys() >= game.OPTIONS.keys()


@pytest.mark.parametrize(
    ("name", "values"), [(name, values) for name, game in GAMES.items() for values in paired_options(game)]
)
def test_whole_games(name: str, values: dict[str, object]) -> None:
    """A whole game with these options, and a moment in the middle of its last hand."""
    game = GAMES[name]
    whole = played(game, values, seed=len(str(values)), steps=10_000)
    assert game.outcome(whole.state).finished
    check_contract(whole, 1)
    check_moment(whole.up_to(len(whole.entries) - 9), 1)

"""The options of a game as one word: each combination has its own, and kernels read every option from it."""

import pytest

from engine import GAMES
from engine.ai.options import BITS, MASK, option_bit, options_word
from tests.engine.strategies import all_options


@pytest.mark.parametrize("name", GAMES)
def test_each_option_is_read_from_the_word(name: str) -> None:
    game = GAMES[name]
    for chosen in all_options(game):
        options = game.options(chosen)
        word, values = options_word(game, options), game.values(options)
        for option, allowed in game.OPTIONS.items():
            assert allowed[word >> option_bit(game.OPTIONS, option) & MASK] == values[option]


@pytest.mark.parametrize("name", GAMES)
def test_the_word_has_room_for_all(name: str) -> None:
    """It is a machine word with a sign."""
    offered = GAMES[name].OPTIONS
    assert all(len(allowed) <= 1 << BITS for allowed in offered.values())
    assert BITS * len(offered) < 63

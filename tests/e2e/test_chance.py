"""Plays at random do not end a game of Cicera with its first hand."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import CICERA
from tests.e2e.chance import any_play


def wholly_random(game: Any, state: Any, seat: int, rng: random.Random) -> str:
    return str(rng.choice(game.legal(state, seat)))


def winner(players: int, seed: int, play: Callable[[Any, Any, int, random.Random], str]) -> int | None:
    """Return who has won after a first hand."""
    rng, deck = random.Random(seed), list(CICERA.DECK)
    state = CICERA.start(CICERA.options({"players": players}))
    rng.shuffle(deck)
    state = CICERA.deal(state, 0, tuple(deck))
    while not state.sheets:
        (seat,) = CICERA.to_act(state)
        state = CICERA.apply(state, seat, CICERA.parse(play(CICERA, state, seat, rng)))
    return state.winner


@pytest.mark.parametrize(("players", "seed"), [(2, 123), (2, 467), (2, 473), (4, 105), (4, 257), (4, 326)])
def test_both_sides_take_a_spade(players: int, seed: int) -> None:
    assert winner(players, seed, wholly_random) is not None
    assert winner(players, seed, any_play) is None

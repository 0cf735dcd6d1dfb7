"""Carta alta keeps the contract that every game keeps, and by that alone has computer players."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.ai import Budget, named
from engine.ai.advice import advise
from engine.ai.match import match
from engine.ai.review import review
from engine.cards import Card
from engine.game import Game
from engine.simulate import simulate
from tests.engine.contract import LYING, Lying, check_contract
from tests.engine.strategies import all_options, played
from tests.fourth import rules

GAME: Game[rules.State, rules.Action, rules.Seen, rules.Options] = rules
"""Named with its own types, so that mypy holds it to the whole contract."""
WORLDS = Budget(worlds=12)


def cards(state: rules.State) -> list[Card]:
    """Return all cards of a deal."""
    played = (c for trick in (*state.tricks, state.table) for _, c in trick)
    return [*played, *state.rest, *(c for hand in state.hands for c in hand)]


def hidden(state: rules.State, viewer: int | None) -> list[Card]:
    """Return the cards that a viewer has not seen."""
    hands = (hand for seat, hand in enumerate(state.hands) if seat != viewer)
    return [*state.rest, *(c for hand in hands for c in hand)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    values=st.sampled_from(all_options(rules)),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 200),
)
def test_contract(
    monkeypatch: pytest.MonkeyPatch,
    values: dict[str, object],
    seed: int,
    steps: int,
) -> None:
    monkeypatch.setitem(LYING, rules.NAME, Lying(cards, hidden))
    check_contract(played(GAMES[rules.NAME], values, seed, steps), seed)


def test_its_players_beat_chance() -> None:
    by_rules, chance = named(rules.NAME, "medium", WORLDS), named(rules.NAME, "random")
    found = match(
        GAMES[rules.NAME], rules.Options(), by_rules, chance, deals=10, seed=3, duplicate=True, games=False
    )
    a, b = found.points
    assert found.margin is not None
    assert a - b > found.margin


def test_a_hint_says_what_can_truly_be_said() -> None:
    state = rules.deal(rules.start(rules.Options()), 0, rules.DECK)
    advice = advise(rules.NAME, rules.observe(state, 1), random.Random(1), Budget(worlds=50))
    assert advice.reason.key in ("beats", "lowest", "costs")


def test_a_game_can_be_looked_back_at() -> None:
    players = [named(rules.NAME, name) for name in ("random", "random", "random")]
    (game,) = simulate(GAMES[rules.NAME], rules.Options(), players, 1, 5)
    for finding in review(game.record(), 0, worlds=10):
        assert finding.loss > 0
        assert finding.advice.action != finding.played

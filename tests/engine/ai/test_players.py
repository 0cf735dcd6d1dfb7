"""Computer players of all games: they use their seat's view, act legally, and repeat a seed's decisions."""

import random
import subprocess
import sys
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, ai
from engine.ai import LEVELS, UNCOMPILED, Budget, added, named, names
from engine.ai.__main__ import main as compile_ahead
from engine.ai.player import AnyPlayer
from engine.ai.search import Search
from engine.game import DEALER
from engine.simulate import play
from tests.engine.contract import twins
from tests.engine.strategies import Position, played, positions

BY_RULES = "by-rules"
FEW = 9
NAMED = [(game, name) for game in GAMES for name in names(game)]


@cache
def player_of(game: str, name: str) -> AnyPlayer:
    """Return a player that thinks of a few worlds only, or of one where it takes a hundred times as long."""
    return named(game, name, Budget(worlds=1 if name == BY_RULES else 6))


def to_act(position: Position) -> list[int]:
    return [seat for seat in position.game.to_act(position.state) if seat != DEALER]


@pytest.mark.searches
@given(position=positions(), seed=st.integers(0, 2**32))
def test_hidden_cards_make_no_difference(position: Position, seed: int) -> None:
    """The same decision from the same seed where two cards hidden from the seat are exchanged."""
    game = position.game
    for seat in to_act(position):
        seen = game.observe(position.state, seat)
        for name in names(game.NAME):
            player = player_of(game.NAME, name)
            found = player.consider(seen, random.Random(seed))
            for twin in islice(twins(position, seat, random.Random(seed)), 2):
                assert player.consider(game.observe(twin, seat), random.Random(seed)) == found


@given(position=positions(), seed=st.integers(0, 2**32))
def test_what_they_do_is_legal(position: Position, seed: int) -> None:
    game = position.game
    for seat in to_act(position):
        seen = game.observe(position.state, seat)
        for name in names(game.NAME):
            if name == BY_RULES and len(seen.legal) > FEW:
                continue  # a large decision takes long: the whole games have some
            player = player_of(game.NAME, name)
            judgement = player.consider(seen, random.Random(seed))
            weighed = [action for action, _ in judgement.values]
            assert len(set(weighed)) == len(weighed)
            assert set(weighed) <= set(seen.legal)
            assert judgement.action == weighed[0]
            assert judgement.value == judgement.values[0][1]
            game.apply(position.state, seat, judgement.action)
            # A search by the rules takes long: the whole games test its choices.
            if name != BY_RULES:
                action = player.choose(seen, random.Random(seed))
                assert action == player.choose(seen, random.Random(seed))
                game.apply(position.state, seat, action)


@pytest.mark.parametrize(("game", "name"), NAMED)
def test_a_whole_game(game: str, name: str) -> None:
    """A player that searches by the rules, which takes long, plays only the first hand."""
    rules = GAMES[game]
    options = rules.options({"target": 11} if game == "cicera" else {})
    seats = sum(map(len, rules.sides(options)))
    others, hands = ("random", 1) if name == BY_RULES else (name, 0)
    players = [*[player_of(game, others)] * (seats - 1), player_of(game, name)]
    state = play(rules, options, players, "1", hands).state
    assert len(rules.outcome(state).hands) == hands or rules.outcome(state).finished


def test_names() -> None:
    for game in GAMES:
        common = {"random", "naive", "gentle", *LEVELS}
        assert common | {*(UNCOMPILED.values() if added(game).kernels else ())} <= set(names(game))
        with pytest.raises(ValueError, match="chess is none of random"):
            named(game, "chess")


@pytest.mark.parametrize("game", GAMES)
def test_levels_without_a_budget_have_their_own(game: str) -> None:
    """Hard looks at more worlds than medium, and neither stops at once."""
    position = played(GAMES[game], {}, seed=4, steps=24)
    (seat, *_) = to_act(position)
    seen = position.game.observe(position.state, seat)
    assert len(seen.legal) > 1
    medium, hard = (named(game, name).consider(seen, random.Random(1)).worlds for name in ("medium", "hard"))
    assert 1 < medium < hard


def test_rules_and_policies_need_no_compiler() -> None:
    """numba takes long to load: only a player that searches does so."""
    program = (
        "import sys; from engine import __main__; from engine.ai import named; "
        "[named(game, name) for game in ('cicera', 'ciapano', 'civil-suits') "
        "for name in ('greedy', 'easy', 'gentle', 'naive', 'random')]; "
        "sys.exit('numba' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[3], timeout=60).returncode
        == 0
    )


NOTHING: Any = None


class Dice:
    """A position without a game: action `n` is worth `n`, give or take the luck of a world."""

    def __init__(self, count: int, rng: random.Random) -> None:
        self.actions = tuple(f"do {n}" for n in range(count))
        self.rng = rng
        self.calls: list[tuple[tuple[int, ...], int]] = []

    def play_out(self, candidates: Any, worlds: int) -> list[float]:
        self.calls.append((tuple(candidates), worlds))
        luck = [self.rng.gauss(0, 5) for _ in range(worlds)]
        return [sum(luck) + worlds * n for n in candidates]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 17, 200])
@pytest.mark.parametrize("worlds", [1, 7, 64, 1000])
def test_halving(count: int, worlds: int) -> None:
    """The same worlds for all, half of them dropped in turns; exactly the worlds of a budget are used."""
    made: list[Dice] = []

    def look(seen: Any, rng: random.Random) -> Dice:
        made.append(Dice(count, rng))
        return made[-1]

    judgement = Search(look, Budget(worlds=worlds)).consider(NOTHING, random.Random(1))
    assert judgement.action == f"do {count - 1}"
    assert [action for action, _ in judgement.values] == [f"do {n}" for n in reversed(range(count))]
    sizes = [len(candidates) for candidates, _ in made[0].calls]
    assert sizes[0] == count
    assert sizes == sorted(sizes, reverse=True)
    assert judgement.worlds == sum(number for _, number in made[0].calls) == worlds


def test_a_time_budget_is_kept() -> None:
    judgement = Search(lambda seen, rng: Dice(12, rng), Budget(ms=20)).consider(NOTHING, random.Random(1))
    assert judgement.action == "do 11"
    assert judgement.worlds > 20
    forced = Search(lambda seen, rng: Dice(1, rng), Budget(ms=1000)).consider(NOTHING, random.Random(1))
    assert forced.worlds <= 64


def test_all_worlds_for_all_actions() -> None:
    """With one round the values of two actions differ only by the actions, for luck is the same."""
    judgement = Search(lambda seen, rng: Dice(9, rng), Budget(worlds=50), rounds=1).consider(
        NOTHING, random.Random(1)
    )
    values = [value for _, value in judgement.values]
    assert [round(one - other) for one, other in pairwise(values)] == [1] * 8


@pytest.mark.searches
def test_what_is_thought_with_can_be_compiled_ahead() -> None:
    compile_ahead()
    folder = Path(ai.__file__).parent
    compiled = {path.relative_to(folder).parts[0] for path in folder.glob("*/__pycache__/numba-*/**/*.nbi")}
    assert compiled >= {game.replace("-", "_") for game in GAMES if added(game).kernels}

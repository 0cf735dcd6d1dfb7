"""Reasons claim the truth, for whatever actions they are given; and each of them is given sometimes."""

import ast
import inspect
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, ciapano, cicera, civil_suits
from engine.ai import added
from engine.ai.player import Judgement
from engine.ai.reasons import ALWAYS, Reason, no_reasons, reason, reason_for
from engine.cards import Suit
from engine.game import DEALER
from tests.engine.ai.claims_ciapano import CIAPANO
from tests.engine.ai.claims_cicera import CICERA
from tests.engine.ai.claims_civil import CIVIL_SUITS
from tests.engine.ciapano import moments as ciapano_moments
from tests.engine.cicera import moments as cicera_moments
from tests.engine.civil_suits import moments as civil_moments
from tests.engine.strategies import Position, all_options, played, positions

CLAIMS = {"cicera": CICERA, "ciapano": CIAPANO, "civil-suits": CIVIL_SUITS}
AT_ONCE = 8
"""Actions of one position that are checked against their claims."""


def told(game: str, seen: Any, rng: random.Random) -> list[tuple[Any, Any, Reason]]:
    """Return actions, each with another to compare and all reasons given for it."""
    reasons = added(game).reasons
    actions = [seen.legal[rng.randrange(len(seen.legal))] for _ in range(AT_ONCE)]
    pairs = [(action, rng.choice([*actions, None])) for action in dict.fromkeys(actions)]
    pairs = [(action, None if other == action else other) for action, other in pairs]
    return [(action, other, one) for action, other in pairs for one in reasons(seen, action, other)]


def held(position: Position, rng: random.Random) -> Counter[str]:
    """Check all reasons for actions of a position against their claims; return how often each was given."""
    game, found = position.game, Counter[str]()
    for seat in game.to_act(position.state):
        if seat != DEALER:
            seen = game.observe(position.state, seat)
            for action, other, one in told(game.NAME, seen, rng):
                assert CLAIMS[game.NAME][one.key](seen, action, one, other), (one, action, other, seen)
                found[one.key] += 1
    return found


@given(position=positions(), seed=st.integers(0, 2**32))
def test_what_is_said_for_an_action_is_true(position: Position, seed: int) -> None:
    held(position, random.Random(seed))


RARE = {"civil-suits": {"expose-moon", "look-none"}}
"""Reasons that random games hardly ever give; there are moments for them below."""
FROM = {"cicera": 51, "ciapano": 11, "civil-suits": 42}
"""The first seed of games that soon give all the others."""


@pytest.mark.parametrize("game", CLAIMS)
def test_each_reason_is_given_and_true(game: str) -> None:
    found = Counter[str]()
    for seed in range(FROM[game], FROM[game] + 200):
        rng = random.Random(seed)
        tempers = rng.choice([["any"], ["last"], ["hoard"], ["any", "last"], ["first", "any"]])
        position = played(
            GAMES[game], rng.choice(all_options(GAMES[game])), seed, rng.randrange(320), tempers
        )
        for state in rng.sample(position.states, min(12, len(position.states))):
            found += held(replace(position, entries=(), states=(state,)), rng)
        if seed > FROM[game] + 6 and CLAIMS[game].keys() - RARE.get(game, set()) <= found.keys():
            break
    assert CLAIMS[game].keys() - RARE.get(game, set()) <= found.keys()


def keys_in(path: Path) -> set[str]:
    """Return the keys of all reasons that a module gives, or a package by its `__init__.py`."""
    files = path.parent.glob("*.py") if path.name == "__init__.py" else [path]
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "reason"]
    constants = [node for first in named for node in ast.walk(first) if isinstance(node, ast.Constant)]
    return {node.value for node in constants if isinstance(node.value, str)}


def test_every_reason_has_its_claim() -> None:
    assert CLAIMS.keys() == {game for game in GAMES if added(game).reasons is not no_reasons}
    for game in CLAIMS:
        assert keys_in(Path(inspect.getfile(added(game).reasons))) == CLAIMS[game].keys()
    assert keys_in(Path(inspect.getfile(reason_for))) == set(ALWAYS)


# The choice among them


def judged(*values: tuple[Any, float]) -> Judgement[Any]:
    return Judgement(values, 50)


def test_a_reason_sets_the_best_apart_from_the_second_best() -> None:
    state = cicera_moments.moment("5S 3H", "2H 3D")
    seen = cicera.observe(state, 0)
    take, leave = cicera.parse("5S:2H+3D"), cicera.parse("3H")
    scores = reason("scores", lines=("scua",), n=1)
    assert reason_for(added("cicera").reasons, seen, judged((take, 2.0), (leave, 0.0))) == scores
    # Both sweep the table, so that this is no reason for one of them.
    state = cicera_moments.moment("5S 5H QD", "2H 3D")
    seen = cicera.observe(state, 0)
    other, queen = cicera.parse("5H:2H+3D"), cicera.parse("QD")
    found = reason_for(added("cicera").reasons, seen, judged((take, 2.0), (other, 1.0), (queen, 0.0)))
    assert found.key == "spades"
    # A look back compares with what was played instead.
    judgement = judged((take, 2.0), (other, 1.0), (queen, 0.0))
    assert reason_for(added("cicera").reasons, seen, judgement, queen) == scores


def test_what_cannot_be_told_apart_is_told_by_what_the_second_best_costs() -> None:
    state = cicera_moments.moment("4S 6H", "KD")
    seen = cicera.observe(state, 0)
    best, second = cicera.parse("4S"), cicera.parse("6H")
    judgement = judged((best, 1.0), (second, 0.25))
    assert reason_for(no_reasons, seen, judgement) == reason("costs", action=second, points=0.75)


def test_there_is_nothing_else_to_do() -> None:
    seen = cicera.observe(cicera_moments.moment("4S", "KD"), 0)
    assert reason_for(added("cicera").reasons, seen, judged((cicera.parse("4S"), 0.0))) == reason("only")


def given_for(game: str, seen: Any, text: str, other: str = "") -> list[str]:
    """Return the keys of the reasons for an action."""
    rules = GAMES[game]
    found = added(game).reasons(seen, rules.parse(text), rules.parse(other) if other else None)
    return [one.key for one in found]


def test_the_next_player_can_only_sweep_with_the_last_nine() -> None:
    before = cicera_moments.moment("5D KC", "4H 5C", others="7S 2C", taken=("9S 9C 9H 3C", ""))
    known = [cicera.Play(c) for c in cicera_moments.cards("9S 9C 9H 3C")]
    state = before._replace(plays=tuple(known), table=cicera_moments.cards("4H"))
    seen = cicera.observe(state, 0)
    reasons = list(added("cicera").reasons(seen, cicera.parse("5D"), None))
    assert reasons[0] == reason("last-one", rank=9)


def test_what_ciapano_tells() -> None:
    state = ciapano_moments.moment("6H AD", "KH 7S", "4C 5C", "JH QH", table="KH", leader=3)
    assert given_for("ciapano", ciapano.observe(state, 0), "6H") == ["ducks", "empties"]
    state = ciapano_moments.moment("6S AD", "KH 7S", "4C 5C", "JH QH", table="KH", leader=3)
    assert given_for("ciapano", ciapano.observe(state, 0), "AD")[0] == "rid-dearest"


def test_a_moon_is_exposed() -> None:
    state = civil_moments.moment(
        "2S 3S", "4S 5S", "6S 7S", "8S 9S", taken=("", "2H 3H 4H 5H 6H 7H 8H", "", ""), suits="SHDC"
    )._replace(looked=((0, 1),))
    seen = civil_suits.observe(state, 0)
    (one,) = added("civil-suits").reasons(seen, civil_suits.parse("expose"), None)
    assert one == reason("expose-moon", n=7, seat=1, suit=Suit.HEARTS)
    assert CLAIMS["civil-suits"]["expose-moon"](seen, civil_suits.parse("expose"), one, None)


def test_a_champion_of_intelligence_may_know_every_civil_suit() -> None:
    state = civil_moments.moment("2S", "3S", "4S", "5S 6H", laid="KS QC 2D", suits="SHDC")
    state = civil_moments.do(state, "3 6H")._replace(looked=((1, 0), (1, 2), (1, 3)))
    seen, none = civil_suits.observe(state, 1), civil_suits.parse("intelligence none")
    (one,) = added("civil-suits").reasons(seen, none, None)
    assert one == reason("look-none")
    assert CLAIMS["civil-suits"]["look-none"](seen, none, one, None)

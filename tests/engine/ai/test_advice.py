"""Advice and review: the hard player's figures from a seat's own knowledge, and nothing else."""

import json
import random
import time
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES
from engine.ai import Budget, added, named
from engine.ai.advice import HINT, Advice, advise, thorough
from engine.ai.agent import answer
from engine.ai.reasons import reason_for
from engine.ai.review import LEAST, MS, decisions, judged, review
from engine.ai.search import Search
from engine.game import DEALER
from engine.record import Record, replay, write
from engine.simulate import simulate
from tests.engine.contract import lying, twins
from tests.engine.strategies import Position, played, positions, swapped

pytestmark = pytest.mark.searches

FEW = Budget(worlds=8)


def asked(position: Position) -> list[tuple[int, Any]]:
    """Return the seats that a position asks, with their views."""
    game, state = position.game, position.state
    return [(seat, game.observe(state, seat)) for seat in game.to_act(state) if seat != DEALER]


def values(advice: Advice) -> list[float]:
    return [value for _, value in advice.judgement.values]


@given(position=positions(), seed=st.integers(0, 2**32))
def test_hidden_cards_make_no_difference(position: Position, seed: int) -> None:
    game = position.game
    for seat, seen in asked(position):
        advice = advise(game.NAME, seen, random.Random(seed), FEW)
        assert advice.action in seen.legal
        assert values(advice) == sorted(values(advice), reverse=True)
        for twin in twins(position, seat, random.Random(seed)):
            assert advise(game.NAME, game.observe(twin, seat), random.Random(seed), FEW) == advice


@given(position=positions(), seed=st.integers(0, 2**32))
def test_the_figures_are_those_of_the_hard_player(position: Position, seed: int) -> None:
    for _, seen in asked(position):
        hard = named(position.game.NAME, "hard", FEW)
        assert isinstance(hard, Search)
        judgement = Search(hard.position_of, FEW, rounds=1).consider(seen, random.Random(seed))
        advice = advise(position.game.NAME, seen, random.Random(seed), FEW)
        if len(judgement.values) > 1:
            # Of actions that come out equally well a hint may name another one.
            assert dict(advice.judgement.values) == dict(judgement.values)
            assert values(advice) == [value for _, value in judgement.values]
        for (action, less), (other, value) in zip(
            advice.others(3), advice.judgement.values[1:], strict=False
        ):
            assert action == other
            assert less == advice.judgement.value - value >= 0


@pytest.mark.parametrize("game", GAMES)
def test_advice_keeps_its_time(game: str) -> None:
    position = played(GAMES[game], {}, 3, 40)
    ((_, seen), *_) = asked(position)
    took = []
    for seed in range(5):
        began = time.thread_time()
        advice = advise(game, seen, random.Random(seed))
        took.append(1000 * (time.thread_time() - began))
        assert advice.judgement.worlds > 20
    assert sorted(took)[2] < HINT.ms + 15


# Reviews

SHORT: dict[str, dict[str, object]] = {"cicera": {"target": 11}, "ciapano": {"players": 3}}


@cache
def whole(game: str) -> Position:
    """Return a short game of random play, to its end."""
    position = played(GAMES[game], SHORT.get(game, {}), 2, 3000)
    assert not position.game.to_act(position.state)
    return position


def before(position: Position, place: int) -> Position:
    """Return the position in which action `place` of the record (from 1) was played."""
    places = [number for number, entry in enumerate(position.entries) if isinstance(entry, str)]
    length = places[place - 1]
    return Position(
        position.game,
        position.options,
        Record(
            position.record.game,
            position.record.options,
            deals=tuple(entry for entry in position.entries[:length] if not isinstance(entry, str)),
            actions=tuple(entry for entry in position.entries[:length] if isinstance(entry, str)),
        ),
        position.entries[:length],
        position.states[: length + 1],
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_finding_is_what_the_hard_player_says(game: str) -> None:
    position = whole(game)
    found = review(position.record, 1, seed=5, worlds=12)
    assert 1 <= len(found) <= 3
    assert [one.loss >= other.loss for one, other in pairwise(found)] == [True] * (len(found) - 1)
    for finding in found:
        at = before(position, finding.number)
        seen = at.game.observe(at.state, 1)
        assert finding.seen == seen
        assert finding.hand == len(at.record.deals)
        assert position.record.actions[finding.number - 1] == f"1 {finding.played}"
        player = thorough(game, Budget(worlds=12)).weighing(finding.played)
        judgement = player.consider(seen, random.Random(5))
        assert finding.advice.judgement == judgement
        assert finding.advice.reason == reason_for(added(game).reasons, seen, judgement, finding.played)
        worth = dict(judgement.values)
        assert finding.loss == max(worth.values()) - worth[finding.played] >= LEAST
        assert finding.advice.action == max(worth, key=lambda action: worth[action])


@pytest.mark.parametrize("game", GAMES)
def test_a_finding_stands_up_to_the_agent(game: str) -> None:
    """The most costly action by far is not the hard player's, asked in the public way."""
    position = whole(game)
    finding = review(position.record, 0, worlds=30)[0]
    at = before(position, finding.number)
    line = json.dumps({"record": json.loads(write(at.record)), "seat": 0}).encode()
    told = answer(line, lambda name: named(name, "hard", Budget(worlds=200)), 1)
    assert told["action"] != str(finding.played)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_learns_what_they_could_not_know(game: str) -> None:
    """Cards that were hidden from a seat to the end of a game swap places: the findings stay the same."""
    compared = 0
    for seed in range(5):
        position = played(GAMES[game], SHORT.get(game, {}), seed, 60)
        for seat in position.seats[:2]:
            found = review(position.record, seat, worlds=6)
            for record in records_of_twins(position, seat):
                assert review(record, seat, worlds=6) == found
                compared += 1
        if compared > 10:
            break
    assert compared > 10


def records_of_twins(position: Position, seat: int) -> list[Record]:
    """Return records that differ from a position's in two cards that the seat has not seen."""
    rng = random.Random(1)
    hidden = lying(position.game.NAME).hidden(position.state, seat)
    game, found = position.game, []
    for _ in range(min(3, len(hidden) // 2)):
        record = swapped(position, *rng.sample(hidden, 2))
        if sees_the_same(game, position.record, record, seat):
            found.append(record)
    return found


def sees_the_same(game: Any, one: Record, other: Record, seat: int) -> bool:
    """Return whether both can be replayed, and a seat's views are the same in all its own decisions."""
    return replay(other).ok and list(decisions(one, seat, None)) == list(decisions(other, seat, None))


@pytest.mark.parametrize("game", GAMES)
def test_only_what_one_has_done_oneself_is_looked_at(game: str) -> None:
    position = whole(game)
    places = [place for place, text in enumerate(position.record.actions, 1) if text.startswith("2 ")]
    own = set(places[: len(places) // 2])
    assert {finding.number for finding in review(position.record, 2, own, worlds=4)} <= own
    assert review(position.record, 2, set(), worlds=4) == ()


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_as_well_as_the_hard_player_has_lost_little(game: str) -> None:
    rules = GAMES[game]
    options = rules.options(SHORT.get(game, {}))
    seats = sum(map(len, rules.sides(options)))
    players = [named(game, "hard", Budget(worlds=50)), *[named(game, "easy")] * (seats - 1)]
    (result,) = simulate(rules, options, players, 1, 4)
    careless = review(whole(game).record, 0, worlds=10)
    assert sum(f.loss for f in review(result.record(), 0, worlds=10)) < sum(f.loss for f in careless)


def test_a_review_keeps_its_time() -> None:
    assert MS < 2000
    for game in GAMES:
        record = whole(game).record
        review(record, 0, worlds=1)  # compiling and loading at the first call do not count
        began = time.thread_time()
        review(record, 0, ms=200)
        assert 1000 * (time.thread_time() - began) < 300


@settings(max_examples=10)
@given(position=positions(steps=60), seed=st.integers(0, 2**32))
def test_any_game_can_be_reviewed(position: Position, seed: int) -> None:
    for seat in position.seats:
        for finding in review(position.record, seat, seed=seed, worlds=2):
            assert finding.advice.action != finding.played


@pytest.mark.parametrize("game", GAMES)
def test_any_decision_can_be_judged(game: str) -> None:
    record, costly = whole(game).record, set[bool]()
    for found in review(record, 1, seed=5, worlds=12):
        assert judged(record, found.number, seed=5, worlds=12) == found
    chosen = [decision for decision in decisions(record, None, None) if str(decision.played) != "expose"]
    for decision in chosen[:40]:
        finding = judged(record, decision.number, worlds=4)
        assert finding is not None
        assert (finding.seen, finding.played) == (decision.seen, decision.played)
        assert (finding.advice.action == finding.played) == (finding.loss == 0)
        costly.add(finding.loss > 0)
    assert costly == {True, False}


def test_an_action_without_a_choice_or_a_value_is_not_judged() -> None:
    record = whole("ciapano").record
    chosen = {decision.number for decision in decisions(record, None, None)}
    forced = next(number for number in range(1, len(record.actions) + 1) if number not in chosen)
    assert judged(record, forced, worlds=4) is None
    assert judged(record, len(record.actions) + 1, worlds=4) is None
    record = whole("civil-suits").record
    exposed = next(number for number, text in enumerate(record.actions, 1) if text.endswith("expose"))
    assert judged(record, exposed, worlds=4) is None

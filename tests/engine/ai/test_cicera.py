"""Cicera's players: kernels play by the rules, both forms of the greedy policy agree, worlds fit."""

import random
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cicera
from engine.ai import Budget, named
from engine.ai.bits import source
from engine.ai.cicera import greedy, kernel, policy, position
from engine.ai.cicera.kernel import bits
from engine.ai.cicera.value import MOST, gains
from engine.ai.cicera.worlds import EVERYTHING
from engine.ai.options import options_word
from engine.cards import in_order
from engine.cicera import State
from tests.engine.cicera.moments import FOUR, cards, moment
from tests.engine.strategies import Position, all_options, played, positions

SCRATCH, VALUES = np.empty(kernel.SCRATCH, np.int64), np.empty(kernel.MOST_MOVES)


def packed(state: State) -> Any:
    """Return a state of a hand under way on machine words."""
    found = np.zeros(kernel.FIELDS, np.int64)
    for seat, hand in enumerate(state.hands):
        found[kernel.HANDS + seat] = bits(hand)
    for side, pile in enumerate(state.taken):
        found[kernel.PILES + side] = bits(pile)
        found[kernel.POINTS + side] = sum(line.points for line in state.lines if line.side == side)
    left = state.plays[-1] if state.plays and not state.plays[-1].taken else None
    found[kernel.TABLE] = bits(state.table)
    found[kernel.LEFT] = bits([left.card]) if left else 0
    found[kernel.TAKER] = -1 if state.last_taker is None else state.last_taker
    found[kernel.TURN] = state.turn
    found[kernel.PLAYS] = len(state.plays)
    found[kernel.PLAYERS] = state.options.players
    found[kernel.EACH] = state.options.deal
    found[kernel.OPTIONS] = options_word(cicera, state.options)
    return found


def in_lockstep(state: State, rng: random.Random) -> None:
    """Play a hand to its end by the rules and by the kernel, which agree at every play."""
    found = packed(state)
    bold = rng.random()  # the probability of a capture where there is one
    while not state.sheets:
        legal = cicera.legal(state, state.turn)
        count = kernel.legal(found[kernel.HANDS + state.turn], found[kernel.TABLE], SCRATCH)
        assert sorted(SCRATCH[kernel.MOVES : kernel.MOVES + count]) == sorted(map(kernel.word, legal))
        play = rng.choice(legal[len(state.hands[state.turn]) :] or legal) if rng.random() < bold else legal[0]
        state = cicera.apply(state, state.turn, play)
        kernel.play(found, kernel.word(play))
        if not state.sheets:
            if not any(found[: kernel.PILES]):  # a new round is dealt
                found[: state.options.players] = [bits(hand) for hand in state.hands]
            assert found.tolist() == packed(state).tolist()
    kernel.score(found)
    assert found[kernel.PILES : kernel.TABLE].tolist() == [*map(bits, state.taken), *state.totals]
    assert kernel.napoleone(found) == (
        -1 if state.sheets[-1].napoleone is None else state.sheets[-1].napoleone
    )


def play_in_lockstep(games: int, seed: int) -> None:
    """Play so many hands, with all options in turn."""
    rng = random.Random(seed)
    choices = all_options(cicera)
    for number in range(games):
        deck = list(cicera.DECK)
        rng.shuffle(deck)
        state = cicera.start(cicera.options(choices[number % len(choices)]))
        in_lockstep(cicera.deal(state, rng.choice(cicera.dealers(state)), tuple(deck)), rng)


def test_lockstep(hands: int, seed: int) -> None:
    play_in_lockstep(hands, seed)


def test_lockstep_to_napoleone() -> None:
    spades = [c for c in cicera.DECK if c.text[1] == "S"]
    others = [c for c in cicera.DECK if c not in spades]
    for side in (0, 1):
        piles = (*spades, *others[:20]), tuple(others[20:-3])
        state = moment("KC", "KD", others="")._replace(
            hands=(in_order(others[-3:-2]), (), (), ()),
            table=tuple(others[-2:]),
            taken=piles[::-1] if side else piles,
            last_taker=1,
        )
        in_lockstep(state, random.Random(1))


@given(position=positions(["cicera"], 200), seed=st.integers(0, 2**32))
def test_one_greedy_policy(position: Position, seed: int) -> None:
    """The kernel values a play as `Greedy1` does."""
    state = position.state
    if not state.hands or not cicera.legal(state, state.turn):
        return
    judgement = greedy.Greedy1().consider(cicera.observe(state, state.turn), random.Random(seed))
    found = packed(state)
    hand, table = found[kernel.HANDS + state.turn], found[kernel.TABLE]
    unseen = kernel.ALL & ~(hand | table | found[kernel.PILES] | found[kernel.PILES + 1])
    row = policy.ODDS[int(unseen).bit_count(), policy.held_next(found)]
    count = policy.weigh(
        hand, table, found[kernel.LEFT], unseen, row, found[kernel.OPTIONS], SCRATCH, VALUES
    )  # fmt: skip
    kernel_values = dict(
        zip(SCRATCH[kernel.MOVES : kernel.MOVES + count].tolist(), VALUES[:count], strict=True)
    )
    assert kernel_values == pytest.approx(
        {kernel.word(play): value for play, value in judgement.values}, abs=1e-5
    )
    best = policy.greedy(found, policy.ODDS, 0, source(1), SCRATCH, VALUES)
    assert kernel_values[best] == pytest.approx(judgement.value, abs=1e-5)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (moment("9D KC", "2H 3D 4C", left="4C"), "9D:2H+3D+4C"),  # everything, with picada and quadriglia
        (moment("2S 4H", "7C QD KH"), "4H"),  # not the mata
        (moment("TD 9C", "TS 9S", taken=("TH", "")), "TD:TS"),  # the ten of diamonds goes home
        (moment("3H KC", "7C", taken=("", "KS KH KD")), "KC"),  # a three would make ten; no king is left
    ],
)
def test_greedy_sense(state: State, expected: str) -> None:
    seen = cicera.observe(state, 0)
    assert str(greedy.Greedy1().choose(seen, random.Random(1))) == expected
    assert str(greedy.Greedy0().choose(seen, random.Random(1))) != "2S"


def test_easy_makes_mistakes() -> None:
    state = moment("9D 6C", "2H 3D 4C 6S KD", left="4C")
    seen = cicera.observe(state, 0)
    casual, rng = greedy.Casual(), random.Random(1)
    found = Counter(str(casual.choose(seen, rng)) for _ in range(200))
    assert found.most_common(1)[0][0] == "9D:2H+3D+4C"
    assert len(found) > 1


# Worlds


def drawn(state: State, seat: int, number: int = 400, infer_from: int = EVERYTHING) -> Counter[Any]:
    """Return how often each hidden card is in each hand in the worlds that `seat` imagines."""
    decision = position.Position(cicera.observe(state, seat), random.Random(1), infer_from)
    found: Counter[Any] = Counter()
    for _ in range(number):
        decision.move_on(24)
        for card, holder in decision.holders().items():
            found[holder, str(kernel.CARD[card])] += 1
    return found


@given(position=positions(["cicera"], 200))
def test_worlds_fit(position: Position) -> None:
    """Every hidden card is somewhere in each world, and hands have their right sizes."""
    state = position.state
    if not state.hands or not cicera.legal(state, state.turn):
        return
    seen = cicera.observe(state, state.turn)
    found = drawn(state, state.turn, 20)
    hidden = {str(c) for c in cicera.DECK} - {str(c) for c in (*seen.opening, *seen.hand)}
    hidden -= {str(play.card) for play in seen.plays}
    assert {name for _, name in found} == hidden
    for seat, held in enumerate(seen.counts):
        owned = sum(times for (owner, _), times in found.items() if owner == seat)
        assert owned == (0 if seat == seen.viewer else 20 * held)


def after(hand: str, table: str, *plays: str) -> State:
    """Return the state after `plays` from the first deal, in which seat 0 has `hand`, seat 1 the rest."""
    dealt = [*cards(hand), *cards(table), *[cicera.parse(text).card for text in plays]]
    rest = [c for c in cicera.DECK if c not in dealt]
    hands: list[list[Any]] = [list(cards(hand)), [], [], []]
    for number, text in enumerate(plays):
        hands[number % 4].append(cicera.parse(text).card)
    for seat in range(4):
        while len(hands[seat]) < 12:
            hands[seat].append(rest.pop(0))
    deck = tuple(hands[seat][i] for i in range(12) for seat in range(4)) + cards(table)
    state = cicera.deal(cicera.start(FOUR), 3, deck)
    for text in plays:
        state = cicera.apply(state, state.turn, cicera.parse(text))
    return state


HAND = "2C 3C 4C 5C 6C 7C 8C 9C TC AC JC"


@pytest.mark.parametrize(
    ("state", "unlikely", "seat"),
    [
        # Seat 1 does not take the king that was just left (picada), so it has none.
        (after(HAND, "QS QH QD 2S", "KC", "AH", "5H", "6H"), "KS", 1),
        # Seat 2 leaves the jack of hearts to seat 3, so it has no jack.
        (after(HAND, "JH QH QD QC", "KC", "KD:KC", "5H", "JD:JH"), "JS", 2),
    ],
)
def test_what_was_not_done_tells(state: State, unlikely: str, seat: int) -> None:
    """A card that would have been better is less often with the seat that played another."""
    found = drawn(state, 0)
    others = sum(found[other, unlikely] for other in (1, 2, 3) if other != seat) / 2
    assert found[seat, unlikely] < 0.5 * others


def test_without_inference_all_cards_are_alike() -> None:
    """Each of the 33 hidden cards is with each of the three others in a third of all worlds."""
    state = after(HAND, "QS QH QD 2S", "KC", "AH", "5H", "6H")
    found = drawn(state, 0, 3000, infer_from=0)
    assert len(found) == 33 * 3
    assert all(850 < times < 1150 for times in found.values())


# The end of the game


def test_gains() -> None:
    even = gains(4, 51, 51, points=0.1)
    assert even[9, 9] == pytest.approx(0)
    assert np.allclose(even, -even.T, atol=0.2)  # the table is in thousandths
    assert (np.diff(even, axis=0) > 0).all()
    assert even[14, 4] == pytest.approx(10, abs=1.0)
    assert gains(4, 51, 51, points=1.0)[7, 3] == pytest.approx(4)
    assert gains(4, 40, 1)[MOST, 0] > 0 > gains(4, 40, 1)[0, MOST]  # C26


def test_gains_of_the_newest_scores_are_kept() -> None:
    """Each takes 30 KB, and an evening has hundreds of scores."""
    for mine, theirs in product(range(1, 22), repeat=2):
        gains(4, mine, theirs)
    assert gains.cache_info().currsize * gains(4, 21, 21).nbytes < 2**21
    assert gains(4, 21, 21) is gains(4, 21, 21)


def test_points_that_win_count_more() -> None:
    """Two points from the goal the second point is worth far more than the third; a lead is played home."""
    close = gains(4, 2, 2, points=0.1)
    assert close[2, 0] - close[1, 0] > 5 * (close[3, 0] - close[2, 0])
    even = gains(4, 0, 0, points=0.1)
    assert even[5, 4] - even[4, 4] > 3  # C28: the next hand that is not even decides


def test_a_better_player_wins() -> None:
    """Hard against greedy on a few deals, each played twice; a bench measures the difference."""
    rng = random.Random(7)
    hard, other = named("cicera", "hard", Budget(worlds=60)), named("cicera", "greedy1")
    total = 0
    for _ in range(8):
        deck = list(cicera.DECK)
        rng.shuffle(deck)
        for side in (0, 1):
            state = cicera.deal(cicera.start(FOUR), 0, tuple(deck))
            while not state.sheets:
                player = hard if state.turn % 2 == side else other
                state = cicera.apply(state, state.turn, player.choose(cicera.observe(state, state.turn), rng))
            total += state.sheets[0].score(side) - state.sheets[0].score(1 - side)
    assert total > 0


def test_a_moment_in_the_middle_of_a_game() -> None:
    """The value of a hand depends on the scores of earlier hands."""
    whole = played(cicera, {"target": 51}, seed=3, steps=120)
    assert whole.state.sheets
    seen = cicera.observe(whole.state, whole.state.turn)
    worth, worth_anew = (
        position.Position(view, random.Random(1)).play_out([0], 50)
        for view in (seen, seen._replace(sheets=()))
    )
    assert worth != worth_anew

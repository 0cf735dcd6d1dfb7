"""The computer players of Ciapano: kernels against the readable rules, worlds, secrecy, choices."""

import random
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ciapano
from engine.ai import Budget, named
from engine.ai.bits import source
from engine.ai.ciapano import kernel, uniform, worlds
from engine.ai.ciapano.greedy import costs_of
from engine.ai.ciapano.policy import cost, greedy
from engine.ai.ciapano.position import Position
from engine.ai.ciapano.value import OUTLASTS
from engine.ai.options import options_word
from engine.cards import Card
from engine.ciapano import State
from engine.ciapano.rules import playing
from engine.game import DEALER
from tests.engine.ciapano.moments import cards, moment
from tests.engine.strategies import Position as Reached
from tests.engine.strategies import all_options, positions

REACHED = positions(("ciapano",), steps=400)


def unpacked(cards: int) -> tuple[Card, ...]:
    """Return the cards of a set of the kernel."""
    return tuple(c for c, number in kernel.NUMBER.items() if cards >> number & 1)


def dealt(state: State) -> Any:
    """Return the beginning of a hand as machine words."""
    seats = playing(state.out)
    assert state.dealer is not None
    words = np.zeros(kernel.FIELDS, np.int64)
    words[kernel.PLAYERS] = len(seats)
    words[kernel.OPTIONS] = options_word(ciapano, state.options)
    words[kernel.DEALER] = seats.index(state.dealer)
    words[kernel.ROW] = kernel.ALL
    words[kernel.TURN] = seats.index(state.turn)
    words[kernel.DISCARDING] = len(seats) == 3
    for place, seat in enumerate(seats):
        words[kernel.HANDS + place] = kernel.bits(state.hands[seat])
    return words


def play_in_lockstep(hands: int, seed: int, *, thinking: bool = False) -> None:
    """Play random games of so many hands by the rules and on machine words, the last one to its end.

    If `thinking`, the greedy players are compared too.
    """
    rng = random.Random(seed)
    choices = cycle(all_options(ciapano))
    while hands > 0:
        state = ciapano.start(ciapano.options(next(choices)))
        while ciapano.to_act(state):
            deck = list(ciapano.DECK)
            rng.shuffle(deck)
            state = ciapano.deal(state, rng.choice(ciapano.dealers(state)), tuple(deck))
            state = one_hand(state, rng, thinking)
            hands -= 1


def one_hand(state: State, rng: random.Random, thinking: bool) -> State:
    words, seats, over = dealt(state), playing(state.out), False
    hand = len(state.sheets)
    while not over:
        legal = {kernel.NUMBER[action.card]: action for action in ciapano.legal(state, state.turn)}
        assert kernel.legal(words) == sum(1 << number for number in legal)
        if thinking:
            costs = costs_of(ciapano.observe(state, state.turn))
            assert {kernel.NUMBER[action.card]: paid for action, paid in costs.items()} == {
                number: pytest.approx(cost(words, number)) for number in legal
            }
        number = rng.choice(sorted(legal))
        if thinking and rng.random() < 0.8:
            number = greedy(words)
            assert named("ciapano", "greedy").choose(ciapano.observe(state, state.turn), rng) == legal[number]
        state = ciapano.apply(state, state.turn, legal[number])
        over = kernel.play(words, number)
        assert over == (len(state.sheets) > hand)
        assert over or words[kernel.TURN] == seats.index(state.turn)
        taken = [kernel.thirds(words[kernel.TAKEN + place]) for place in range(len(seats))]
        assert taken == [state.thirds[seat] for seat in seats]
    scores = np.zeros(5, np.int64)
    kernel.score(words, scores)
    assert scores[: len(seats)].tolist() == [state.sheets[-1].score(seat) for seat in seats]
    return state


def test_lockstep(hands: int, seed: int) -> None:
    play_in_lockstep(hands, seed)


def test_the_greedy_kernel_is_the_readable_one() -> None:
    play_in_lockstep(40, seed=2, thinking=True)


def test_all_deals_are_dealt_and_scored() -> None:
    for players in (2, 3, 4, 5):
        totals = uniform.random_deals(players, 120, source(7))
        assert totals.sum() % 11 == 0
        assert totals.sum() >= 120 * 11


@given(position=REACHED, seed=st.integers(0, 2**32))
def test_worlds_keep_to_what_is_known(position: Reached, seed: int) -> None:
    """After any number of steps of the sampler, the hands could have led to the view."""
    state = position.state
    if state.turn == DEALER or state.winner is not None:
        return
    seen = ciapano.observe(state, state.turn)
    reached = Position(seen, random.Random(seed), inferring=bool(seed % 2))
    for steps in (0, 1, 50):
        reached.move_on(steps)
        hands = list(state.hands)
        for place, seat in enumerate(playing(state.out)):
            hands[seat] = unpacked(int(reached.world[kernel.HANDS + place]))
            assert len(hands[seat]) == seen.counts[seat]
        discard = unpacked(int(reached.world[kernel.DISCARD]))
        world = state._replace(hands=tuple(hands), discard=discard[0] if discard else None)
        assert ciapano.observe(world, state.turn)._replace(hand=seen.hand, legal=seen.legal) == seen
        assert set(hands[state.turn]) == set(seen.hand)
        out = [c for hand in world.hands for c in hand] + list(discard)
        played = [c for trick in state.tricks for _, c in trick.plays] + [c for _, c in state.table]
        assert sorted(out + played) == list(ciapano.DECK)
        for plays in (*(trick.plays for trick in state.tricks), state.table):
            for seat, c in plays:
                assert c.suit is plays[0][1].suit or all(o.suit is not plays[0][1].suit for o in hands[seat])


def test_what_explains_the_plays_is_likelier() -> None:
    """A player who throws a three of the suit under nothing higher had, most likely, nothing lower."""
    state = moment("4S 7H 6D", "3S QH JD", "2S KH 5D", "5S JH 4D", leader=0)
    for text in ("4S", "3S", "2S"):
        state = ciapano.apply(state, state.turn, ciapano.parse(text))
    seen = ciapano.observe(state, 3)
    words = Position(seen, random.Random(1))
    plays = np.array([[seat, kernel.NUMBER[c]] for seat, c in seen.table], np.int64)
    room = np.empty(kernel.FIELDS, np.int64)

    def explained(*hands: str) -> float:
        world = words.world.copy()
        for seat, hand in enumerate(hands):
            world[kernel.HANDS + seat] = kernel.bits(cards(hand))
        return float(worlds.explains(world, plays, 3, room))

    ducking = explained("7H 6D", "QH JD", "KH 5D", "5S JH 4D")
    assert ducking > explained("7H 6D", "QH 6S", "KH 5D", "5S JH 4D")


def choice(state: State) -> str:
    """Return the greedy player's action at a moment."""
    return str(named("ciapano", "greedy").choose(ciapano.observe(state, state.turn), random.Random(3)))


def test_ducks_with_the_highest_that_ducks() -> None:
    state = moment("5H 6H", "AS 4S KD", "QS 4H 7D", "6D 4D 5D", table="2S", leader=0)
    assert choice(state) == "AS"


def test_throws_an_ace_where_it_is_void() -> None:
    state = moment("5H 6H", "AS 4D 5D", "QS 4H 7D", "6D 7H JD", table="3C", leader=0)
    assert choice(state) == "AS"


def test_lays_aside_a_dangerous_card() -> None:
    high = "3S 4S 5S 6S 7S 4H 5H 6H 7H AD 5D 6D 4C 5C"
    state = moment(high, "", "", leader=0, dealer=0)
    assert choice(state) == "discard AD"


def with_hand(hand: str) -> State:
    """Return the first deal of a game of four with this hand at seat 0, which leads."""
    mine = cards(hand)
    rest = [c for c in ciapano.DECK if c not in mine]
    random.Random(4).shuffle(rest)
    deck = [c for place in range(10) for c in (mine[place], *rest[3 * place : 3 * place + 3])]
    return ciapano.deal(ciapano.start(ciapano.Options()), 3, tuple(deck))


def test_shoots_the_cappotto_with_the_cards_for_it() -> None:
    state = with_hand("3S 2S AS KS QS JS 3H 2H AH 3D")
    rng = random.Random(6)
    while not state.sheets:
        player = named("ciapano", "hard" if state.turn == 0 else "greedy", Budget(worlds=40))
        state = ciapano.apply(state, state.turn, player.choose(ciapano.observe(state, state.turn), rng))
    assert state.sheets[0].cappotto == 0


def test_hard_has_fewer_points_than_three_greedy_ones() -> None:
    scores = np.zeros(4)
    for number in range(12):
        rng = random.Random(number)
        state = ciapano.start(ciapano.Options())
        deck = list(ciapano.DECK)
        rng.shuffle(deck)
        state = ciapano.deal(state, number % 4, tuple(deck))
        while not state.sheets:
            player = named("ciapano", "hard" if state.turn == 0 else "greedy", Budget(worlds=60))
            state = ciapano.apply(state, state.turn, player.choose(ciapano.observe(state, state.turn), rng))
        scores += state.totals
    assert scores[0] < 0.75 * scores.mean()


def test_who_is_ahead_outlasts_more_likely() -> None:
    assert OUTLASTS[10, 20] > 0.5 > OUTLASTS[20, 10]
    assert OUTLASTS[15, 15] == 0.5
    assert (OUTLASTS[31, 30], OUTLASTS[30, 31], OUTLASTS[33, 32]) == (0.0, 1.0, 0.0)

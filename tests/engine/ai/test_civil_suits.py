"""The computer players of Civil Suits: kernels against the readable rules, worlds, secrecy, choices."""

import random
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import civil_suits
from engine.ai import Budget, named
from engine.ai.bits import source
from engine.ai.civil_suits import kernel, policy, trick, uniform, worlds
from engine.ai.civil_suits.greedy import costs_of
from engine.ai.civil_suits.position import Position, candidates, facts_of, packed
from engine.ai.civil_suits.words import NUMBER, powers, word
from engine.cards import Suit
from engine.civil_suits import Phase, State
from engine.civil_suits.actions import NO_LOOK, NO_MIGHT, Challenge, Intelligence, Magic, Might, Play
from engine.civil_suits.state import to_pass
from engine.game import DEALER
from tests.engine.civil_suits.moments import cards, moment
from tests.engine.strategies import Position as Reached
from tests.engine.strategies import all_options, positions

REACHED = positions(("civil-suits",), steps=330)


def noted(state: State) -> Any:
    """Return a round after the deal as machine words."""
    assert state.dealer is not None
    taker = -1 if state.taker is None else state.taker
    return kernel.begin(len(state.sheets) + 1, state.dealer, taker, map(kernel.bits, state.hands))


def agree(state: State, words: Any) -> None:
    """Check that the rules and the kernel agree on everything that both hold."""
    assert words[kernel.PHASE] == kernel.PHASES.index(state.phase)
    assert words[kernel.TURN] == state.turn
    assert words[kernel.HANDS : kernel.HANDS + 4].tolist() == [kernel.bits(hand) for hand in state.hands]
    assert words[kernel.TAKEN : kernel.TAKEN + 4].tolist() == [kernel.bits(pile) for pile in state.taken]
    laid = words[kernel.LAID]
    who = words[kernel.WHO : kernel.WHO + laid].tolist()
    what = words[kernel.WHAT : kernel.WHAT + laid].tolist()
    assert list(zip(who, what, strict=True)) == [(seat, c.order) for seat, c in state.trick.laid]
    seat = state.turn
    cards = [a.card for a in civil_suits.legal(state, seat) if isinstance(a, Play | Challenge) and a.card]
    if state.phase in (Phase.PLAY, Phase.OFFER, Phase.REPLAY, Phase.CHALLENGE):
        assert kernel.legal(words) == kernel.bits(cards)
    if state.phase is Phase.MAGIC:
        sets = any(isinstance(action, Magic) and action.aside for action in civil_suits.legal(state, seat))
        assert sets == any(words[kernel.HANDS : kernel.HANDS + 4])


def think_alike(state: State, words: Any, seat: int) -> None:
    """Check that the greedy kernel acts like the readable greedy player."""
    costs = costs_of(civil_suits.observe(state, seat))
    chosen = min(costs, key=lambda action: costs[action])
    if state.phase is Phase.SUIT:
        assert policy.note(words[kernel.HANDS + seat]) == word(chosen)
    elif state.phase is Phase.PASS:
        number, _ = kernel.passing(words, seat)
        suit = words[kernel.SUITS + seat]
        assert policy.give(words[kernel.HANDS + seat], suit, number) == word(chosen)
    elif not isinstance(chosen, Intelligence):  # the kernel has no words for whose suit
        assert policy.greedy(words.copy()) == word(chosen)


def play_in_lockstep(hands: int, seed: int, *, thinking: bool = False) -> set[Phase]:
    """Play random games of so many hands by the rules and on machine words; return the phases that came up.

    The last game is played to its end. If `thinking`, the greedy players are compared too.
    """
    rng = random.Random(seed)
    met: set[Phase] = set()
    choices = cycle(all_options(civil_suits))
    while hands > 0:
        state = civil_suits.start(civil_suits.options(next(choices)))
        while civil_suits.to_act(state):
            deck = list(civil_suits.DECK)
            rng.shuffle(deck)
            state = civil_suits.deal(state, rng.choice(civil_suits.dealers(state)), tuple(deck))
            state = one_round(state, rng, met, thinking)
            hands -= 1
    return met


def settled(words: Any) -> Any:
    """Return words without remains of earlier tricks."""
    words = words.copy()
    laid = words[kernel.LAID]
    words[kernel.WHO + laid : kernel.WHO + 8] = 0
    words[kernel.WHAT + laid : kernel.WHAT + 8] = 0
    if not laid:
        words[kernel.LEADER] = 0
    if words[kernel.PHASE] not in (kernel.INTELLIGENCE, kernel.MAGIC, kernel.MIGHT):
        words[kernel.CHAMPIONS : kernel.CHAMPIONS + 3] = -1
    return words


def one_round(state: State, rng: random.Random, met: set[Phase], thinking: bool) -> State:
    words, table, over, number = noted(state), powers(state.options), False, len(state.sheets)
    while state.phase in (Phase.SUIT, Phase.PASS):
        seat = rng.choice(civil_suits.to_act(state))
        if thinking:
            think_alike(state, words, seat)
        action = rng.choice(civil_suits.legal(state, seat))
        if state.phase is Phase.SUIT:
            words[kernel.SUITS + seat] = word(action)
        else:
            to = to_pass(state)[seat]
            assert to is not None
            assert kernel.passing(words, seat) == (to[1], to[0])
            words[kernel.PASSES + seat] = word(action)
        state = civil_suits.apply(state, seat, action)
    kernel.exchange(words)
    while not over:
        met.add(state.phase)
        agree(state, words)
        if thinking:
            think_alike(state, words, state.turn)
            assert packed(state).tolist() == settled(words).tolist()
        actions = [a for a in civil_suits.legal(state, state.turn) if str(a) != "expose"]
        minions = [a for a in actions if str(a) in ("M1", "M2")]
        action = rng.choice(minions if minions and rng.random() < 0.3 else actions)
        over = trick.do(words, word(action), table)
        state = civil_suits.apply(state, state.turn, action)
        assert over == (len(state.sheets) > number)
    scores = np.zeros(4, np.int64)
    kernel.score(words, scores)
    assert scores.tolist() == [state.sheets[-1].score(seat) for seat in range(4)]
    assert words[kernel.TAKER] == state.taker
    return state


def test_lockstep(hands: int, seed: int) -> None:
    met = play_in_lockstep(hands, seed)
    assert met == set(Phase) - {Phase.DEAL, Phase.OVER, Phase.SUIT, Phase.PASS}


def test_the_greedy_kernel_is_the_readable_one() -> None:
    play_in_lockstep(25, seed=2, thinking=True)


def test_random_rounds_cost_what_the_cards_are_worth() -> None:
    """All cards cost 60 and 10, minus the effects of civil suits and Magic: near 66 a round."""
    totals = uniform.random_rounds(100, powers(civil_suits.Options()), source(3))
    assert 60 < totals.sum() / 100 < 70


def test_moons_are_scored_alike() -> None:
    """Rounds in which whole suits were taken, which random play does not produce (V23 to V26)."""
    rng = random.Random(5)
    for _ in range(400):
        owners = [rng.randrange(4) for _ in range(4)]
        piles: list[list[Any]] = [[], [], [], []]
        for c in civil_suits.DECK:
            whole = c.suit is not None and rng.random() < 0.98
            piles[owners[NUMBER[c.suit]] if whole and c.suit else rng.randrange(4)].append(c)
        suits = tuple(rng.choice(tuple(Suit)) for _ in range(4))
        words = kernel.begin(2, 0, 0, [0] * 4)
        words[kernel.SUITS : kernel.SUITS + 4] = [NUMBER[suit] for suit in suits]
        words[kernel.TAKEN : kernel.TAKEN + 4] = [kernel.bits(pile) for pile in piles]
        scores = np.zeros(4, np.int64)
        kernel.score(words, scores)
        sheet = civil_suits.scoring.score_sheet(suits, piles, ())
        assert scores.tolist() == [sheet.score(seat) for seat in range(4)]


def to_think(position: Reached) -> list[int]:
    return [seat for seat in position.game.to_act(position.state) if seat != DEALER]


@given(position=REACHED, seed=st.integers(0, 2**32))
def test_worlds_keep_to_what_is_known(position: Reached, seed: int) -> None:
    """After any number of steps of the sampler, the viewer cannot tell a world from the true one."""
    state = position.state
    for viewer in to_think(position):
        seen = civil_suits.observe(state, viewer)
        decision, facts = Position(seen, random.Random(seed)), facts_of(seen)
        for steps in (0, 1, 60):
            decision.move_on(steps)
            every = 0
            for seat in range(4):
                hand = int(decision.world[kernel.HANDS + seat])
                every += hand
                cards = [c for c in civil_suits.DECK if hand >> c.order & 1]
                assert len(cards) == seen.counts[seat]
                confined = seen.confined[seat]
                assert confined is None or all(c.suit in confined for c in cards)
                known = seen.suits[seat]
                assert known is None or decision.world[kernel.SUITS + seat] == NUMBER[known]
                assert not facts[worlds.FIXED + seat] & ~hand
                back = [c for trick in (*seen.tricks, seen.trick) for who, c in trick.back if who == seat]
                laid = [c for trick in (*seen.tricks, seen.trick) for _, c in trick.laid]
                assert all(c in cards or c in laid for c in back)
            assert every == sum(map(kernel.bits, state.hands))
            assert decision.world[kernel.HANDS + viewer] == kernel.bits(seen.hand)


@given(position=REACHED, seed=st.integers(0, 2**32))
def test_hidden_suits_change_nothing(position: Reached, seed: int) -> None:
    """Private suits of the others do not change the thoughts from the same seed."""
    player = named("civil-suits", "hard", Budget(worlds=8))
    rng = random.Random(seed)
    for viewer in to_think(position):
        seen = position.game.observe(position.state, viewer)
        hidden = [seat for seat in range(4) if seen.suits[seat] is None]
        suits = [
            rng.choice(tuple(Suit)) if seat in hidden and suit else suit
            for seat, suit in enumerate(position.state.suits)
        ]
        other = position.game.observe(position.state._replace(suits=tuple(suits)), viewer)
        assert player.consider(other, random.Random(1)) == player.consider(seen, random.Random(1))


def choice(state: State, name: str = "greedy") -> str:
    """Return a computer's action at a moment."""
    player = named("civil-suits", name, Budget(worlds=200))
    return str(player.choose(civil_suits.observe(state, state.turn), random.Random(3)))


def whole_rounds(deals: int) -> list[float]:
    """Return the demerits of hard and the mean of all over so many first rounds."""
    scores = np.zeros(4)
    for number in range(deals):
        rng = random.Random(number)
        deck = list(civil_suits.DECK)
        rng.shuffle(deck)
        state = civil_suits.deal(civil_suits.start(civil_suits.Options()), number % 4, tuple(deck))
        while not state.sheets:
            seat = civil_suits.to_act(state)[0]
            player = named("civil-suits", "hard" if seat == 0 else "greedy", Budget(worlds=30))
            state = civil_suits.apply(state, seat, player.choose(civil_suits.observe(state, seat), rng))
        scores += state.totals
    return [float(scores[0]), float(scores.mean())]


def test_hard_has_fewer_demerits_than_three_greedy_ones() -> None:
    mine, mean = whole_rounds(8)
    assert mine < 0.75 * mean


def test_throws_a_dear_card_under_a_minion() -> None:
    state = moment("4H 5H", "KD 2C 3C", "7H 8H 9H", "TH 6D 6C", laid="M1", leader=0)
    state = state._replace(trick=state.trick._replace(bans=((0, None),)))
    assert choice(state) == "KD"


def test_bans_the_suit_of_what_is_dear() -> None:
    state = moment("5H 4H 3H", "M1 2C 3C", "7H 8H 9H", "TH 6D 6C", laid="KD", leader=0)
    state = civil_suits.apply(state, 1, civil_suits.parse("M1"))
    assert choice(state) == "ban D"


def test_looks_at_who_has_taken_most_of_a_suit() -> None:
    state = moment("4H 5H", "2C 3C", "7H 8H", "TH 6D", taken=("", "2S 3S", "4D 5D 6D", "7C"))
    seen = civil_suits.observe(state, 0)._replace(phase=Phase.INTELLIGENCE)
    assert costs_of(seen) == {Intelligence(2): 0.0}
    known = seen._replace(suits=tuple(Suit))
    assert (costs_of(known), candidates(known)) == ({NO_LOOK: 0.0}, [NO_LOOK])


def test_weighs_one_trump_for_each_who_can_be_made_to_take_the_trick() -> None:
    """Spades and clubs leave it where it goes without a trump."""
    state = moment("4S", "2C", "7H", "6D")
    laid = tuple(enumerate(cards("9S 5H 4H 3D")))
    seen = civil_suits.observe(state, 0)._replace(phase=Phase.MIGHT, trick=state.trick._replace(laid=laid))
    assert candidates(seen) == [NO_MIGHT, Might(Suit.HEARTS), Might(Suit.DIAMONDS)]


@pytest.mark.parametrize(("other", "told"), [("", True), ("9S", False)])
def test_tells_of_a_moon_that_others_should_break(other: str, told: bool) -> None:
    taken = ("", "2S 3S 4S 5S 6S 7S 8S", other, "")
    state = moment("4H 5H", "2C 3C", "7H 8H", "TH 6D", taken=taken, suits="HSDC")._replace(looked=((0, 1),))
    assert (choice(state) == "expose") == told

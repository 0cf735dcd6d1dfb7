"""The rest of a hand: offered where nothing can change its scores, and never where a play could."""

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import assume, event, given, reject, settings
from hypothesis import strategies as st

from engine import GAMES, ciapano, civil_suits
from engine.ciapano import DECK
from engine.game import DEALER, AnyGame
from engine.record import advance, read
from engine.settling import BOUND, FAR, settling
from tests.engine.ciapano.moments import THREE, moment, piles
from tests.engine.strategies import Position, played, positions

GOLDEN = Path(__file__).parent / "golden"


def in_hand(record: str, hand: int, plays: int) -> Any:
    """Return a moment of a golden playthrough of Ciapano for four: so many plays into a hand from 1."""
    whole = read((GOLDEN / record).read_bytes())
    game: AnyGame = GAMES[whole.game]
    state = game.start(game.options(whole.options))
    actions = list(whole.actions)
    for deal in whole.deals[:hand]:
        while game.to_act(state) != (DEALER,):
            state = advance(game, state, actions.pop(0))
        state = advance(game, state, deal)
    for action in actions[:plays]:
        state = advance(game, state, action)
    return state


def test_a_deal_that_offers_its_rest() -> None:
    """KD is led, and only its player has diamonds or clubs: three more tricks that nobody can avoid."""
    state = in_hand("ciapano-four.json", hand=4, plays=30)
    assert state.table[0][1].text == "KD"
    assert [" ".join(map(str, hand)) for hand in state.hands] == ["6D 5C", "7S QS", "6S 4H 7H", "3S 4S KS"]
    rest = settling(ciapano, state)
    assert rest is not None
    assert len(rest) == 10
    for seat, action in rest:
        state = ciapano.apply(state, seat, action)
    assert ciapano.to_act(state) == (DEALER,)
    assert [trick.taker for trick in state.tricks[-3:]] == [0, 0, 0]


@pytest.mark.parametrize("plays", [0, 20, 24, 27])
def test_the_same_deal_earlier_does_not(plays: int) -> None:
    assert settling(ciapano, in_hand("ciapano-four.json", hand=4, plays=plays)) is None


def test_the_highest_cards_of_suits_that_nobody_has() -> None:
    state = moment("AS 4S", "4H 5H", "4D QD", "4C KC", taken=piles(20, 7))
    rest = settling(ciapano, state)
    assert rest is not None
    assert [f"{seat} {action}" for seat, action in rest[:5]] == ["0 AS", "1 4H", "2 4D", "3 4C", "0 4S"]


def test_one_card_that_could_be_ducked() -> None:
    """Seat 1 can take the ace or leave it: three thirds, and the last trick."""
    assert settling(ciapano, moment("KS AH", "3S 4S", "5S 4H", "6S 4D", taken=piles(15, 11))) is None


def test_who_takes_the_last_trick_matters_even_without_thirds() -> None:
    assert settling(ciapano, moment("6S 4H", "7S 5S", "4S 5H", "4D 4C", taken=piles(16, 16))) is None


@pytest.mark.parametrize(("thirds", "offered"), [((12, 3, 16, 0), True), ((12, 2, 17, 0), False)])
def test_a_third_matters_only_where_it_makes_a_point(thirds: tuple[int, ...], offered: bool) -> None:
    """Seat 1 takes this trick and seat 0 the last; seat 2 gives KD to the one or to the other."""
    state = moment("5H 7S", "6S", "KD 4D", "4C 5C", table="7H", leader=1, taken=piles(*thirds))
    assert (settling(ciapano, state) is not None) == offered


def test_nothing_between_the_hands_or_before_a_discard() -> None:
    assert settling(ciapano, ciapano.start(THREE)) is None
    assert settling(ciapano, ciapano.deal(ciapano.start(THREE), 1, DECK)) is None
    assert settling(ciapano, played(ciapano, {}, 1, 41).state) is None
    assert settling(ciapano, played(ciapano, {}, 1, 9999).state) is None


@pytest.mark.parametrize("steps", range(1, 9))
def test_nothing_while_civil_suits_are_noted_and_cards_passed(steps: int) -> None:
    assert settling(civil_suits, played(civil_suits, {}, 1, steps).state) is None


# A game of small numbers

Named = tuple[int, ...]


@dataclass(frozen=True)
class Numbers:
    """A game in which seats name numbers, one a turn; `score` gives the hand's scores.

    `turns` has for each turn the seats that it waits for. Seat `aside` may name 99 once, waited for or not.
    """

    turns: tuple[tuple[int, ...], ...]
    choices: Named = (0, 1)
    score: Callable[[Named], int] = sum
    winner: Callable[[Named], int] = lambda state: 0
    position: Callable[[Named], Hashable] = tuple
    aside: int | None = None
    tried: list[int] = field(default_factory=list)

    def to_act(self, state: Named) -> tuple[int, ...]:
        turn = sum(n != 99 for n in state)
        return self.turns[turn] if turn < len(self.turns) else (DEALER,)

    def legal(self, state: Named, seat: int) -> Named:
        if seat in self.to_act(state):
            return self.choices
        return (99,) if seat == self.aside and 99 not in state else ()

    def apply(self, state: Named, seat: int, action: int) -> Named:
        self.tried.append(action)
        return (*state, action)

    def active(self, state: Named) -> Named:
        return (0, 1)

    def standing(self, state: Named) -> tuple[Named, Named]:
        return (self.score(state),), (self.winner(state),)

    def rest(self, **bound: int) -> tuple[tuple[int, int], ...] | None:
        return settling(cast(AnyGame, self), (), **bound)


ALTERNATELY = ((0,), (1,)) * (FAR // 2)


def constant(state: Named) -> int:
    return 7


def test_it_offers_the_first_legal_actions() -> None:
    assert Numbers(ALTERNATELY[:3], (5, 3), constant).rest() == ((0, 5), (1, 5), (0, 5))


def test_it_stops_at_the_first_difference() -> None:
    game = Numbers(ALTERNATELY)
    assert game.rest() is None
    assert len(game.tried) == 2 * FAR


def test_it_tries_no_more_than_its_bound() -> None:
    game = Numbers(ALTERNATELY, score=constant)
    for bound in (BOUND, 100):
        game.tried.clear()
        assert game.rest(bound=bound) is None
        assert len(game.tried) == bound
    assert Numbers(ALTERNATELY, score=constant).rest(bound=2 ** (FAR + 1) + FAR) is not None


def test_it_tries_nothing_twice() -> None:
    game = Numbers(ALTERNATELY, score=constant, position=len)
    assert game.rest() is not None
    assert len(game.tried) == 3 * FAR


def test_it_does_not_try_far_from_the_end() -> None:
    game = Numbers((*ALTERNATELY, (0,)), (0,), constant)
    assert game.rest() is None
    assert len(game.tried) <= FAR


def test_it_does_not_answer_for_several_who_choose_at_once() -> None:
    for turns in (((0, 1), (0,)), ((0,), (0, 1))):
        assert Numbers(turns, score=constant).rest() is None


def test_it_finds_what_only_the_last_choice_changes() -> None:
    assert Numbers(ALTERNATELY[:8], score=lambda state: int(state == (0, 1, 0, 0, 1, 1, 0, 1))).rest() is None


def test_it_minds_what_may_be_done_without_being_waited_for() -> None:
    turns = ((0,), (0,))
    assert Numbers(turns, aside=1, score=lambda state: len(state)).rest() is None
    assert Numbers(turns, aside=1, score=constant).rest() == ((0, 0), (0, 0))


def test_the_same_scores_with_another_winner_are_not_the_same() -> None:
    assert Numbers(ALTERNATELY[:3], score=constant, winner=sum).rest() is None


# The proof against trying everything


class TooMany(Exception):
    """More ways to play a hand on than a test can try."""


@dataclass
class Ends:
    """Every result that a hand can have, found by playing out all there is, nothing left out.

    On the way, moments that are alike in `position` turn out to have the same results.
    """

    game: AnyGame
    seats: int
    most: int = 600
    known: dict[Hashable, frozenset[Hashable]] = field(default_factory=dict)

    def of(self, state: Any) -> frozenset[Hashable]:
        game = self.game
        self.most -= 1
        if not self.most:
            raise TooMany
        if game.to_act(state) in ((), (DEALER,)):
            outcome = game.outcome(state)
            found: frozenset[Hashable] = frozenset([(outcome.hands[-1].scores, outcome.winners)])
        else:
            following = [
                game.apply(state, seat, action)
                for seat in range(self.seats)
                for action in game.legal(state, seat)
            ]
            found = frozenset[Hashable]().union(*map(self.of, following))
        assert self.known.setdefault(game.position(state), found) == found
        return found


def late(position: Position, left: int) -> Any | None:
    """Return the last moment of the position's game that has so many actions to the end of its hand."""
    game = position.game
    over = [n for n, state in enumerate(position.states) if game.to_act(state) in ((), (DEALER,))]
    found = over[-1] - left
    return position.states[found] if len(over) > 1 and found > over[-2] else None


MOST: Mapping[str, tuple[int, int, int]] = {
    "cicera": (4, 50, 110),
    "ciapano": (9, 42, 500),
    "civil-suits": (7, 90, 200),
}
"""Actions before the end of a hand from which all its ends can be found in a test, and steps of a game."""


@pytest.mark.parametrize("name", MOST)
@settings(max_examples=18)
@given(data=st.data())
def test_it_is_what_trying_everything_finds(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    most, least, steps = MOST[name]
    position = data.draw(positions([name], steps, least))
    state = late(position, data.draw(st.sampled_from(range(most, 0, -1))))
    assume(state is not None)
    try:
        found = Ends(game, len(position.seats)).of(state)
    except TooMany:
        reject()
    rest = settling(game, state, bound=100_000)
    event(f"{len(found)} results")
    assert (rest is None) == (len(found) > 1 or len(game.to_act(state)) > 1)
    assert settling(game, state) in (rest, None)
    for seat, action in rest or ():
        assert seat in game.to_act(state)
        assert action in game.legal(state, seat)
        state = game.apply(state, seat, action)
    if rest:
        assert game.to_act(state) in ((), (DEALER,))


def test_it_is_cheap_where_it_fails() -> None:
    """Every moment of a whole game; the bound is for a machine that is busy with other things."""
    state = played(ciapano, {}, 5, 9999)
    began = time.process_time()
    offered = sum(settling(ciapano, moment) is not None for moment in state.states)
    spent = time.process_time() - began
    assert offered
    assert spent / len(state.states) < 0.005

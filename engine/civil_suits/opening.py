"""Before the first trick of a round: civil suits and passing (V6, V7), and the first lead of a game (V8)."""

from engine.cards import in_order
from engine.civil_suits.actions import Decline, Note, Pass, repeated
from engine.civil_suits.state import SEATS, Phase, State, must_hold, to_act, to_pass, with_seat
from engine.game import IllegalAction


def note(state: State, seat: int, action: Note) -> State:
    """Return the state after `seat` has noted a civil suit (V6)."""
    suits = with_seat(state.suits, seat, action.suit)
    return state._replace(suits=suits, phase=Phase.SUIT if None in suits else Phase.PASS)


def pass_on(state: State, seat: int, action: Pass) -> State:
    """Return the state after `seat` has passed cards, all exchanged if it was the last to pass (V7)."""
    to = to_pass(state)[seat]
    assert to is not None
    twice = repeated(action.cards)
    if twice is not None:
        raise IllegalAction("V7", "pass-twice", "{card} is passed twice", card=twice)
    for c in action.cards:
        must_hold(state, seat, c)
    if len(action.cards) != to[1]:
        raise IllegalAction("V7", "pass-number", "{number} cards are to be passed", number=to[1])
    after = state._replace(passes=with_seat(state.passes, seat, action.cards))
    return after if to_act(after) else _exchange(after)


def _exchange(state: State) -> State:
    """Return the state after all have passed: the cards exchanged, the first trick to be led."""
    hands = [
        [c for c in hand if c not in given] for hand, given in zip(state.hands, state.passes, strict=True)
    ]
    for to, given in zip(to_pass(state), state.passes, strict=True):
        if to is not None:
            hands[to[0]] += given
    first = state.taker is None
    turn = state.dealer if first else state.taker
    assert turn is not None
    return state._replace(
        hands=tuple(map(in_order, hands)), phase=Phase.OFFER if first else Phase.PLAY, turn=turn
    )


def decline(state: State, seat: int, action: Decline) -> State:
    """Return the state after `seat` has declined the first lead (V8)."""
    assert state.dealer is not None
    following = (seat + 1) % SEATS
    if following == state.dealer:  # all four have declined (V8)
        return state._replace(phase=Phase.PLAY, turn=(following + 1) % SEATS)
    return state._replace(turn=following)

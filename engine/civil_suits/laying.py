"""Laying cards to a trick: the cards allowed, Minions and their bans, challengers after a tie (V9–V16)."""

from collections.abc import Sequence

from engine.cards import Card, Suit, in_order
from engine.civil_suits.actions import Ban, Challenge, Play
from engine.civil_suits.ending import take
from engine.civil_suits.powers import contest
from engine.civil_suits.state import CLOCKWISE, Phase, State, must_hold, with_seat
from engine.civil_suits.trick import IS_CHALLENGER, banned, tied
from engine.game import IllegalAction


def playable(state: State, seat: int) -> Sequence[Card]:
    """Return the cards that `seat` may lay to the trick."""
    hand = state.hands[seat]
    if state.trick.bans:
        return _free(hand, banned(state.trick)) or hand
    if _is_first_of_game(state):
        return [c for c in hand if c.suit is not None]
    return hand


def _is_first_of_game(state: State) -> bool:
    return not state.sheets and not state.tricks


def _free(hand: Sequence[Card], suits: tuple[Suit, ...]) -> Sequence[Card]:
    """Return the cards of `hand` that are not of the banned `suits` (V13)."""
    return [c for c in hand if c.suit not in suits]


def lay(state: State, seat: int, action: Play) -> State:
    """Return the state after `seat` has laid a card, or replaced a banned one (V13)."""
    c, trick = action.card, state.trick
    must_hold(state, seat, c)
    if c.suit is None and _is_first_of_game(state):
        raise IllegalAction("V9", "first-trick", "no Minion may be played to the first trick of the game")
    suits = banned(trick)
    hand = state.hands[seat]
    if c.suit in suits:
        if _free(hand, suits):
            raise IllegalAction("V13", "banned", "{card} is of a banned suit", card=c)
        state = _confine(state, seat, suits)
    hand = tuple([other for other in hand if other is not c])
    if state.phase is Phase.REPLAY:
        index = [who for who, _ in trick.laid].index(seat)
        back = trick.laid[index]
        hand = in_order((*hand, back[1]))
        laid = (*trick.laid[:index], (seat, c), *trick.laid[index + 1 :])
        trick = trick._replace(laid=laid, back=(*trick.back, back))
    else:
        trick = trick._replace(laid=(*trick.laid, (seat, c)))
    after = state._replace(trick=trick, hands=with_seat(state.hands, seat, hand))
    return after._replace(phase=Phase.BAN, turn=seat) if c.suit is None else _next_to_lay(after)


def _confine(state: State, seat: int, suits: tuple[Suit, ...]) -> State:
    """Return the state with the public knowledge that `seat` holds only cards of `suits` (V13)."""
    before = state.confined[seat]
    known = tuple([suit for suit in (Suit if before is None else before) if suit in suits])
    return state if known == before else state._replace(confined=with_seat(state.confined, seat, known))


def ban(state: State, seat: int, action: Ban) -> State:
    """Return the state after the Minion of `seat` has banned a suit, or none (V13, V14)."""
    bans = (*state.trick.bans, (seat, action.suit))
    return _next_to_lay(state._replace(trick=state.trick._replace(bans=bans)))


def _next_to_lay(state: State) -> State:
    """Return the state that asks for a replay (V13, V14) or a play (V10), or goes on if neither is due."""
    trick, hands = state.trick, state.hands
    suits = banned(trick)
    if suits:
        of_seat = dict(trick.laid)
        for seat in CLOCKWISE[trick.bans[-1][0]]:
            if seat in of_seat and of_seat[seat].suit in suits:
                if _free(hands[seat], suits):
                    return state._replace(phase=Phase.REPLAY, turn=seat)
                state = _confine(state, seat, suits)
    have_laid = [seat for seat, _ in trick.laid]
    for seat in CLOCKWISE[have_laid[0]]:
        if hands[seat] and seat not in have_laid:
            return state._replace(phase=Phase.PLAY, turn=seat)
    return _full(state)


def _full(state: State) -> State:
    """Return the state after all have laid: the trick taken (V13), a tie (V15), or powers (V17)."""
    trick = state.trick
    if trick.bans:
        return take(state)
    return _ask_to_challenge(state, CLOCKWISE[trick.laid[0][0]]) if tied(trick) else contest(state)


def _ask_to_challenge(state: State, seats: Sequence[int]) -> State:
    """Return the state that asks the first of `seats` with cards for a challenger (V15), or goes on."""
    for seat in seats:
        if state.hands[seat]:
            return state._replace(phase=Phase.CHALLENGE, turn=seat)
    return contest(state)


def challenge(state: State, seat: int, action: Challenge) -> State:
    """Return the state after `seat` has added a challenger, or none (V15)."""
    leader = state.trick.laid[0][0]
    c = action.card
    if c is not None:
        must_hold(state, seat, c)
        if c not in IS_CHALLENGER:
            raise IllegalAction("V15", "challenger", "{card} is no challenger", card=c)
        hand = tuple([other for other in state.hands[seat] if other is not c])
        trick = state.trick._replace(laid=(*state.trick.laid, (seat, c)))
        state = state._replace(trick=trick, hands=with_seat(state.hands, seat, hand))
    order = CLOCKWISE[leader]
    return _ask_to_challenge(state, order[order.index(seat) + 1 :])

"""A game of Civil Suits at one moment: its phase, and the seats that it waits for."""

from collections.abc import Hashable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from engine.cards import Card, Suit
from engine.civil_suits.options import Options
from engine.civil_suits.scoring import Sheet
from engine.civil_suits.trick import Trick
from engine.game import DEALER, IllegalAction, Line

SEATS: Final = 4
ROUNDS: Final = 4


class Phase(StrEnum):
    """The phase of a game: the action or deal that it waits for."""

    DEAL = "deal"
    SUIT = "suit"
    PASS = "pass"
    OFFER = "offer"
    PLAY = "play"
    BAN = "ban"
    REPLAY = "replay"
    CHALLENGE = "challenge"
    INTELLIGENCE = "intelligence"
    MAGIC = "magic"
    MIGHT = "might"
    OVER = "over"


class State(NamedTuple):
    """A game at one moment. The fields from `hands` on belong to the round under way or just finished.

    `totals` are the demerits of each seat so far, with Magic's of the round under way. `taker` took the last
    trick. `passes` are the cards that each seat has passed in this round. `looked` has pairs of the seat that
    used Intelligence and the seat that it looked at (V18); everybody knows the suits of the seats in
    `public`. If `confined` has suits for a seat, it is known to hold cards of these only: with any other card
    it would have been asked to replay (V13). A named tuple, because a state is built at every play and a
    frozen dataclass takes four times as long.
    """

    options: Options
    sheets: tuple[Sheet, ...] = ()
    totals: tuple[int, ...] = (0, 0, 0, 0)
    dealer: int | None = None
    taker: int | None = None
    winners: tuple[int, ...] = ()
    phase: Phase = Phase.DEAL
    turn: int = DEALER
    hands: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    suits: tuple[Suit | None, ...] = (None, None, None, None)
    passes: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    looked: tuple[tuple[int, int], ...] = ()
    public: tuple[int, ...] = ()
    confined: tuple[tuple[Suit, ...] | None, ...] = (None, None, None, None)
    trick: Trick = Trick()
    tricks: tuple[Trick, ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    lines: tuple[Line, ...] = ()


def position(state: State) -> Hashable:
    """Return the part of the state that decides the scores of the round: cards taken, not tricks."""
    return (
        state.hands,
        state.trick,
        bool(state.tricks),
        tuple(map(frozenset, state.taken)),
        state.taker,
        state.totals,
        state.suits,
        state.passes,
        state.phase,
        state.turn,
    )


CLOCKWISE: Final = tuple(tuple((seat + step) % SEATS for step in range(SEATS)) for seat in range(SEATS))
"""All seats in turn order, by the seat that they begin with (V1)."""


@lru_cache
def passing(number: int, dealer: int) -> tuple[tuple[int, int] | None, ...]:
    """Return each seat's receiver and number of cards (V7), or None, in round `number` (from 1)."""
    if number == ROUNDS:
        givers: list[tuple[int, int] | None] = [None] * SEATS
        givers[(dealer + 1) % SEATS] = (dealer, 1)
        givers[(dealer + 2) % SEATS] = ((dealer + 3) % SEATS, 1)
        return tuple(givers)
    step = (1, -1, 2)[number - 1]
    receivers = [(seat + step) % SEATS for seat in range(SEATS)]
    fourteen = ((dealer + 1) % SEATS, (dealer + 2) % SEATS)
    return tuple((receiver, 3 if receiver in fourteen else 4) for receiver in receivers)


def to_pass(state: State) -> tuple[tuple[int, int] | None, ...]:
    """Return each seat's receiver and number of cards (V7), or None, in the round under way."""
    assert state.dealer is not None
    return passing(len(state.sheets) + 1, state.dealer)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for, ascending; (DEALER,) for a deal, () when it is over."""
    match state.phase:
        case Phase.SUIT:
            return tuple([seat for seat, suit in enumerate(state.suits) if suit is None])
        case Phase.PASS:
            return tuple([seat for seat, to in enumerate(to_pass(state)) if to and not state.passes[seat]])
        case Phase.OVER:
            return ()
        case _:
            return (state.turn,)


def must_hold(state: State, seat: int, card: Card) -> None:
    """Raise IllegalAction unless `card` is in the hand of `seat`."""
    if card not in state.hands[seat]:
        raise IllegalAction("V2", "hand", "{card} is not in the hand", card=card)


T = TypeVar("T")


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return `values`, one for each seat, with that of `seat` replaced."""
    return (*values[:seat], value, *values[seat + 1 :])

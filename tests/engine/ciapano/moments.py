"""Moments of a hand of Ciapano built by hand, and shortcuts to their results."""

from collections.abc import Sequence

from engine import ciapano
from engine.cards import Card, card, in_order
from engine.ciapano import DECK, Options, State, Trick
from engine.ciapano.rules import playing
from engine.ciapano.scoring import THIRDS
from engine.tricks import Played, next_seat

THREE, FOUR, FIVE = Options(3), Options(4), Options(5)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def in_turn(out: Sequence[int], leader: int, played: Sequence[Card]) -> tuple[Played, ...]:
    """Return the cards with their players, `leader` first."""
    plays, seat = [], leader
    for c in played:
        plays.append((seat, c))
        seat = next_seat(seat, out)
    return tuple(plays)


def moment(
    *hands: str,
    table: str = "",
    leader: int = 0,
    out: tuple[int, ...] = (),
    totals: tuple[int, ...] = (),
    taken: Sequence[Sequence[Card]] = (),
    discard: str = "",
    dealer: int | None = None,
) -> State:
    """Return a state with these hands, `table` led by `leader`, and each seat's `taken` as one trick.

    By default the dealer sits before seat 0.
    """
    out = out or (0,) * len(hands)
    plays = in_turn(out, leader, cards(table))
    tricks = tuple(Trick(tuple((seat, c) for c in pile), seat) for seat, pile in enumerate(taken) if pile)
    thirds = [
        sum(THIRDS[c] for trick in tricks if trick.taker == seat for _, c in trick.plays)
        for seat in range(len(hands))
    ]
    return State(
        Options(len(hands)),
        sheets=(),
        totals=totals or (0,) * len(hands),
        out=out,
        dealer=len(hands) - 1 if dealer is None else dealer,
        hands=tuple(in_order(cards(hand)) for hand in hands),
        discard=card(discard) if discard else None,
        tricks=tricks,
        table=plays,
        thirds=tuple(thirds),
        turn=next_seat(plays[-1][0], out) if plays else leader,
    )


def piles(*thirds: int) -> list[list[Card]]:
    """Return cards of so many thirds a seat, the aces to the first."""
    aces = [c for c in DECK if THIRDS[c] == 3]
    others = [c for c in DECK if THIRDS[c] == 1]
    found: list[list[Card]] = []
    for wanted in thirds:
        pile = []
        while wanted >= 3 and aces:
            pile.append(aces.pop())
            wanted -= 3
        found.append(pile + [others.pop() for _ in range(wanted)])
    return found


def after_hand(
    thirds: Sequence[int],
    last: int,
    totals: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    options: Options | None = None,
) -> State:
    """Return the state after a hand in which each seat took so many thirds and seat `last` the last trick.

    That trick is of worthless cards.
    """
    seats = len(thirds)
    out = out or (0,) * seats
    worthless = [c for c in DECK if not THIRDS[c]]
    low = iter(worthless)
    in_game = playing(out)
    highest = card("7S")
    hands = ["7S" if seat == last else str(next(c for c in low if c is not highest)) for seat in in_game]
    by_seat = dict(zip(in_game, hands, strict=True))
    state = moment(
        *(by_seat.get(seat, "") for seat in range(seats)),
        leader=last,
        out=out,
        totals=totals,
        taken=piles(*thirds),
        discard="7C" if len(in_game) == 3 else "",
    )
    while state.table or state.hands[state.turn]:
        state = ciapano.apply(state, state.turn, ciapano.legal(state, state.turn)[0])
    return state


def legal(state: State) -> list[str]:
    return [str(action) for action in ciapano.legal(state, state.turn)]


def play(state: State, text: str) -> State:
    """Return the state after these actions, commas between them, each of the seat on turn."""
    for part in text.split(", "):
        state = ciapano.apply(state, state.turn, ciapano.parse(part))
    return state


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's score of the last hand."""
    return ciapano.outcome(state).hands[-1].scores

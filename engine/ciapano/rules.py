"""The rules of Ciapano in the order of the rule book: deal, play, the end of a hand and of the game.

Rules are cited by their numbers, P1 to P15.
"""

from collections.abc import Hashable
from typing import Final, NamedTuple

from engine.cards import Card, in_order
from engine.ciapano.actions import DECK, DISCARDS, PLAYS, Action, Discard
from engine.ciapano.options import Options
from engine.ciapano.scoring import STRENGTH, THIRDS, Sheet, places, removed, score_sheet
from engine.game import DEALER, FinishedHand, IllegalAction, Outcome
from engine.tricks import Played, highest, next_seat

LOW_WINS: Final = True
HOLDS: Final = frozenset({"trick"})
CONFIRMED: Final = frozenset[str]()
FORMALITIES: Final = frozenset[Action]()


class Trick(NamedTuple):
    """A trick: its cards in the order played, and the seat that took it."""

    plays: tuple[Played, ...]
    taker: int


class State(NamedTuple):
    """A game at one moment. The fields from `hands` on belong to the hand under way or just finished.

    `out` has for each seat the number of the hand that removed it (from 1), 0 while it is in the game.
    `thirds` are those that each seat has taken in tricks, `discard` is the card laid aside (P5).
    A named tuple, because one is built at every play, and then in the order of its fields: a frozen dataclass
    takes four times as long, fields by name or `_replace` twice.
    """

    options: Options
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]
    dealer: int | None = None
    hands: tuple[tuple[Card, ...], ...] = ()
    discard: Card | None = None
    tricks: tuple[Trick, ...] = ()
    table: tuple[Played, ...] = ()
    thirds: tuple[int, ...] = ()
    turn: int = DEALER
    winner: int | None = None


def start(options: Options) -> State:
    """Return the state before the first deal."""
    nobody = (0,) * options.players
    return State(options, sheets=(), totals=nobody, out=nobody)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is, (DEALER,) for a deal, () when the game is over."""
    return () if state.winner is not None else (state.turn,)


def playing(out: tuple[int, ...]) -> list[int]:
    """Return the seats that are in the game, ascending."""
    return [seat for seat, hand in enumerate(out) if not hand]


# The deal


def dealers(state: State) -> tuple[int, ...]:
    """Return the seats that may deal the next hand: at first any, then the next one in the game (P4)."""
    if state.dealer is None:
        return tuple(range(state.options.players))
    return (next_seat(state.dealer, state.out),)


def cutter(options: Options, dealer: int) -> int | None:
    """Return None: nobody cuts the deck."""
    return None


def deal(state: State, dealer: int, deck: tuple[Card, ...]) -> State:
    """Return the state after the deal (P5); ValueError if none is due or `deck` is not all 40 cards."""
    if to_act(state) != (DEALER,):
        raise ValueError("no deal is due")
    if dealer not in dealers(state):
        raise IllegalAction("P4", "dealer", "seat {seat} does not deal", seat=dealer)
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise ValueError("a deck is all 40 cards")
    seats = playing(state.out)
    shared = len(deck) - len(deck) % len(seats)  # three players leave one card over
    hands: list[tuple[Card, ...]] = [()] * state.options.players
    seat = dealer
    for first in range(len(seats)):
        seat = next_seat(seat, state.out)
        cards = deck[first : shared : len(seats)]
        hands[seat] = in_order((*cards, *deck[shared:]) if seat == dealer else cards)
    return State(
        options=state.options,
        sheets=state.sheets,
        totals=state.totals,
        out=state.out,
        dealer=dealer,
        hands=tuple(hands),
        thirds=(0,) * state.options.players,
        turn=dealer if shared < len(deck) else next_seat(dealer, state.out),
    )


def discarding(state: State) -> bool:
    """Return whether the dealer of three still has to lay a card aside (P5)."""
    return state.discard is None and state.turn != DEALER and state.out.count(0) == 3


# The play


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of `seat`: cards that follow suit, or all cards if none does (P7)."""
    if seat != state.turn or seat == DEALER:
        return ()
    hand = state.hands[seat]
    if state.table:
        led = state.table[0][1].suit
        following = tuple([PLAYS[c] for c in hand if c.suit is led])
        if following:
            return following
    elif discarding(state):
        return tuple([DISCARDS[c] for c in hand])
    return tuple([PLAYS[c] for c in hand])


def apply(state: State, seat: int, action: Action) -> State:
    """Return the state after `action`; IllegalAction if the rules forbid it."""
    if seat != state.turn or seat == DEALER:
        raise IllegalAction("P7", "turn", "it is not the turn of seat {seat}", seat=seat)
    played = action.card
    hand = state.hands[seat]
    rest = tuple([c for c in hand if c is not played])
    if len(rest) == len(hand):
        raise IllegalAction("P7", "hand", "{card} is not in the hand", card=played)
    hands = (*state.hands[:seat], rest, *state.hands[seat + 1 :])
    if type(action) is Discard:
        if not discarding(state):
            raise IllegalAction("P5", "no-discard", "no card is to be discarded now")
        return state._replace(hands=hands, discard=played, turn=next_seat(seat, state.out))
    table = state.table
    if not table:
        if discarding(state):
            raise IllegalAction("P5", "discard-first", "a card is to be discarded before the first lead")
    elif played.suit is not table[0][1].suit:
        _check_void(hand, table[0][1], played)
    table = (*table, (seat, played))
    following_seat = next_seat(seat, state.out)
    if following_seat == table[0][0]:
        return _take(state, hands, table)
    return State(
        state.options,
        state.sheets,
        state.totals,
        state.out,
        state.dealer,
        hands,
        state.discard,
        state.tricks,
        table,
        state.thirds,
        following_seat,
    )


def _check_void(hand: tuple[Card, ...], led: Card, played: Card) -> None:
    """Raise IllegalAction if the hand has a card of the suit led (P7)."""
    following = tuple([c for c in hand if c.suit is led.suit])
    if following:
        raise IllegalAction(
            "P7",
            "follow",
            "{card} does not follow suit: {suit} was led",
            card=played,
            suit=led.suit,
            cards=following,
        )


def _take(state: State, hands: tuple[tuple[Card, ...], ...], table: tuple[Played, ...]) -> State:
    """Return the state after a full trick: its taker to lead the next one (P8), or the hand scored."""
    best = highest(table, STRENGTH, table[0][1].suit)
    assert best is not None
    taker = best[0]
    gained = state.thirds[taker] + sum([THIRDS[c] for _, c in table])
    after = State(
        state.options,
        state.sheets,
        state.totals,
        state.out,
        state.dealer,
        hands,
        state.discard,
        (*state.tricks, Trick(table, taker)),
        (),
        (*state.thirds[:taker], gained, *state.thirds[taker + 1 :]),
        taker,
    )
    return after if hands[taker] else _score(after)


# The end of a hand


def _score(state: State) -> State:
    """Return the state after a hand: scored (P9–P11), seats removed (P12, P14), a winner found (P13)."""
    seats = playing(state.out)
    piles: list[list[Card]] = [[] for _ in state.out]
    for trick in state.tricks:
        piles[trick.taker] += [c for _, c in trick.plays]
    last = state.tricks[-1]
    if state.discard is not None:
        piles[last.taker].append(state.discard)  # P6
    sheet = score_sheet(seats, piles, last.taker, tuple([c for _, c in last.plays]))
    totals = tuple([total + sheet.score(seat) for seat, total in enumerate(state.totals)])
    hand = len(state.sheets) + 1
    leaving = removed(seats, totals)
    out = tuple([hand if seat in leaving else before for seat, before in enumerate(state.out)])
    staying = playing(out)
    return state._replace(
        sheets=(*state.sheets, sheet),
        totals=totals,
        out=out,
        thirds=sheet.thirds,
        turn=DEALER,
        winner=staying[0] if len(staying) == 1 else None,
    )


def active(state: State) -> tuple[int, ...]:
    """Return the seats that have not been removed (P12)."""
    return tuple(playing(state.out))


def formality(state: State, seat: int) -> None:
    """Return None: a seat that is asked always has a choice."""


def position(state: State) -> Hashable:
    """Return the part of the state that decides the scores of the hand: thirds taken, not tricks."""
    return state.hands, state.discard, state.table, state.thirds, state.turn, state.totals


def standing(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals so far and the winner, if there is one."""
    return state.totals, () if state.winner is None else (state.winner,)


def outcome(state: State) -> Outcome:
    """Return the totals so far, the finished hands and, at the end, the winner and the places."""
    seats = range(state.options.players)
    hands = tuple(
        FinishedHand(
            scores=tuple([sheet.score(seat) for seat in seats]),
            detail=tuple([_detail(sheet, seat) for seat in seats]),
        )
        for sheet in state.sheets
    )
    if state.winner is None:
        return Outcome(False, (), state.totals, hands)
    return Outcome(True, (state.winner,), state.totals, hands, places(state.out, state.totals))


def _detail(sheet: Sheet, seat: int) -> dict[str, int | bool]:
    return {
        "thirds": sheet.thirds[seat],
        "last": sheet.last if seat == sheet.taker else 0,
        "cappotto": seat == sheet.cappotto,
    }

"""Carta alta: everybody plays a card, and the highest takes the trick; enough tricks win.

Five cards each; the leader plays any card, and so do the others. Of equal ranks the first one takes. The
seats deal in turn, and the one after the dealer leads. A hand is worth its tricks.
"""

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Final

from engine.cards import FRENCH_DECK, Card, card, in_order
from engine.game import (
    DEALER,
    BadNotation,
    Event,
    FinishedHand,
    IllegalAction,
    Line,
    Outcome,
    Scatter,
    chosen,
)
from engine.hidden import share_out
from engine.tricks import Played, next_seat

NAME: Final = "carta-alta"
DECK: Final = FRENCH_DECK
OPTIONS: Final[Mapping[str, tuple[int | str, ...]]] = MappingProxyType(
    {"players": (3, 2, 4), "target": (11, 21)}
)
FIRST_GAME: Final[Mapping[str, int | str]] = MappingProxyType({})
POINT_OPTIONS: Final[tuple[str, ...]] = ("players",)
SCATTER: Final = Scatter(luck=1.5, skill=0.3)
LOW_WINS: Final = False
HOLDS: Final = frozenset({"trick"})
CONFIRMED: Final = frozenset[str]()
EACH: Final = 5
"""Cards in a hand."""


@dataclass(frozen=True, slots=True)
class Options:
    """The number of players, and of tricks that win."""

    players: int = 3
    target: int = 11


@dataclass(frozen=True, slots=True)
class Play:
    """A card played to the trick."""

    card: Card

    def __str__(self) -> str:
        return self.card.text


Action = Play
FORMALITIES: Final = frozenset[Action]()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The tricks of a finished hand, by seat."""

    tricks: tuple[int, ...]

    def score(self, side: int) -> int:
        """Return a side's score."""
        return self.tricks[side]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `rest` are the cards that were not dealt, `tricks` those of the hand before the one on the `table`, `won`
    how many of them each seat has.
    """

    options: Options
    sheets: tuple[Sheet, ...] = ()
    dealer: int | None = None
    hands: tuple[tuple[Card, ...], ...] = ()
    rest: tuple[Card, ...] = ()
    tricks: tuple[tuple[Played, ...], ...] = ()
    table: tuple[Played, ...] = ()
    won: tuple[int, ...] = ()
    turn: int = DEALER


@dataclass(frozen=True, slots=True)
class Seen:
    """The view of a seat."""

    viewer: int | None
    options: Options
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    dealer: int | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    tricks: tuple[tuple[Played, ...], ...]
    table: tuple[Played, ...]
    won: tuple[int, ...]
    to_act: tuple[int, ...]
    legal: tuple[Action, ...]


def options(values: Mapping[str, object]) -> Options:
    """Return the options that `values` choose."""
    return Options(**chosen(NAME, OPTIONS, values))


def values(options: Options) -> dict[str, object]:
    """Return the values that choose `options`."""
    return asdict(options)


def sides(options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side: each plays alone."""
    return tuple((seat,) for seat in range(options.players))


def start(options: Options) -> State:
    """Return the state before the first deal."""
    return State(options, won=(0,) * options.players)


def totals(state: State) -> tuple[int, ...]:
    """Return the tricks of all finished hands, by seat."""
    return tuple(sum(sheet.tricks[seat] for sheet in state.sheets) for seat in range(state.options.players))


def winners(state: State) -> tuple[int, ...]:
    """Return the seat with most tricks once enough are won, none where two have as many."""
    found = totals(state)
    best = [seat for seat, total in enumerate(found) if total == max(found)]
    return tuple(best) if max(found) >= state.options.target and len(best) == 1 else ()


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat on turn."""
    return () if state.turn == DEALER and winners(state) else (state.turn,)


def dealers(state: State) -> tuple[int, ...]:
    """Return the possible dealers: anybody first, then the next seat."""
    seats = range(state.options.players)
    return tuple(seats) if state.dealer is None else (next_seat(state.dealer, [0] * len(seats)),)


def cutter(options: Options, dealer: int) -> int | None:
    """Return None: nobody cuts."""
    return None


def deal(state: State, dealer: int, deck: tuple[Card, ...]) -> State:
    """Return the state after a deal."""
    if to_act(state) != (DEALER,) or set(deck) != set(DECK) or len(deck) != len(DECK):
        raise ValueError("no deal is due, or this is no deck")
    if dealer not in dealers(state):
        raise IllegalAction("A1", "dealer", "seat {seat} does not deal", seat=dealer)
    players = state.options.players
    hands = tuple(in_order(deck[EACH * seat : EACH * (seat + 1)]) for seat in range(players))
    return State(
        state.options,
        state.sheets,
        dealer,
        hands,
        deck[EACH * players :],
        won=(0,) * players,
        turn=next_seat(dealer, [0] * players),
    )


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return all cards of the seat on turn."""
    return tuple(map(Play, state.hands[seat])) if seat == state.turn != DEALER else ()


def apply(state: State, seat: int, action: Action) -> State:
    """Return the state after a play."""
    if seat != state.turn or seat == DEALER:
        raise IllegalAction("A2", "turn", "it is not the turn of seat {seat}", seat=seat)
    if action.card not in state.hands[seat]:
        raise IllegalAction("A2", "hand", "{card} is not in the hand", card=action.card)
    rest = tuple(c for c in state.hands[seat] if c is not action.card)
    hands = (*state.hands[:seat], rest, *state.hands[seat + 1 :])
    after = replace(
        state,
        hands=hands,
        table=(*state.table, (seat, action.card)),
        turn=next_seat(seat, [0] * len(hands)),
    )
    return _take(after) if len(after.table) == len(hands) else after


def taker(table: Sequence[Played]) -> int:
    """Return the taker of a trick: the first of the seats with the highest card."""
    return max(table, key=lambda play: play[1].rank)[0]


def _take(state: State) -> State:
    seat = taker(state.table)
    won = tuple(tricks + (number == seat) for number, tricks in enumerate(state.won))
    after = replace(state, tricks=(*state.tricks, state.table), table=(), won=won, turn=seat)
    return after if any(after.hands) else replace(after, sheets=(*after.sheets, Sheet(won)), turn=DEALER)


def active(state: State) -> tuple[int, ...]:
    """Return all seats: nobody leaves."""
    return tuple(range(state.options.players))


def formality(state: State, seat: int) -> Action | None:
    """Return None: the seat on turn has a card to play."""
    return None


def position(state: State) -> Hashable:
    """Return everything on which the scores of the hand depend."""
    return state.hands, state.table, state.won, state.turn


def standing(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals so far and the winner."""
    return totals(state), winners(state) if state.turn == DEALER else ()


def outcome(state: State) -> Outcome:
    """Return the totals so far, the finished hands and, at the end, the winner."""
    hands = tuple(FinishedHand(sheet.tricks, ({},) * len(sheet.tricks)) for sheet in state.sheets)
    found, won = standing(state)
    places = tuple(1 + sum(other > total for other in found) for total in found) if won else None
    return Outcome(bool(won), won, found, hands, places)


def tally(state: State) -> tuple[Mapping[str, int], ...]:
    """Return the tricks of the hand just finished, by seat."""
    return tuple({"tricks": tricks} for tricks in state.sheets[-1].tricks)


def observe(state: State, seat: int | None) -> Seen:
    """Return the view of a seat."""
    return Seen(
        seat,
        state.options,
        state.sheets,
        totals(state),
        state.dealer,
        state.hands[seat] if seat is not None and state.hands else (),
        tuple(map(len, state.hands)) or (0,) * state.options.players,
        state.tricks,
        state.table,
        state.won,
        to_act(state),
        legal(state, seat) if seat is not None else (),
    )


def sample(seen: Seen, rng: random.Random) -> State:
    """Return a state with the unseen cards dealt anew."""
    state = State(
        seen.options,
        seen.sheets,
        seen.dealer,
        tricks=seen.tricks,
        table=seen.table,
        won=seen.won,
        turn=seen.to_act[0] if seen.to_act else DEALER,
    )
    if seen.dealer is None:
        return state
    known = {*seen.hand, *(c for trick in (*seen.tricks, seen.table) for _, c in trick)}
    unseen = [c for c in DECK if c not in known]
    sizes = [0 if seat == seen.viewer else count for seat, count in enumerate(seen.counts)]
    *shared, rest = share_out(unseen, [*sizes, len(unseen) - sum(sizes)], lambda c, hand: True, rng)
    hands = tuple(seen.hand if seat == seen.viewer else in_order(cards) for seat, cards in enumerate(shared))
    return replace(state, hands=hands, rest=tuple(rest))


def preview(seen: Seen, action: Action) -> tuple[Line, ...]:
    """Return no points: tricks count when the hand is over."""
    return ()


def begins(seen: Seen) -> int | None:
    """Return the first leader: the seat after the dealer."""
    return None if seen.dealer is None else next_seat(seen.dealer, [0] * seen.options.players)


def uncounted(seen: Seen, told: Sequence[Event]) -> Seen:
    """Return the view as the last trick left it."""
    *before, last = seen.sheets
    found = tuple(total - last.tricks[seat] for seat, total in enumerate(seen.totals))
    return replace(seen, sheets=tuple(before), totals=found, to_act=())


def events(before: State, seat: int, action: Action | None, after: State) -> tuple[Event, ...]:
    """Return the events between two states."""
    if action is None:
        return (Event("deal", seat=after.dealer),)
    told = [Event("play", seat, seat, (action.card,))]
    if not after.table:
        cards = tuple(c for _, c in (*before.table, (seat, action.card)))
        told.append(Event("trick", taker((*before.table, (seat, action.card))), cards=cards))
    if after.turn == DEALER:
        lines = tuple(Line(side, "tricks", n) for side, n in enumerate(after.won) if n)
        told.append(Event("hand", lines=lines))
        told += [Event("game", winner, winner) for winner in winners(after)]
    return tuple(told)


def reveals(before: State, seat: int, action: Action, after: State) -> bool:
    """Return that a play reveals nothing beside itself."""
    return False


def parse(text: str) -> Action:
    """Return the action written `text`."""
    try:
        return Play(card(text))
    except ValueError:
        raise BadNotation(f"{text} is no action of {NAME}") from None

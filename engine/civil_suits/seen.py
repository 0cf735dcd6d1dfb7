"""A seat's view of a game of Civil Suits, and the points that it could score at once."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.civil_suits.actions import Action, Magic
from engine.civil_suits.options import Options
from engine.civil_suits.rules import legal
from engine.civil_suits.scoring import MAGIC, Sheet, demerits
from engine.civil_suits.state import SEATS, Phase, State, to_act, to_pass, with_seat
from engine.civil_suits.trick import Trick, spoils
from engine.game import Event, Line


class Seen(NamedTuple):
    """A view of a game: exactly the facts that one seat (`viewer`; None: a spectator) may know.

    `suits` are the civil suits that the viewer knows. `looked` has pairs of the seat that used Intelligence
    and the seat that it looked at; everybody knows the suits of the seats in `public`. `passed` and
    `received` are the viewer's own cards. If `confined` has suits for a seat, it is known to hold cards of
    these only (V13). Cards in a trick, taken or set aside have all been public.
    """

    viewer: int | None
    options: Options
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    dealer: int | None
    taker: int | None
    winners: tuple[int, ...]
    phase: Phase
    to_act: tuple[int, ...]
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    suits: tuple[Suit | None, ...]
    passed: tuple[Card, ...]
    received: tuple[Card, ...]
    looked: tuple[tuple[int, int], ...]
    public: tuple[int, ...]
    confined: tuple[tuple[Suit, ...] | None, ...]
    trick: Trick
    tricks: tuple[Trick, ...]
    taken: tuple[tuple[Card, ...], ...]
    lines: tuple[Line, ...]
    legal: Sequence[Action]


def observe(state: State, seat: int | None) -> Seen:
    """Return the view of `seat` (None: a spectator), with its legal actions."""
    hands = state.hands
    return Seen(
        seat,
        state.options,
        state.sheets,
        state.totals,
        state.dealer,
        state.taker,
        state.winners,
        state.phase,
        to_act(state),
        hands[seat] if seat is not None else (),
        tuple([len(hand) for hand in hands]),
        _suits(state, seat),
        state.passes[seat] if seat is not None else (),
        _received(state, seat),
        state.looked,
        state.public,
        state.confined,
        state.trick,
        state.tricks,
        state.taken,
        state.lines,
        legal(state, seat) if seat is not None else (),
    )


def _suits(state: State, viewer: int | None) -> tuple[Suit | None, ...]:
    """Return the civil suits that the viewer knows; all of them once the round is over (V22)."""
    if state.phase is Phase.DEAL or state.phase is Phase.OVER:
        return state.suits
    looked = state.looked
    return tuple(
        [
            suit if seat == viewer or seat in state.public or (viewer, seat) in looked else None
            for seat, suit in enumerate(state.suits)
        ]
    )


def _received(state: State, viewer: int | None) -> tuple[Card, ...]:
    """Return the cards passed to the viewer, once all have passed (V7)."""
    if viewer is None or not any(state.passes) or state.phase is Phase.PASS:
        return ()
    for seat in range(SEATS):
        to = to_pass(state)[seat]
        if to is not None and to[0] == viewer:
            return state.passes[seat]
    return ()


def begins(seen: Seen) -> int | None:
    """Return the seat that leads to the first trick; None while that is still on offer (V8)."""
    laid = seen.tricks[0].laid if seen.tricks else seen.trick.laid
    if laid:
        return laid[0][0]
    if seen.sheets:
        return seen.taker
    return seen.to_act[0] if seen.phase is Phase.PLAY else None


def uncounted(seen: Seen, told: Sequence[Event]) -> Seen:
    """Return the view after the last trick: civil suits not yet revealed, only Magic counted.

    The cards left to a single player (V12) are in nobody's pile yet.
    """
    *before, sheet = seen.sheets
    counted = [line for line in sheet.lines if line.name != MAGIC]
    public: list[int] = []
    looked: dict[tuple[int, int], None] = {}
    for event in told:
        if event.seat is not None and event.target is not None:
            if event.name == "intelligence":
                looked[event.seat, event.target] = None
            elif event.name == "expose":
                public.append(event.target)
    tricks, taken = seen.tricks, seen.taken
    if not tricks[-1].laid and (holder := tricks[-1].taker) is not None:
        pile = taken[holder][: -len(spoils(tricks[-1]))]
        tricks, taken = tricks[:-1], with_seat(taken, holder, pile)
    return seen._replace(
        sheets=tuple(before),
        totals=tuple(
            [n - sum([line.points for line in counted if line.side == s]) for s, n in enumerate(seen.totals)]
        ),
        taker=tricks[-1].taker,
        winners=(),
        phase=Phase.PLAY,
        to_act=(),
        suits=tuple(
            [
                suit if seat == seen.viewer or seat in public or (seen.viewer, seat) in looked else None
                for seat, suit in enumerate(seen.suits)
            ]
        ),
        looked=tuple(looked),
        public=tuple(sorted(public)),
        trick=Trick(waiting=tricks[-1].aside),
        tricks=tricks,
        taken=taken,
        lines=tuple([line for line in seen.lines if line.name == MAGIC]),
    )


def preview(seen: Seen, action: Action) -> tuple[Line, ...]:
    """Return the points that the viewer of `seen` would score at once by `action`: Magic's (V19 A)."""
    if seen.viewer is None or not isinstance(action, Magic) or not action.score:
        return ()
    return (Line(seen.viewer, MAGIC, -1),)


def so_far(seen: Seen, seat: int) -> int | None:
    """Return the demerits of a seat so far in the round under way, with moons (V22, V23, V25).

    None if the viewer does not know its civil suit. Two moons together (V24) are not considered.
    """
    suit = seen.suits[seat]
    if suit is None:
        return None
    magic = sum([line.points for line in seen.lines if line.side == seat])
    return demerits(suit, seen.taken[seat]) + magic

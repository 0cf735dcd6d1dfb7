"""The rules of Civil Suits in the order of the rule book: deal, passing, tricks, powers, the end of a round.

Rules are cited by their numbers, V1 to V27.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from engine.cards import Card, in_order
from engine.civil_suits.actions import (
    BANS,
    CHALLENGES,
    DECK,
    DECLINE,
    EXPOSE,
    LOOKS,
    MIGHTS,
    NO_CHALLENGE,
    NO_MAGIC,
    NOTES,
    PLAYS,
    SCORE,
    Action,
    Ban,
    Challenge,
    Decline,
    Expose,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Passes,
    Play,
    asides,
)
from engine.civil_suits.laying import ban, challenge, lay, playable
from engine.civil_suits.opening import decline, note, pass_on
from engine.civil_suits.options import Options
from engine.civil_suits.powers import expose, intelligence, magic, might, unshown
from engine.civil_suits.scoring import detail
from engine.civil_suits.state import SEATS, Phase, State, to_act, to_pass
from engine.civil_suits.trick import IS_CHALLENGER
from engine.game import DEALER, FinishedHand, IllegalAction, Outcome

LOW_WINS: Final = True
HOLDS: Final = frozenset({"trick"})
CONFIRMED: Final = frozenset[str]()
FORMALITIES: Final = frozenset[Action]({NO_CHALLENGE})


def start(options: Options) -> State:
    """Return the state before the first deal."""
    return State(options)


# The deal


def dealers(state: State) -> tuple[int, ...]:
    """Return the seats that may deal the next round: at first any, then the one to the dealer's left (V5)."""
    return tuple(range(SEATS)) if state.dealer is None else ((state.dealer + 1) % SEATS,)


def cutter(options: Options, dealer: int) -> int | None:
    """Return None: nobody cuts the deck."""
    return None


def deal(state: State, dealer: int, deck: tuple[Card, ...]) -> State:
    """Return the state after the deal (V5); ValueError if none is due or `deck` is not all 54 cards."""
    if state.phase is not Phase.DEAL:
        raise ValueError("no deal is due")
    if dealer not in dealers(state):
        raise IllegalAction("V5", "dealer", "seat {seat} does not deal", seat=dealer)
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise ValueError("a deck is all 54 cards")
    return State(
        options=state.options,
        sheets=state.sheets,
        totals=state.totals,
        dealer=dealer,
        taker=state.taker,
        phase=Phase.SUIT,
        hands=tuple([in_order(deck[(seat - dealer - 1) % SEATS :: SEATS]) for seat in range(SEATS)]),
    )


# Legal actions


def legal(state: State, seat: int) -> Sequence[Action]:
    """Return the legal actions of `seat`; `expose` is legal out of turn too."""
    asked: Sequence[Action] = _asked(state, seat) if seat in to_act(state) and seat != DEALER else ()
    return (*asked, EXPOSE) if unshown(state, seat) else asked


def _asked(state: State, seat: int) -> Sequence[Action]:
    """Return the legal actions of `seat` in its turn, without `expose`."""
    match state.phase:
        case Phase.PLAY | Phase.REPLAY:
            return tuple([PLAYS[c] for c in playable(state, seat)])
        case Phase.SUIT:
            return NOTES
        case Phase.PASS:
            to = to_pass(state)[seat]
            assert to is not None
            return Passes(state.hands[seat], to[1])
        case Phase.OFFER:
            return (DECLINE, *[PLAYS[c] for c in playable(state, seat)])
        case Phase.BAN:
            return BANS
        case Phase.CHALLENGE:
            mine = [CHALLENGES[c] for c in state.hands[seat] if c in IS_CHALLENGER]
            return (*mine, NO_CHALLENGE)
        case Phase.INTELLIGENCE:
            return LOOKS[seat]
        case Phase.MAGIC:
            sets = asides(in_order(c for _, c in state.trick.laid)) if any(state.hands) else []
            return (SCORE, *sets, NO_MAGIC)
        case _:
            return MIGHTS


# Applying


def apply(state: State, seat: int, action: Action) -> State:
    """Return the state after `action`; IllegalAction if the rules forbid it."""
    if isinstance(action, Expose):
        return expose(state, seat)
    if seat == DEALER or seat not in to_act(state):
        raise IllegalAction("V10", "turn", "it is not the turn of seat {seat}", seat=seat)
    step = STEPS.get((state.phase, type(action)))
    if step is None:
        _refuse(action)
    return step(state, seat, action)


def _refuse(action: Action) -> NoReturn:
    """Raise IllegalAction for an action of another phase."""
    match action:
        case Note():
            raise IllegalAction("V6", "no-suit", "no civil suit is noted now")
        case Pass():
            raise IllegalAction("V7", "no-pass", "no cards are passed now")
        case Decline():
            raise IllegalAction("V8", "no-offer", "the first lead is not on offer now")
        case Ban():
            raise IllegalAction("V13", "no-ban", "no Minion has just been played")
        case Challenge():
            raise IllegalAction("V15", "no-challenge", "no challengers are added now")
        case Intelligence():
            raise IllegalAction("V18", "no-intelligence", "nobody is asked to use Intelligence now")
        case Magic():
            raise IllegalAction("V19", "no-magic", "nobody is asked to use Magic now")
        case Might():
            raise IllegalAction("V20", "no-might", "nobody is asked to use Might now")
        case _:
            raise IllegalAction("V10", "no-play", "no card is played now")


_Step = Callable[[State, int, Any], State]  # type: ignore[explicit-any]  # each takes its own action

STEPS: Final[Mapping[tuple[Phase, type[Action]], _Step]] = {
    (Phase.SUIT, Note): note,
    (Phase.PASS, Pass): pass_on,
    (Phase.OFFER, Decline): decline,
    (Phase.OFFER, Play): lay,
    (Phase.PLAY, Play): lay,
    (Phase.REPLAY, Play): lay,
    (Phase.BAN, Ban): ban,
    (Phase.CHALLENGE, Challenge): challenge,
    (Phase.INTELLIGENCE, Intelligence): intelligence,
    (Phase.MAGIC, Magic): magic,
    (Phase.MIGHT, Might): might,
}
"""The function that applies an action in its phase; `expose` is possible in any phase."""


def active(state: State) -> tuple[int, ...]:
    """Return the seats that are in the game: always all of them."""
    return tuple(range(SEATS))


def formality(state: State, seat: int) -> Action | None:
    """Return `NO_CHALLENGE` if `seat` is asked for a challenger and has none (V15), else None."""
    if state.phase is not Phase.CHALLENGE or seat != state.turn:
        return None
    return None if any(c in IS_CHALLENGER for c in state.hands[seat]) else NO_CHALLENGE


def standing(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals so far and, at the end, the winners."""
    return state.totals, state.winners


def outcome(state: State) -> Outcome:
    """Return the totals so far, the finished rounds and, at the end, the winners."""
    hands = tuple(
        FinishedHand(
            scores=tuple(sheet.score(seat) for seat in range(SEATS)),
            detail=tuple(detail(sheet, seat) for seat in range(SEATS)),
        )
        for sheet in state.sheets
    )
    if not state.winners:
        return Outcome(False, (), state.totals, hands)
    places = tuple(1 if seat in state.winners else 2 for seat in range(SEATS))
    return Outcome(True, state.winners, state.totals, hands, places)

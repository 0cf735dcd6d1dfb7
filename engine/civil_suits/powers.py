"""The powers of the champions of a trick: Intelligence, Magic, Might (V17–V21)."""

from typing import Final

from engine.civil_suits.actions import Intelligence, Magic, Might, repeated
from engine.civil_suits.ending import take
from engine.civil_suits.scoring import MAGIC
from engine.civil_suits.state import SEATS, Phase, State, with_seat
from engine.civil_suits.trick import champions
from engine.game import IllegalAction, Line


def contest(state: State) -> State:
    """Return the state that asks the first champion (V17), or the trick taken if there is none."""
    found = champions(state.trick, state.options)
    return _ask_champion(state._replace(trick=state.trick._replace(champions=found)), 0)


POWERS: Final = (Phase.INTELLIGENCE, Phase.MAGIC, Phase.MIGHT)
"""The powers in the order in which their champions are asked (V17)."""


def _ask_champion(state: State, first: int) -> State:
    """Return the state that asks for the next power from `POWERS[first]`, or the trick taken."""
    for power, champion in enumerate(state.trick.champions[first:], first):
        if champion is not None:
            return state._replace(phase=POWERS[power], turn=champion)
    return take(state)


def intelligence(state: State, seat: int, action: Intelligence) -> State:
    """Return the state after `seat` has used Intelligence, or declined to (V18)."""
    other = action.seat
    if other is not None:
        if other == seat or other >= SEATS:
            raise IllegalAction("V18", "opponent", "seat {seat} is not an opponent", seat=other)
        if (seat, other) not in state.looked:
            state = state._replace(looked=(*state.looked, (seat, other)))
    return _ask_champion(state, 1)


def unshown(state: State, seat: int) -> list[int]:
    """Return the seats whose civil suits Intelligence has shown to `seat` alone (V18)."""
    return [other for who, other in state.looked if who == seat and other not in state.public]


def expose(state: State, seat: int) -> State:
    """Return the state after `seat` has made public the civil suits that Intelligence has shown it (V18)."""
    shown = unshown(state, seat)
    if not shown:
        raise IllegalAction("V18", "nothing-shown", "there is nothing to make public")
    return state._replace(public=tuple(sorted((*state.public, *shown))))


def magic(state: State, seat: int, action: Magic) -> State:
    """Return the state after `seat` has used Magic, or declined to (V19)."""
    if action.score:
        totals = with_seat(state.totals, seat, state.totals[seat] - 1)
        state = state._replace(totals=totals, lines=(*state.lines, Line(seat, MAGIC, -1)))
    elif action.aside:
        twice = repeated(action.aside)
        if twice is not None:
            raise IllegalAction("V19", "aside-twice", "{card} is set aside twice", card=twice)
        for c in action.aside:
            if all(c is not other for _, other in state.trick.laid):
                raise IllegalAction("V19", "trick", "{card} does not lie in the trick", card=c)
        if not any(state.hands):
            raise IllegalAction("V19", "no-next-trick", "no trick follows that could take cards set aside")
        state = state._replace(trick=state.trick._replace(aside=action.aside))
    return _ask_champion(state, 2)


def might(state: State, seat: int, action: Might) -> State:
    """Return the state after `seat` has named a trump suit, or none (V20)."""
    return take(state._replace(trick=state.trick._replace(trump=action.suit)))

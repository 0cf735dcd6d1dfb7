"""The end of a trick, of a round and of the game (V8, V12, V22–V27)."""

from engine.civil_suits.scoring import MAGIC, score_sheet
from engine.civil_suits.state import CLOCKWISE, ROUNDS, SEATS, Phase, State, with_seat
from engine.civil_suits.trick import Trick, spoils, taker


def take(state: State) -> State:
    """Return the state after the trick is taken: ready for the next (V8, V10), or the round scored (V12)."""
    trick = state.trick._replace(taker=taker(state.trick))
    state = _gathered(state, trick)
    assert state.taker is not None
    holders = [seat for seat in CLOCKWISE[state.taker] if state.hands[seat]]
    if len(holders) > 1:
        return state._replace(phase=Phase.PLAY, turn=holders[0], trick=Trick(waiting=trick.aside))
    if holders:
        rest = (*trick.aside, *state.hands[holders[0]])
        state = _gathered(state, Trick(waiting=rest, taker=holders[0]))
    return _score(state)


def _gathered(state: State, trick: Trick) -> State:
    """Return the state after the taker of `trick` has taken its cards."""
    assert trick.taker is not None
    pile = (*state.taken[trick.taker], *spoils(trick))
    return state._replace(
        taker=trick.taker, tricks=(*state.tricks, trick), taken=with_seat(state.taken, trick.taker, pile)
    )


def _score(state: State) -> State:
    """Return the state after a round: civil suits revealed, demerits counted, winners found (V22–V27)."""
    sheet = score_sheet([s for s in state.suits if s is not None], state.taken, state.lines)
    totals = tuple(
        [
            total + sum([line.points for line in sheet.lines if line.side == seat and line.name != MAGIC])
            for seat, total in enumerate(state.totals)
        ]
    )
    over = len(state.sheets) + 1 == ROUNDS
    return State(
        options=state.options,
        sheets=(*state.sheets, sheet),
        totals=totals,
        dealer=state.dealer,
        taker=state.taker,
        winners=tuple([seat for seat in range(SEATS) if totals[seat] == min(totals)]) if over else (),
        phase=Phase.OVER if over else Phase.DEAL,
        suits=state.suits,
        tricks=state.tricks,
        taken=state.taken,
        lines=sheet.lines,
    )

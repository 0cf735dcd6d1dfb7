"""Civil Suits, a trick-avoiding game for four with the 54-card Civil Four deck."""

from engine.civil_suits.actions import DECK, Action, parse
from engine.civil_suits.options import (
    CHALLENGERS,
    FIRST_GAME,
    NAME,
    OPTIONS,
    POINT_OPTIONS,
    SCATTER,
    Options,
    options,
    sides,
    values,
)
from engine.civil_suits.rules import (
    CONFIRMED,
    FORMALITIES,
    HOLDS,
    LOW_WINS,
    active,
    apply,
    cutter,
    deal,
    dealers,
    formality,
    legal,
    outcome,
    standing,
    start,
)
from engine.civil_suits.sampling import sample
from engine.civil_suits.scoring import Sheet
from engine.civil_suits.seen import Seen, begins, observe, preview, uncounted
from engine.civil_suits.state import Phase, State, position, to_act
from engine.civil_suits.tally import tally
from engine.civil_suits.telling import events, reveals
from engine.civil_suits.trick import Trick

__all__ = [
    "CHALLENGERS",
    "CONFIRMED",
    "DECK",
    "FIRST_GAME",
    "FORMALITIES",
    "HOLDS",
    "LOW_WINS",
    "NAME",
    "OPTIONS",
    "POINT_OPTIONS",
    "SCATTER",
    "Action",
    "Options",
    "Phase",
    "Seen",
    "Sheet",
    "State",
    "Trick",
    "active",
    "apply",
    "begins",
    "cutter",
    "deal",
    "dealers",
    "events",
    "formality",
    "legal",
    "observe",
    "options",
    "outcome",
    "parse",
    "position",
    "preview",
    "reveals",
    "sample",
    "sides",
    "standing",
    "start",
    "tally",
    "to_act",
    "uncounted",
    "values",
]

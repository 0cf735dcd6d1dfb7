"""Ciapano, the Lombard game of not taking tricks, for three to five."""

from engine.ciapano.actions import DECK, Action, Discard, Play, parse
from engine.ciapano.options import NAME, OPTIONS, Options, options, sides, values
from engine.ciapano.rules import (
    CUT,
    LOW_WINS,
    State,
    Trick,
    active,
    apply,
    deal,
    dealers,
    formality,
    legal,
    outcome,
    position,
    standing,
    start,
    to_act,
)
from engine.ciapano.scoring import Sheet
from engine.ciapano.seen import Seen, events, observe, preview, sample

__all__ = [
    "CUT",
    "DECK",
    "LOW_WINS",
    "NAME",
    "OPTIONS",
    "Action",
    "Discard",
    "Options",
    "Play",
    "Seen",
    "Sheet",
    "State",
    "Trick",
    "active",
    "apply",
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
    "sample",
    "sides",
    "standing",
    "start",
    "to_act",
    "values",
]

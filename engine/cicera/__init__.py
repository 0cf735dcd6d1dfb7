"""Cicera, the fishing game of Brescia, for four in two partnerships or for two."""

from engine.cicera.actions import DECK, Action, Play, parse
from engine.cicera.options import NAME, OPTIONS, Options, options, sides, values
from engine.cicera.rules import (
    CUT,
    FORMALITIES,
    LOW_WINS,
    State,
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
from engine.cicera.scoring import Sheet
from engine.cicera.seen import Seen, events, observe, preview, sample

__all__ = [
    "CUT",
    "DECK",
    "FORMALITIES",
    "LOW_WINS",
    "NAME",
    "OPTIONS",
    "Action",
    "Options",
    "Play",
    "Seen",
    "Sheet",
    "State",
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

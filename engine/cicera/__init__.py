"""Cicera, the fishing game of Brescia, for four in two partnerships or for two."""

from engine.cicera.options import NAME, OPTIONS, Options, options, sides
from engine.cicera.rules import (
    CUT,
    DECK,
    Play,
    Sheet,
    State,
    apply,
    deal,
    dealers,
    legal,
    outcome,
    parse,
    start,
    to_act,
)
from engine.cicera.seen import Seen, events, observe, preview, sample

__all__ = [
    "CUT",
    "DECK",
    "NAME",
    "OPTIONS",
    "Options",
    "Play",
    "Seen",
    "Sheet",
    "State",
    "apply",
    "deal",
    "dealers",
    "events",
    "legal",
    "observe",
    "options",
    "outcome",
    "parse",
    "preview",
    "sample",
    "sides",
    "start",
    "to_act",
]

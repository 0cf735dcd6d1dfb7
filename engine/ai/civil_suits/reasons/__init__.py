"""Reasons for an action of Civil Suits: the demerits that it costs, saves or averts, as against another."""

from collections.abc import Iterator

from engine.ai.civil_suits.reasons.cards import lay
from engine.ai.civil_suits.reasons.opening import note, pass_on
from engine.ai.civil_suits.reasons.powers import ban, challenge, expose, look, magic, might
from engine.ai.reasons import Reason, reason
from engine.civil_suits import Action, Seen
from engine.civil_suits.actions import (
    Ban,
    Challenge,
    Decline,
    Expose,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Play,
)


def reasons(seen: Seen, action: Action, other: Action | None) -> Iterator[Reason]:
    """Yield reasons for an action that do not hold for the `other`."""
    match action:
        case Note(suit):
            yield from note(seen, suit, other.suit if isinstance(other, Note) else None)
        case Pass(cards):
            yield from pass_on(seen, cards, other.cards if isinstance(other, Pass) else ())
        case Decline():
            yield reason("decline")
        case Play(card):
            yield from lay(seen, card, other.card if isinstance(other, Play) else None)
        case Ban(suit):
            yield from ban(seen, suit, other if isinstance(other, Ban) else None)
        case Challenge(card):
            yield from challenge(seen, card, other if isinstance(other, Challenge) else None)
        case Intelligence(seat):
            yield from look(seen, seat)
        case Magic():
            yield from magic(seen, action, other if isinstance(other, Magic) else None)
        case Might(suit):
            yield from might(seen, suit, other if isinstance(other, Might) else None)
        case Expose():
            yield from expose(seen)

"""The events of a game of Civil Suits, without secrets: no cards passed, no suits looked at."""

from engine.civil_suits.actions import (
    Action,
    Ban,
    Challenge,
    Expose,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Play,
)
from engine.civil_suits.scoring import MAGIC
from engine.civil_suits.state import Phase, State
from engine.civil_suits.trick import spoils, tied
from engine.game import Event, Line


def events(before: State, seat: int, action: Action | None, after: State) -> tuple[Event, ...]:
    """Return the events between two states, in the order of telling."""
    if action is None:
        return (Event("deal", after.dealer),)
    told = [*_done(before, seat, action, after)]
    if after.phase is Phase.CHALLENGE and before.phase is not Phase.CHALLENGE:
        told.append(Event("tie", cards=tied(after.trick)))
    for trick in after.tricks[len(before.tricks) :]:
        told.append(Event("trick" if trick.laid else "rest", trick.taker, trick.taker, spoils(trick)))
    if len(after.sheets) > len(before.sheets):
        sheet = after.sheets[-1]
        told += [Event("reveal", other, other, suit=suit) for other, suit in enumerate(sheet.suits)]
        told.append(Event("hand", lines=sheet.lines))
        told += [Event("game", winner, winner) for winner in after.winners]
    return tuple(told)


def _done(before: State, seat: int, action: Action, after: State) -> list[Event]:
    """Return the events of the action itself."""
    match action:
        case Note():
            return [Event("suit", seat, seat)]
        case Pass():
            passed = [Event("pass", seat, seat)]
            return passed if after.phase is Phase.PASS else [*passed, Event("passed")]
        case Play(c) if before.phase is Phase.REPLAY:
            return [Event("replay", seat, seat, (c, dict(before.trick.laid)[seat]))]
        case Play(c):
            return [Event("play" if before.trick.laid else "lead", seat, seat, (c,))]
        case Ban(suit):
            return [Event("ban", seat, seat, suit=suit)]
        case Challenge(c):
            return [Event("challenge", seat, seat, (c,) if c else ())]
        case Intelligence(other):
            return [Event("intelligence", seat, seat, target=other)]
        case Magic(aside, score):
            return [Event("magic", seat, seat, aside, (Line(seat, MAGIC, -1),) if score else ())]
        case Might(suit):
            return [Event("might", seat, seat, suit=suit)]
        case Expose():
            shown = [other for other in after.public if other not in before.public]
            return [Event("expose", seat, seat, suit=after.suits[other], target=other) for other in shown]
        case _:
            return [Event("decline", seat, seat)]


def reveals(before: State, seat: int, action: Action, after: State) -> bool:
    """Return whether an action exchanged the passes (V7), showed a civil suit (V18) or told of another hand.

    A ban tells whether another seat holds cards of other suits: it is asked to replay only if it does (V13).
    """
    match action:
        case Pass():
            return after.phase is not Phase.PASS
        case Intelligence(other):
            return other is not None
        case Expose():
            return True
        case _ if after.phase is Phase.REPLAY and after.turn != seat:
            return True
        case _:
            known = zip(before.confined, after.confined, strict=True)
            return any(old != new for other, (old, new) in enumerate(known) if other != seat)

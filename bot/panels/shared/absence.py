"""The words of a table on its clock, its votes, and people who are away."""

from collections.abc import Iterable
from typing import Final

from bot.blocks.blocks import Block, Button, ButtonStyle, in_rows, lines
from bot.blocks.look import control
from bot.blocks.people import label_name, seat_name, side_name
from bot.locale import Words
from bot.panels.shared.finishing import finish_blocks
from bot.table import votes
from bot.table.view import AnyView
from bot.table.votes import Vote

MOST_VOTES: Final = 2
"""The most votes that have room on a phone with their buttons."""
UNITS: Final = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def clock(seconds: int, words: Words) -> str:
    """Return the time of a turn in words."""
    key, number = clock_key(seconds)
    return words(key) if number is None else words.count(key, number)


def clock_key(seconds: int) -> tuple[str, int | None]:
    """Return the key of the text for the time of a turn, and the number in it, if any."""
    if not seconds:
        return "clock.off", None
    unit, of = next((unit, of) for unit, of in UNITS if seconds % of == 0)
    return f"clock.{unit}", seconds // of


def countdown(view: AnyView, words: Words) -> str:
    """Return the time left of the turn, and the announced end of a game that nobody plays on."""
    return lines(_turn(view, words), _fading(view, words))


def timed(view: AnyView, heading: str, words: Words) -> str:
    """Return a heading with the time left of the turn in its line; empty where that has a line of its own."""
    calm = view.due_at is not None and view.fades_at is None and not view.warned
    if not (calm and countdown(view, words)):
        return ""
    return words("turn.timed", asked=heading, at=int(view.due_at or 0))


def _turn(view: AnyView, words: Words) -> str:
    if view.between_hands:
        return ""
    late = [row for row in view.seats if row.overdue and row.present and row.seat in view.waits_for]
    if late:
        return words("clock.over", names=_names(view, [row.seat for row in late], words))
    asked = any(row.present and row.seat in view.waits_for for row in view.seats)
    if view.due_at is None or not view.clock or not asked:
        return ""
    return words("clock.warned" if view.warned else "clock.until", at=int(view.due_at))


def _fading(view: AnyView, words: Words) -> str:
    return "" if view.fades_at is None else words("clock.fading", at=int(view.fades_at))


def clock_chosen(view: AnyView, words: Words) -> str:
    """Return the names of the people who have voted for a clock in this turn, empty without any."""
    seats = [row.seat for row in view.seats if any(name == votes.CLOCK for name, _ in row.votes)]
    if not (seats and view.clock):
        return ""
    return words("clock.chosen", names=_names(view, seats, words), clock=clock(view.clock, words))


def asked(view: AnyView, words: Words, most: int = MOST_VOTES) -> tuple[Block, ...]:
    """Return the votes under way: the question of each, the people for and against, and the two buttons.

    If there are more than `most`, only the oldest stands in full. The others stand in brief, and a member who
    agrees to one asks for it as well.
    """
    whole = most if len(view.votes) <= most else 1
    blocks = [block for vote in view.votes[:whole] for block in _vote(view, vote, words)]
    also = words.then(_brief(view, vote, words) for vote in view.votes[whole:])
    return *blocks, *([words("vote.also", votes=also)] if also else [])


def _vote(view: AnyView, vote: Vote, words: Words) -> tuple[Block, ...]:
    if vote.kind == votes.FINISH:
        return finish_blocks(view, vote, words)
    against = words("vote.against", names=_voters(view, vote.no, words)) if vote.no else ""
    told = lines(
        about(view, vote.name, words), words("vote.for", names=_voters(view, vote.yes, words)) + against
    )
    ends = vote.kind in (votes.STOP, votes.CONCEDE)
    style = ButtonStyle.DANGER if ends else ButtonStyle.GOOD
    agree = control(view, words(f"button.vote-{vote.kind}"), "vote", style, vote.name)
    return told, (agree, control(view, words("button.against"), "against", notation=vote.name))


def _brief(view: AnyView, vote: Vote, words: Words) -> str:
    key = "vote.brief-against" if vote.no else "vote.brief"
    subject = "" if vote.kind != votes.GIVE else seat_name(view, vote.subject or 0, words)
    asked = words(f"button.ask-{vote.kind}", name=subject)
    return words(key, asked=asked, yes=len(vote.yes), no=len(vote.no))


def about(view: AnyView, name: str, words: Words) -> str:
    """Return the question of a vote."""
    kind, _, number = name.partition("-")
    match kind:
        case votes.GIVE:
            return words("vote.give", name=seat_name(view, int(number), words))
        case votes.CONCEDE:
            return words("vote.concede", side=side_name(view, int(number), words))
        case votes.WAIT:
            return words("vote.wait")
        case votes.CLOCK:
            return words("vote.clock", clock=clock(votes.GIVEN, words))
        case _:
            return words("vote.stop")


def absence_page(view: AnyView, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return the page of votes that the viewer can ask for while people are away, each with a button."""
    offered = asks(view, *votes.OF_TURN)
    buttons = [control(view, _label(view, name, words), "vote", ButtonStyle.MAIN, name) for name in offered]
    if not buttons:
        return words("absent.nothing"), last
    return words("absent.explain" if view.clock else "absent.no-clock"), *in_rows(buttons, 2), last


def asks(view: AnyView, *kinds: str) -> list[str]:
    """Return the names of the votes of these kinds that the viewer can ask for."""
    seat = view.viewer.seat if view.viewer is not None and view.viewer.present else None
    return [vote.name for vote in view.votable if vote.kind in kinds and seat in vote.voters]


def _label(view: AnyView, name: str, words: Words) -> str:
    kind, _, number = name.partition("-")
    if kind == votes.GIVE:
        return words("button.ask-give", name=label_name(view, int(number), words))
    return words(f"button.ask-{kind}")


def early_end(view: AnyView, words: Words) -> str:
    """Return the heading of a game that has ended early."""
    kind, loser = votes.numbered(view.ended)
    if kind == votes.CONCEDE and loser is not None:
        sides = [side for side in range(len(view.sides)) if side != loser]
        winners = words.names(side_name(view, side, words) for side in sides)
        return words("game.conceded", side=side_name(view, loser, words), winners=winners)
    return words("game.stopped")


def end_reason(view: AnyView, words: Words) -> str:
    """Return the reason why a game has ended early, empty if its heading says all."""
    if view.ended in ("idle", "deserted"):
        return words(f"game.{view.ended}")
    return "" if any(row.present for row in view.seats) else words("game.deserted")


def _voters(view: AnyView, seats: Iterable[int], words: Words) -> str:
    """Return the names of seats, the viewer's own as "you"."""
    own = view.viewer.seat if view.viewer is not None else None
    return words.names(words("name.you") if seat == own else seat_name(view, seat, words) for seat in seats)


def _names(view: AnyView, seats: Iterable[int], words: Words) -> str:
    return words.names(seat_name(view, seat, words) for seat in seats)

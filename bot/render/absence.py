"""What a table says of its clock, of votes, and of people who are away."""

from collections.abc import Iterable
from typing import Final

from bot import votes
from bot.locale import Words
from bot.render.look import control
from bot.render.panel import Block, Button, Style, lines, rows
from bot.render.people import seat_name, side_name
from bot.shown import AnyShown
from bot.votes import Vote

UNITS: Final = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))
MOST_VOTES: Final = 3
"""So many votes at a time have room on a phone."""


def clock(seconds: int, words: Words) -> str:
    """Return how long a turn may take, in words."""
    key, number = clock_key(seconds)
    return words(key) if number is None else words.count(key, number)


def clock_key(seconds: int) -> tuple[str, int | None]:
    """Return the key of the text that says how long a turn may take, and the number in it, if any."""
    if not seconds:
        return "clock.off", None
    unit, of = next((unit, of) for unit, of in UNITS if seconds % of == 0)
    return f"clock.{unit}", seconds // of


def countdown(shown: AnyShown, words: Words) -> str:
    """Return until when whoever is asked may take, and that the game ends unless somebody plays."""
    return lines(_turn(shown, words), _fading(shown, words))


def _turn(shown: AnyShown, words: Words) -> str:
    if shown.between_hands:
        return ""
    late = [row for row in shown.seats if row.overdue and row.present and row.seat in shown.waits_for]
    if late:
        return words("clock.over", names=_names(shown, [row.seat for row in late], words))
    asked = any(row.present and row.seat in shown.waits_for for row in shown.seats)
    if shown.due_at is None or not shown.clock or not asked:
        return ""
    return words("clock.warned" if shown.warned else "clock.until", at=int(shown.due_at))


def _fading(shown: AnyShown, words: Words) -> str:
    return "" if shown.fades_at is None else words("clock.fading", at=int(shown.fades_at))


def asked(shown: AnyShown, words: Words) -> tuple[Block, ...]:
    """Return the votes under way: what they are about, who is for and against, and the buttons to say so."""
    return tuple(block for vote in shown.votes[:MOST_VOTES] for block in _vote(shown, vote, words))


def _vote(shown: AnyShown, vote: Vote, words: Words) -> tuple[Block, ...]:
    told = lines(
        about(shown, vote.name, words),
        words("vote.for", names=_names(shown, vote.yes, words)),
        words("vote.against", names=_names(shown, vote.no, words)) if vote.no else "",
    )
    ends = vote.kind in (votes.STOP, votes.CONCEDE)
    style = Style.DANGER if ends else Style.GOOD
    agree = control(shown, words(f"button.vote-{vote.kind}"), "vote", style, vote.name)
    against = control(shown, words("button.against"), "against", notation=vote.name)
    return told, (agree, against)


def about(shown: AnyShown, name: str, words: Words) -> str:
    """Return what a vote is about, as a question."""
    kind, _, number = name.partition("-")
    match kind:
        case votes.GIVE:
            return words("vote.give", name=seat_name(shown, int(number), words))
        case votes.CONCEDE:
            return words("vote.concede", side=side_name(shown, int(number), words))
        case votes.WAIT:
            return words("vote.wait", clock=clock(shown.clock, words))
        case _:
            return words("vote.stop")


def page(shown: AnyShown, words: Words, notation: str, last: tuple[Button, ...]) -> tuple[Block, ...]:
    """Return what the viewer can ask the others where somebody is away, with a button for each."""
    offered = asks(shown, votes.WAIT, votes.GIVE)
    buttons = [control(shown, _label(shown, name, words), "vote", Style.MAIN, name) for name in offered]
    if not buttons:
        return words("absent.nothing"), last
    return words("absent.explain"), *rows(buttons, 2), last


def asks(shown: AnyShown, *kinds: str) -> list[str]:
    """Return the names of the votes of some kinds that the viewer can ask for."""
    seat = shown.viewer.seat if shown.viewer is not None and shown.viewer.present else None
    return [vote.name for vote in shown.votable if vote.kind in kinds and seat in vote.voters]


def _label(shown: AnyShown, name: str, words: Words) -> str:
    kind, _, number = name.partition("-")
    if kind == votes.GIVE:
        row = shown.at(int(number))
        return words("button.ask-give", name="" if row is None else row.name[:20])
    return words(f"button.ask-{kind}")


def ended(shown: AnyShown, words: Words) -> str:
    """Return the heading of a game that has ended early, with why where there is more to say."""
    kind, _, number = shown.ended.partition("-")
    if kind == votes.CONCEDE:
        sides = [side for side in range(len(shown.sides)) if side != int(number)]
        winners = words("and").join(side_name(shown, side, words) for side in sides)
        return words("game.conceded", side=side_name(shown, int(number), words), winners=winners)
    return words("game.stopped")


def why(shown: AnyShown, words: Words) -> str:
    """Return why a game has ended early, empty where its heading says all."""
    if shown.ended in ("idle", "deserted"):
        return words(f"game.{shown.ended}")
    return "" if any(row.present for row in shown.seats) else words("game.deserted")


def _names(shown: AnyShown, seats: Iterable[int], words: Words) -> str:
    return words("and").join(seat_name(shown, seat, words) for seat in seats)

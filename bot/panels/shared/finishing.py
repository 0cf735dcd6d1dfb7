"""*Finish now*: its button, the time for objections, and the hands that were played at once, in words."""

from collections.abc import Iterator
from typing import Final

from bot.blocks.blocks import Block, Button, lines
from bot.blocks.look import control
from bot.blocks.people import each, seat_name, side_name
from bot.games import LOOKS
from bot.locale import Words
from bot.table.view import AnyView
from bot.table.votes import FINISH, Vote, numbered
from engine.game import Event

_MOST: Final = 3
"""The most hands told at the end; the scores have them all."""


def finish_button(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the button that has the rest of the game played at once, if the viewer may ask for that.

    Everybody is shown it until the first press.
    """
    vote = next((vote for vote in view.votable if vote.name == FINISH), None)
    if vote is None or vote.no:
        return ()
    asks = not vote.yes if view.viewer is None else view.viewer.seat in vote.missing
    return (control(view, words("button.ask-finish"), "vote", notation=FINISH),) if asks else ()


def finish_vote(view: AnyView, words: Words) -> tuple[Block, ...]:
    """Return the vote to finish the game, nothing while it is not under way."""
    return next((finish_blocks(view, vote, words) for vote in view.votes if vote.name == FINISH), ())


def finish_blocks(view: AnyView, vote: Vote, words: Words) -> tuple[Block, ...]:
    """Return the time until the game is finished, with the button to object, or that it is being finished."""
    if vote.passed:
        return (words("finish.playing"),)
    at = int(vote.silent_at or 0)
    if view.viewer is not None and view.viewer.seat in vote.yes:
        return (words("finish.soon.yours", at=at),)
    names = words.names(seat_name(view, seat, words) for seat in vote.yes)
    told = words("finish.soon", names=names, at=at)
    if view.viewer is not None and view.viewer.seat not in vote.missing:
        return (told,)
    return told, (control(view, words("button.let-play"), "against", notation=FINISH),)


def finished_hands(view: AnyView, words: Words) -> str:
    """Return the hands that were played at once, a small line for each of the last; empty without any."""
    kind, first = numbered(view.ended)
    if kind != FINISH or first is None:
        return ""
    hands = range(first, len(view.seen.sheets) + 1)
    told = hands[-_MOST:]
    others = len(hands) - len(told)
    heading = words.count("finish.more", others) if others else words("finish.told")
    return lines(heading, *(_hand(view, hand, words) for hand in told))


def _hand(view: AnyView, hand: int, words: Words) -> str:
    """Return the points of a hand by side, and the seats that are out after it.

    Of the last hand the line below the winner says that.
    """
    sheet = view.seen.sheets[hand - 1]
    gone = {seat for before in range(1, hand) for seat in LOOKS[view.game].leavers(view.seen, before)}
    playing = [side for side, seats in enumerate(view.sides) if not gone.issuperset(seats)]
    points = each(((side_name(view, side, words), sheet.score(side)) for side in playing), words)
    out = words.then(_gone(view, hand, words)) if hand < len(view.seen.sheets) else ""
    told = words("finish.hand", hand=hand, points=points)
    return words("small", told=words.then([told, out]) if out else told)


def _gone(view: AnyView, hand: int, words: Words) -> Iterator[str]:
    look = LOOKS[view.game]
    for seat in look.leavers(view.seen, hand):
        yield look.tell(Event("out", seat, seat), view, words)

"""The end of a hand while it is held: the table as its last card left it, with nothing counted yet."""

from dataclasses import replace
from itertools import takewhile
from typing import Final

from bot.shown import AnyShown, Opening, Told
from bot.store import Status
from engine import GAMES

COUNTED: Final = frozenset({"uncovered", "reveal", "hand"})
"""The first event of counting a hand is one of these."""


def before_counting(shown: AnyShown) -> AnyShown:
    """Return a table that is `held` as it was before its last hand was counted, any other as it is.

    Nothing that counting brings can be read off it, so nothing made from it can show that too early.
    """
    if not shown.held:
        return shown
    *before, last = shown.story
    told = [event for told in shown.story for event in told.events]
    return replace(
        shown,
        status=Status.PLAYING,
        opening=None if shown.opening is Opening.NEXT else shown.opening,
        seed=None,
        seen=GAMES[shown.game].uncounted(shown.seen, told),
        # Everybody in a hand does something in it, and counting it may put them out of the game.
        active=tuple(sorted({told.seat for told in shown.story if told.seat in range(len(shown.seats))})),
        agreeing=None,
        between_hands=False,
        story=(*before, _uncounted(last)),
        # Once a game is over, the last winner of a match is its own.
        series=shown.series[:-1] if shown.status is Status.FINISHED else shown.series,
    )


def _uncounted(told: Told) -> Told:
    """Return what the last card made happen, up to where counting begins."""
    return replace(told, events=tuple(takewhile(lambda event: event.name not in COUNTED, told.events)))

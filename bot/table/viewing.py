"""The view of a table that a user may see, made from its snapshot."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final

from bot.store import Status
from bot.table import match, situation, votes
from bot.table.table import Table
from bot.table.view import AnyView, Entry, Offer, View
from engine import GAMES

SNAPSHOTS: Final = 64
"""The number of snapshots of which the parts that all readers see are kept while messages are drawn."""
_COUNTED: Final = frozenset({"uncovered", "reveal", "hand"})
"""Events with which the count of a hand begins."""


def view_of(table: Table, user_id: int | None = None, *, beginner: bool = False) -> AnyView:
    """Return the view of a user (None: of everybody): all that may be shown, and nothing else.

    A `beginner` plays one of their first games of this kind.
    """
    viewer = table.seat_of(user_id) if user_id is not None else None
    lost = None
    if viewer is None and user_id is not None:
        lost = next((row.seat for row in table.seats if row.former_id == user_id), None)
    view = View(
        **_shared(table),
        opening=situation.open_to(table, user_id),
        lost=lost,
        waits=user_id is not None and table.ledger.waits(user_id),
        viewer=viewer,
        seen=table.game.observe(table.state, viewer.seat if viewer else None),
        undo=situation.undo_of(table, viewer.user_id) if viewer else None,
        asked=table.asked.get(viewer.seat, 0) if viewer else 0,
        hint=situation.hint_for(table, viewer.user_id) if viewer else None,
        notice=situation.notice_for(table, user_id) if user_id is not None else "",
        missing=table.ledger.missing,
        no_thread=table.ledger.no_thread,
        kept=situation.kept_for(table, user_id) if user_id is not None and viewer is None else None,
        offered=table.ledger.offered.get(table.row.game, {}),
        beginner=beginner,
    )
    return _without_count(view)


@lru_cache(SNAPSHOTS)
def _shared(table: Table) -> Mapping[str, Any]:
    """Return the values that the views of all readers have, by the field.

    They are read off the snapshot alone: its ledger changes, and no reader is known here.
    """
    over = table.row.status in (Status.FINISHED, Status.STOPPED)
    counting = (table.counting or 0) if table.ending else 0
    looked_at = table.between_hands or (table.ending and not counting)
    return {
        "id": table.row.id,
        "game": table.row.game,
        "status": table.row.status,
        "options": table.row.options,
        "host_id": table.row.host_id,
        "commitment": table.row.commitment,
        "seed": table.row.seed.hex() if over else None,
        "clock": _clock_shown(table),
        "timed": table.row.timed,
        "claims": table.row.claims,
        "undoes": table.row.undo,
        "claimable": tuple([row.seat for row in situation.claimable(table)]),
        "newcomers": situation.newcomers(table),
        "due_at": table.row.due_at,
        "warned": table.row.warned,
        "held": table.row.held and looked_at,
        "fades_at": table.row.fades_at if table.row.fading else None,
        "ended": table.row.ended,
        "terms": table.terms,
        "votes": votes.under_way(table),
        "votable": situation.votable(table),
        "seats": table.seats,
        "sides": table.sides,
        "waits_for": table.waits_for(),
        "active": table.active(),
        "agreeing": situation.agreeing(table),
        "between_hands": table.between_hands,
        "rewound": table.rewound,
        "next_dealer": situation.next_dealer(table) if table.between_hands else None,
        "cutter": table.row.cutter if situation.cutter(table) is not None or table.row.cut else None,
        "cut": table.row.cut,
        "story": table.story,
        "reserved": table.row.reserved,
        "reserved_until": table.row.reserved_until,
        "series": match.score(table),
        "counting": counting,
    }


def _clock_shown(table: Table) -> int:
    """Return the clock of the game; in a lobby, the clock that the game is going to have."""
    free = table.row.status is Status.LOBBY and len(table.seats) < table.size
    return table.row.clock if free else table.clock


def _without_count(view: AnyView) -> AnyView:
    """Hide the count of a hand that is still held in view, or the end while a last hand is being counted.

    The view that is returned has nothing of it, so nothing made from it can show that too early.
    """
    if view.counting:
        return _without_end(view)
    if not view.held:
        return view
    *before, last = view.story
    told = [event for told in view.story for event in told.events]
    return replace(
        view,
        status=Status.PLAYING,
        opening=None if view.opening is Offer.NEXT else view.opening,
        seed=None,
        seen=GAMES[view.game].uncounted(view.seen, told),
        # Everybody in a hand does something in it, and counting it may put them out of the game.
        active=tuple(sorted({told.seat for told in view.story if told.seat in range(len(view.seats))})),
        agreeing=None,
        between_hands=False,
        story=(*before, _uncounted(last)),
        # Once a game is over, the last winner of a match is its own.
        series=view.series[:-1] if view.status is Status.FINISHED else view.series,
    )


def _without_end(view: AnyView) -> AnyView:
    """Hide the end of a game: only its last hand is over, with nothing to be asked."""
    *before, last = view.story
    return replace(
        view,
        status=Status.PLAYING,
        opening=None if view.opening is Offer.NEXT else view.opening,
        seed=None,
        votes=(),
        between_hands=True,
        story=(*before, _uncounted(last)),
        series=view.series[:-1],
    )


def _uncounted(told: Entry) -> Entry:
    """Return the entry of the last card without the events of the count."""
    return replace(told, events=tuple(takewhile(lambda event: event.name not in _COUNTED, told.events)))

"""The past of a finished game: the best of each person, the games of these sides before it, what it changed.

All are read from the store once the game is over, once a game, and never on the way of a play.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from bot.messages.ledger import Ledger
from bot.store import Known, LogRow, Meetings, Status, Store, Stored, TableRow
from bot.store.ratings.rivalry.after import UNCHANGED, Outcome
from bot.table.table import Table
from bot.table.view import Entry
from engine import GAMES
from engine.game import Line

_Hand = Sequence[tuple[LogRow, Entry]]
"""The entries of a hand in the log and in its story."""


class Best(NamedTuple):
    """The best of the person in a seat: their play with the most points, and the hands they played alone.

    `action` is None without a play that scored, which `hand` numbers. A hand in which a computer or a former
    owner of the seat played is not among those played `alone`.
    """

    action: Any = None
    lines: tuple[Line, ...] = ()
    hand: int = 0
    alone: tuple[int, ...] = ()


class Past(NamedTuple):
    """The best of each person, by seat, the games of these sides, and what this one changed.

    No games are those of sides in which computers took part.
    """

    best: Mapping[int, Best]
    met: Meetings | None = None
    outcome: Outcome = UNCHANGED


UNKNOWN: Final = Past({})


class Pasts:
    """The pasts of finished games; one that cannot be read, or not in time, is `UNKNOWN`."""

    def __init__(self, store: Store) -> None:
        # A panel without it is drawn again only after the next press: this is worth a wait.
        self._known = Known(partial(_read, store), lambda _: UNKNOWN, "pasts", times=4)

    async def of(self, row: TableRow) -> Past:
        """Return the past of a table, `UNKNOWN` while its game goes on."""
        over = row.status in (Status.FINISHED, Status.STOPPED)
        return await self._known.of(row.id) if over else UNKNOWN

    def expire(self) -> None:
        """Have all of them read anew: a member hides or was forgotten."""
        self._known.expire_all()


async def _read(store: Store, table_id: str) -> Past:
    stored, met = await store.played.ended(table_id)
    if stored is None:
        return UNKNOWN
    outcome = await store.ratings.outcome(table_id)
    # A whole game takes some hundredths of a second to replay, which no press is to wait for.
    return Past(await asyncio.to_thread(best_of, stored), met, outcome)


def best_of(stored: Stored) -> Mapping[int, Best]:
    """Return the best of each person in a stored game, by seat; nothing if its plays cannot be replayed."""
    if not stored.kept:
        return {}
    try:
        hands = list(_hands(stored))
    except (KeyError, ValueError):
        return {}
    game = GAMES[stored.table.game]
    sides = game.sides(game.options(stored.table.options))
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return {row.seat: _best(row.seat, side_of[row.seat], hands, stored) for row in stored.seats if row.person}


def _hands(stored: Stored) -> Iterable[_Hand]:
    """Yield the hands of a stored game as they were played; ValueError if the log does not fit the rules."""
    table, log = Table.new(stored.table, stored.seats, Ledger(stored.place)), list[LogRow]()
    for entry in stored.log:
        if entry.seat is None and log:
            yield list(zip(log, table.story, strict=True))
            log.clear()
        table = table.replayed(entry)
        log.append(entry)
    yield list(zip(log, table.story, strict=True))


def _best(seat: int, side: int, hands: Sequence[_Hand], stored: Stored) -> Best:
    best, most, alone = Best(), 0, list[int]()
    for number, hand in enumerate(hands, 1):
        # Plays that were taken back have no events.
        own = [(entry, told) for entry, told in hand if told.seat == seat and told.events]
        theirs = [(entry, told) for entry, told in own if not told.stood_in and told.former is None]
        if own and own == theirs:
            alone.append(number)
        for entry, told in theirs:
            lines = [line for event in told.events if event.seat == seat for line in event.lines]
            scored = tuple(line for line in lines if line.side == side)
            points = sum(line.points for line in scored)
            # The plays that settle a hand are nobody's choice.
            if points > most and not entry.settled:
                most = points
                best = Best(GAMES[stored.table.game].parse(entry.action), scored, number)
    return best._replace(alone=tuple(alone))

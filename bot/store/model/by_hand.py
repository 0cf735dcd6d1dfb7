"""A finished game counted: its result by hand, from the plays that stand and the seats."""

import logging
from collections.abc import Sequence
from typing import Any

from bot.store.model.games import FORMER, StoredGame
from bot.store.model.results import (
    COMPUTERS,
    CONCEDED,
    COUNTS,
    EARLY,
    LEFT,
    REWOUND,
    UNREADABLE,
    HandRow,
    ResultRow,
    SatRow,
    SideRow,
)
from bot.store.model.rows import LogRow, SeatRow, Status, TableRow
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER, AnyGame, Outcome

log = logging.getLogger(__name__)


def result_of(
    table: TableRow, seats: Sequence[SeatRow], game: StoredGame | None, ended_at: float
) -> ResultRow:
    """Return the result of a game that is over; None stands for one that cannot be read."""
    names = {row.user_id: row.name for row in seats}
    facts = (table.id, table.guild_id, table.game, ended_at)
    if game is not None:
        try:
            return _counted(table, seats, game, ended_at)
        except Exception as error:  # noqa: BLE001  # whatever is wrong with a log, its game can end
            # An illegal action's text may name hidden cards.
            log.error(
                "the result of table %s has no hands: its log is no game (%s)", table.id, type(error).__name__
            )
    sat = tuple([SatRow(row.seat, 1, row.seat, row.user_id) for row in seats])
    return ResultRow(*facts, (), UNREADABLE, _ended(table), dict(table.options), (), sat, names)


def _counted(table: TableRow, seats: Sequence[SeatRow], stored: StoredGame, ended_at: float) -> ResultRow:
    rules = GAMES[table.game]
    options = rules.options(table.options)
    hands, outcome = _replayed(rules, options, stored, seats)
    side_of = {seat: side for side, of_side in enumerate(rules.sides(options)) for seat in of_side}
    deals = [entry.seq for entry in stored.log if entry.seat is None]
    sat = tuple([sat for row in seats for sat in _sat(row, side_of[row.seat], stored.log, deals)])
    why = _why(table, seats, stored, outcome)
    return ResultRow(
        table.id,
        table.guild_id,
        table.game,
        ended_at,
        () if why in (EARLY, LEFT) else _sides(table, seats, rules, outcome, side_of),
        why,
        _ended(table),
        rules.values(options),
        hands,
        sat,
        {row.user_id: row.name for row in seats},
    )


def _replayed(
    rules: AnyGame, options: Any, stored: StoredGame, seats: Sequence[SeatRow]
) -> tuple[tuple[HandRow, ...], Outcome]:
    """Return the finished hands of a game, and how it stands at its end."""
    state, hands, number = rules.start(options), list[HandRow](), 0
    tallies, alone, undone = [], set[int](), dict[int, list[int]]()
    backs = list(stored.undone)
    for entry in stored.log:
        if entry.seat is None:
            deal = Deal.parse(entry.action, rules)
            state, number, alone = rules.deal(state, deal.dealer, deal.deck), number + 1, set()
        else:
            action = rules.parse(entry.action)
            # The clock gives such answers for people who are there, too.
            if entry.user_id is None and action not in rules.FORMALITIES:
                alone.add(entry.seat)
            state = rules.apply(state, entry.seat, action)
        while backs and backs[0][0] <= entry.seq + 1:
            undone.setdefault(number, []).append(backs.pop(0)[1])
        if entry.seat is not None and rules.to_act(state) in ((), (DEALER,)):
            tallies.append((rules.tally(state), tuple(sorted(alone))))
    outcome = rules.outcome(state)
    for number, ((by_name, by_computer), hand) in enumerate(zip(tallies, outcome.hands, strict=True), 1):
        hints = tuple([row.seat for row in seats if number in row.hints])
        # Names in order: the same hand is the same text whichever database it is read from.
        names = tuple([None if of is None else dict(sorted(of.items())) for of in by_name])
        hands.append(HandRow(hand.scores, names, by_computer, hints, tuple(undone.get(number, ()))))
    return tuple(hands), outcome


def _why(table: TableRow, seats: Sequence[SeatRow], stored: StoredGame, outcome: Outcome) -> str:
    """Return why a game does not count, `COUNTS` if it does: it was people's alone when it ended.

    Plays of computers may have been taken back before people took over the last of their seats.
    """
    if not outcome.finished and _conceded(table) is None:
        return LEFT if any(_has_been_left(row) for row in seats) else EARLY
    if stored.rewound:
        return REWOUND
    return COUNTS if all(row.person for row in seats) else COMPUTERS


def _has_been_left(row: SeatRow) -> bool:
    """Return whether a person has left a seat: a computer plays it, or another has taken it over."""
    return (row.person and not row.present) or (row.former_id or 0) > 0


def _sides(
    table: TableRow,
    seats: Sequence[SeatRow],
    rules: AnyGame,
    outcome: Outcome,
    side_of: dict[int, int],
) -> tuple[SideRow, ...]:
    """Return the result of each side; one that has conceded has lost, whatever the points are."""
    number, conceded = len(outcome.totals), _conceded(table)
    places, winners = outcome.places, outcome.winners
    if conceded is not None:
        winners = tuple([side for side in range(number) if side != conceded])
        places = tuple([1 if side in winners else number for side in range(number)])
    assert places is not None
    sides = []
    for side, points in enumerate(outcome.totals):
        others = [total for other, total in enumerate(outcome.totals) if other != side]
        sides.append(
            SideRow(
                side=side,
                members=tuple([row.user_id for row in seats if side_of[row.seat] == side]),
                points=points,
                difference=min(others) - points if rules.LOW_WINS else points - max(others),
                won=side in winners,
                place=places[side],
            )
        )
    return tuple(sides)


def _conceded(table: TableRow) -> int | None:
    """Return the side that has conceded, None if none has."""
    kind, _, side = table.ended.partition("-")
    return int(side) if table.status is Status.STOPPED and kind == CONCEDED else None


def _ended(table: TableRow) -> str:
    """Return how a game ended: "" by its rules, else the reason that its table has, or `stopped`."""
    return table.ended or ("" if table.status is Status.FINISHED else Status.STOPPED.value)


def _sat(row: SeatRow, side: int, log: Sequence[LogRow], deals: Sequence[int]) -> list[SatRow]:
    """Return the owners of a seat, each with the first hand that was dealt to them.

    Of a seat that was taken over, and before that again, the log tells who played it; `FORMER` stands for a
    computer, or for nobody known.
    """
    since = row.claimed_seq
    if since is None:
        return [SatRow(row.seat, 1, side, row.user_id)]
    pressed = [(entry.seq, entry.user_id) for entry in log if entry.seat == row.seat and entry.seq < since]
    played = [user for _, user in pressed]
    owners, later = list[SatRow](), 1 + sum(dealt < since for dealt in deals)
    for hand, dealt in enumerate(deals[: later - 1], 1):
        before = [user for seq, user in pressed if seq < dealt and user]
        # Before any press: whoever was the first to play the seat has had it until then.
        owner = before[-1] if before else played[0] if played else row.former_id
        owner = owner or FORMER
        if not owners or owners[-1].user_id != owner:
            owners.append(SatRow(row.seat, hand, side, owner))
    return [*owners, SatRow(row.seat, later, side, row.user_id)]

"""The data of one member for the member alone: their seats, results and acts, and nobody else's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.store.model.games import Unreadable, acts_of
from bot.store.model.results import COUNTS, HandRow
from bot.store.model.rows import LogRow, SeatRow, Status

OVER: Final = (Status.FINISHED, Status.STOPPED)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """The stored rows of a table that concern one member, as plain values.

    `sat` has each seat of theirs with the hand from which they had it, its side, and the last hand that was
    theirs, None for all that follow. `log` has their acts
    where the game is not one row (`data`).
    """

    table: Mapping[str, Any]
    seats: tuple[SeatRow, ...]
    result: Mapping[str, Any] | None
    sides: Mapping[int, Mapping[str, Any]]
    sat: tuple[tuple[int, int, int, int | None], ...]
    log: tuple[LogRow, ...]
    data: bytes | None


def as_data(rows: Iterable[OwnGame], user_id: int) -> list[dict[str, Any]]:
    """Return these tables of a member as data; of open ones only that they sit there."""
    return [_as_data(row, user_id) for row in rows]


def _as_data(row: OwnGame, user_id: int) -> dict[str, Any]:
    table = row.table
    told: dict[str, Any] = {
        "table": table["id"],
        "game": table["game"],
        "server": str(table["guild_id"]),
        "channel": str(table["channel_id"]),
        "status": table["status"],
        "opened_at": table["created_at"],
        "opened_by_you": table["host_id"] == user_id,
    }
    own = next((seat for seat in row.seats if seat.user_id == user_id), None)
    former = next((seat for seat in row.seats if seat.former_id == user_id), None)
    if own is not None:
        told |= {"seat": own.seat, "your_name": own.name}
    elif former is not None:
        told |= {"former_seat": former.seat, "your_name": former.former_name}
    # While the last sheet is counted, nobody knows the end yet.
    if table["status"] not in OVER or table["held"]:
        return told
    told["options"] = table["options"]
    if row.result is not None:
        told |= {"ended_at": row.result["ended_at"], "result": _result(row.result, row)}
    return told | {"acts": _acts(row, user_id)}


def _result(result: Mapping[str, Any], row: OwnGame) -> dict[str, Any]:
    """Return the result of a game for each seat that the member has had, hand by hand."""
    hands = [HandRow.of_json(hand) for hand in result["hands"] or ()]
    parts = [
        {
            "seat": seat,
            "from_hand": since,
            **row.sides.get(side, {}),
            "hands": [_hand(hand, seat, side) for hand in hands[since - 1 : until]],
        }
        for seat, since, side, until in row.sat
    ]
    return {"counts": result["why"] == COUNTS, "ended": result["ended"] or "", "seats": parts}


def _hand(hand: HandRow, seat: int, side: int) -> dict[str, Any]:
    named = hand.by_name[side] if side < len(hand.by_name) else None
    return {
        "points": hand.points[side] if side < len(hand.points) else None,
        "by_name": None if named is None else dict(named),
        "computer": seat in hand.alone,
        "hint": seat in hand.hints,
        "take_backs": hand.undone.count(seat),
    }


def _acts(row: OwnGame, user_id: int) -> list[dict[str, Any]]:
    """Return the acts of a member in a game that is over, in order; none of a game that is damaged."""
    acts: Iterable[LogRow] = row.log
    if row.data is not None:
        try:
            acts = acts_of(row.data, row.seats)
        except Unreadable:
            acts = ()
    return [
        {"number": act.seq, "seat": act.seat, "act": act.action, "at": act.at}
        for act in acts
        if act.seat is not None and act.user_id == user_id
    ]

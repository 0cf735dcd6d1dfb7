"""The statements for results: a finished game by hand, and who met whom."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from bot.store.model.results import COUNTS, HandRow, Meetings, ResultRow, SatRow, SideRow
from bot.store.model.schema import old_games, result_seats, result_sides, results, seats
from bot.store.ratings.folding import variant_of
from bot.store.ratings.rivalry.before import shared_games, standing

_OF_TABLE = bindparam("table", type_=results.c.table_id.type)
_ADD_RESULT = insert(results)
_ADD_SIDE = insert(result_sides)
_ADD_SEAT = insert(result_seats)
_DROP_SIDES = delete(result_sides).where(result_sides.c.table_id == _OF_TABLE)
_DROP_SEATS = delete(result_seats).where(result_seats.c.table_id == _OF_TABLE)
_CHANGE_RESULT = (
    update(results)
    .where(results.c.table_id == _OF_TABLE)
    .values(
        {name: bindparam(f"of_{name}") for name in ("number", "why", "ended", "options", "hands", "variant")}
    )
)
_WHY = select(results.c.why).where(results.c.table_id == _OF_TABLE)
_THESE = bindparam("these", expanding=True, type_=results.c.table_id.type)
_RESULTS = select(results).where(results.c.table_id.in_(_THESE))
_SIDES = (
    select(result_sides)
    .where(result_sides.c.table_id.in_(_THESE))
    .order_by(result_sides.c.table_id, result_sides.c.side)
)
_SEATS = (
    select(result_seats)
    .where(result_seats.c.table_id.in_(_THESE))
    .order_by(result_seats.c.table_id, result_seats.c.seat, result_seats.c.since)
)

_NAMES = select(seats.c.table_id, seats.c.user_id, seats.c.name).where(
    seats.c.table_id.in_(bindparam("these", expanding=True, type_=seats.c.table_id.type))
)
_LAST = select(
    *(
        select(func.max(table.c.number))
        .where(table.c.guild_id == bindparam("guild", type_=results.c.guild_id.type))
        .scalar_subquery()
        .label(table.name)
        for table in (results, old_games)
    )
)


def add(connection: Connection, result: ResultRow) -> int:
    """Add the result of a game, and return its number, the next one of its server."""
    number = _next_number(connection, result.guild_id)
    _insert(connection, result, number)
    return number


def complete(connection: Connection, result: ResultRow, number: int) -> None:
    """Add the result by hand of a game of an older version; the order of games and the sides stay."""
    why = connection.scalar(_WHY, {"table": result.table_id})
    if why is None:
        _insert(connection, result, number)
        return
    key = {"table": result.table_id}
    connection.execute(_CHANGE_RESULT, {**key, **_changed(result, why, number)})
    connection.execute(_DROP_SEATS, key)
    _add_seats(connection, result)


def stored(connection: Connection, table_id: str) -> ResultRow | None:
    """Return the result of a game, None without one."""
    return next((result for result, _ in _of_tables(connection, [table_id])), None)


def in_order(connection: Connection, at_once: int) -> Iterator[list[tuple[ResultRow, int | None]]]:
    """Yield all results in the order in which they are counted, so many at a time, each with its number."""
    ids = connection.scalars(
        select(results.c.table_id).order_by(results.c.guild_id, results.c.number, results.c.table_id)
    ).all()
    for first in range(0, len(ids), at_once):
        yield _of_tables(connection, ids[first : first + at_once])


def results_after(
    connection: Connection, guild_id: int, number: int, most: int
) -> list[tuple[ResultRow, int]]:
    """Return the results of a server after this number, at most so many, each with names and its number."""
    ids = connection.scalars(
        select(results.c.table_id)
        .where(results.c.guild_id == guild_id, results.c.number > number)
        .order_by(results.c.number)
        .limit(most)
    ).all()
    named = defaultdict[str, dict[int, str]](dict)
    for row in connection.execute(_NAMES, {"these": ids}):
        named[row.table_id][row.user_id] = row.name
    found = _of_tables(connection, ids)
    return [(replace(one, names=named[one.table_id]), at) for one, at in found if at is not None]


def _of_tables(connection: Connection, table_ids: Sequence[str]) -> list[tuple[ResultRow, int | None]]:
    """Return the results of tables in this order, each with its number; names stand in the tables' seats."""
    key = {"these": table_ids}
    sat, sides = defaultdict[str, list[SatRow]](list), defaultdict[str, list[SideRow]](list)
    for row in connection.execute(_SEATS, key):
        sat[row.table_id].append(SatRow(row.seat, row.since, row.side, row.user_id))
    for row in connection.execute(_SIDES, key):
        at_end = {one.seat: one for one in sat[row.table_id]}
        members = tuple([one.user_id for one in at_end.values() if one.side == row.side])
        side = SideRow(row.side, members, row.points, row.difference, row.won, row.place)
        sides[row.table_id].append(side)
    found = {one.table_id: one for one in connection.execute(_RESULTS, key)}
    return [
        (
            ResultRow(
                table_id,
                one.guild_id,
                one.game,
                one.ended_at,
                tuple(sides[table_id]),
                one.why,
                one.ended or "",
                one.options or {},
                tuple([HandRow.of_json(hand) for hand in one.hands or ()]),
                tuple(sat[table_id]),
            ),
            one.number,
        )
        for table_id in table_ids
        if (one := found.get(table_id)) is not None
    ]


def replace_by(connection: Connection, result: ResultRow, number: int | None) -> None:
    """Put a result that was counted anew in the place of the stored one."""
    key = {"table": result.table_id}
    connection.execute(_CHANGE_RESULT, {**key, **_changed(result, result.why, number)})
    connection.execute(_DROP_SIDES, key)
    connection.execute(_DROP_SEATS, key)
    _add_sides(connection, result)
    _add_seats(connection, result)


def _next_number(connection: Connection, guild_id: int) -> int:
    """Return the number after all games of a server, also those that are still to be counted."""
    # In one statement: another process may bring over the last old game between two.
    last = connection.execute(_LAST, {"guild": guild_id}).one()
    return max(number or 0 for number in last) + 1


def _insert(connection: Connection, result: ResultRow, number: int) -> None:
    row = {
        "table_id": result.table_id,
        "guild_id": result.guild_id,
        "game": result.game,
        "ended_at": result.ended_at,
        **{name.removeprefix("of_"): value for name, value in _changed(result, result.why, number).items()},
    }
    connection.execute(_ADD_RESULT, row)
    _add_sides(connection, result)
    _add_seats(connection, result)


def _changed(result: ResultRow, why: str, number: int | None) -> dict[str, Any]:
    return {
        "of_number": number,
        "of_why": why,
        "of_ended": result.ended,
        "of_options": dict(result.options),
        "of_hands": [hand.as_json() for hand in result.hands],
        "of_variant": variant_of(result.game, result.options),
    }


def _add_sides(connection: Connection, result: ResultRow) -> None:
    rows = [{"table_id": result.table_id, **asdict(side)} for side in result.sides]
    for row in rows:
        # Who was on a side stands with the seats.
        del row["members"]
    if rows:
        connection.execute(_ADD_SIDE, rows)


def _add_seats(connection: Connection, result: ResultRow) -> None:
    rows = [{"table_id": result.table_id, **asdict(sat)} for sat in result.sat]
    if rows:
        connection.execute(_ADD_SEAT, rows)


# Meetings


def meetings(connection: Connection, table_id: str) -> Meetings | None:
    """Return the games in which the sides of a finished one have met in its server, up to that one.

    None if its result does not count.
    """
    own = stored(connection, table_id)
    if own is None or own.why != COUNTS:
        return None
    teams = tuple([side.members for side in own.sides])
    members = [member for side in teams for member in side]
    games = shared_games(connection, own.guild_id, own.game, members)
    played = [one for one in games if one.ended_at <= own.ended_at]
    found = standing(played, teams, [False] * len(played))
    return Meetings(found.games, found.won)

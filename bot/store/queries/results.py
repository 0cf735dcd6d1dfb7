"""The statements for results: a finished game by hand, the totals of its server, and who met whom."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.model.results import COUNTS, HandRow, Meetings, ResultRow, SatRow, SideRow
from bot.store.model.schema import old_games, result_seats, result_sides, results, totals

BOARD_OF_MEMBERS: Final = "members"
BOARD_OF_TEAMS: Final = "teams"
"""The boards that rank members, and teams of two or more."""

_AT_ONCE: Final = 500
"""The results that are read at a time."""

_OF_TABLE = bindparam("table", type_=results.c.table_id.type)
_ADD_RESULT = insert(results)
_ADD_SIDE = insert(result_sides)
_ADD_SEAT = insert(result_seats)
_ADD_TOTAL = insert(totals)
_DROP_TOTALS = delete(totals)
_DROP_SIDES = delete(result_sides).where(result_sides.c.table_id == _OF_TABLE)
_DROP_SEATS = delete(result_seats).where(result_seats.c.table_id == _OF_TABLE)
_CHANGE_RESULT = (
    update(results)
    .where(results.c.table_id == _OF_TABLE)
    .values({name: bindparam(f"of_{name}") for name in ("number", "why", "ended", "options", "hands")})
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


_LAST = select(
    *(
        select(func.max(table.c.number))
        .where(table.c.guild_id == bindparam("guild", type_=results.c.guild_id.type))
        .scalar_subquery()
        .label(table.name)
        for table in (results, old_games)
    )
)


def add(connection: Connection, result: ResultRow) -> None:
    """Add the result of a game, with the next number of its server, and add it to the totals if it counts."""
    _insert(connection, result, _next_number(connection, result.guild_id))
    if result.why == COUNTS:
        _add_up(connection, result)


def complete(connection: Connection, result: ResultRow, number: int) -> None:
    """Add the result by hand of a game of an older version, which the totals have if it counts.

    The order of games and the sides stay as they were.
    """
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
    """Put a result that was counted anew in the place of the stored one, totals apart."""
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


# Totals


def summed(result: ResultRow) -> Iterator[dict[str, Any]]:
    """Yield what a game adds to each row of the totals."""
    for side in result.sides:
        members = sorted(side.members)
        of_side = {
            "guild_id": result.guild_id,
            "game": result.game,
            "games": 1,
            "wins": int(side.won),
            "difference": side.difference,
        }
        for member in members:
            name = result.names.get(member, "")
            yield {**of_side, "user_id": member, "team": "", "board": BOARD_OF_MEMBERS, "name": name}
        if len(members) > 1:
            team = ",".join(map(str, members))
            for member in members:
                board = BOARD_OF_TEAMS if member == members[0] else ""
                yield {**of_side, "user_id": member, "team": team, "board": board, "name": ""}


SUMS: Final = ("games", "wins", "difference")


def _adding() -> dict[str, Any]:
    """Return the statement that adds a game to a row of the totals, by dialect."""
    inserts: dict[str, Any] = {"sqlite": sqlite.insert(totals), "postgresql": postgresql.insert(totals)}
    return {
        dialect: added.on_conflict_do_update(
            index_elements=list(totals.primary_key.columns),
            set_={
                "name": added.excluded.name,
                **{name: totals.c[name] + added.excluded[name] for name in SUMS},
            },
        )
        for dialect, added in inserts.items()
    }


_ADD_UP: Final = _adding()


def _add_up(connection: Connection, result: ResultRow) -> None:
    connection.execute(_ADD_UP[connection.dialect.name], list(summed(result)))


def all_totals(connection: Connection) -> list[Mapping[str, Any]]:
    """Return all rows of the totals."""
    return [dict(row._mapping) for row in connection.execute(select(totals))]


def replace_totals(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put these rows in the place of all totals."""
    connection.execute(_DROP_TOTALS)
    if rows:
        connection.execute(_ADD_TOTAL, [dict(row) for row in rows])


# Meetings


def meetings(connection: Connection, table_id: str) -> Meetings | None:
    """Return the games in which the sides of a finished one have met in its server, up to that one.

    None if its result does not count.
    """
    own = stored(connection, table_id)
    if own is None or own.why != COUNTS:
        return None
    teams = [frozenset(side.members) for side in own.sides]
    wins = dict.fromkeys(teams, 0)
    games = 0
    for sides in _played_by(connection, own, frozenset[int]().union(*teams)):
        if sides.keys() == wins.keys():
            games += 1
            for team, won in sides.items():
                wins[team] += won
    return Meetings(games, tuple([wins[team] for team in teams]))


def _played_by(
    connection: Connection, own: ResultRow, members: Iterable[int]
) -> Iterator[dict[frozenset[int], bool]]:
    """Yield the sides of each game of some members, up to their own one, and whether each has won."""
    first, *others = sorted(members)
    also = [result_seats.alias() for _ in others]
    # Few of a server's games are one member's, and fewer those of all.
    found = (
        select(result_seats.c.table_id)
        .join(results, results.c.table_id == result_seats.c.table_id)
        .where(
            result_seats.c.user_id == first,
            *(
                select(rows.c.seat)
                .where(rows.c.table_id == result_seats.c.table_id, rows.c.user_id == other)
                .exists()
                for rows, other in zip(also, others, strict=True)
            ),
            results.c.guild_id == own.guild_id,
            results.c.game == own.game,
            results.c.ended_at <= own.ended_at,
            results.c.why == COUNTS,
        )
        .distinct()
    )
    table_ids = connection.scalars(found).all()
    for first in range(0, len(table_ids), _AT_ONCE):
        for game, _ in _of_tables(connection, table_ids[first : first + _AT_ONCE]):
            yield {frozenset(side.members): side.won for side in game.sides}

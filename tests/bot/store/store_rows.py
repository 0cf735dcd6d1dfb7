"""Rows to store, complete except for the subject of a test."""

from collections import Counter
from typing import Any

from sqlalchemy import Connection

from bot.store import (
    Change,
    LeaderboardRow,
    LogRow,
    PanelRow,
    PlaceRow,
    ResultRow,
    SeatRow,
    SideRow,
    Status,
    Store,
    TableRow,
)
from bot.store.model.results import HandRow, SatRow
from bot.store.queries import results
from bot.store.ratings import statements
from bot.store.ratings.periods import ALL_TIME
from bot.store.ratings.whole import rows as whole_rows
from bot.store.ratings.whole.fold import WholeFold

OPTIONS: dict[str, Any] = {"target": 51, "deal": 12, "picada": "any"}
SEED = b"\x5e\xed" * 16
TOKEN = "aW50ZXJhY3Rpb24-secret-token"
ACTION = "7S-takes-secretly"
ANN, BO, CY, DI = (1_100_000_000_000_000_000 + number for number in range(4))


def a_table(table_id: str = "t1", **changes: Any) -> TableRow:
    columns: dict[str, Any] = {
        "id": table_id,
        "guild_id": 1_200_000_000_000_000_001,
        "game": "cicera",
        "options": {"target": 51, "rules": {"picada": "any"}, "flags": [True, None]},
        "status": Status.LOBBY,
        "host_id": ANN,
        "seed": SEED,
        "commitment": "c" * 64,
        "language": "en-GB",
        "rematch_of": None,
        "created_at": 1_700_000_000.125,
        "touched_at": 1_700_000_000.5,
        "wake_at": None,
        "entropy": None,
        "version": 1,
    }
    return TableRow(**columns | changes)


def a_place(table_id: str = "t1", **changes: Any) -> PlaceRow:
    columns: dict[str, Any] = {
        "table_id": table_id,
        "guild_id": 1_200_000_000_000_000_001,
        "channel_id": 1_300_000_000_000_000_001,
    }
    return PlaceRow(**columns | changes)


def a_change(table_id: str = "t1", was: int = 1, **parts: Any) -> Change:
    """Return a change of the table's version `was`; `columns` besides the version that follows it."""
    columns = {"version": was + 1, **parts.pop("columns", {})}
    return Change(table_id, was, columns, **parts)


def a_turn(seq: int = 0, **parts: Any) -> Change:
    """Return the change that appends play `seq` to a table that has had only plays since it was created."""
    return a_change(was=seq + 1, entries=(a_play(seq),), **parts)


def a_seat(seat: int = 0, user_id: int = ANN, **changes: Any) -> SeatRow:
    columns: dict[str, Any] = {
        "seat": seat,
        "user_id": user_id,
        "name": f"Name {seat} ♠",
        "entropy": user_id + 7,
    }
    return SeatRow(**columns | changes)


def a_play(seq: int, **changes: Any) -> LogRow:
    columns: dict[str, Any] = {"seq": seq, "seat": 0, "action": ACTION, "user_id": ANN, "at": 1_700_000_001.5}
    return LogRow(**columns | changes)


def a_panel(table_id: str = "t1", **changes: Any) -> PanelRow:
    columns: dict[str, Any] = {
        "table_id": table_id,
        "user_id": ANN,
        "message_id": 1_400_000_000_000_000_001,
        "token": TOKEN,
        "expires_at": 1_700_000_900.0,
    }
    return PanelRow(**columns | changes)


def a_result(table_id: str, *sides: tuple[tuple[int, ...], int], **changes: Any) -> ResultRow:
    """Return a result of one hand with (members, points) for each side; the most points win."""
    points = [side[1] for side in sides]
    rows = tuple(
        SideRow(
            side=number,
            members=members,
            points=own,
            difference=own - max(points[:number] + points[number + 1 :]),
            won=own == max(points),
            place=1 + sum(other > own for other in points),
        )
        for number, (members, own) in enumerate(sides)
    )
    columns: dict[str, Any] = {
        "table_id": table_id,
        "guild_id": 1_200_000_000_000_000_001,
        "game": "cicera",
        "ended_at": 1_700_005_000.0,
        "sides": rows,
        "sat": tuple(
            SatRow(seat, 1, side, member)
            for seat, (side, member) in enumerate(
                (number, member) for number, (members, _) in enumerate(sides) for member in members
            )
        ),
        "options": {**OPTIONS, "players": sum(len(members) for members, _ in sides)},
        "hands": (HandRow(tuple(points), tuple({} for _ in sides)),),
        "names": {member: f"Name of {member}" for members, _ in sides for member in members},
    }
    return ResultRow(**columns | changes)


async def add_result(store: Store, result: ResultRow) -> None:
    """Add a result to its table and to the ratings, as the end of a game does."""
    await store.writer.write(
        lambda connection: statements.rate(connection, result, results.add(connection, result)),
        result.guild_id,
    )


async def listed(
    store: Store, game: str = "cicera", guild_id: int = 1_200_000_000_000_000_001, *, teams: bool = False
) -> list[LeaderboardRow]:
    """Return the ranked list of a server over all time, in the variant played most; empty without one."""
    variants = await store.ratings.variants(guild_id, game, ENDED)
    if not variants:
        return []
    found = await store.ratings.ranking(guild_id, game, variants[0].name, ALL_TIME, ENDED, teams=teams)
    return found.page(0, len(found))


async def counts(
    store: Store, game: str = "cicera", guild_id: int = 1_200_000_000_000_000_001, *, teams: bool = False
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the games that count for ratings, and those won, of each member or team, in all variants."""
    found = Counter[tuple[tuple[int, ...], str]]()
    stored = await store.readers.read(lambda connection: whole_rows.stored(connection, guild_id))
    for (_, of_game, _, period), ratings in stored.items():
        if (of_game, period) == (game, ALL_TIME):
            for (member, partner), rating in ratings.items():
                if bool(partner) == teams:
                    who = (member, partner) if teams else (member,)
                    found.update({(who, "games"): rating.games, (who, "wins"): rating.wins})
    return {who: (found[who, "games"], found[who, "wins"]) for who, _ in found}


async def differing(store: Store, guild_id: int = 1_200_000_000_000_000_001, now: float = 0.0) -> bool:
    """Return whether the ratings of a server are others than those made anew of its results."""

    def found(connection: Connection) -> bool:
        made = WholeFold(statements.zones_of(connection, guild_id), now)
        for result, _ in results.results_after(connection, guild_id, 0, 100_000):
            made.add(result)
        return made.differs(whole_rows.stored(connection, guild_id))

    return await store.readers.read(found)


ENDED = 1_700_005_000.0
FOR_TWO: dict[str, Any] = {"options": {"players": 2}, "status": Status.PLAYING}
"""The columns of a table at which Ann and Bo may end a game by `a_concession`."""


def a_concession(table_id: str = "t1", was: int = 1, **parts: Any) -> Change:
    """Return the change by which Bo gives up a game for two that has not been dealt: it counts."""
    columns = {"status": Status.STOPPED, "ended": "concede-1", **parts.pop("columns", {})}
    return a_change(table_id, was, columns=columns, ended_at=ENDED, **parts)

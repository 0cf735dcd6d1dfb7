"""A database with many games that are over: copies of a few real ones, under ids and members of their own."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store import Status, Store
from engine import GAMES
from tests.bot.store.empty import empty
from tests.bot.store.queries.test_games import whole_log
from tests.bot.store.store_rows import a_change, a_place, a_result, a_seat

GUILDS: Final = 50
TABLES: Final = ("tables", "seats", "games", "results", "result_sides", "result_members")
"""The tables with rows of a game that is over, each after the ones that it refers to."""
CHANGED: Final = {
    "id": "numbers.id",
    "table_id": "numbers.id",
    "guild_id": f"copied.guild_id + numbers.number % {GUILDS}",
    "user_id": f"copied.user_id + numbers.number % {20 * GUILDS} * 10",
}
"""The columns in which a copy differs."""


async def with_games(file: Path, number: int) -> str:
    """Return the URL of a new database with at least so many games that are over."""
    url = await empty(file)
    store = await Store.open(url)
    for game in GAMES:
        played, log = whole_log(game, 1)
        names = {"id": game, "status": Status.LOBBY, "entropy": None}
        members = [seat.user_id for seat in played.seats]
        row = type(played.row)(
            **{name: names.get(name, getattr(played.row, name)) for name in played.row.__slots__}
        )
        await store.create(row, a_place(game), [a_seat(seat, user) for seat, user in enumerate(members)])
        result = a_result(game, *(((user,), seat) for seat, user in enumerate(members)))
        columns = {"status": Status.FINISHED, "entropy": list(played.row.entropy or ())}
        await store.commit(a_change(game, columns=columns, entries=tuple(log), result=result))
        await store.mark_published({game: 2})
    await store.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        for game in GAMES:
            copy(connection, game, number // len(GAMES))
    return url


def copy(connection: sqlite3.Connection, table_id: str, times: int) -> None:
    """Add copies of a game that is over."""
    connection.execute("DROP TABLE IF EXISTS temp.numbers")
    connection.execute("CREATE TEMP TABLE numbers (number INTEGER PRIMARY KEY, id TEXT)")
    connection.executemany(
        "INSERT INTO numbers VALUES (?, lower(hex(randomblob(4))) || ?)",
        ((number, f"-{number}") for number in range(times)),
    )
    for table in TABLES:
        names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        key = "id" if table == "tables" else "table_id"
        chosen = ", ".join(CHANGED.get(name, f"copied.{name}") for name in names)
        connection.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {chosen} "
            f"FROM numbers, {table} AS copied WHERE copied.{key} = ?",
            (table_id,),
        )

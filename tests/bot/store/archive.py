"""A database with many finished games: real ones, copied to other tables and members."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bot.store import Store
from tests.bot.store.empty import empty
from tests.bot.store.ended import some_games
from tests.bot.store.store_rows import ENDED, a_table

GUILD: Final = a_table().guild_id
COPIED: Final = ("tables", "seats", "games", "results", "result_sides", "result_seats")
AT_ONCE: Final = 2000
"""The games that are written in one transaction."""
LAST: Final = ENDED + 100_000
FIRST_MEMBER: Final = 2_000_000_000_000_000_000

Rows = list[dict[str, Any]]


async def filled(file: Path, games: int, members: int = 5000, seed: int = 1) -> str:
    """Return the URL of a new database of so many finished games of so many members of one server."""
    url = await empty(file)
    if games:
        store = await Store.open(url)
        await some_games(store)
        await store.close()
        await asyncio.to_thread(copy_games, file, games, members, random.Random(seed))
        await rated(url)
    return url


async def rated(url: str) -> None:
    """Make the ratings of a database, as the bot does beside its work but without pauses."""
    store = await Store.open(url)
    await store.ratings.make(LAST, pause=0.0)
    await store.close()


def copy_games(file: Path, games: int, members: int, rng: random.Random) -> None:
    """Copy the games of a database until there are so many, with members in the seats of people."""
    with closing(sqlite3.connect(file)) as connection:
        _copy_games(connection, games, members, rng)


def _copy_games(connection: sqlite3.Connection, games: int, members: int, rng: random.Random) -> None:
    connection.row_factory = sqlite3.Row
    real = {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in COPIED}
    ids = [row["table_id"] for row in real["results"]]
    by_id = {
        table_id: {
            name: [row for row in rows if row["id" if name == "tables" else "table_id"] == table_id]
            for name, rows in real.items()
        }
        for table_id in ids
    }
    connection.execute("PRAGMA synchronous = OFF")
    for first in range(len(ids), games, AT_ONCE):
        new: dict[str, Rows] = {name: [] for name in COPIED}
        for number in range(first, min(first + AT_ONCE, games)):
            _copy(by_id[rng.choice(ids)], number, members, rng, new)
        with connection:
            for name, rows in new.items():
                _insert(connection, name, rows)
    with connection:
        connection.execute(f"INSERT OR REPLACE INTO unrated (guild_id, changes) VALUES ({GUILD}, 0)")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copy(
    game: dict[str, Rows],
    number: int,
    members: int,
    rng: random.Random,
    new: dict[str, Rows],
) -> None:
    table_id = f"{number:08x}"
    people = sorted({row["user_id"] for row in game["seats"] if row["user_id"] > 0})
    others = rng.sample(range(members), len(people))
    known: dict[int, int] = {user: FIRST_MEMBER + other for user, other in zip(people, others, strict=True)}
    for name, rows in game.items():
        for row in rows:
            made = {**row, "id" if name == "tables" else "table_id": table_id}
            for column in ("user_id", "host_id", "former_id"):
                if column in made:
                    made[column] = known.get(made[column], made[column])
            if name == "results":
                made["number"] = number + 1
                made["ended_at"] = made["ended_at"] + number
            new[name].append(made)


def _insert(connection: sqlite3.Connection, table: str, rows: Rows) -> None:
    if rows:
        names = list(rows[0])
        marks = ", ".join(f":{name}" for name in names)
        connection.executemany(f"INSERT OR REPLACE INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)

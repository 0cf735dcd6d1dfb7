"""Tables in mid-game, as the benches store them, and plays at them."""

import random
import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.stage import Place
from bot.lobby.seating import computer
from bot.messages.ledger import Ledger
from bot.store import Change, LogRow, PlaceRow, SeatRow, Status, Store, TableRow
from bot.table.table import Table
from bot.tables.play import Plays
from engine import GAMES, fairness

PLAYS: Final = 48
"""Plays in a hand of four."""
HOUR: Final = 3600.0
"""Seconds until anybody is nudged: a bench is over by then."""


async def deal(database: Path, places: Sequence[Place], rng: random.Random, most: int) -> list[Table]:
    """Return a stored table in mid-game for each place, up to `most` plays into its first hand."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    try:
        return [await _dealt(store, place, rng, most) for place in places]
    finally:
        await store.close()


async def _dealt(store: Store, place: Place, rng: random.Random, most: int) -> Table:
    people = [(person.id, person.name) for person in place.people]
    table = seated("cicera", {}, people, place.channel.guild.id, place.channel.id)
    log = [first_deal(table)]
    table = table.replayed(log[0])
    for _ in range(rng.randint(0, most)):
        log.append(next_play(table, rng))
        table = table.replayed(log[-1])
    return await stored(store, table, log)


async def deal_alone(database: Path, places: Sequence[Place], rng: random.Random, level: str) -> list[Table]:
    """Return a stored table for each place, where a person is asked to play and three computers wait."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    try:
        return [await _dealt_alone(store, place, rng, level) for place in places]
    finally:
        await store.close()


async def _dealt_alone(store: Store, place: Place, rng: random.Random, level: str) -> Table:
    person = (place.people[0].id, place.people[0].name)
    others = [(number, "") for number in range(1, 4)]
    table = seated("cicera", {}, [person, *others], place.channel.guild.id, place.channel.id)
    table = table.with_seats(table.seats[0], *(computer(seat, level) for seat in range(1, 4)))
    log = [first_deal(table)]
    table = table.replayed(log[0])
    most = rng.randint(0, PLAYS // 2)
    while len(log) <= most or table.waits_for() != (0,):
        log.append(next_play(table, rng))
        table = table.replayed(log[-1])
    return await stored(store, table, log)


async def stored(store: Store, table: Table, log: Sequence[LogRow]) -> Table:
    """Return a table, stored with its log."""
    row = table.row
    await store.create(row, table.ledger.place, table.seats)
    after = table.with_row(version=row.version + 1, entropy=table.entropy)
    columns = {"version": after.row.version, "entropy": after.row.entropy, "nudge_at": time.time() + HOUR}
    await store.commit(Change(row.id, row.version, columns, entries=tuple(log)))
    return after


def first_deal(table: Table) -> LogRow:
    """Return the first entry of the log of a table."""
    return LogRow(0, None, str(Plays.next_deal(table)), None, 0.0)


def seated(
    name: str,
    values: Mapping[str, Any],
    people: Sequence[tuple[int, str]],
    guild_id: int,
    channel_id: int,
) -> Table:
    """Return a table, stored nowhere, whose game is to be dealt: the people by id and name, in seat order."""
    game, seed = GAMES[name], secrets.token_bytes(32)
    options = game.options(values)
    row = TableRow(
        id=secrets.token_hex(4),
        guild_id=guild_id,
        game=name,
        options=game.values(options),
        status=Status.PLAYING,
        host_id=people[0][0],
        seed=seed,
        commitment=fairness.commitment(seed),
        language="en",
        rematch_of=None,
        created_at=time.time(),
        touched_at=time.time(),
        wake_at=None,
        entropy=None,
        version=1,
    )
    seats = tuple(SeatRow(seat, *person, entropy=secrets.randbits(60)) for seat, person in enumerate(people))
    return Table.new(row, seats, Ledger(PlaceRow(row.id, guild_id, channel_id)))


def next_play(table: Table, rng: random.Random) -> LogRow:
    """Return a play for whoever is to act: a capture if there is one, as players would."""
    seat = table.waits_for()[0]
    legal = table.game.legal(table.state, seat)
    action = rng.choice([action for action in legal if action.taken] or legal)
    return LogRow(table.seq, seat, str(action), table.seats[seat].user_id, 0.0)

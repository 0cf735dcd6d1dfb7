"""Tables in mid-game as benches store them, plays at them, and the messages that have to show them."""

import asyncio
import random
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bench.stage import FOUR, Room, Stage
from bot.blocks.blocks import Press
from bot.lobby.seating import computer
from bot.locale import Catalogue
from bot.messages.ledger import Ledger
from bot.panels.presentation import Presentation, style_of
from bot.preferences.declared import values_of
from bot.store import Change, LogRow, PlaceRow, Scope, SeatRow, Status, Store, Stored, TableRow
from bot.table.table import Table
from bot.tables.play import Plays
from cogs.sending.layout import layout
from engine import GAMES, fairness
from sandbox.components import BUTTON, GALLERY, TEXT, walk
from sandbox.errors import Json
from sandbox.objects import Channel
from sandbox.view import Message

PLAYS: Final = 48
"""Plays in a hand of four."""
HOUR: Final = 3600.0
"""Seconds until anybody is nudged: a bench is over by then."""
_TIME: Final = re.compile(r"<t:\d+:")


# Tables in the store


async def deal(
    stage: Stage, rng: random.Random, most: int, rooms: Sequence[Room] | None = None, level: str = ""
) -> list[Table]:
    """Return a stored table of Cicera for each room, up to `most` plays into its first hand.

    With a `level` one person sits there, who is asked to play, and three computers.
    """
    async with stage.store() as store:
        return [
            await _dealt(store, room, rng, most, level) for room in (stage.rooms if rooms is None else rooms)
        ]


async def _dealt(store: Store, room: Room, rng: random.Random, most: int, level: str) -> Table:
    table = of_room(room, "cicera")
    if level:
        table = table.with_seats(table.seats[0], *(computer(row.seat, level) for row in table.seats[1:]))
    log = [first_deal(table)]
    table = table.replayed(log[0])
    plays = rng.randint(0, most)
    while len(log) <= plays or (level and table.waits_for() != (0,)):
        log.append(next_play(table, rng))
        table = table.replayed(log[-1])
    return await stored(store, table, log)


async def read(store: Store, table_id: str) -> tuple[Table, Stored]:
    """Return a table as it is stored, and its rows."""
    stored = await store.load(table_id)
    if stored is None:
        raise LookupError(f"no table {table_id}")
    return Table.restore(stored), stored


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


def of_room(room: Room, game: str) -> Table:
    """Return a table of a room's people, stored nowhere, whose game is to be dealt."""
    people = [(person.id, person.name) for person in room.people]
    return seated(game, {}, people, room.guild.id, room.channel.id)


def seated(
    name: str,
    values: Mapping[str, Any],
    people: Sequence[tuple[int, str]],
    guild_id: int,
    channel_id: int,
) -> Table:
    """Return a table, stored nowhere, whose game is to be dealt: the people by id and name, in seat order."""
    game, seed, now = GAMES[name], secrets.token_bytes(32), time.time()
    row = TableRow(
        id=secrets.token_hex(4),
        guild_id=guild_id,
        game=name,
        options=game.values(game.options(values)),
        status=Status.PLAYING,
        host_id=people[0][0],
        seed=seed,
        commitment=fairness.commitment(seed),
        language="en",
        rematch_of=None,
        created_at=now,
        touched_at=now,
        wake_at=None,
        entropy=None,
        version=1,
    )
    seats = tuple(SeatRow(seat, *person, entropy=secrets.randbits(60)) for seat, person in enumerate(people))
    return Table.new(row, seats, Ledger(PlaceRow(row.id, guild_id, channel_id)))


# Plays


class Move(NamedTuple):
    """A play: the seat, the button that makes it, and the table after it."""

    seat: int
    custom_id: str
    after: Table


def next_play(table: Table, rng: random.Random) -> LogRow:
    """Return a play for the seat that is to act: a capture if there is one, as players would."""
    seat = table.waits_for()[0]
    legal = table.game.legal(table.state, seat)
    action = rng.choice([action for action in legal if getattr(action, "taken", ())] or legal)
    return LogRow(table.seq, seat, str(action), table.seats[seat].user_id, 0.0)


def next_move(table: Table, rng: random.Random) -> Move:
    """Return the next play at a table as a press."""
    play = next_play(table, rng)
    assert play.seat is not None
    press = Press(table.row.id, table.asked[play.seat], "play", play.action)
    return Move(play.seat, str(press), table.replayed(play))


def turns(game: str, count: int, rng: random.Random) -> Iterator[tuple[int, Table]]:
    """Yield the number of a table and its snapshot after each play: so many tables in turns, without end."""

    def dealt() -> Table:
        table = seated(game, {}, list(enumerate(FOUR, 1)), 1, 1)
        return table.replayed(first_deal(table))

    tables = [dealt() for _ in range(count)]
    for number, table in enumerate(tables):
        for _ in range(rng.randrange(PLAYS // 2)):
            tables[number] = table = table.replayed(next_play(table, rng))
    while True:
        for number, table in enumerate(tables):
            played = table if table.waits_for() else dealt()
            tables[number] = played.replayed(next_play(played, rng))
            yield number, tables[number]


def hand_goes_on(table: Table) -> bool:
    """Return whether another play follows the next one: the last of a hand shows a score sheet instead."""
    return sum(map(len, table.state.hands)) > 1


async def press(
    rooms: Sequence[Room],
    tables: Sequence[Table],
    every: float,
    most: int = PLAYS,
    going: Callable[[], bool] = lambda: True,
) -> list[float]:
    """Return how many milliseconds each press took while every table makes a play `every` so many seconds.

    A table makes `most` plays, or fewer where its hand ends before or it is not `going` on.
    """
    rng, took = random.Random(3), list[float]()

    async def play(room: Room, table: Table) -> None:
        await asyncio.sleep(rng.uniform(0, every))
        for _ in range(most):
            if not going() or not table.waits_for():
                return
            seat, custom_id, table = next_move(table, rng)
            took.append((await room.forge(seat, custom_id)).milliseconds)
            await asyncio.sleep(every)

    await asyncio.gather(*(play(room, table) for room, table in zip(rooms, tables, strict=True)))
    return took


# Messages


Face = tuple[tuple[object, ...], ...]
"""The parts of a message that are compared: texts but for times of day, buttons, pictures by name."""


def face(components: list[Json]) -> Face:
    """Return the face of a message with these components."""
    parts: list[tuple[object, ...]] = []
    for part in walk(components):
        if part["type"] == TEXT:
            parts.append((_TIME.sub("<t:", part["content"]),))
        elif part["type"] == BUTTON:
            parts.append((part.get("label"), part["custom_id"], bool(part.get("disabled"))))
        elif part["type"] == GALLERY:
            urls = (item["media"]["url"] for item in part["items"])
            parts.append(tuple(url.partition("?")[0].rpartition("/")[2] for url in urls))
    return tuple(parts)


def shows(shown: Face, wanted: Face) -> bool:
    """Return whether a message has the face of a table.

    At a full lobby and at an end, its first text may have two more lines: on what its people have played.
    """
    (first, *rest), (head, *others) = shown, wanted
    lines, all_lines = (str(part[0]).splitlines() for part in (head, first))
    extra = [line for line in all_lines if line not in lines]
    return rest == others and len(extra) <= 2 and [line for line in all_lines if line in lines] == lines


class Painter:
    """Draws tables as the bot has to: in English, in a server and for members who have chosen nothing."""

    def __init__(self, *, pictures: bool) -> None:
        catalogue = Catalogue.load()
        self.words = catalogue.words("en")
        self.server = values_of(Scope.SERVER, {}, catalogue.languages)
        self.member = values_of(Scope.MEMBER, {}, catalogue.languages)
        self.pictures = pictures

    def board(self, table: Table) -> Face:
        """Return the face that the public message of a table has to have."""
        style = style_of(table.row.game, self.server) if self.pictures else None
        return face(layout(Presentation(self.words, style).board(table)).to_components())

    def hand(self, table: Table, user_id: int) -> Face:
        """Return the face that a member's private panel has to have where nothing stands open on it."""
        style = style_of(table.row.game, self.server, self.member) if self.pictures else None
        # No bench plays more than the first games of its members.
        presentation = Presentation(self.words, style, beginner=True)
        return face(layout(presentation.hand(table, user_id)).to_components())


def public(channel: Channel) -> Iterator[Message]:
    """Yield the public messages of tables in a channel, newest first: pings have mentions."""
    for stored in reversed(channel.messages.values()):
        if not stored.ephemeral and stored.components and not stored.mentions:
            yield Message(stored)

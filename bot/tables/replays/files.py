"""Records that members give as files: read and played through beside the event loop, and kept for a while.

All of a file is input from outside. Nothing in it is believed but the game: its people are no members, its
result and its shuffle are not looked at, and nothing of it is stored.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

from bot.caches import BoundedDict
from bot.errors import NoRecord, NotRead, Refused
from bot.locale.names import clean
from bot.store import LogRow, PlaceRow, SeatRow, Status, Store, Stored, StoreError, TableRow
from bot.tables.replays.replay import UNNAMED, Replay
from engine import GAMES, record
from engine.deals import Deal

FILE_BYTES: Final = 1024 * 1024
"""The largest file that is read; the record of a long game has some 20,000 bytes."""
_PARTS: Final = 4096
"""The most lists and objects in a file: one for each hand, of which some hundreds can be played in time.

Python looks through all of them for unused ones while everything else waits.
"""
_SECONDS: Final = 0.5
"""Seconds of work that a record may take, so that it is shown within a second; a long game takes hundredths.

A thread that waits for others does not work: a busy machine is no reason to refuse a record.
"""
MOST_FILES: Final = 12
"""The records in memory; one takes 0.3 MB, and the longest that is read within its time takes 6."""
_SOURCE: Final = 16
"""The letters of the source of a file: the beginning of its SHA-256. The id of a table has fewer."""
_NAME: Final = 32
"""The most letters of a name, as Discord has it."""

_Watch = Callable[[object], None]
"""A function that looks at each entry of a game before it is played, and may refuse to go on."""


def of_file(source: str) -> bool:
    """Return whether the source of a replay is a file, and not a table."""
    return len(source) == _SOURCE


class RecordFiles:
    """The replays of the records that were given last as files; `clock` tells seconds of a thread's work."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.thread_time) -> None:
        self.store = store
        self.clock = clock
        self._made: BoundedDict[str, Replay] = BoundedDict(MOST_FILES)
        self._turn = asyncio.Lock()

    def of(self, source: str) -> Replay:
        """Return the replay of a file that was read; Refused if it is no longer in memory."""
        replay = self._made.get(source)
        if replay is None:
            raise Refused("file.gone")
        self._made[source] = replay
        return replay

    async def read(self, data: bytes) -> str:
        """Return the source of the replay of a file, once it is made.

        NoRecord if the file is no record, or breaks the rules; Refused if it is too large, takes too long,
        has no deal, or is of a game that goes on.
        """
        if len(data) > FILE_BYTES:
            raise Refused("file.too-large")
        source = sha256(data).hexdigest()[:_SOURCE]
        if source not in self._made:
            # Threads that work at once would have the event loop wait for all of them.
            async with self._turn:
                replay, commitment = await asyncio.to_thread(_played, data, source, self.clock)
            await self._must_be_over(commitment)
            self._made[source] = replay
        return source

    async def _must_be_over(self, commitment: object) -> None:
        """Raise Refused if the game with a commitment goes on."""
        if not isinstance(commitment, str):
            return
        try:
            if await self.store.played.open_by(commitment):
                raise Refused("replay.later")
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None


def _played(data: bytes, source: str, clock: Callable[[], float]) -> tuple[Replay, object]:
    """Return the replay of a record, and its commitment if it has one."""
    until = clock() + _SECONDS

    def in_time(entry: object) -> None:
        if clock() > until:
            raise Refused("file.too-long")

    if data.count(b"[") + data.count(b"{") > _PARTS:
        raise Refused("file.too-long")
    try:
        given = record.read(data)
        if not given.deals:
            raise Refused("file.undealt")
        stored = _stored(given, source, in_time)
    except record.BadRecord as error:
        raise NoRecord(str(error)) from None
    shuffle = given.fairness if isinstance(given.fairness, Mapping) else {}
    return Replay.of(stored, watch=in_time), shuffle.get("commitment")


def _stored(given: record.Record, source: str, watch: _Watch) -> Stored:
    """Return a record as a stored game at which nobody of ours sat; BadRecord if it breaks the rules."""
    entries = list[Deal | str]()

    def noted(entry: Deal | str) -> None:
        watch(entry)
        entries.append(entry)

    replayed = record.replay(given, noted)
    if replayed.error is not None:
        raise replayed.error
    game = GAMES[given.game]
    row = TableRow(
        id=source,
        guild_id=0,
        game=given.game,
        options=game.values(game.options(given.options)),
        status=Status.PLAYING if game.to_act(replayed.state) else Status.FINISHED,
        host_id=0,
        seed=b"",
        commitment="",
        language="en",
        rematch_of=None,
        created_at=0,
        touched_at=0,
        wake_at=None,
        entropy=(),
        version=1,
        undo=False,
    )
    names = given.names or (UNNAMED,) * record.seats(given)
    seats = [
        SeatRow(seat, _user(seat), clean(name[:_NAME]) or UNNAMED, entropy=0)
        for seat, name in enumerate(names)
    ]
    log = [_entry(seq, entry) for seq, entry in enumerate(entries)]
    return Stored(row, PlaceRow(source, guild_id=0, channel_id=0), tuple(seats), tuple(log), panels=())


def _user(seat: int) -> int:
    """Return the id of the person at a seat: above zero, as that of no computer, and of no account."""
    return 1 + seat


def _entry(seq: int, entry: Deal | str) -> LogRow:
    if isinstance(entry, Deal):
        return LogRow(seq, None, str(entry), None, at=0)
    seat, _, action = entry.partition(" ")
    return LogRow(seq, int(seat), action, _user(int(seat)), at=0)

"""Compares what the messages of tables show with what they have to show by what is stored."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.locale import Catalogue
from bot.panels.presentation import Presentation, style_of
from bot.preferences.declared import values_of
from bot.store import Scope, Store, Stored
from bot.table.table import Table
from cogs.sending.layout import layout
from sandbox.components import BUTTON, GALLERY, TEXT, walk
from sandbox.errors import Json
from sandbox.objects import Channel
from sandbox.view import Message

LOOK: Final = 0.05
"""Seconds between two looks at whether a message is as it has to be."""
_TIME: Final = re.compile(r"<t:\d+:")


class Face(NamedTuple):
    """What of a message is compared: its texts but for times of day, its buttons, its pictures by name."""

    parts: tuple[tuple[object, ...], ...]
    pictures: tuple[str, ...]

    @classmethod
    def of(cls, components: list[Json]) -> "Face":
        """Return the face of a message with these components."""
        parts: list[tuple[object, ...]] = []
        pictures: list[str] = []
        for part in walk(components):
            if part["type"] == TEXT:
                parts.append((_TIME.sub("<t:", part["content"]),))
            elif part["type"] == BUTTON:
                parts.append((part.get("label"), part["custom_id"], bool(part.get("disabled"))))
            elif part["type"] == GALLERY:
                pictures += [
                    item["media"]["url"].partition("?")[0].rpartition("/")[2] for item in part["items"]
                ]
        return cls(tuple(parts), tuple(pictures))


class Painter:
    """Draws tables as the bot has to: in English, in a server and for members who have chosen nothing."""

    def __init__(self, *, pictures: bool) -> None:
        catalogue = Catalogue.load()
        self.words = catalogue.words("en")
        self.server = values_of(Scope.SERVER, {}, catalogue.languages)
        self.member = values_of(Scope.MEMBER, {}, catalogue.languages)
        self.pictures = pictures

    def board(self, table: Table) -> Face:
        """Return what the public message of a table has to show."""
        style = style_of(table.row.game, self.server) if self.pictures else None
        return Face.of(layout(Presentation(self.words, self.words, style).board(table)).to_components())

    def hand(self, table: Table, user_id: int) -> Face:
        """Return what a member's private panel has to show where nothing stands open on it."""
        style = style_of(table.row.game, self.server, self.member) if self.pictures else None
        presentation = Presentation(self.words, self.words, style)
        return Face.of(layout(presentation.hand(table, user_id)).to_components())


def public(channel: Channel) -> Iterator[Message]:
    """Yield the messages of a table in a channel that everybody sees, newest first: pings have mentions."""
    for stored in reversed(channel.messages.values()):
        if not stored.ephemeral and stored.components and not stored.mentions:
            yield Message(stored)


async def equal(wanted: Mapping[Channel, Face], seconds: float) -> tuple[float, set[Channel]]:
    """Return when the last board that has become as it has to be was seen so, and which still are not.

    They are given so many seconds; the time is that of the event loop.
    """
    loop = asyncio.get_running_loop()
    last = loop.time()
    ends, left, looked = last + seconds, set(wanted), dict[Channel, list[Json]]()
    while left and loop.time() < ends:
        for channel in tuple(left):
            board = next(public(channel), None)
            if board is None or board.components is looked.get(channel):
                continue
            looked[channel] = board.components
            if Face.of(board.components) == wanted[channel]:
                left.remove(channel)
                last = loop.time()
        await asyncio.sleep(LOOK)
    return last, left


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Store]:
    """Open the database of a bot, to be read while that runs."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    try:
        yield store
    finally:
        await store.close()


async def read(store: Store, table_id: str) -> tuple[Table, Stored]:
    """Return a table as it is stored, and the rows."""
    stored = await store.load(table_id)
    if stored is None:
        raise LookupError(f"no table {table_id}")
    return Table.restore(stored), stored

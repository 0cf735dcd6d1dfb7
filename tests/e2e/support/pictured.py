"""The pictures that a table must have, derived from the store; and records of painting."""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.app import CardsBot
from bot.blocks.blocks import Picture
from bot.games import LOOKS
from bot.locale import Words
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.panels.shared.shows import sketch
from bot.panels.table.hand import asked
from bot.panels.table.room import ROWS
from bot.panels.table.rules import pages, rules_page
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from sandbox.components import GALLERY, ROW, walk
from sandbox.driver import Member
from sandbox.rest import Request
from sandbox.view import Message, button
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import House
from tests.e2e.support.reading import CARDS, verb, verbs

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHUNKS = {"IHDR", "PLTE", "tRNS", "IDAT", "IEND"}
"""The chunks of a picture: no texts, no times, no author."""
GIF_EXTENSION, GIF_PICTURE, GIF_END = b"!,;"
PAUSE = {"f9"}
"""The extension of a clip: how long a picture of it stays, and no comment."""

Seen = list[tuple[str, str]]
"""The pictures of a message: names of files, and descriptions."""


def seen(message: Message) -> Seen:
    """Return the pictures of a message."""
    galleries = [component for component in walk(message.components) if component["type"] == GALLERY]
    items = [item for gallery in galleries for item in gallery["items"]]
    return [(item["media"]["url"].rpartition("/")[2], item["description"]) for item in items]


def expected(table: Table, style: Style | None, words: Words = WORDS) -> Seen:
    """Return the pictures of a table, as everybody may see it, that a message in `words` must show."""
    drawn = None if style is None else sketch(view_of(table), words, style)
    return [] if drawn is None else [(drawn.name, drawn.alt)]


def expected_by(
    table: Table, person: Member, panel: Message, style: Style | None, words: Words = WORDS
) -> Seen:
    """Return the pictures that a member's panel in `words` must show: of the table, while they are asked.

    They are low beside the cards. There is none where nothing can lie on the table yet, and beside more than
    three rows of cards. Of all pages, those of the rules have pictures.
    """
    view = view_of(table, person.id)
    if style is not None and "back" in verbs(panel):
        return example_of(panel, table, style, words)
    if style is None or not asked(view):
        return []
    if view.between_hands:
        return expected(table, style, words)
    rows = [part["components"] for part in walk(panel.components) if part["type"] == ROW]
    answers = [row for row in rows if any(verb(button(part)) in CARDS for part in row)]
    lying = LOOKS[view.game].lying(view, words)
    return expected(table, style._replace(low=True), words) if lying and len(answers) <= ROWS else []


def example_of(panel: Message, table: Table, style: Style, words: Words) -> Seen:
    """Return the picture that a panel must show if a page of the rules is open there."""
    game = table.row.game
    view = view_of(table)
    last = pages(game, words, view)
    for number in range(1, last + 1):
        text, *blocks = rules_page(game, number, words, view, style)[0]
        heading = next(line for line in text.split("\n") if line.startswith("### "))
        if {heading, blocks[-1]} <= set(panel.text.split("\n")):
            return [(block.name, block.alt) for block in blocks if isinstance(block, Picture)]
    return []


def chunks(data: bytes) -> Iterator[str]:
    """Yield the kinds of all chunks of a PNG; ValueError if it is none, or data follows its end."""
    if not data.startswith(SIGNATURE):
        raise ValueError("no PNG")
    place = len(SIGNATURE)
    while place < len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        yield kind.decode("ascii")
        place += 12 + length
    if place != len(data):
        raise ValueError("cut off")


def extensions(data: bytes) -> Iterator[str]:
    """Yield the labels of all extensions of a GIF; ValueError if it is none, or data follows its end."""
    if not data.startswith(b"GIF89a"):
        raise ValueError("no GIF")
    # A palette has three bytes for each of its colours.
    place = 13 + _palette(data[10])
    while data[place] != GIF_END:
        if data[place] == GIF_EXTENSION:
            yield f"{data[place + 1]:x}"
            place += 2
        elif data[place] == GIF_PICTURE:
            place += 11 + _palette(data[place + 9])
        else:
            raise ValueError("no block of a GIF")
        while length := data[place]:
            place += 1 + length
        place += 1
    if place + 1 != len(data):
        raise ValueError("cut off")


def _palette(flags: int) -> int:
    """Return the length of the palette of which a byte of flags tells."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 128 else 0


@dataclass
class Album:
    """The right pictures of a table in play: `style` is for everybody, `own` for single members.

    None stands for no pictures at all. `spoken` are the words of members who do not read English.
    """

    made: House
    table_id: str
    style: Style | None = Style()  # noqa: RUF009  # it cannot be changed
    own: Mapping[Member, Style | None] = field(default_factory=dict)
    spoken: Mapping[Member, Words] = field(default_factory=dict)

    async def table(self) -> Table:
        """Return the table as it is stored."""
        assert self.made.bot is not None
        stored = await self.made.bot.store.load(self.table_id)
        assert stored is not None
        return Table.restore(stored)

    async def wrong(self) -> list[str]:
        """Return the messages that show other pictures, or have other files, than they must."""
        table = await self.table()
        found = list(_wrong("public", self.made.public(), expected(table, self.style)))
        for person in self.made.people:
            panel = self.made.panel(person) if table.playing else None
            # The panels of members who go on choosing are left alone.
            if panel is not None and person.id not in situation.choosing(table):
                style = self.own.get(person, self.style)
                words = self.spoken.get(person, WORDS)
                found += _wrong(person.name, panel, expected_by(table, person, panel, style, words))
        return found

    async def check(self) -> None:
        """Check all messages once everything is shown."""
        await self.made.shown()
        wrong = await self.wrong()
        assert not wrong, "\n".join(wrong)


def _wrong(where: str, message: Message, wanted: Seen) -> Iterator[str]:
    if seen(message) != wanted:
        yield f"{where} shows {seen(message)}, expected {wanted}"
    if [file.filename for file in message.attachments] != [name for name, _ in wanted]:
        yield f"{where} has {message.attachments}, expected {wanted}"
    for file in message.attachments:
        if not set(chunks(file.data)) <= CHUNKS:
            yield f"{where}: a picture consists of {set(chunks(file.data))}"


@cache
def _painter() -> Painter:
    return Painter(Sprites(CACHE))


def at_hand(bot: CardsBot) -> None:
    """Let a bot paint with the felts and cards that other bots have painted with before."""
    bot.gallery.painter = _painter()


def painted(made: House, monkeypatch: Any) -> list[Sketch]:
    """Return a list that gets every sketch that the bot paints from now on."""
    assert made.bot is not None
    every: list[Sketch] = []
    painter = made.bot.gallery.painter
    png = painter.png

    def noted(sketch: Sketch) -> bytes:
        every.append(sketch)
        return png(sketch)

    monkeypatch.setattr(painter, "png", noted)
    return every


def last(made: House) -> int:
    """Return the number of the newest request."""
    return made.sandbox.requests[-1].number


def since(made: House, number: int) -> list[Request]:
    """Return all requests after one."""
    return [entry for entry in made.sandbox.requests if entry.number > number]


def uploaded(requests: list[Request]) -> list[str]:
    """Return the names of the files that were sent."""
    return [name for entry in requests for name, _ in entry.files]

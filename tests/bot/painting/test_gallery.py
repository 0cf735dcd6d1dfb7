"""Pictures painted beside the event loop: once each, cached, and harmless where that fails."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from PIL import Image

from bot.blocks.blocks import Document, Panel, Picture
from bot.messages.attachments import Attachment
from bot.painting.gallery import Gallery
from bot.painting.paint import Painter
from bot.painting.raster import Sprites
from bot.pictures.decks import Deck
from bot.pictures.sketch.clip import Clip
from bot.pictures.sketch.sketch import Box, Sketch


def box(number: int, colour: str = "#ffffff") -> Sketch:
    return Sketch("cicera", Deck.FRENCH, (Box(number, 0, 10, 10, 0, colour),), f"Box {number}", 100)


class Counting(Painter):
    """Counts its paintings, and waits for `go` before each."""

    def __init__(self) -> None:
        super().__init__(Sprites())
        self.go = threading.Event()
        self.go.set()
        self.busy = threading.Event()
        self.names: list[str] = []

    def coloured(self, sketch: Sketch) -> Image.Image:
        self.busy.set()
        self.go.wait(30)
        self.names.append(sketch.name)
        return super().coloured(sketch)


class Counted(Gallery):
    """A gallery with such a painter."""

    painter: Counting

    def __init__(self) -> None:
        super().__init__()
        self.painter = Counting()


@pytest.fixture
def gallery() -> Iterator[Counted]:
    made = Counted()
    yield made
    made.painter.go.set()
    made.close()


async def test_a_picture_is_painted_once_whoever_asks(gallery: Counted) -> None:
    pictures = await asyncio.gather(*(gallery.png(box(1)) for _ in range(5)))
    assert pictures == [await gallery.png(box(1))] * 5
    assert pictures[0] is not None
    assert pictures[0].startswith(b"\x89PNG")
    assert gallery.painter.names == [box(1).name]
    assert gallery.cpu > 0


async def test_whoever_gives_up_waiting_finds_it_painted_later(gallery: Counted) -> None:
    gallery.painter.go.clear()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(gallery.png(box(1)), 0.01)
    gallery.painter.go.set()
    assert await gallery.png(box(1)) is not None
    assert gallery.painter.names == [box(1).name]


async def test_pictures_for_which_nobody_waits_are_not_painted(gallery: Counted) -> None:
    gallery.painter.go.clear()
    begun = asyncio.create_task(gallery.png(box(0)))
    given_up = [asyncio.create_task(gallery.png(box(number))) for number in range(1, 40)]
    kept = asyncio.create_task(gallery.png(box(39)))
    await asyncio.to_thread(gallery.painter.busy.wait, 30)
    for task in (begun, *given_up):
        task.cancel()
    await asyncio.wait((begun, *given_up))
    again = asyncio.create_task(gallery.png(box(7)))
    await asyncio.sleep(0)
    gallery.painter.go.set()
    assert await kept is not None
    assert await again is not None
    assert gallery.painter.names == [box(number).name for number in (0, 39, 7)]


async def test_what_cannot_be_painted_is_not_tried_again(
    gallery: Counted, caplog: pytest.LogCaptureFixture
) -> None:
    broken = box(1, "no colour")
    assert [await gallery.png(broken) for _ in range(3)] == [None] * 3
    assert gallery.painter.names == [broken.name]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert await gallery.png(box(2)) is not None


async def test_pictures_of_tables_come_between_those_of_a_clip(gallery: Counted) -> None:
    clip = Clip((box(1), box(2), box(3)), "Boxes")
    gallery.painter.go.clear()
    asked = asyncio.create_task(gallery.clip(clip))
    await asyncio.to_thread(gallery.painter.busy.wait, 30)
    table = asyncio.create_task(gallery.png(box(4)))
    await asyncio.sleep(0)
    gallery.painter.go.set()
    assert await table is not None
    made = await asked
    assert made is not None
    assert gallery.painter.names == [box(number).name for number in (1, 4, 2, 3)]
    assert await gallery.clip(clip) is made
    assert len(gallery.painter.names) == 4


async def test_a_clip_that_cannot_be_painted_is_told_once_and_harms_no_picture(
    gallery: Counted, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Clip((box(1), box(2, "no colour"), box(3)), "Boxes")
    assert [await gallery.clip(broken) for _ in range(3)] == [None] * 3
    assert gallery.painter.names == [box(1).name, box(2, "no colour").name]
    assert [record.getMessage() for record in caplog.records] == ["a clip of cicera could not be painted"]
    assert await gallery.png(box(1)) is not None


async def test_a_panel_is_painted_but_for_what_its_message_has(gallery: Counted) -> None:
    first, second = Picture.of(box(1)), Picture.of(box(2))
    record = Document("game.json", b"{}")
    panel = Panel(("text", first, second, record), 0)
    drawn = await gallery.painted(panel, {second.name: Attachment(5, "Box 2")})
    assert isinstance(drawn, Panel)
    assert [file.name for file in drawn.files] == [first.name, second.name, "game.json"]
    assert [isinstance(file.data, bytes) for file in drawn.files] == [True, False, True]
    assert gallery.painter.names == [first.name]
    assert await gallery.painted("a sentence", {}) == "a sentence"
    assert await gallery.painted(Panel((first, Picture.of(box(3, "no colour"))), 0), {}) is None


def test_a_name_follows_from_all_that_is_drawn_and_from_nothing_else() -> None:
    same = Sketch("cicera", Deck.FRENCH, box(1).items, "In other words", 100)
    assert same.name == box(1).name
    others = [
        box(2),
        box(1, "#000000"),
        Sketch("ciapano", Deck.FRENCH, box(1).items, "", 100),
        Sketch("cicera", Deck.ITALIAN, box(1).items, "", 100),
        Sketch("cicera", Deck.FRENCH, box(1).items, "", 101),
    ]
    assert len({sketch.name for sketch in (box(1), *others)}) == 6

"""Tiles for tests: drawings by name, small pictures of them, and their state in Discord and the store."""

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bot.panels.tiles import Art, drawing_digest
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import EMOJI_NAMES
from bot.store import EmojiRow, Store
from tests.bot.store.empty import empty
from tests.e2e.support.house import House

PNG: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""One pixel."""


def art(drawings: Mapping[str, str]) -> Art:
    """Return art that makes these drawings: a picture of one pixel each, with the drawing after it."""
    return Art(lambda: drawings, picture)


def picture(drawing: str) -> bytes:
    return PNG + drawing.encode()


def decks(*chosen: Deck) -> dict[str, str]:
    """Return drawings of every card of some decks."""
    return {name: name for deck in chosen for name in EMOJI_NAMES[deck].values()}


def pictures(made: House) -> dict[str, bytes]:
    """Return the pictures in Discord, by name."""
    world = made.sandbox.world
    return {emoji["name"]: world.emoji_images[emoji["id"]][1] for emoji in world.emojis.values()}


def expected(drawings: Mapping[str, str]) -> dict[str, bytes]:
    return {name: picture(drawing) for name, drawing in drawings.items()}


def put(made: House, name: str, image: bytes = PNG) -> int:
    """Put an emoji among the application's by hand, and return its id."""
    world = made.sandbox.world
    id_ = world.clock.snowflake()
    world.emojis[id_] = {
        "id": str(id_),
        "name": name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    world.emoji_images[str(id_)] = ("image/png", image)
    return id_


async def already(
    made: House, database: Path, drawings: Mapping[str, str], png: Callable[[str], bytes] = picture
) -> None:
    """Leave everything as a bot does that has made these tiles, each the `png` of its drawing."""
    store = await Store.open(await empty(database))
    rows = [
        EmojiRow(n, put(made, n, png(drawing)), drawing_digest(drawing)) for n, drawing in drawings.items()
    ]
    await store.application.note_emoji(made.sandbox.world.application_id, rows)
    await store.close()

"""Tiles for tests: drawings by name, small pictures of them, and their state in Discord and the store."""

import base64
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.panels.tiles import Art, digest
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import EMOJI_NAMES
from bot.store import EmojiRow, Store
from sandbox.rest import Request
from tests.bot.store.empty import empty
from tests.e2e.support.house import House, until

FEW: Final = MappingProxyType({"spades_7": "seven", "hearts_jack": "jack", "clubs_ace": "ace"})
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


def asked(made: House, since: int = 0) -> list[str]:
    """Return the requests to Discord about emoji: methods, in order."""
    every: Iterable[Request] = list(made.sandbox.requests)[since:]
    return [request.method for request in every if "/emojis" in request.route]


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
    rows = [EmojiRow(n, put(made, n, png(drawing)), digest(drawing)) for n, drawing in drawings.items()]
    await store.application.note_emoji(made.sandbox.world.application_id, rows)
    await store.close()


async def until_made(made: House, drawings: Mapping[str, str]) -> None:
    """Wait until the notes say that Discord has these tiles and none other of the bot's; then it has them."""
    assert made.bot is not None
    bot, world = made.bot, made.sandbox.world
    wanted = {name: digest(drawing) for name, drawing in drawings.items()}

    async def noted() -> bool:
        return {
            row.name: row.digest for row in await bot.store.application.emoji(world.application_id)
        } == wanted

    await until(noted)
    rows = await bot.store.application.emoji(world.application_id)
    names = {row.emoji_id: row.name for row in rows}
    assert {id_: emoji["name"] for id_, emoji in world.emojis.items() if id_ in names} == names
    have = pictures(made)
    assert {name: have[name] for name in names.values()} == expected(drawings)


def used(made: House) -> Mapping[str, int]:
    """Return the emoji with which the bot shows cards, by name."""
    assert made.bot is not None
    return made.bot.tiles.ids

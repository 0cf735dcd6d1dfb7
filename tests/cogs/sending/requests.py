"""Substitutes for sending panels in tests: a bot with the parts that sending uses, and requests in memory."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from bot.blocks.blocks import Document, Panel, Picture
from bot.limits.budget import Budget
from bot.messages.attachments import Attachments
from bot.messages.follow_ups import FollowUps
from bot.painting.gallery import Gallery
from bot.panels.tiles import Tiles

ACE = Picture("ace.png", b"an ace", "The ace", scene="hand")
KING = Picture("king.png", b"a king", "The king", scene="hand")
RECORD = Document("game.json", b"{}")
MESSAGE = 7


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  # there is no event
            await asyncio.sleep(0.001)


@dataclass
class Bot:
    """The parts of the bot that sending uses."""

    budget: Budget = field(default_factory=lambda: Budget(1000))
    attachments: Attachments = field(default_factory=Attachments)
    gallery: Gallery = field(default_factory=Gallery)
    follow_ups: FollowUps = field(default_factory=FollowUps)
    tiles: Tiles = field(default_factory=Tiles)

    async def still(self) -> None:
        """Wait until no message has a follow-up to come."""
        await until(lambda: not self.follow_ups.busy)


def refused(status: int, code: int = 50035) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="made up")
    return discord.HTTPException(response, {"code": code, "message": "made up"})


class Requests:
    """Takes requests in the place of discord.py, and fails with `errors` first; files are read and closed.

    A request waits for `go`, if it sends a file and there is one.
    """

    def __init__(self, *errors: Exception | None, go: asyncio.Event | None = None) -> None:
        self.errors = list(errors)
        self.go = go
        self.made: list[dict[str, Any]] = []
        self.answer: Any = "done"

    async def __call__(self, *, view: Any, **more: Any) -> Any:
        for kind in ("files", "attachments"):
            if kind in more:
                more[kind] = [self._taken(file) for file in more[kind]]
        self.made.append({"components": view.to_components(), **more})
        if self.go is not None and any(isinstance(file, tuple) for file in more.get("attachments", ())):
            await self.go.wait()
        error = self.errors.pop(0) if self.errors else None
        if error is not None:
            raise error
        return self.answer

    def _taken(self, file: Any) -> Any:
        if not isinstance(file, discord.File):
            return file.to_dict()
        data = file.fp.read()
        file.close()
        file.fp.close()
        return file.filename, data

    @property
    def attachments(self) -> list[Any]:
        return [request["attachments"] for request in self.made]


def panel(*files: Picture | Document) -> Panel:
    return Panel(("text", *files), 0)


def shown(request: dict[str, Any]) -> list[Any]:
    [container] = request["components"]
    return [component for component in container["components"] if component["type"] != 10]


def gallery_of(picture: Picture) -> dict[str, Any]:
    media = {"url": f"attachment://{picture.name}"}
    return {"type": 12, "items": [{"media": media, "description": picture.alt}]}

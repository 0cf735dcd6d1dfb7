"""The tiles among the emoji of the application, made in the background, one request at a time.

The store has a note of each tile. If all notes agree with the drawings, Discord is asked nothing. Otherwise
its list counts, and the notes only say which picture each emoji has. Names are unique, so a changed tile
first gives up its name; then the new one is made under that name and noted; the old one is deleted only when
no process can be using it any more. So whenever the bot is stopped, every noted tile exists, and the next
start goes on from there.

Notes belong to an application: under the token of another one, all tiles are made again. The bot knows its
emoji by their names, and leaves any other alone.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

import discord
from discord.ext import commands

from bot.app import CardsBot
from bot.limits.budget import Urgency
from bot.limits.reconnecting import SETBACKS, Setback
from bot.panels.tiles import drawing_digest
from bot.store import EmojiRow, StoreError

log = logging.getLogger(__name__)

READ_EVERY: Final = 300.0
"""Seconds after which the notes are read again, because another process may have changed them."""
LINGER: Final = 2 * READ_EVERY
"""Seconds that a replaced tile is kept; by then other processes have read the note of the new one."""
PAUSE: Final = 0.2
"""Seconds between two tiles, so that games have the limit of requests to themselves."""
REPEAT_AFTER: Final = 3600.0
"""Seconds after which a message may be refused for a tile again."""

Rows = Mapping[str, EmojiRow]


_SPARE: Final = "__old"


def spare(name: str) -> str:
    """Return the spare name of a tile whose name another tile takes."""
    return f"{name}{_SPARE}"


class Emoji(commands.Cog):
    """The task that makes the tiles in Discord agree with the drawings, and gives the bot their ids.

    Of several processes the one with the first shard makes them; the others read the notes.
    """

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self.makes = bot.settings.own_shards is None or 0 in bot.settings.own_shards
        self._digests: Mapping[str, str] = {}
        self._used: Mapping[str, int] = {}
        self._there: Mapping[int, discord.Emoji] = {}
        # The time from which the old tiles may be deleted.
        self._lingers_until: float | None = None
        self._setback = Setback("tiles are missing, and cards are written meanwhile", "the tiles are there")
        self._task: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Use the noted tiles from the first message on, and start the task."""
        if self.bot.application_id is not None:
            with suppress(StoreError):
                self._use(await self._noted())
        self._task = asyncio.create_task(self._run())

    async def cog_unload(self) -> None:
        """Stop the task at any point."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await self.bot.wait_until_ready()
        doubted = self.bot.tiles.doubted
        with self.bot.budget.at(Urgency.BEHIND):
            while True:
                checking = doubted.is_set()
                doubted.clear()
                seconds = await self._try(checking=checking)
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await doubted.wait()

    async def _try(self, *, checking: bool) -> float:
        """Do one round, and return the seconds until the next one; errors are logged."""
        try:
            seconds = await self._round(checking=checking)
        except (StoreError, *SETBACKS) as error:
            return self._setback.failed(error)
        self._setback.over()
        return seconds

    async def _round(self, *, checking: bool) -> float:
        """Make the tiles agree with the drawings, or use the notes; return the seconds until the next round.

        `checking`: a message was refused for a tile.
        """
        self._digests = self._digests or await asyncio.to_thread(self._drawn)
        rows = await self._noted()
        if checking or (self.makes and self._unlike(rows)):
            rows = await self._look(rows)
        if checking and _ids(rows) == self._used:
            log.warning("a message was refused for a tile that is there: cards are written for a while")
            return REPEAT_AFTER
        self._use(rows)
        if not self.makes or not self._unlike(rows):
            return READ_EVERY
        rows = await self._make(rows)
        return await self._let_go([row for name, row in rows.items() if name not in self._digests])

    async def _let_go(self, former: list[EmojiRow]) -> float:
        """Delete replaced tiles after `LINGER`, and return the seconds until the next round."""
        now = asyncio.get_running_loop().time()
        if former and self._lingers_until is None:
            self._lingers_until = now + LINGER
        if self._lingers_until is not None and now < self._lingers_until:
            return self._lingers_until - now
        for row in former:
            await self._delete(row)
        self._lingers_until = None
        return READ_EVERY

    def _drawn(self) -> Mapping[str, str]:
        """Return the digest of the drawing of each tile."""
        return {name: drawing_digest(svg) for name, svg in self.bot.art.drawings().items()}

    def _unlike(self, rows: Rows) -> bool:
        """Return whether the notes differ from the drawings."""
        return bool(self._digests) and {row.name: row.digest for row in rows.values()} != self._digests

    def _use(self, rows: Rows) -> None:
        if not self.bot.tiles.doubted.is_set():
            self._used = _ids(rows)
            self.bot.tiles.know(self._used)

    # Notes

    @property
    def _application_id(self) -> int:
        assert self.bot.application_id is not None
        return self.bot.application_id

    async def _noted(self) -> dict[str, EmojiRow]:
        return {row.name: row for row in await self.bot.store.application.emoji(self._application_id)}

    async def _note(self, there: Iterable[EmojiRow], gone: Iterable[str] = ()) -> None:
        await self.bot.store.application.note_emoji(self._application_id, list(there), list(gone))

    async def _look(self, rows: Rows) -> dict[str, EmojiRow]:
        """Return the tiles that Discord has, with the digests of their notes, and update the notes."""
        every = await self.bot.fetch_application_emojis()
        self._there = {emoji.id: emoji for emoji in every}
        named = {emoji.name: emoji.id for emoji in every}
        pictures = {row.emoji_id: row.digest for row in rows.values()}
        found: dict[str, int] = {}
        for name in {name.removesuffix(_SPARE) for name in (*self._digests, *rows)}:
            if name in named:
                found |= {known: named[known] for known in (name, spare(name)) if known in named}
            elif spare(name) in named:
                # It has given up its name, and the bot was stopped before the new one was made.
                found[name] = named[spare(name)]
        looked = {name: EmojiRow(name, id_, pictures.get(id_, "")) for name, id_ in found.items()}
        changed = [row for name, row in looked.items() if rows.get(name) != row]
        await self._note(changed if self.makes else (), rows.keys() - looked.keys())
        return looked

    # Tiles

    async def _make(self, rows: Rows) -> dict[str, EmojiRow]:
        """Make the tiles that are missing or have changed, and return the notes then."""
        noted = dict(rows)
        wanted = {name: picture for name, picture in self._digests.items() if _picture(rows, name) != picture}
        drawings = await asyncio.to_thread(self.bot.art.drawings) if wanted else {}
        for name, picture in wanted.items():
            image = await asyncio.to_thread(self.bot.art.png, drawings[name])
            new = []
            if name in noted:
                new.append(await self._set_aside(noted[name], noted.get(spare(name))))
                self._lingers_until = None
            made = await self.bot.create_application_emoji(name=name, image=image)
            new.append(EmojiRow(name, made.id, picture))
            await self._note(new)
            noted |= {row.name: row for row in new}
            self._use(noted)
            await asyncio.sleep(PAUSE)
        return noted

    async def _set_aside(self, former: EmojiRow, older: EmojiRow | None) -> EmojiRow:
        """Give a tile that is to be replaced its spare name, and return its new note.

        `older` still has the spare name, and is deleted before its time.
        """
        if older is not None:
            await self._delete(older)
        name, emoji = spare(former.name), self._there[former.emoji_id]
        if emoji.name != name:
            await emoji.edit(name=name)
        return EmojiRow(name, former.emoji_id, former.digest)

    async def _delete(self, row: EmojiRow) -> None:
        with suppress(discord.NotFound):
            await self._there[row.emoji_id].delete()
        await self._note((), [row.name])
        await asyncio.sleep(PAUSE)


def _ids(rows: Rows) -> dict[str, int]:
    return {name: row.emoji_id for name, row in rows.items()}


def _picture(rows: Rows, name: str) -> str | None:
    return rows[name].digest if name in rows else None

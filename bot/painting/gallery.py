"""Pictures painted beside the event loop, in a thread of their own, and the newest of them kept.

No caller waits longer than it wants to. A picture for which nobody waits any more is only painted if that has
begun: the message is to show a newer one by then.
"""

import asyncio
import ctypes
import logging
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.blocks.blocks import Panel, Picture
from bot.caches import BoundedDict, Cache
from bot.messages.attachments import Files
from bot.painting.clips import gif
from bot.painting.paint import Painter
from bot.painting.predrawn import is_whole
from bot.painting.raster import Sprites
from bot.pictures.sketch.clip import Clip
from bot.pictures.sketch.sketch import Sketch
from bot.tasks import run_subprocess

log = logging.getLogger(__name__)
T = TypeVar("T")

_KEPT: Final = 2_000_000
"""Bytes of painted pictures that are kept; one takes 35,000."""
_CLIPS: Final = 1_000_000
"""Bytes of clips that are kept, to be posted once their member has seen them; one takes 100,000."""
M_MMAP_THRESHOLD: Final = -3
MAPPED: Final = 32 * 1024
"""Bytes from which on a piece of memory comes from the system by itself, and goes back at once."""
FAILED: Final = 500
"""Pictures and clips that failed to be painted, and are not tried again."""


def give_back() -> None:
    """Have the C library return the memory of pictures to the system, which it would rather keep."""
    # Only glibc has this; elsewhere pictures may leave some megabytes more behind.
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, MAPPED)


@dataclass
class _Painting:
    """The painting of one picture: in the thread, for the event loop, and the number of callers that wait."""

    work: Future[bytes | None]
    made: asyncio.Future[bytes | None]
    waiting: int = 0


class Gallery:
    """Paints sketches from the sprites in `folder`; `painter` does it, in the thread.

    `cpu` is the CPU time of painting so far, in seconds.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.cpu = 0.0
        self._folder = folder
        self._sprites = Sprites(folder)
        self._thread = ThreadPoolExecutor(1, "painting", initializer=give_back)
        self._painted: Cache[bytes] = Cache(_KEPT, len)
        self._clips: Cache[bytes] = Cache(_CLIPS, len)
        self._under_way: dict[str, _Painting] = {}
        self._failed: BoundedDict[str, None] = BoundedDict(FAILED)
        self.painter = Painter(self._sprites)

    async def fill(self) -> None:
        """Have a process draw everything that the folder lacks; without it cards are drawn here on demand."""
        if self._folder is None or is_whole(self._folder):
            return
        self._sprites.beside = True
        try:
            failure = await run_subprocess((sys.executable, "-m", "bot.painting", str(self._folder)))
        finally:
            self._sprites.beside = False
        if failure is not None:
            log.warning("cards could not be drawn beside the bot (%s)", failure)

    async def painted(self, panel: Panel | str, known: Files) -> Panel | str | None:
        """Return `panel` with its pictures painted, except those in `known`; None if one cannot be."""
        if isinstance(panel, str):
            return panel
        blocks = []
        for block in panel.blocks:
            if isinstance(block, Picture) and isinstance(block.data, Sketch) and block.name not in known:
                data = await self.png(block.data)
                if data is None:
                    return None
                block = block._replace(data=data)
            blocks.append(block)
        return replace(panel, blocks=tuple(blocks))

    async def png(self, sketch: Sketch) -> bytes | None:
        """Return the picture of a sketch, None if it cannot be painted.

        A painting that has begun goes on even if the caller is cancelled.
        """
        name = sketch.name
        if name in self._failed:
            return None
        made = self._painted.get(name)
        if made is not None:
            return made
        painting = self._under_way.get(name)
        if painting is None:
            work = self._thread.submit(self._paint, sketch)
            painting = self._under_way[name] = _Painting(work, asyncio.wrap_future(work))
            painting.made.add_done_callback(partial(self._done, name))
        painting.waiting += 1
        try:
            return await asyncio.shield(painting.made)
        finally:
            painting.waiting -= 1
            if not painting.waiting and painting.work.cancel():
                self._under_way.pop(name, None)

    async def clip(self, clip: Clip) -> bytes | None:
        """Return the GIF of a clip, None if it cannot be painted.

        Each of its pictures is a job of the thread, so that pictures of tables come in between.
        """
        name, loop = clip.name, asyncio.get_running_loop()
        made = self._clips.get(name)
        if made is not None or name in self._failed:
            return made
        try:
            pictures = [
                await loop.run_in_executor(self._thread, self._timed, partial(self.painter.coloured, frame))
                for frame in clip.even
            ]
            made = await loop.run_in_executor(self._thread, self._timed, partial(gif, pictures))
        except Exception:
            log.exception("a clip of %s could not be painted", clip.frames[0].game)
            self._failed[name] = None
            return None
        return self._clips.put(name, made)

    def _paint(self, sketch: Sketch) -> bytes | None:
        try:
            return self._timed(partial(self.painter.png, sketch))
        except Exception:
            log.exception("a picture of %s could not be painted", sketch.game)
            return None

    def _timed(self, work: Callable[[], T]) -> T:
        """Return the result of some work in the thread, and count its CPU time."""
        began = time.thread_time()
        try:
            return work()
        finally:
            self.cpu += time.thread_time() - began

    def _done(self, name: str, painted: asyncio.Future[bytes | None]) -> None:
        if painted.cancelled():
            return
        del self._under_way[name]
        made = painted.result()
        if made is None:
            self._failed[name] = None
        else:
            self._painted.put(name, made)

    def close(self) -> None:
        """Let the painting under way end, and begin no other."""
        self._thread.shutdown(wait=True, cancel_futures=True)

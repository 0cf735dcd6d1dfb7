"""SVG becomes pixels here, and what was drawn once is kept in memory and in a folder."""

import hashlib
import logging
import os
import struct
import tempfile
from collections import OrderedDict
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Final

import resvg_py
from PIL import Image

log = logging.getLogger(__name__)

RASTERISER: Final = f"resvg-py {version('resvg-py')}"
BROKEN: Final = (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError)
"""What Pillow raises at a file that is no whole picture."""


def png(svg: str, width: int) -> bytes:
    """Return the SVG drawn `width` pixels wide, as a PNG; ValueError if it is no SVG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


class Sprites:
    """Drawn SVGs by their text and width, kept in memory up to `memory` bytes and as PNG files in `folder`.

    A sprite is a function of its name, so a file is never out of date. Without a folder, or with one that
    cannot be written, everything is drawn anew when it has left the memory. Any thread may ask.
    """

    def __init__(self, folder: Path | None = None, memory: int = 10_000_000) -> None:
        self._folder = folder
        self._memory = memory
        self._used = 0
        self._kept: OrderedDict[str, Image.Image] = OrderedDict()
        self._lock = Lock()
        self._complained = False

    @property
    def used(self) -> int:
        """Return how many bytes of pixels are kept in memory."""
        return self._used

    def image(self, svg: str, width: int) -> Image.Image:
        """Return the SVG drawn `width` pixels wide, RGBA; others share it, so it must not be painted on."""
        name = hashlib.sha256(f"{RASTERISER}\n{width}\n{svg}".encode()).hexdigest()
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
        image = self._from_folder(name, width) or self._drawn(name, svg, width)
        self._keep(name, image)
        return image

    def _keep(self, name: str, image: Image.Image) -> None:
        with self._lock:
            if name in self._kept:
                return
            self._kept[name] = image
            self._used += _size(image)
            while self._used > self._memory:
                _, oldest = self._kept.popitem(last=False)
                self._used -= _size(oldest)

    def _from_folder(self, name: str, width: int) -> Image.Image | None:
        if self._folder is None:
            return None
        try:
            with Image.open(self._folder / f"{name}.png") as file:
                image = file.convert("RGBA")
        except BROKEN:
            return None
        return image if image.width == width else None

    def _drawn(self, name: str, svg: str, width: int) -> Image.Image:
        drawn = png(svg, width)
        if self._folder is not None:
            self._write(self._folder, name, drawn)
        return Image.open(BytesIO(drawn)).convert("RGBA")

    def _write(self, folder: Path, name: str, drawn: bytes) -> None:
        # Another process may read at any moment: a file gets its name when it is whole.
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, unfinished = tempfile.mkstemp(dir=folder, suffix=".part")
            try:
                with open(handle, "wb") as file:
                    file.write(drawn)
                os.replace(unfinished, folder / f"{name}.png")
            except OSError:
                os.unlink(unfinished)
                raise
        except OSError as error:
            if not self._complained:
                self._complained = True
                log.warning("drawn cards are not kept in %s: %s", folder, error)


def _size(image: Image.Image) -> int:
    return 4 * image.width * image.height

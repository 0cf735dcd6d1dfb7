"""From SVG to pixels. Drawings are kept in a folder, and made smaller from there by Pillow.

The rasteriser holds Python's lock while it draws, 30 ms for a court: so a process beside the bot draws
everything ahead (`predrawn.py`), first of all the wishes, which the bot leaves for drawings that it waits
for. Only the rest is drawn here.
"""

import hashlib
import logging
import os
import struct
import tempfile
import time
from contextlib import suppress
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

log = logging.getLogger(__name__)

RASTERISER: Final = f"resvg-py {version('resvg-py')}"
MASTER: Final = 256
"""Pixels of width at which everything is drawn and kept; larger sprites are drawn at their own."""
BROKEN: Final = (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError)
"""The errors of Pillow at a file that is no whole picture."""
_PATIENCE: Final = 10.0
"""Seconds of waiting for the process beside before something is drawn here."""
_PAUSE: Final = 0.005
WISHES: Final = "wishes"
"""The folder of SVGs that a process waits for, each with its width in the first line."""


def png(svg: str, width: int) -> bytes:
    """Return the SVG drawn `width` pixels wide, as a PNG; ValueError if it is no SVG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


class Sprites:
    """Drawn SVGs by their text, kept as PNG files in `folder`; any thread or process may ask.

    A file's name is a hash of the SVG, its width and the rasteriser, so it is never out of date. Without a
    folder, or with one that cannot be written, everything is drawn anew. While `beside` is true a process is
    filling the folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.beside = False
        self._folder = folder
        self._complained = False

    def image(self, svg: str, width: int) -> Image.Image:
        """Return the SVG `width` pixels wide, RGBA."""
        master = self.master(svg, max(MASTER, width))
        if master.width == width:
            return master
        height = max(1, round(master.height * width / master.width))
        return master.resize((width, height), Image.Resampling.HAMMING)

    def exact(self, svg: str, width: int) -> Image.Image:
        """Return a small shape drawn exactly `width` pixels wide, RGBA; it is not kept."""
        return Image.open(BytesIO(png(svg, width))).convert("RGBA")

    def master(self, svg: str, width: int = MASTER) -> Image.Image:
        """Return the kept drawing of the SVG, drawn now if there is none."""
        name = hashlib.sha256(f"{RASTERISER}\n{width}\n{svg}".encode()).hexdigest()
        return self._found(name, svg, width) or self._drawn(name, svg, width)

    def grant(self) -> None:
        """Draw the wishes of other processes."""
        if self._folder is None:
            return
        for wish in (self._folder / WISHES).glob("*.svg"):
            with suppress(OSError, ValueError):
                width, _, svg = wish.read_text().partition("\n")
                self.master(svg, int(width))
            wish.unlink(missing_ok=True)

    def _found(self, name: str, svg: str, width: int) -> Image.Image | None:
        """Return the drawing in the folder, which may still be on its way."""
        found = self._from_folder(name, width)
        if found is not None or self._folder is None or not self.beside:
            return found
        with suppress(OSError):
            write_whole(self._folder / WISHES, f"{name}.svg", f"{width}\n{svg}".encode())
        until = time.monotonic() + _PATIENCE
        while True:
            beside = self.beside
            found = self._from_folder(name, width)
            if found is not None or not beside or time.monotonic() >= until:
                return found
            time.sleep(_PAUSE)

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
        try:
            write_whole(folder, f"{name}.png", drawn)
        except OSError as error:
            if not self._complained:
                self._complained = True
                log.warning("drawn cards are not kept in %s: %s", folder, error)


def write_whole(folder: Path, name: str, content: bytes) -> None:
    """Write a file whole: it gets its name at the end, since another process may read at any moment."""
    folder.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(unfinished, folder / name)
    except OSError:
        os.unlink(unfinished)
        raise

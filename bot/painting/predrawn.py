"""Everything that pictures are made of, drawn once into a folder: `python -m bot.painting` does it."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from bot.painting.felt import SUN, WEAVE, watermark, weave
from bot.painting.raster import MASTER, RASTERISER, Sprites, write_whole
from bot.pictures.decks import Deck, emoji_svgs, face, icon, tile
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.ornaments import RAYS
from bot.pictures.decks.tiles.icons import ICONS
from engine import GAMES

CACHE: Final = user_cache_path("cicera-cards") / "drawn"
"""Where drawn cards are kept unless said otherwise; it can be deleted at any time."""
SOURCES: Final = ("painting/felt.py", "painting/predrawn.py", "pictures/decks/**/*.py")
"""The files that the drawings depend on, from `bot/`."""


def everything() -> Iterator[tuple[str, int]]:
    """Yield the SVG and the width of everything, what is wanted first before the rest."""
    for felt in palette.FELTS.values():
        yield watermark(felt.watermark, felt.ground), SUN
        yield weave(felt.watermark), max(MASTER, WEAVE)
        yield icon("rays", colour=felt.watermark), RAYS
    # In other colours, or with other suits, signs are small and quick to draw.
    for name in ICONS:
        yield icon(name), MASTER
    for deck, game in (
        (Deck.FRENCH, "cicera"),
        (Deck.CIVIL, "civil-suits"),
        (Deck.ITALIAN, "cicera"),
        (Deck.FOUR, "cicera"),
    ):
        for card in GAMES[game].DECK:
            yield face(deck, card), MASTER
            yield tile(deck, card), MASTER
    for svg in emoji_svgs().values():
        yield svg, 128


def draw(folder: Path) -> None:
    """Draw everything that a folder does not have, and mark it; OSError where it cannot be written.

    What the bot waits for comes first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Nothing is drawn for a folder that keeps nothing.
    tempfile.TemporaryFile(dir=folder).close()
    sprites = Sprites(folder)
    for svg, width in everything():
        sprites.grant()
        sprites.master(svg, width)
    sprites.grant()
    write_whole(folder, marker_name(), b"")


def marker_name() -> str:
    """Return the name of the file that says that a folder has everything as it is drawn now."""
    here = Path(__file__).parents[1]
    digest = hashlib.sha256(RASTERISER.encode())
    for pattern in SOURCES:
        for path in sorted(here.glob(pattern)):
            digest.update(path.read_bytes())
    return f"whole-{digest.hexdigest()[:24]}"


def is_whole(folder: Path) -> bool:
    """Return whether a folder has everything."""
    return (folder / marker_name()).exists()

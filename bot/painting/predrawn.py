"""The sprites of all pictures, drawn once into a folder by `python -m bot.painting`."""

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
"""The usual folder of drawn cards; it can be deleted at any time."""
SOURCES: Final = ("painting/felt.py", "painting/predrawn.py", "pictures/decks/**/*.py")
"""The files that the drawings depend on, as seen from `bot/`."""


def everything() -> Iterator[tuple[str, int]]:
    """Yield the SVG and the width of every sprite, the most wanted first."""
    for felt in palette.FELTS.values():
        yield watermark(felt.watermark, felt.ground), SUN
        yield weave(felt.watermark), max(MASTER, WEAVE)
        yield icon("rays", colour=felt.watermark), RAYS
    # Signs in other colours, or with other suits, are small and quick to draw.
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
    """Draw everything that a folder lacks, and mark it; OSError where it cannot be written.

    Sprites that the bot waits for come first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # A folder that takes no files fails here, before anything is drawn.
    tempfile.TemporaryFile(dir=folder).close()
    sprites = Sprites(folder)
    for svg, width in everything():
        sprites.grant()
        sprites.master(svg, width)
    sprites.grant()
    write_whole(folder, marker_name(), b"")


def marker_name() -> str:
    """Return the name of the file that marks a folder as whole, for the drawings as they are now."""
    here = Path(__file__).parents[1]
    digest = hashlib.sha256(RASTERISER.encode())
    for pattern in SOURCES:
        for path in sorted(here.glob(pattern)):
            digest.update(path.read_bytes())
    return f"whole-{digest.hexdigest()[:24]}"


def is_whole(folder: Path) -> bool:
    """Return whether a folder is whole."""
    return (folder / marker_name()).exists()

"""`python -m tests.bot.pictures.samples FOLDER`: the bot's face and pictures of every kind, for guides."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from PIL import Image

from bot.locale import Catalogue
from bot.painting.paint import Painter
from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.painting.sheets import avatar
from bot.panels.shared.shows import sketch
from bot.pictures.decks import Deck
from bot.pictures.pages.curve import curve_picture
from bot.pictures.pages.leaderboard import leaderboard_picture
from bot.pictures.pages.winners import winners_picture
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from tests.bot.pictures import scenes_boards, scenes_cicera, scenes_tricks
from tests.bot.pictures.scenes_boards import CURVES, TEAMS

WORDS: Final = Catalogue.load().words("en")
BOARDS: Final = scenes_boards.SCENES
CICERA: Final = {**scenes_cicera.SCENES, **scenes_cicera.SHEETS}
TRICKS: Final = scenes_tricks.SCENES
FRENCH, FOUR, ITALIAN, BIG = Style(), Style(Deck.FOUR), Style(Deck.ITALIAN), Style(big=True)

TABLES: Final[Mapping[str, tuple[Callable[[], AnyView], Style]]] = MappingProxyType(
    {
        "cicera": (CICERA["8 cards"], FRENCH),
        "cicera-many": (CICERA["25 cards"], FOUR),
        "cicera-scua": (CICERA["scua"], FRENCH),
        "cicera-italian": (CICERA["12 cards"], ITALIAN),
        "cicera-two": (CICERA["two players"], FRENCH),
        "cicera-big": (CICERA["5 cards, just left"], BIG),
        "cicera-sheet": (CICERA["sheet"], FRENCH),
        "cicera-sheet-big": (CICERA["sheet"], BIG),
        "ciapano-three": (TRICKS["ciapano-three"], FRENCH),
        "ciapano-four": (TRICKS["ciapano-four"], ITALIAN),
        "ciapano-five": (TRICKS["ciapano-five"], FRENCH),
        "ciapano-sheet": (TRICKS["ciapano-out"], FRENCH),
        "civil": (TRICKS["civil-trick"], FRENCH),
        "civil-ban": (TRICKS["civil-ban"], FRENCH),
        "civil-powers": (TRICKS["civil-magic"], FRENCH),
        "civil-tie": (TRICKS["civil-tie-added"], FRENCH),
        "civil-big": (TRICKS["civil-public"], BIG),
        "civil-sheet": (TRICKS["civil-round-over"], FRENCH),
        "civil-sheet-big": (TRICKS["civil-round-over"], BIG),
        "lobby-cicera": (BOARDS["lobby-cicera"], FRENCH),
        "lobby-ciapano": (BOARDS["lobby-ciapano"], ITALIAN),
        "lobby-civil": (BOARDS["lobby-civil"], FRENCH),
        "over-cicera": (BOARDS["over-cicera"], FRENCH),
        "over-ciapano": (BOARDS["over-ciapano"], ITALIAN),
        "over-civil": (BOARDS["over-civil"], FRENCH),
        "stopped": (BOARDS["stopped-cicera"], FRENCH),
    }
)
"""Tables with their styles, by the name of the file."""


def samples() -> Mapping[str, Sketch]:
    """Return a picture of every kind, by the name of its file."""
    found = {name: sketch(scene(), WORDS, style) for name, (scene, style) in TABLES.items()}
    now = "Cicera · this season"
    pages = {
        "leaderboard": leaderboard_picture("cicera", now, TEAMS, TEAMS[4:5], 0, WORDS, FRENCH),
        "winners": winners_picture("cicera", "Cicera · autumn 2026", TEAMS[:3], WORDS, FRENCH),
        "curve": curve_picture("cicera", CURVES["long"], WORDS, FRENCH),
    }
    return {name: made for name, made in found.items() if made is not None} | pages


def write(folder: Path) -> None:
    """Draw the bot's face into `folder`, and a picture of every kind into its `pictures`."""
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    face = avatar().convert("RGB").quantize(64, dither=Image.Dither.NONE)
    face.save(folder / "emblem.png", optimize=True)
    painter = Painter(Sprites(CACHE))
    for name, made in samples().items():
        (folder / "pictures" / f"{name}.png").write_bytes(painter.png(made))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bot.pictures.samples", description=__doc__)
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)

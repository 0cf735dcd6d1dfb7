"""The errors of a request to Discord: no answer, refused pictures, an emoji that it does not have."""

import logging
from typing import Final

import aiohttp
import discord

from bot.blocks.blocks import Panel
from bot.panels.shared.lacking import AUTOMOD, CLOSED, UNTOLD
from bot.panels.tiles import Tiles

log = logging.getLogger(__name__)

NO_ANSWER: Final = (aiohttp.ClientError, TimeoutError, OSError)
"""The errors of a request without an answer."""
ALREADY_ACKNOWLEDGED: Final = 40060
NO_EMOJI: Final = "Invalid emoji"
"""Discord's text for an emoji that it does not have; the error has no code."""
MISSING_PERMISSIONS: Final = 50013
TOO_LARGE: Final = 413
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
OLD_EDITS: Final = 30046
"""Discord's code for a message of more than an hour that was edited too often."""
ARCHIVED: Final = 50083
LOCKED: Final = 160005
_REASONS: Final = {ARCHIVED: CLOSED, LOCKED: CLOSED, 200000: AUTOMOD, 200001: AUTOMOD}


def reason_of(refusal: discord.HTTPException) -> tuple[str, ...]:
    """Return the lack that a refusal of a message names by its code, `UNTOLD` if it names none."""
    return _REASONS.get(refusal.code, UNTOLD)


def doubts_files(error: discord.HTTPException) -> bool:
    """Return whether Discord may have refused a message because of its pictures.

    It has refused edits with correct galleries too: such a message goes once more without its pictures.
    """
    if error.status == 400:
        return error.code != ALREADY_ACKNOWLEDGED and not lacks_emoji(error)
    return error.status == TOO_LARGE or error.code == MISSING_PERMISSIONS


def lacks_emoji(error: discord.HTTPException) -> bool:
    """Return whether Discord refused a message because of an emoji that it does not have."""
    return error.status == 400 and NO_EMOJI in error.text


def without_tiles(tiles: Tiles, panel: Panel | str, error: discord.HTTPException) -> Panel:
    """Return `panel` with its cards in words if Discord lacks one of its emoji; otherwise raise `error`."""
    if isinstance(panel, str) or not lacks_emoji(error):
        raise error
    plain = panel.without_tiles()
    if plain is panel:
        raise error
    tiles.doubt()
    log.warning("a message is refused with its tiles (%s), and goes without", error.code)
    return plain

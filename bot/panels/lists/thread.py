"""The thread of a game: its name, and the message in the channel that points to it."""

from typing import Final

from bot.blocks.blocks import CLOSED_ACCENT, FELT_ACCENT, Panel, lines
from bot.locale import Words
from bot.locale.names import clean, isolated, shortened
from bot.panels.table.board import hand_button
from bot.table.view import AnyView

PLAYING: Final = "thread.playing"
"""The key for a game under way, with the button for the hand below it."""
LONGEST: Final = 100
"""The most letters that Discord allows in a name."""
_MARKS: Final = frozenset("\\*_`~|<>@#:/[]()")
"""The signs of markdown, mentions and links; the name of a thread is plain, but is quoted elsewhere."""


def thread_name(view: AnyView, words: Words) -> str:
    """Return the name of a game's thread: the game, and the first names of its players."""
    game = words(f"{view.game}.name")
    names = words("comma").join(filter(None, (_first(row.name) for row in view.seats)))
    return shortened(words("thread.name", game=game, names=names), LONGEST) if names else game


def _first(name: str) -> str:
    """Return the first part of a name, without signs of markdown."""
    first = next(iter(clean(name).split()), "")
    return isolated(clean("".join(sign for sign in first if sign not in _MARKS)))


def pointer(view: AnyView, said: str, channel_id: int, words: Words) -> Panel:
    """Return the message that stays where a game was opened, and names its thread."""
    title = words("lobby.title", game=words(f"{view.game}.name"))
    told = lines(title, words(said, channel=f"<#{channel_id}>"))
    if said != PLAYING:
        return Panel((told,), CLOSED_ACCENT)
    return Panel((told, (hand_button(view, words),)), FELT_ACCENT)

"""The choice of a table's picture: a lobby, a hand under way, the sheet of a finished one, the end."""

from dataclasses import replace

from bot.games import PICTURES
from bot.locale import Words
from bot.panels.shared.rematch import all_kept
from bot.pictures.pages.lobby import lobby_picture
from bot.pictures.pages.over import over_picture
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.view import AnyView


def sketch(view: AnyView, words: Words, style: Style) -> Sketch | None:
    """Return the picture of a table as everybody may see it, None without one."""
    made = _sketch(view, words, style)
    return made if made is None or not style.big else replace(made, calm=True)


def scene_name(view: AnyView) -> str:
    """Return the name of the scene that a table's picture shows, shared with older pictures of it."""
    match view.status:
        case Status.PLAYING if view.between_hands and not view.undealt:
            return "sheet"
        case Status.PLAYING if not view.undealt:
            return "hand"
        case Status.LOBBY | Status.PLAYING:
            return "lobby"
        case _:
            return "end"


def _sketch(view: AnyView, words: Words, style: Style) -> Sketch | None:
    own = PICTURES.get(view.game)
    if own is None:
        return None
    match view.status:
        case Status.LOBBY if all_kept(view):
            # Two replies need no picture of who sits where.
            return None
        case Status.LOBBY:
            return lobby_picture(view, words, style, own)
        case Status.PLAYING if view.undealt:
            return lobby_picture(view, words, style, own)
        case Status.PLAYING if view.between_hands:
            return own.sheet(view, words, style)
        case Status.PLAYING:
            # Only private messages have big text, and their words say the rest of a low table.
            return own.table(view, words, style._replace(low=style.low or style.big))
        case Status.FINISHED | Status.STOPPED:
            return over_picture(view, words, style, own)
        case _:
            return None

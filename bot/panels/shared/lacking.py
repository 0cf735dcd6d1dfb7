"""What keeps a table from being shown where it stands, and what can be done about it, in one sentence."""

from typing import Final

from bot.locale import Words
from bot.table.view import AnyView

CHANNEL: Final = "channel"
THREAD: Final = "thread"
SERVER: Final = "server"
GONE: Final = frozenset({CHANNEL, THREAD, SERVER})
"""What a table may lack beside permissions: that where it stands is there, and that the bot is."""
NO_PICTURES: Final = ("attach_files",)
"""The permissions without which a table is shown in words alone."""
UNTOLD: Final = ("untold",)
"""Of a table that Discord does not let the bot show: as far as the bot knows, nothing is missing."""


def lacking(view: AnyView, words: Words) -> tuple[str, ...]:
    """Return what is said of where the table cannot be shown as it should be; nothing where it can."""
    missing = view.missing
    if not missing:
        return ()
    game, command = words(f"command.{view.game}"), words("command.table")
    if missing == UNTOLD:
        return (words("panel.untold", game=game, command=command),)
    if missing[0] in GONE:
        return (words(f"panel.gone.{missing[0]}", game=game, command=command),)
    what = words.permissions(missing)
    if missing == NO_PICTURES:
        return (words("panel.no-pictures", what=what),)
    return (words("panel.missing", what=what, game=game, command=command),)

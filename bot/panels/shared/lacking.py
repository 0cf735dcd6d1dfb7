"""The reason why a table cannot be shown in its place, and the remedy, in one sentence."""

from typing import Final

from bot.blocks.commands import command_of
from bot.locale import Words
from bot.table.view import AnyView

CHANNEL: Final = "channel"
THREAD: Final = "thread"
SERVER: Final = "server"
GONE: Final = frozenset({CHANNEL, THREAD, SERVER})
"""The lacks that are no permissions: the channel, the thread or the server is gone for the bot."""
NO_PICTURES: Final = ("attach_files",)
"""The lack of permissions with which a table is shown in words alone."""
UNTOLD: Final = ("untold",)
"""The lack of a table that Discord refuses to show, although the bot knows of nothing missing."""
CLOSED: Final = ("closed",)
"""The lack of a table in a thread that is archived or locked."""
AUTOMOD: Final = ("automod",)
"""The lack of a table whose message AutoMod blocks."""
TIMEOUT: Final = ("timeout",)
"""The lack of all tables of a server in which the bot is in a timeout."""
REFUSED: Final = frozenset({UNTOLD, CLOSED, AUTOMOD, TIMEOUT})
"""The lacks that no permission ends: only another try can tell whether Discord takes the table again."""


def lacking(view: AnyView, words: Words) -> tuple[str, ...]:
    """Return the sentence on a table that cannot be shown as it should be; nothing if it can."""
    missing = view.missing
    if not missing:
        return ()
    game = command_of(view.game)
    if missing in REFUSED:
        return (words(f"panel.refused.{missing[0]}", game=game),)
    if missing[0] in GONE:
        return (words(f"panel.gone.{missing[0]}", game=game),)
    what = words.permissions(missing)
    if missing == NO_PICTURES:
        return (words("panel.no-pictures", what=what),)
    return (words("panel.missing", what=what, game=game),)

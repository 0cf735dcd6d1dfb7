"""How somebody sees a table: in which words, with which deck, and with pictures or without."""

from typing import NamedTuple

from bot.locale import Words
from bot.pictures.style import Style
from bot.render import board, hand
from bot.render.panel import Panel
from bot.render.pictured import pictured
from bot.shown import AnyShown
from bot.table import Table


class Manner(NamedTuple):
    """What a table is shown in to everybody, or to one member.

    `words` are what is read, with tiles where there are any. A picture has the words of the table, `public`,
    as one picture is for all; its style is None where none is wanted.
    """

    words: Words
    public: Words
    style: Style | None

    def board(self, table: Table) -> Panel:
        """Return the public message of a table."""
        return pictured(board.public(table.shown(), self.words), table, self.public, self.style)

    def hand(
        self, table: Table, user_id: int, *, opened: tuple[int, str] | None = None, until: float = 0
    ) -> Panel:
        """Return a user's private panel, or the further question that they have `opened` there."""
        shown = table.shown(user_id)
        return self.pictured(hand.panel(shown, self.words, opened=opened, until=until), table, shown)

    def pictured(self, panel: Panel, table: Table, shown: AnyShown) -> Panel:
        """Return a private panel with the picture of the table, if its reader is asked there."""
        return pictured(panel, table, self.public, self.style) if hand.asked(shown) else panel

"""How somebody sees a table: in which words, with which deck, and with pictures or without."""

from typing import NamedTuple

from bot.locale import Words
from bot.pictures.style import Style
from bot.render import board, hand
from bot.render.panel import Panel
from bot.render.pictured import scene
from bot.table.table import Table


class Presentation(NamedTuple):
    """How a table is shown to everybody, or to one member.

    `words` are what is read, with tiles where there are any. A picture has the words of the table, `public`,
    as one picture is for all; its style is None where none is wanted.
    """

    words: Words
    public: Words
    style: Style | None

    def board(self, table: Table) -> Panel:
        """Return the public message of a table."""
        shown = table.shown()
        return board.public(shown, self.words, scene(table, self.public, self.style, self.words))

    def hand(self, table: Table, user_id: int, *, afresh: bool = False) -> Panel:
        """Return a user's private panel with what they have opened there, unless it is made afresh. Somebody
        who is asked sees a picture.
        """
        shown = table.shown(user_id)
        low = self.style and self.style._replace(low=not shown.between_hands)
        seen = scene(table, self.public, low, self.words) if hand.asked(shown) else ()
        opened = None if afresh else table.ledger.opened.get(user_id)
        return hand.panel(shown, self.words, opened, seen, self.style)

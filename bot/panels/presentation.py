"""How a member sees a table: in which words, with which deck, and with pictures or without."""

from typing import NamedTuple

from bot.blocks.blocks import Panel
from bot.locale import Words
from bot.panels.table import board, hand
from bot.panels.table.pictured import scene
from bot.pictures.decks import Deck, own_deck
from bot.pictures.sketch.style import Style
from bot.preferences.declared import AS_SERVER, FRENCH, ITALIAN, OFF, ON, Values
from bot.table.table import Table
from engine import GAMES


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


def deck_of(game: str, server: Values, member: Values | None = None) -> Deck:
    """Return the deck of a game for everybody in a server or, with the values of a `member`, for that one.

    A game with cards of its own has a deck of its own; the Italian deck has no four colours.
    """
    if (own := own_deck(GAMES[game].DECK)) is not None:
        return own
    if _chosen("deck", server, member) == ITALIAN:
        return Deck.ITALIAN
    return Deck.FOUR if _chosen("four-colours", server, member) == ON else Deck.FRENCH


def style_of(game: str, server: Values, member: Values | None = None) -> Style | None:
    """Return how pictures are drawn for everybody in a server or for a member, None for not at all.

    Somebody who has cards named in words gets no pictures.
    """
    if _chosen("pictures", server, member) == OFF or speaks(member):
        return None
    return Style(deck_of(game, server, member), big=member is not None and member["big-text"] == ON)


def naming_of(deck: Deck, words: Words, member: Values | None = None) -> Words:
    """Return `words` with cards named by the suits of a deck; aloud for a member who wants that."""
    return words.naming(ITALIAN if deck is Deck.ITALIAN else FRENCH, aloud=speaks(member))


def speaks(member: Values | None) -> bool:
    """Return whether a member has cards named in words, as a screen reader says them."""
    return member is not None and member["words"] == ON


def _chosen(name: str, server: Values, member: Values | None) -> str:
    if member is None or member[name] == AS_SERVER:
        return server[name]
    return member[name]

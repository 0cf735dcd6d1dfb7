"""Which deck somebody plays with: the server's choice, or a member's own for what only they see."""

from collections.abc import Mapping

from bot.pictures.decks import Deck
from bot.preferences import AS_SERVER, ITALIAN, ON
from engine import civil_suits

Values = Mapping[str, str]
"""The value of every preference of a scope, by name."""


def deck_of(game: str, server: Values, member: Values | None = None) -> Deck:
    """Return the deck of a game for everybody in a server or, with the values of a `member`, for that one.

    Civil Suits has a deck of its own, and the Italian deck no four colours.
    """
    if game == civil_suits.NAME:
        return Deck.CIVIL
    if _chosen("deck", server, member) == ITALIAN:
        return Deck.ITALIAN
    return Deck.FOUR if _chosen("four-colours", server, member) == ON else Deck.FRENCH


def _chosen(name: str, server: Values, member: Values | None) -> str:
    if member is None or member[name] == AS_SERVER:
        return server[name]
    return member[name]

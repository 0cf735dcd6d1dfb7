"""Which deck somebody plays with, and how they like pictures: the server's choice, or a member's own.

A member's choice holds for what only they see.
"""

from bot.locale import Words
from bot.pictures.decks import Deck, own_deck
from bot.pictures.style import Style
from bot.preferences.declared import AS_SERVER, FRENCH, ITALIAN, OFF, ON, Values
from engine import GAMES


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

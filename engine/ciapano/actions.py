"""The actions of a player of Ciapano, and their notation in the table record."""

from dataclasses import dataclass
from typing import Final

from engine.cards import FRENCH_DECK, Card
from engine.game import BadNotation

DECK: Final = tuple(c for c in FRENCH_DECK if c.text[0] not in "89T")
"""The 40 cards in card order (P2)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card played to the trick."""

    card: Card

    def __str__(self) -> str:
        return self.card.text


@dataclass(frozen=True, slots=True)
class Discard:
    """The card that the dealer of three lays aside before the first lead (P5)."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


Action = Play | Discard

PLAYS: Final = {c: Play(c) for c in DECK}
DISCARDS: Final = {c: Discard(c) for c in DECK}
_BY_TEXT: Final[dict[str, Action]] = {
    **{str(play): play for play in PLAYS.values()},
    **{str(discard): discard for discard in DISCARDS.values()},
}


def parse(text: str) -> Action:
    """Return the action written as `text`; BadNotation if it is not one."""
    action = _BY_TEXT.get(text)
    if action is None:
        raise BadNotation(f"{text} is no action of ciapano")
    return action

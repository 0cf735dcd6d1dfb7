"""The actions of a player of Cicera, and their notation in the table record."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.cards import FRENCH_DECK, Card
from engine.game import BadNotation

DECK: Final = FRENCH_DECK


@dataclass(frozen=True, slots=True)
class Play:
    """A card played: left on the table, or capturing `taken` (ascending rank, then S H D C)."""

    card: Card
    taken: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{self.card}:{'+'.join(map(str, self.taken))}" if self.taken else self.card.text


Action = Play
"""The only kind of action."""

_INDEX: Final = {c: index for index, c in enumerate(sorted(DECK, key=lambda c: (c.rank, c.order)))}


def as_written(cards: Iterable[Card]) -> list[Card]:
    """Return `cards` in the order in which a capture is written: ascending rank, then S H D C."""
    return sorted(cards, key=_INDEX.__getitem__)


_BY_TEXT: Final = {c.text: c for c in DECK}


def parse(text: str) -> Play:
    """Return the play written as `text`, captured cards in any order; BadNotation if it is not one."""
    played, colon, rest = text.partition(":")
    try:
        taken = [_BY_TEXT[part] for part in rest.split("+")] if colon else []
        return Play(_BY_TEXT[played], tuple(as_written(taken)))
    except KeyError as error:
        raise BadNotation(f"{error.args[0]} is not a card") from None

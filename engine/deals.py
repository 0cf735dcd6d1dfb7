"""Deals, and their notation in the log of a table and in a record."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from engine.cards import Card, written
from engine.game import AnyGame, BadNotation, shortened

_WRITTEN: Final = re.compile("([0-9])(?:/([1-9][0-9]?))? (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: `dealer` is the seat that deals, `deck` has the cards in the order dealt, after the `cut`.

    A log holds a deal as `str` writes it: the seat, the cut if there was one, the deck. A record has a key
    each for seat and deck, and keeps the cuts with the shuffle; `extra` holds keys that this version does not
    know.
    """

    dealer: int
    deck: tuple[Card, ...]
    extra: Mapping[str, object] = field(default_factory=dict)
    cut: int = 0

    def __str__(self) -> str:
        seat = f"{self.dealer}/{self.cut}" if self.cut else str(self.dealer)
        return f"{seat} {written(self.deck)}"

    @classmethod
    def parse(cls, text: str, game: AnyGame) -> Self:
        """Return the deal of `game` written as `text`; BadNotation if it is not one."""
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise BadNotation("not a seat, a blank and a deck")
        deck, cut = parse_deck(match[3], game), int(match[2] or 0)
        if cut >= len(deck):
            raise BadNotation("the cut is not within the deck")
        return cls(int(match[1]), deck, cut=cut)


def parse_deck(text: str, game: AnyGame) -> tuple[Card, ...]:
    """Return the deck of `game` written as `text`; BadNotation unless it has each card once."""
    by_text = {c.text: c for c in game.DECK}
    deck: dict[str, Card] = {}
    for part in text.split(" "):
        if part not in by_text:
            raise BadNotation(f"'{shortened(part)}' is not a card of {game.NAME}")
        if part in deck:
            raise BadNotation(f"{part} twice")
        deck[part] = by_text[part]
    for c in game.DECK:
        if c.text not in deck:
            raise BadNotation(f"{c} is missing")
    return tuple(deck.values())

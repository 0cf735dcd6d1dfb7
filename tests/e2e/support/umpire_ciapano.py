"""The umpire of Ciapano: how its tricks and thirds must be seen, and players who are out."""

from collections.abc import Iterator, Sequence

from engine import ciapano
from engine.cards import Card
from engine.ciapano.scoring import STRENGTH, THIRDS
from sandbox.view import Message
from tests.e2e.support.reading import (
    BLUE,
    GREEN,
    GREY,
    Said,
    Shown,
    above,
    cards,
    glyph,
    of,
    taught,
    tokens,
)
from tests.e2e.support.umpire import Umpire

FRACTIONS = ("", "⅓", "⅔")
OUT, NEAR = 31, 10
"""Points with which a player is out, and how many fewer count as near it."""


def points(thirds: int) -> str:
    """Return thirds as people write them."""
    return f"{thirds // 3 or ''}{FRACTIONS[thirds % 3]}" or "0"


class Ciapano(Umpire):
    """The umpire of Ciapano."""

    GAME = ciapano.NAME
    LOOKED_UP = "last-trick"

    def lying(self) -> Iterator[Said]:
        """Yield the contents of lines about the table in words: cards by player, seats near 31 or out."""
        yield of(*((self.name(seat), [glyph(card)]) for seat, card in self.state.table))
        playing = ciapano.active(self.state)
        told = [s for s, n in enumerate(self.state.totals) if n >= OUT - NEAR or s not in playing]
        yield of(*((self.name(seat), [self.state.totals[seat]]) for seat in told))

    def counted(self) -> Iterator[Said]:
        """Yield the contents of other lines for everybody: cards in hand, and those taken in this hand."""
        seen, playing = ciapano.observe(self.state, None), ciapano.active(self.state)
        yield of(*((self.name(seat), [seen.counts[seat]]) for seat in playing))
        yield of(*((self.name(seat), [points(seen.thirds[seat])]) for seat in playing))

    def scored(self) -> list[int]:
        """Return the sides on the last score sheet: the players of the hand."""
        number = len(self.state.sheets)
        return [seat for seat, out in enumerate(self.state.out) if out in (0, number)]

    def hand(self, seat: int) -> list[Card]:
        """Return the cards of a seat in the order of the game."""
        return sorted(super().hand(seat), key=lambda card: ("SHDC".index(card.text[1]), -STRENGTH[card]))

    def played_from_hand(self, seat: int) -> list[Card]:
        """Return the cards that a seat may play, or lay aside."""
        return [action.card for action in ciapano.legal(self.state, seat)]

    def own(self, seat: int, panel: Message) -> list[str]:
        """Return other faults of a seat's panel: before playing it reads the trick's cost."""
        if seat not in self.waits_for() or not self.state.table:
            return []
        trick = [card for _, card in self.state.table]
        price = sum(THIRDS[card] for card in trick)
        holder, best = max(
            (play for play in self.state.table if play[1].suit is trick[0].suit),
            key=lambda play: STRENGTH[play[1]],
        )
        over = [
            card
            for card in self.played_from_hand(seat)
            if card.suit is best.suit and STRENGTH[card] > STRENGTH[best]
        ]
        prices = {glyph(card): price + THIRDS[card] for card in over}
        told = [tokens(line, self.names()) for line in above(panel)]
        if not any({self.name(holder), points(price)} <= set(line) for line in told):
            return [f"{self.name(seat)}: no {points(price)} to {self.name(holder)} in {above(panel)}"]
        found = {what: {_first_number(line, what) for line in told} for what in prices}
        if taught(panel):
            return []
        wrong = {what: n for what, n in prices.items() if points(n) not in found[what]}
        return [f"{self.name(seat)}: no prices {wrong} in {above(panel)}"] if wrong else []

    def expected(self, seat: int) -> list[Shown]:
        """Return the buttons of a seat's cards on its turn."""
        hand = self.hand(seat)
        if seat not in self.waits_for():
            return []
        if self._discards(seat):
            return [Shown("pick", f"discard {card}", BLUE, glyph(card)) for card in hand]
        legal = self.played_from_hand(seat)
        return [Shown("play", card.text, BLUE if card in legal else GREY, glyph(card)) for card in hand]

    def answers(self, seat: int, opened: str, panel: Message) -> tuple[list[Shown], list[str]]:
        """Return the question whether to lay a card aside."""
        (card,) = [c for c in self.state.hands[seat] if f"discard {c}" == opened]
        told = any(cards(line) == [glyph(card)] for line in above(panel))
        return [Shown("play", opened, GREEN)], [] if told else [f"{opened}: not named in {above(panel)}"]

    def on_page(self, seat: int, page: str) -> list[str] | None:
        """Return the cards that a page must name: of the last trick those that were played to it."""
        if page != "last-trick":
            return super().on_page(seat, page)
        if not self.waits_for():
            return None
        tricks = self.state.tricks
        return [glyph(card) for _, card in tricks[-1].plays] if tricks else []

    def _discards(self, seat: int) -> bool:
        return any(isinstance(action, ciapano.Discard) for action in ciapano.legal(self.state, seat))


def _first_number(line: Sequence[str], what: str) -> str:
    """Return the first number after a card in a line, empty if there is none."""
    after = line[line.index(what) + 1 :] if what in line else []
    return next((token for token in after if token[0].isnumeric() and not cards(token)), "")

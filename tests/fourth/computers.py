"""The hints of Carta alta."""

from collections.abc import Iterator
from typing import Final

from engine.ai.computers import Computers
from engine.ai.reasons import Reason, reason
from tests.fourth.rules import Play, Seen


def reasons(seen: Seen, action: Play, other: Play | None) -> Iterator[Reason]:
    """Yield the reason for a card: it beats the table, or is the lowest that could be lost."""
    if seen.table and action.card.rank > max(card.rank for _, card in seen.table):
        yield reason("beats", card=action.card)
    if action.card.rank == min(card.rank for card in seen.hand):
        yield reason("lowest", card=action.card)


COMPUTERS: Final = Computers(reasons=reasons)

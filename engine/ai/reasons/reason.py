"""A reason as data: what is claimed, and about what."""

from dataclasses import dataclass

from engine.cards import Card, Suit

Value = Card | Suit | int | str | tuple[Card, ...] | tuple[str, ...]
"""A card, a suit, a number (of `seat` that of a seat, of `rank` a rank), the name of a line, or several."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One claim about an action; `key` says which, `values` what it is about."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        return dict(self.values)[name]


def reason(key: str, **values: Value) -> Reason:
    """Return a reason."""
    return Reason(key, tuple(values.items()))

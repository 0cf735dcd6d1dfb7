"""The actions of a player of Civil Suits, and their notation in the table record.

Actions hold and write sets of cards in card order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Final, overload

from engine.cards import FRENCH_DECK, MINIONS, Card, Suit, card, in_order, written
from engine.civil_suits.options import CHALLENGERS
from engine.game import BadNotation

DECK: Final = FRENCH_DECK + MINIONS


@dataclass(frozen=True, slots=True)
class Note:
    """Noting a civil suit in private (V6)."""

    suit: Suit

    def __str__(self) -> str:
        return f"suit {self.suit}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Passing cards before the first trick of a round (V7)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"pass {written(self.cards)}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Declining to lead to the first trick of the game (V8)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Play:
    """Laying a card to the trick, the first one or a replay (V13)."""

    card: Card

    def __str__(self) -> str:
        return self.card.text


@dataclass(frozen=True, slots=True)
class Ban:
    """Banning a suit from the trick with a Minion (V13), or None."""

    suit: Suit | None

    def __str__(self) -> str:
        return f"ban {self.suit or 'none'}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Adding a challenger after a tie (V15), or None."""

    card: Card | None

    def __str__(self) -> str:
        return f"challenge {self.card or 'none'}"


@dataclass(frozen=True, slots=True)
class Intelligence:
    """Looking at the civil suit of an opponent (V18), or of None."""

    seat: int | None

    def __str__(self) -> str:
        return f"intelligence {'none' if self.seat is None else self.seat}"


@dataclass(frozen=True, slots=True)
class Magic:
    """Using Magic for one demerit less (`score`, V19 A) or to set cards `aside` (V19 B), or not at all."""

    aside: tuple[Card, ...] = ()
    score: bool = False

    def __str__(self) -> str:
        if self.score:
            return "magic score"
        return f"magic aside {written(self.aside)}" if self.aside else "magic none"


@dataclass(frozen=True, slots=True)
class Might:
    """Naming the trump suit of the trick (V20), or None."""

    suit: Suit | None

    def __str__(self) -> str:
        return f"might {self.suit or 'none'}"


@dataclass(frozen=True, slots=True)
class Expose:
    """Making public every civil suit that Intelligence has shown to the seat alone (V18)."""

    def __str__(self) -> str:
        return "expose"


Action = Note | Pass | Decline | Play | Ban | Challenge | Intelligence | Magic | Might | Expose


DECLINE: Final = Decline()
EXPOSE: Final = Expose()
NO_CHALLENGE: Final = Challenge(None)
NO_MAGIC: Final = Magic()
SCORE: Final = Magic(score=True)
NO_LOOK: Final = Intelligence(None)
NO_MIGHT: Final = Might(None)

NOTES: Final = tuple(Note(suit) for suit in Suit)
PLAYS: Final = {c: Play(c) for c in DECK}
BANS: Final = tuple(Ban(suit) for suit in (*Suit, None))
CHALLENGES: Final = {c: Challenge(c) for c in CHALLENGERS}
LOOKS: Final = tuple(
    tuple(Intelligence(other) for other in (0, 1, 2, 3, None) if other != seat) for seat in range(4)
)
"""The ways to use Intelligence, by seat."""
MIGHTS: Final = tuple(Might(suit) for suit in (*Suit, None))


# Notation

_WITHOUT_SETS: Final[tuple[Action, ...]] = (
    DECLINE,
    EXPOSE,
    NO_CHALLENGE,
    NO_MAGIC,
    SCORE,
    *NOTES,
    *BANS,
    *MIGHTS,
    *PLAYS.values(),
    *map(Challenge, DECK),
    *map(Intelligence, (*range(10), None)),
)
_BY_TEXT: Final = {str(action): action for action in _WITHOUT_SETS}


def parse(text: str) -> Action:
    """Return the action written as `text`, cards of a set in any order; BadNotation if it is not one."""
    action = _BY_TEXT.get(text)
    if action is not None:
        return action
    for start, of_cards in (("pass ", Pass), ("magic aside ", Magic)):
        if text.startswith(start):
            try:
                return of_cards(in_order(map(card, text.removeprefix(start).split(" "))))
            except ValueError as error:
                raise BadNotation(str(error)) from None
    raise BadNotation(f"{text} is no action of civil-suits")


# Sets of cards, in the order of the table record: card by card, a set before its continuations


@lru_cache
def _choices(cards: int, number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(cards), number))


@dataclass(frozen=True, slots=True)
class Passes(Sequence[Pass]):
    """All ways to pass `number` cards of `hand`: up to 1001, so each is built only when it is needed."""

    hand: tuple[Card, ...]
    number: int

    def __len__(self) -> int:
        return comb(len(self.hand), self.number)

    @overload
    def __getitem__(self, index: int) -> Pass: ...

    @overload
    def __getitem__(self, index: "slice[int | None]") -> tuple[Pass, ...]: ...

    def __getitem__(self, index: "int | slice[int | None]") -> Pass | tuple[Pass, ...]:
        choices = _choices(len(self.hand), self.number)
        if isinstance(index, slice):
            return tuple([self._pass(indices) for indices in choices[index]])
        return self._pass(choices[index])

    def __iter__(self) -> Iterator[Pass]:
        return map(Pass, combinations(self.hand, self.number))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Pass) or len(action.cards) != self.number:
            return False
        return action.cards == tuple([c for c in self.hand if c in action.cards])

    def _pass(self, indices: tuple[int, ...]) -> Pass:
        return Pass(tuple([self.hand[index] for index in indices]))


@lru_cache
def _sets(cards: int) -> tuple[tuple[int, ...], ...]:
    """Return all non-empty sets of this number of cards, as indices."""
    return tuple(sorted(indices for number in range(1, cards + 1) for indices in _choices(cards, number)))


def asides(cards: tuple[Card, ...]) -> list[Magic]:
    """Return all ways to set one or more of `cards` aside: 255 for eight cards."""
    return [Magic(tuple([cards[index] for index in indices])) for indices in _sets(len(cards))]


def repeated(cards: tuple[Card, ...]) -> Card | None:
    """Return a card that occurs twice in `cards`, which are in card order; None if there is none."""
    return next((one for one, other in pairwise(cards) if one is other), None)

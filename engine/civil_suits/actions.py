"""What a player of Civil Suits can do, and how it is written in the table record.

Sets of cards stand in card order, in which each action holds them too.
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
    """A civil suit, noted in private (V6)."""

    suit: Suit

    def __str__(self) -> str:
        return f"suit {self.suit}"


@dataclass(frozen=True, slots=True)
class Pass:
    """The cards given away before the first trick of a round (V7)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"pass {written(self.cards)}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Not to lay first to the first trick of the game (V8)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Play:
    """A card laid to the trick, the first time or again (V13)."""

    card: Card

    def __str__(self) -> str:
        return self.card.text


@dataclass(frozen=True, slots=True)
class Ban:
    """The suit that a Minion bans from the trick (V13), or None."""

    suit: Suit | None

    def __str__(self) -> str:
        return f"ban {self.suit or 'none'}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """The challenger added after a tie (V15), or None."""

    card: Card | None

    def __str__(self) -> str:
        return f"challenge {self.card or 'none'}"


@dataclass(frozen=True, slots=True)
class Intelligence:
    """The opponent whose civil suit is looked at (V18), or None."""

    seat: int | None

    def __str__(self) -> str:
        return f"intelligence {'none' if self.seat is None else self.seat}"


@dataclass(frozen=True, slots=True)
class Magic:
    """One demerit less (`score`, V19 A), or cards set `aside` (V19 B), or neither."""

    aside: tuple[Card, ...] = ()
    score: bool = False

    def __str__(self) -> str:
        if self.score:
            return "magic score"
        return f"magic aside {written(self.aside)}" if self.aside else "magic none"


@dataclass(frozen=True, slots=True)
class Might:
    """The trump suit of the trick (V20), or None."""

    suit: Suit | None

    def __str__(self) -> str:
        return f"might {self.suit or 'none'}"


@dataclass(frozen=True, slots=True)
class Expose:
    """Making public all that Intelligence has shown one and that is not public yet (V18)."""

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
"""What each seat may do with Intelligence."""
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
    """Return the action written `text`, the cards of a set in any order; BadNotation if there is none."""
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
    """All ways to pass `number` cards of `hand`; up to 1001, so each is made when it is asked for."""

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
            return tuple([self._pass(places) for places in choices[index]])
        return self._pass(choices[index])

    def __iter__(self) -> Iterator[Pass]:
        return map(Pass, combinations(self.hand, self.number))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Pass) or len(action.cards) != self.number:
            return False
        return action.cards == tuple([c for c in self.hand if c in action.cards])

    def _pass(self, places: tuple[int, ...]) -> Pass:
        return Pass(tuple([self.hand[place] for place in places]))


@lru_cache
def _sets(cards: int) -> tuple[tuple[int, ...], ...]:
    """Return all sets of at least one of so many cards."""
    return tuple(sorted(places for number in range(1, cards + 1) for places in _choices(cards, number)))


def asides(cards: tuple[Card, ...]) -> list[Magic]:
    """Return all ways to set one or more of `cards` aside; of eight cards there are 255."""
    return [Magic(tuple([cards[place] for place in places])) for places in _sets(len(cards))]


def repeated(cards: tuple[Card, ...]) -> Card | None:
    """Return a card that is twice among `cards`, which are in card order; None if there is none."""
    return next((one for one, other in pairwise(cards) if one is other), None)

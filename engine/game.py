"""The contract that every game meets, and the values that all games share.

A game is a module of pure functions over its own frozen `State`; `Game` lists them. The dealer (`DEALER`)
stands for chance: if a state waits for it, `deal` is called, as `apply` is for an action of a seat.
"""

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from engine.cards import Card, Suit

DEALER: Final = -1
"""The seat number that stands for chance in `to_act`."""


class IllegalAction(ValueError):
    """An action that the rules forbid: `rule` is its number, `name` and `values` identify the reason.

    `str()` is a sentence in English; a translation is looked up by `name` and filled with `values`.
    """

    def __init__(self, rule: str, name: str, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.rule = rule
        self.name = name
        self.values = values


class BadNotation(ValueError):
    """A text that is not valid notation in the game."""


class BadOptions(ValueError):
    """An option that the game does not have, or a value that it does not allow."""


def shortened(text: str, most: int = 60) -> str:
    """Return `text` as an error quotes it, at most `most` characters long."""
    return text if len(text) <= most else text[: most - 1] + "…"


def chosen(
    game: str, allowed: Mapping[str, tuple[int | str, ...]], values: Mapping[str, object]
) -> dict[str, Any]:
    """Return `values` unchanged; BadOptions unless `game` has each option and allows its value."""
    for name, value in values.items():
        if name not in allowed:
            raise BadOptions(f"{game} has no option {name}")
        # A bool equals an int and 4.0 equals 4; neither is a value of an option.
        if not any(type(value) is type(one) and value == one for one in allowed[name]):
            raise BadOptions(f"{name} can only be {', '.join(map(str, allowed[name]))}")
    return dict(values)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: `side` scored `points` under `name` with `cards`."""

    side: int
    name: str
    points: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """An event to show to players: derived from two states and never stored.

    `target` is the seat that it affects, `suit` the suit that it names.
    """

    name: str
    seat: int | None = None
    side: int | None = None
    cards: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    suit: Suit | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A finished hand by side: the scores, and the detail that a record shows."""

    scores: tuple[int, ...]
    detail: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands, by side; `places` is None until it is finished."""

    finished: bool
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[FinishedHand, ...] = field(default=())
    places: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Scatter:
    """The standard deviations of the points of a hand: by `luck` on a side, by `skill`, and of a `pair`.

    `skill` is that between members, `pair` what two partners have beyond it.
    """

    luck: float
    skill: float
    pair: float = 0.0


class AnySeen(Protocol):
    """A seat's view of a game: each game has a frozen type of its own, with at least these properties."""

    @property
    def viewer(self) -> int | None:
        """Return the seat whose view this is, None for a spectator."""

    @property
    def options(self) -> Any:
        """Return the game's options."""

    @property
    def dealer(self) -> int | None:
        """Return the seat that dealt the hand under way or just finished, None before the first deal."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """Return the viewer's cards in card order."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of cards in hand, by seat."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the points so far, by side."""

    @property
    def sheets(self) -> tuple[Any, ...]:
        """Return the score sheets of the finished hands."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that the game waits for, as `Game.to_act` has them."""

    @property
    def legal(self) -> Sequence[Any]:
        """Return the viewer's legal actions, as `Game.legal` has them."""


State = TypeVar("State")
Action = TypeVar("Action")
Seen = TypeVar("Seen", bound=AnySeen)
Options = TypeVar("Options")


class Game(Protocol[State, Action, Seen, Options]):
    """The contract of a game's module. States go in and come out; nothing is ever changed in place.

    The four types are the game's own frozen values; outside the game only `AnySeen` is known of them.
    """

    NAME: str
    DECK: tuple[Card, ...]
    OPTIONS: Mapping[str, tuple[int | str, ...]]
    """Every option that a menu can offer, with the values that it allows, the default first."""
    FIRST_GAME: Mapping[str, int | str]
    """The options of a beginner's game against computers, in place of the defaults."""
    POINT_OPTIONS: tuple[str, ...]
    """The options that change how many points a hand brings: results by other ones are not compared."""
    SCATTER: Scatter
    """How much the points of a hand differ, for ratings."""
    LOW_WINS: bool
    """Whether fewer points are better."""
    HOLDS: frozenset[str]
    """The names of the events after which the table is held in view for a moment."""
    CONFIRMED: frozenset[str]
    """The names of the events of plays that always take two presses: of the card, and then of the play."""
    FORMALITIES: frozenset[Action]
    """The actions that `formality` can return; a seat with a choice may take them too."""

    def options(self, values: Mapping[str, object]) -> Options:
        """Return the options chosen by `values`, defaults filled in; BadOptions if any is not allowed."""

    def values(self, options: Options) -> dict[str, object]:
        """Return the value of every option, as a record has them."""

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""

    def start(self, options: Options) -> State:
        """Return the state before the first deal."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that the game waits for, ascending; (DEALER,) for a deal, () when it is over."""

    def dealers(self, state: State) -> tuple[int, ...]:
        """Return the seats that may deal the next hand: all of them before the first."""

    def cutter(self, options: Options, dealer: int) -> int | None:
        """Return the seat that cuts the deck before `dealer` deals it, None if nobody does."""

    def deal(self, state: State, dealer: int, deck: tuple[Card, ...]) -> State:
        """Return the state after the deal; ValueError if none is due or `deck` is not a full deck."""

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        """Return the legal actions of `seat`, in the order of the table record, as a frozen sequence."""

    def apply(self, state: State, seat: int, action: Action) -> State:
        """Return the state after `action`; IllegalAction if the rules forbid it."""

    def observe(self, state: State, seat: int | None) -> Seen:
        """Return the view of `seat` (None: a spectator), with its legal actions."""

    def sample(self, seen: Seen, rng: random.Random) -> State:
        """Return a full state that the viewer of `seen` cannot rule out."""

    def preview(self, seen: Seen, action: Action) -> tuple[Line, ...]:
        """Return the points that the viewer of `seen` would score at once by `action`."""

    def events(self, before: State, seat: int, action: Action | None, after: State) -> tuple[Event, ...]:
        """Return the events between two states; seat DEALER and action None stand for a deal."""

    def reveals(self, before: State, seat: int, action: Action, after: State) -> bool:
        """Return whether an action revealed hidden facts besides itself, so that it cannot be undone."""

    def begins(self, seen: Seen) -> int | None:
        """Return the seat that plays the first card of the hand under way; None while that is undecided."""

    def uncounted(self, seen: Seen, told: Sequence[Event]) -> Seen:
        """Return the view after the last card of a hand, before the hand was counted.

        `seen` is the view once the hand is over, `told` has all events of the hand. The result waits for
        nobody.
        """

    def active(self, state: State) -> tuple[int, ...]:
        """Return the seats that are still in the game, ascending."""

    def formality(self, state: State, seat: int) -> Action | None:
        """Return the only action of a seat asked just to keep its hand secret; None if it has a choice."""

    def position(self, state: State) -> Hashable:
        """Return the part of a state that decides the scores of the hand: equal parts, equal scores."""

    def standing(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the totals so far and the winners, as `outcome` does but faster."""

    def outcome(self, state: State) -> Outcome:
        """Return the totals so far, the finished hands and, at the end, the winners."""

    def tally(self, state: State) -> tuple[Mapping[str, int] | None, ...]:
        """Return the points of the hand just finished by name, for each side; None for one that is out.

        A game may count more than points there, such as tricks.
        """

    def parse(self, text: str) -> Action:
        """Return the action written as `text`; BadNotation if there is none. `str` is its inverse."""


AnyGame = Game[Any, Any, Any, Any]
"""A game looked up by its name: the types of its values are not known."""

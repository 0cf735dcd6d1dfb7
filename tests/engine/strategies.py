"""Positions of every game, reached by legal play, and the Hypothesis profile of tests of the engine."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine import GAMES, civil_suits
from engine.cards import Card, card
from engine.deals import Deal
from engine.game import DEALER, AnyGame
from engine.record import BadRecord, Record, advance

settings.register_profile(
    "engine",
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("engine")

Pick = Callable[[Sequence[Any], random.Random], Any]


def _hoard(legal: Sequence[Any], rng: random.Random) -> Any:
    """Return a Minion once few cards are left, and any other action until then."""
    minions = [action for action in legal[-3:] if str(action) in ("M1", "M2")]
    if minions and len(legal) < 6:
        return minions[0]
    return rng.choice(legal[: len(legal) - len(minions)] or legal)


TEMPERS: Mapping[str, Pick] = {
    "any": lambda legal, rng: rng.choice(legal),
    "first": lambda legal, rng: legal[0],
    "last": lambda legal, rng: legal[-1],
    "hoard": _hoard,
}
"""How a seat plays: in Cicera the first legal action leaves a card, the last one captures where it can.

Hoarded Minions ban suits from seats with little else to play; without Minions it is like `any`.
"""


@dataclass(frozen=True)
class Position:
    """A game under way: its record so far, its deals and actions as applied, and the state after each."""

    game: AnyGame
    options: Any
    record: Record
    entries: tuple[Deal | str, ...]
    states: tuple[Any, ...]

    @property
    def state(self) -> Any:
        """Return the latest state."""
        return self.states[-1]

    @property
    def seats(self) -> range:
        """Return all seats."""
        return range(sum(map(len, self.game.sides(self.options))))

    def steps(self) -> Iterator[tuple[Any, Deal | str, Any]]:
        """Yield each entry with the states before and after it."""
        yield from zip(self.states, self.entries, self.states[1:], strict=False)

    @property
    def last_hand(self) -> tuple[Deal | str, ...]:
        """Return the last deal and all entries after it."""
        dealt = max(place for place, entry in enumerate(self.entries) if isinstance(entry, Deal))
        return self.entries[dealt:]

    def up_to(self, step: int) -> "Position":
        """Return the position of the same game after so many of its entries."""
        entries = self.entries[:step]
        return Position(
            self.game, self.options, recorded(self.record, entries), entries, self.states[: step + 1]
        )


def recorded(record: Record, entries: Sequence[Deal | str]) -> Record:
    """Return the record of a game with these entries."""
    return replace(
        record,
        deals=tuple(entry for entry in entries if isinstance(entry, Deal)),
        actions=tuple(entry for entry in entries if isinstance(entry, str)),
    )


def played(
    game: AnyGame, values: Mapping[str, object], seed: int, steps: int, tempers: Sequence[str] = ("any",)
) -> Position:
    """Return the position after so many steps (deals count) of a game chosen by `seed`, or its end."""
    rng = random.Random(seed)
    options = game.options(values)
    seats = sum(map(len, game.sides(options)))
    states = [game.start(options)]
    entries: list[Deal | str] = []
    while len(entries) < steps and (waits_for := game.to_act(states[-1])):
        state = states[-1]
        legal = {seat: game.legal(state, seat) for seat in range(seats)}
        able = [seat for seat, actions in legal.items() if actions]  # a few actions are for any time
        seat = rng.choice(able or waits_for)
        if seat == DEALER:
            deck = list(game.DECK)
            rng.shuffle(deck)
            deal = Deal(rng.choice(game.dealers(state)), tuple(deck))
            entries.append(deal)
            states.append(game.deal(state, deal.dealer, deal.deck))
        else:
            action = TEMPERS[tempers[seat % len(tempers)]](legal[seat], rng)
            entries.append(f"{seat} {action}")
            states.append(game.apply(state, seat, action))
    record = recorded(Record(game.NAME, values), entries)
    return Position(game, options, record, tuple(entries), tuple(states))


BY_FILE: Mapping[str, Sequence[dict[str, object]]] = {
    "civil-suits": [
        {"powers": {c.text: [c.order % 4, 99 - c.order, 7 * c.order % 10] for c in civil_suits.CHALLENGERS}},
    ]
}
"""Options that no menu offers, by game."""


def all_options(game: AnyGame) -> list[dict[str, object]]:
    """Return every combination of the values that the game's options allow, and some set by file."""
    offered: list[dict[str, object]] = [
        dict(zip(game.OPTIONS, values, strict=True)) for values in product(*game.OPTIONS.values())
    ]
    return [*offered, *BY_FILE.get(game.NAME, ())]


def paired_options(game: AnyGame) -> list[dict[str, object]]:
    """Return the fewest combinations that have any two values of two options together, the defaults first."""

    def pairs(values: Mapping[str, object]) -> set[tuple[str, str]]:
        chosen = [f"{name}={value}" for name, value in values.items()]
        return set(product(chosen, chosen))

    offered = all_options(game)
    found = [offered[0]]
    left = set().union(*map(pairs, offered)) - pairs(found[0])
    while left:
        found.append(max(offered, key=lambda values: len(pairs(values) & left)))
        left -= pairs(found[-1])
    return found


def positions(
    games: Sequence[str] = tuple(GAMES), steps: int = 260, least: int = 0
) -> st.SearchStrategy[Position]:
    """Return positions of `games` with any options, from before the first deal to the end."""
    return st.sampled_from(games).flatmap(lambda name: _positions_of(name, least, steps))


@cache
def _positions_of(name: str, least: int, steps: int) -> st.SearchStrategy[Position]:
    return st.builds(
        played,
        st.just(GAMES[name]),
        st.sampled_from(all_options(GAMES[name])),
        st.integers(0, 2**32),
        st.integers(least, steps),
        st.lists(st.sampled_from(sorted(TEMPERS)), min_size=1, max_size=2),
    )


def swapped(position: Position, one: Card, other: Card) -> Record:
    """Return the position's record with two cards of the last deal swapped.

    A seat that did something with one of them in secret has done it with the other.
    """
    dealt = len(position.entries) - len(position.last_hand)
    return recorded(position.record, (*position.entries[:dealt], *_swapped(position, one, other)))


def swapped_state(position: Position, one: Card, other: Card) -> Any | None:
    """Return the state of that record, None where it cannot be played."""
    return led_to(position, _swapped(position, one, other))


def led_to(position: Position, last_hand: Sequence[Deal | str]) -> Any | None:
    """Return the state after other entries from the last deal on, None where one of them is illegal.

    The hands before are not played again.
    """
    state = position.states[len(position.entries) - len(position.last_hand)]
    try:
        for entry in last_hand:
            state = advance(position.game, state, entry)
    except BadRecord:
        return None
    return state


def _swapped(position: Position, one: Card, other: Card) -> list[Deal | str]:
    change = {one.text: other.text, other.text: one.text}
    deal, *actions = position.last_hand
    assert isinstance(deal, Deal)
    deck = tuple(card(change.get(c.text, c.text)) for c in deal.deck)
    since = [re.sub(f"{one}|{other}", lambda found: change[found[0]], str(action)) for action in actions]
    return [Deal(deal.dealer, deck), *since]

"""Whole games between computer players; the same seed gives the same games on every machine."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from engine.ai import Player
from engine.deals import Deal
from engine.game import DEALER, Action, Game, Options, Seen, State
from engine.record import Record, result


@dataclass(frozen=True, slots=True)
class Played(Generic[State, Action, Seen, Options]):
    """A game that was played: its deals, the actions with their seats, and the last state."""

    game: Game[State, Action, Seen, Options]
    options: Options
    deals: tuple[Deal, ...]
    actions: tuple[tuple[int, Action], ...]
    state: State

    def record(self) -> Record:
        """Return the game as a record, all its options and its result written out."""
        return Record(
            game=self.game.NAME,
            options=self.game.values(self.options),
            deals=self.deals,
            actions=tuple(f"{seat} {action}" for seat, action in self.actions),
            result=result(self.game, self.state),
        )


def simulate(
    game: Game[State, Action, Seen, Options],
    options: Options,
    players: Sequence[Player[Seen, Action]],
    games: int,
    seed: int,
) -> Iterator[Played[State, Action, Seen, Options]]:
    """Yield this number of finished `games`; `players` has one for each seat."""
    for number in range(1, games + 1):
        yield play(game, options, players, f"{seed} {number}")


def play(
    game: Game[State, Action, Seen, Options],
    options: Options,
    players: Sequence[Player[Seen, Action]],
    seed: str,
    hands: int = 0,
) -> Played[State, Action, Seen, Options]:
    """Return a game played to its end, or for this number of `hands`.

    The dealer and each seat have a generator of their own, so that the first deal does not depend on the
    players.
    """
    dealer = random.Random(f"{seed} dealer")
    seats = [random.Random(f"{seed} {seat}") for seat in range(len(players))]
    deals: list[Deal] = []
    actions: list[tuple[int, Action]] = []
    state = game.start(options)
    while waits_for := game.to_act(state):
        seat = waits_for[0]
        if seat == DEALER:
            if hands and len(deals) == hands:
                break
            deck = list(game.DECK)
            dealer.shuffle(deck)
            deal = Deal(dealer.choice(game.dealers(state)), tuple(deck))
            state = game.deal(state, deal.dealer, deal.deck)
            deals.append(deal)
        else:
            action = players[seat].choose(game.observe(state, seat), seats[seat])
            state = game.apply(state, seat, action)
            actions.append((seat, action))
    return Played(game, options, tuple(deals), tuple(actions), state)

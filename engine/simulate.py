"""Whole games between computer players, the same ones from the same seed on every run and machine."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ai import Agent
from engine.game import DEALER, Action, Game, Options, State
from engine.record import Deal, Record, result


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: what was dealt, what each seat did, and the last state."""

    game: Game
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
    game: Game, options: Options, agents: Sequence[Agent], games: int, seed: int
) -> Iterator[Played]:
    """Yield so many finished games; `agents` has one a seat.

    In every game the dealer and each seat have a source of chance of their own, so that the first deal stays
    the same whoever plays.
    """
    for number in range(1, games + 1):
        dealer = random.Random(f"{seed} {number} dealer")
        seats = [random.Random(f"{seed} {number} {seat}") for seat in range(len(agents))]
        yield _play(game, options, agents, dealer, seats)


def _play(
    game: Game, options: Options, agents: Sequence[Agent], dealer: random.Random, seats: list[random.Random]
) -> Played:
    deals: list[Deal] = []
    actions: list[tuple[int, Action]] = []
    state = game.start(options)
    while waits_for := game.to_act(state):
        seat = waits_for[0]
        if seat == DEALER:
            deck = list(game.DECK)
            dealer.shuffle(deck)
            deal = Deal(dealer.choice(game.dealers(state)), tuple(deck))
            state = game.deal(state, deal.dealer, deal.deck)
            deals.append(deal)
        else:
            action = agents[seat](game.observe(state, seat), seats[seat])
            state = game.apply(state, seat, action)
            actions.append((seat, action))
    return Played(game, options, tuple(deals), tuple(actions), state)

"""Plays at random, where the choice does not matter."""

import random
from typing import Any

from engine import cicera
from engine.cards import Card
from engine.game import AnyGame

SPADES = "S"


def any_play(game: AnyGame, state: Any, seat: int, rng: random.Random) -> str:
    """Return a random legal play of a seat.

    But in Cicera a side that has no spade yet takes one where it can. One side with all of them would end the
    game (C26), and of plays that are wholly at random one first hand in 300 ends so.
    """
    plays = [str(action) for action in game.legal(state, seat)]
    if game.NAME == cicera.NAME and not any(map(_spade, state.taken[seat % 2])):
        plays = [play for play in plays if ":" in play and SPADES in play] or plays
    return rng.choice(plays)


def _spade(card: Card) -> bool:
    return card.text.endswith(SPADES)

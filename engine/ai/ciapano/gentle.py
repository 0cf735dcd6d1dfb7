"""A gentle player of Ciapano, for a beginner's opponents: it saves its strong cards, as beginners do."""

import random

from engine.ai.player import Judgement, Player
from engine.ciapano import Action, Seen
from engine.ciapano.scoring import STRENGTH


class Saving(Player[Seen, Action]):
    """Plays its weakest card; so it is left with strong cards, and takes the last tricks with them."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the legal actions, the weakest card first, in random order where they are equal."""
        mixed = rng.sample(seen.legal, len(seen.legal))
        return Judgement(tuple([(one, 0.0) for one in sorted(mixed, key=lambda one: STRENGTH[one.card])]))

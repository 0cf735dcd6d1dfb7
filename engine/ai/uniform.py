"""The random player: any legal action, each as likely as the others."""

import random

from engine.game import Action, Seen


def choose(seen: Seen, rng: random.Random) -> Action:
    """Return one of the legal actions."""
    return rng.choice(seen.legal)

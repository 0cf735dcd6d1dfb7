"""A gentle player of Civil Suits, for a beginner's opponents: it saves its strong cards, as beginners do."""

import random
from collections.abc import Sequence

from engine.ai.player import Judgement, Player
from engine.civil_suits import Action, Phase, Seen
from engine.civil_suits.actions import EXPOSE, Pass, Passes, Play


class Saving(Player[Seen, Action]):
    """Plays its lowest card, if it can of the suit led, and passes low cards; the rest it leaves to chance.

    So it is left with its strong cards, and in the end has to take tricks with them.
    """

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the actions that it considers, the best first, with chance among equals."""
        return Judgement(tuple([(action, 0.0) for action in _in_order(seen, rng)]))


def _in_order(seen: Seen, rng: random.Random) -> Sequence[Action]:
    """Return the actions to consider, the best first."""
    if isinstance(seen.legal, Passes):
        low_first = sorted(rng.sample(seen.hand, len(seen.hand)), key=lambda c: c.rank)
        return [Pass(tuple(sorted(low_first[: seen.legal.number])))]
    asked = [action for action in seen.legal if action != EXPOSE]
    mixed = rng.sample(asked, len(asked))
    if seen.phase not in (Phase.PLAY, Phase.REPLAY):
        return mixed
    plays = sorted([play for play in mixed if isinstance(play, Play)], key=lambda play: play.card.rank)
    if not seen.trick.laid:
        return plays
    led = seen.trick.laid[0][1].suit
    return sorted(plays, key=lambda play: play.card.suit is not led)

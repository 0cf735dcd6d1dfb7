"""How soon ratings find the order of members of known strength, in made-up servers, and how true they are."""

import random
import statistics
from itertools import combinations
from typing import Final

import pytest

from bot.store.ratings.folding import Played, Ratings, Stake, fold, pair_of
from tests.bot.store.ratings.skilled import MEMBERS, agreement, values

SERVERS: Final = range(1, 41)
PLAYED: Final = {50: 0.70, 100: 0.80, 250: 0.88}
"""The least mean rank correlation after so many games."""
FEW: Final = 10
MANY: Final = 1000
"""The servers that play on, so that it takes no longer, and their games."""
SKILL, CHEMISTRY, DIFFERENCE = 1.2, 0.5, 7.5
"""Standard deviations in points a hand: between members, between pairs, of the difference of a hand."""
LUCK: Final = (DIFFERENCE**2 / 2 - 2 * SKILL**2 - CHEMISTRY**2) ** 0.5
"""What is left of that difference for a side once its members' skill is known."""


class Server:
    """Members and pairs of known skill, who play at random tables."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.skill = {member: self.rng.gauss(0, SKILL) for member in MEMBERS}
        self.chemistry = {pair: self.rng.gauss(0, CHEMISTRY) for pair in combinations(MEMBERS, 2)}
        self.ratings = Ratings()

    def strengths(self) -> list[float]:
        """Return what each member is worth beside any of the others, more than the mean of all."""
        beside = {
            member: [self.chemistry[pair] for pair in self.chemistry if member in pair] for member in MEMBERS
        }
        found = [self.skill[member] + statistics.mean(beside[member]) for member in MEMBERS]
        return [own - statistics.mean(found) for own in found]

    def play(self) -> None:
        """Play a game of five or six hands, and fold it."""
        a, b, c, d = self.rng.sample(MEMBERS, 4)
        sides = [[(one, 0), (other, 0), pair_of(one, other)] for one, other in ((a, c), (b, d))]
        worth = [
            self.skill[one] + self.skill[other] + self.chemistry[pair] for (one, _), (other, _), pair in sides
        ]
        shares = [[Stake(key, falls=True, rises=True) for key in side] for side in sides]
        hands = [
            [(self.rng.gauss(own, LUCK), of_side) for own, of_side in zip(worth, shares, strict=True)]
            for _ in range(self.rng.choice((5, 6)))
        ]
        ahead = sum(first - second for (first, _), (second, _) in hands)
        against = {key: list[str]() for side in sides for key in side}
        game = Played("t1", "cicera", 0.0, frozenset((a, b, c, d)), hands, against)
        game.winners, game.losers = map(set, sides if ahead > 0 else sides[::-1])
        fold(game, self.ratings, often=False)


@pytest.fixture(scope="module")
def servers() -> list[Server]:
    """Return servers that have played no game yet."""
    return [Server(seed) for seed in SERVERS]


def test_ratings_find_the_order_of_members_and_their_strengths(servers: list[Server]) -> None:
    played = 0
    for games, least in PLAYED.items():
        for server in servers:
            for _ in range(games - played):
                server.play()
        played = games
        found = [agreement(values(server.ratings, "cicera"), server.strengths()) for server in servers]
        assert statistics.mean(found) >= least, games
    spreads, within = list[float](), list[bool]()
    for server in servers[:FEW]:
        for _ in range(MANY - played):
            server.play()
        own = [server.ratings[member, 0] for member in MEMBERS]
        zero = statistics.mean(rating.mean for rating in own)
        true = server.strengths()
        spreads.append(statistics.pstdev(rating.mean for rating in own) / statistics.pstdev(true))
        within += [
            abs(rating.mean - zero - strength) <= rating.variance**0.5
            for rating, strength in zip(own, true, strict=True)
        ]
    assert 0.85 <= statistics.mean(spreads) <= 1.15
    assert 0.60 <= statistics.mean(within) <= 0.76

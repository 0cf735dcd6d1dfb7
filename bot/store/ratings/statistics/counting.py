"""The statistics of a member counted from rows, without a database."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from bot.store.model.results import COMPUTERS, COUNTS, REWOUND, SatRow
from bot.store.ratings.folding import COUNTING
from bot.store.ratings.statistics.figures import Figure
from bot.store.ratings.statistics.member import Curve, LastGame, Opponent, Partner

LAST: Final = 10
"""The last games that are told one by one."""
MET_OFTEN: Final = 5
"""The games against an opponent from which it is told who beats whom."""
BEATEN: Final = 2
"""The most opponents who are named."""
SHORTEST: Final = 3
"""The fewest games that make a curve."""
CURVE_POINTS: Final = 200
"""The most points of a curve, beside its highest and its lowest one."""
_ENDED: Final = (COUNTS, COMPUTERS, REWOUND)
"""The reasons of results, or none, of games that came to their end."""


@dataclass(slots=True)
class Game:
    """A result of a member: its `sat` in order of seat, and by side whether that has won, and its place.

    `hands` are as they are stored. `own` is the member's side at the end, None without a seat then, and
    `mean` their rating after it.
    """

    table_id: str
    ended_at: float
    why: str
    variant: str
    sat: list[SatRow]
    sides: dict[int, tuple[bool, int]]
    hands: str
    own: int | None = None
    mean: float | None = None

    @property
    def counts(self) -> bool:
        """Return whether ratings count it: as `played` has it, people had all seats at its start."""
        began = {sat.seat: sat for sat in reversed(self.sat)}.values()
        return self.why in COUNTING and all(sat.user_id > 0 and sat.since <= 1 for sat in began)

    @property
    def with_computers(self) -> bool:
        """Return whether a computer had a seat, and the game came to its end."""
        return self.why in _ENDED and any(sat.user_id < 0 for sat in self.sat)

    @property
    def ahead(self) -> bool:
        """Return whether the member's side has won."""
        return self.own is not None and self.sides.get(self.own, (False, 0))[0]

    @property
    def past(self) -> LastGame:
        """Return the result for the member; there is none of a game that was stopped or helped."""
        decided = self.why == COUNTS and self.own in self.sides
        place = self.sides[self.own][1] if decided and self.own is not None else None
        return LastGame(place, len({sat.side for sat in self.sat}), decided and self.ahead)

    def owners(self) -> Iterator[tuple[SatRow, int | None]]:
        """Yield all who had a seat, each with the first hand of the next owner, None at the end."""
        for sat, after in zip(self.sat, [*self.sat[1:], None], strict=True):
            yield sat, after.since if after is not None and after.seat == sat.seat else None


def games_of(rows: Iterable[Any], user_id: int) -> list[Game]:
    """Return the games of a member from their rows, in that order; seats and sides are numbers in a text."""
    games = dict[str, Game]()
    for table_id, ended_at, why, variant, mean, hands, seats, sides in rows:
        # A row for each time that the member sat down.
        if (game := games.get(table_id)) is None:
            sat = [SatRow(*numbers) for numbers in sorted(_numbers(seats))]
            of_sides = {side: (bool(won), place) for side, won, place in _numbers(sides)}
            game = games[table_id] = Game(table_id, ended_at, why, variant, sat, of_sides, hands or "[]")
            mine = [one.side for one, until in game.owners() if one.user_id == user_id and until is None]
            game.own = mine[0] if mine else None
        game.mean = game.mean if mean is None else mean
    return list(games.values())


def _numbers(text: str | None) -> list[tuple[int, ...]]:
    """Return whole numbers written as `0,1;2,3`, row by row."""
    return [tuple(map(int, row.split(","))) for row in text.split(";")] if text else []


def in_hands(games: Iterable[Game], figures: Mapping[str, Figure], user_id: int) -> dict[str, int]:
    """Return the figures of a member's side in the hands that they played.

    A hand in which a computer played the seat was not the member's.
    """
    tallies = list[Mapping[str, int]]()
    for game in games:
        hands = json.loads(game.hands)
        for sat, until in game.owners():
            if sat.user_id != user_id:
                continue
            for hand in hands[max(0, sat.since - 1) : None if until is None else until - 1]:
                tally = hand["by_name"][sat.side]
                if tally is not None and sat.seat not in hand.get("alone", ()):
                    tallies.append(tally)
    return {name: one.over(map(one.of, tallies)) for name, one in figures.items()}


def beaten(games: Iterable[Game], user_id: int, names: Mapping[int, str]) -> tuple[Opponent, ...]:
    """Return the opponents whom a member clearly beats: by more than a standard deviation of equal ones.

    Only users with `names` are told.
    """
    met, ahead = Counter[int](), Counter[int]()
    for game in games:
        place = game.past.place
        if place is None:
            continue
        for sat, until in game.owners():
            other = game.sides[sat.side][1]
            if until is None and sat.side != game.own and other != place:
                met[sat.user_id] += 1
                ahead[sat.user_id] += place < other

    def clearly(user: int) -> float:
        return (ahead[user] - met[user] / 2) / (math.sqrt(met[user]) / 2)

    found = [
        user
        for user, number in met.items()
        if number >= MET_OFTEN and clearly(user) > 1 and user in names and user != user_id
    ]
    found.sort(key=lambda user: (-clearly(user), user))
    return tuple([Opponent(user, names[user], ahead[user], met[user]) for user in found[:BEATEN]])


def partners(
    pairs: Iterable[Any], user_id: int, names: Mapping[int, str]
) -> tuple[Partner | None, Partner | None]:
    """Return the best and the hardest partner with a name, by the ratings of pairs that are sure."""
    sure = [
        Partner(other, names[other], row.mean, math.sqrt(row.variance))
        for row in pairs
        if (other := row.user_id + row.partner_id - user_id) in names and row.mean**2 > row.variance
    ]
    best = max(sure, key=lambda one: one.mean, default=None)
    hardest = min(sure, key=lambda one: one.mean, default=None)
    return (
        best if best is not None and best.mean > 0 else None,
        hardest if hardest is not None and hardest.mean < 0 else None,
    )


def curve(games: Iterable[Game], now: float | None, day: Callable[[float], date]) -> Curve | None:
    """Return the rating after each game, None of too few; moved so that it ends at the rating `now`.

    That one is measured from the mean of all members, as a leaderboard shows it. Only some of many games are
    points, the highest and the lowest among them.
    """
    found = [(game.ended_at, game.mean) for game in games if game.mean is not None]
    if len(found) < SHORTEST:
        return None
    means = [mean for _, mean in found]
    moved = 0.0 if now is None else now - means[-1]
    last = len(means) - 1
    steps = min(CURVE_POINTS, len(means)) - 1
    kept = {round(step * last / steps) for step in range(steps + 1)}
    kept |= {means.index(max(means)), means.index(min(means))}
    points = tuple([(number + 1, means[number] + moved) for number in sorted(kept)])
    return Curve(points, day(found[0][0]), day(found[-1][0]))


def last_games(games: Sequence[Game]) -> tuple[LastGame, ...]:
    """Return the last games, the latest at the end."""
    return tuple([game.past for game in games[-LAST:]])

"""The fold of a game's hands into ratings: which hands count, for whom, and in which direction.

A hand in which somebody took a hint counts for their side only downwards. One that a computer played counts
for the person whose seat that was only downwards, for the partner only upwards, and not for the pair of both.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from bot.store.model.results import COUNTS, LEFT, REWOUND, HandRow, ResultRow, SatRow
from bot.store.ratings.model import Strength, grown, posterior, prior
from engine import GAMES

FULL_GAMES: Final = 6
"""The games a day of the same people that count fully; in later ones luck has twice its variance."""
OPPONENTS_NEEDED: Final = 3
"""The different opponents that a rank needs."""

COUNTING: Final = (COUNTS, LEFT, REWOUND)
"""The reasons of results, or none, with which hands may count."""

Owner = tuple[int, int]
"""The owner of a rating: a member and 0, or a pair in order of id."""


@dataclass(slots=True)
class Rating(Strength):
    """The rating of a member or a pair in one game, variant and period.

    `guarded` is the mean in which a winner never falls and a loser never rises. `most` is the number of a
    member's `hands` with the partner they play with most, `met` are the first opponents that were different,
    `streak` the games won in a row. `was` are mean, guarded mean and variance before the last game, which is
    that of the table `last_id`.
    """

    guarded: float = 0.0
    games: int = 0
    wins: int = 0
    streak: int = 0
    hands: int = 0
    most: int = 0
    met: tuple[str, ...] = ()
    changed_at: float = 0.0
    name: str = ""
    last_id: str = ""
    was: tuple[float, float, float] | None = None


Ratings = dict[Owner, Rating]


class Stake(NamedTuple):
    """The share of a member or a pair in a hand: whether it counts for them downwards, and upwards."""

    key: Owner
    falls: bool
    rises: bool


Hand = list[tuple[float, list[Stake]]]
"""The points of each side that was in a hand, more of which are better, and the shares in them."""


@dataclass(slots=True)
class Played:
    """A game as ratings see it: its hands, and the opponents of each owner of a rating.

    `winners` never fall, and `losers` never rise. `won` and `lost` tell for whom it is one more game in a
    row, or none. `people` sat down at the start, and `names` are those of members.
    """

    table_id: str
    game: str
    ended_at: float
    people: frozenset[int]
    hands: list[Hand]
    against: dict[Owner, list[str]]
    winners: set[Owner] = field(default_factory=set)
    losers: set[Owner] = field(default_factory=set)
    won: set[Owner] = field(default_factory=set)
    lost: set[Owner] = field(default_factory=set)
    names: Mapping[int, str] = field(default_factory=dict)


def variant_of(game: str, options: Mapping[str, Any]) -> str:
    """Return the variant of a game with all these options, such as `4-12-any`; of others a digest."""
    values = [options.get(name) for name in GAMES[game].POINT_OPTIONS]
    if all(isinstance(value, str | int) for value in values):
        return "-".join(map(str, values))
    written = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def played(result: ResultRow) -> Played | None:
    """Return a game as ratings see it, None for one that does not count.

    People had all seats at its start, and it was not ended early unless one had left. Where plays of
    computers were taken back, that helped like a hint, and nobody has won.
    """
    if result.why not in COUNTING or not result.sat:
        return None
    first: dict[int, SatRow] = {}
    last: dict[int, SatRow] = {}
    for sat in result.sat:
        first.setdefault(sat.seat, sat)
        last[sat.seat] = sat
    if any(sat.user_id <= 0 or sat.since > 1 for sat in first.values()):
        return None
    low_wins = GAMES[result.game].LOW_WINS
    hands = list[Hand]()
    stood_in = set[int]()
    for number, hand in enumerate(result.hands, 1):
        owners = {sat.seat: sat for sat in result.sat if sat.since <= number}
        stood_in |= {owners[seat].user_id for seat in hand.alone if seat in owners}
        helped = {*hand.hints, *(hand.undone if result.why == REWOUND else ())}
        if (sides := _sides_of(hand, owners, helped, low_wins=low_wins)) is not None:
            hands.append(sides)
    people = frozenset([sat.user_id for sat in first.values()])
    game = Played(result.table_id, result.game, result.ended_at, people, hands, _against(hands, result.sat))
    game.names = result.names
    _judge(game, result, last, stood_in)
    return game


def _sides_of(
    hand: HandRow, owners: Mapping[int, SatRow], helped: set[int], *, low_wins: bool
) -> Hand | None:
    """Return the points and the shares of each side that was in a hand; None if it is unknown who played."""
    on_side: dict[int, list[SatRow]] = {}
    for sat in owners.values():
        if hand.by_name[sat.side] is None:
            continue
        if sat.user_id <= 0:
            return None
        on_side.setdefault(sat.side, []).append(sat)
    if len(on_side) < 2:
        return None
    found = []
    for side, sitting in on_side.items():
        hinted = any(sat.seat in helped for sat in sitting)
        alone = [sat.seat in hand.alone for sat in sitting]
        shares = []
        for place, sat in enumerate(sitting):
            # Upwards for a partner of a computer, downwards for a person it plays for or who was helped.
            falls = alone[place] or not any(alone)
            shares.append(Stake((sat.user_id, 0), falls, not alone[place] and not hinted))
        if len(sitting) == 2:
            pair = pair_of(*[sat.user_id for sat in sitting])
            shares.append(Stake(pair, not any(alone), not any(alone) and not hinted))
        points = float(hand.points[side])
        found.append((-points if low_wins else points, shares))
    return found


def _against(hands: Iterable[Hand], sat: Iterable[SatRow]) -> dict[Owner, list[str]]:
    """Return the opponents of each owner of a rating in a game, members of members and pairs of pairs."""
    found = dict[Owner, list[str]]()
    # Nearly always the same in all hands.
    for sides in dict.fromkeys(tuple([tuple([one.key for one in of]) for _, of in hand]) for hand in hands):
        for place, keys in enumerate(sides):
            others = [key for other, theirs in enumerate(sides) if other != place for key in theirs]
            for key in keys:
                alike = [other for other in others if bool(other[1]) == bool(key[1])]
                found.setdefault(key, []).extend(map(key_text, alike))
    for one in sat:
        if one.user_id > 0:
            found.setdefault((one.user_id, 0), [])
    return found


def key_text(key: Owner) -> str:
    """Return the owner of a rating as it stands among those whom another has met."""
    return f"{key[0]},{key[1]}" if key[1] else str(key[0])


def _judge(game: Played, result: ResultRow, last: Mapping[int, SatRow], stood_in: set[int]) -> None:
    """Note who has won and lost a game; nobody has if it was stopped.

    A winner for whom a computer has played is not protected from a fall, and a loser who has left does not
    rise: leaving saves nothing.
    """
    at_end = _partners(list(last.values()))
    sides: dict[Owner, set[int]] = {key: {side} for key, side in at_end.items()}
    for sat in result.sat:
        if sat.user_id > 0:
            sides.setdefault((sat.user_id, 0), set()).add(sat.side)
    for key in game.against:
        if key[1]:
            sides.setdefault(key, sides[(key[0], 0)] & sides[(key[1], 0)])
    for key in sides:
        game.against.setdefault(key, [])
    places = {side.side: side.place for side in result.sides}
    won = {side.side for side in result.sides if side.won and result.why == COUNTS}
    worst = max(places.values(), default=1)
    for key, of_key in sides.items():
        if key in at_end and at_end[key] in won:
            game.won.add(key)
        elif places or key not in at_end:
            game.lost.add(key)
        if worst == 1:
            continue
        if any(places[side] == worst for side in of_key):
            game.losers.add(key)
        elif key in at_end and at_end[key] in won and places[at_end[key]] == 1 and stood_in.isdisjoint(key):
            game.winners.add(key)


def _partners(sitting: Iterable[SatRow]) -> dict[Owner, int]:
    """Return the members in these seats, and the pairs that they make, each with their side."""
    on_side: dict[int, list[int]] = {}
    for sat in sitting:
        if sat.user_id > 0:
            on_side.setdefault(sat.side, []).append(sat.user_id)
    found = {(member, 0): side for side, members in on_side.items() for member in members}
    return found | {pair_of(*members): side for side, members in on_side.items() if len(members) == 2}


def pair_of(one: int, other: int) -> Owner:
    """Return the owner of a rating for two partners."""
    return min(one, other), max(one, other)


def fold(game: Played, ratings: Ratings, *, often: bool) -> list[Owner]:
    """Fold a game into these ratings, and return the owners of those that have changed.

    `ratings` has those of everybody in the game that there are. `often` if the same people have played the
    full number of games that day.
    """
    scatter = GAMES[game.game].SCATTER
    before: dict[Owner, float] = {}
    for key, met in game.against.items():
        first = prior(scatter, pair=bool(key[1]))
        old = ratings.get(key)
        if old is None:
            rating = Rating(0.0, first)
        else:
            rating = replace(old, variance=grown(old.variance, first, game.ended_at - old.changed_at))
        rating.was = (rating.mean, rating.guarded, rating.variance)
        rating.met = _with(rating.met, met)
        rating.last_id = game.table_id
        rating.changed_at = max(game.ended_at, rating.changed_at)
        rating.name = game.names.get(key[0], rating.name) if not key[1] else ""
        ratings[key] = rating
        before[key] = rating.mean
    luck = scatter.luck**2 * (2 if often else 1)
    for hand in game.hands:
        sides = [(points, [ratings[share.key] for share in shares]) for points, shares in hand]
        for (_, shares), changes in zip(hand, posterior(sides, luck), strict=True):
            for share, (change, variance) in zip(shares, changes, strict=True):
                rating = ratings[share.key]
                rating.hands += 1
                if (share.rises and change >= 0) or (share.falls and change <= 0):
                    rating.mean += change
                    rating.variance = variance
    for key in game.against:
        rating = ratings[key]
        rating.games += 1
        if key in game.won:
            rating.wins += 1
            rating.streak += 1
        elif key in game.lost:
            rating.streak = 0
        change = rating.mean - before[key]
        if key in game.winners:
            change = max(0.0, change)
        if key in game.losers:
            change = min(0.0, change)
        rating.guarded += change
    for key in game.against:
        if key[1]:
            for member in key:
                one = ratings[(member, 0)]
                one.most = max(one.most, ratings[key].hands)
    return list(game.against)


def _with(met: tuple[str, ...], others: Iterable[str]) -> tuple[str, ...]:
    """Return the first different opponents with these, as many as a rank needs."""
    if len(met) >= OPPONENTS_NEEDED:
        return met
    found = dict.fromkeys(met)
    for other in others:
        if len(found) < OPPONENTS_NEEDED:
            found[other] = None
    return tuple(found)

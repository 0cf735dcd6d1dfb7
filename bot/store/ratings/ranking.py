"""The ranked list of a server's members or teams in one game, variant and period.

It is ordered by the guarded mean less the doubt. Who has played too little, or nearly always with the same
partner, stands apart, without a rank; a month lists everybody. Hidden and forgotten members, and teams with
one, are in no list but their own.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.store.model.rows import is_former
from bot.store.ratings.folding import OPPONENTS_NEEDED, Owner
from bot.store.ratings.model import grown, prior
from bot.store.ratings.periods import is_month
from engine.game import Scatter

PROVISIONAL: Final = "provisional"
PAIRED: Final = "paired"
"""The reasons to stand apart: too few games or opponents; nearly all hands with the same partner."""
BADGES: Final = 13
"""The ranks of cards, from two to ace."""
_KNOWN: Final = 0.6
"""The part of the first doubt at which a rating is no longer provisional."""
_MOSTLY: Final = 0.8
"""The part of a member's hands with one partner above which only the pair has a rank."""
_DIGITS: Final = 2
"""Digits of values that have to be equal to share a rank: one more than is shown."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard: a member, or a team in order of id, with their names then.

    `mean` is in points a hand above the mean of all members, `doubt` its standard deviation. `badge` is 0 for
    a two and 12 for an ace. `apart` says why there is no rank, and is empty with one. `team` is its name.
    """

    rank: int | None
    members: tuple[int, ...]
    names: tuple[str, ...]
    mean: float
    doubt: float
    badge: int
    games: int
    wins: int
    streak: int = 0
    apart: str = ""
    team: str = ""


@dataclass(slots=True)
class Ranking:
    """A ranked list: the owners with a rank, then those apart; `value` orders them.

    `unseen` are those of hidden members, whom only they see.
    """

    order: list[Owner]
    number: int
    value: Mapping[Owner, float]
    apart: Mapping[Owner, str]
    unseen: frozenset[Owner]
    rows: Mapping[Owner, Any]
    members: Mapping[int, Any]
    variances: Mapping[int, float]
    scatter: Scatter
    zero: tuple[float, float]
    # The values of those with a rank, the best first, with the sign turned for `bisect`.
    turned: Sequence[float]
    names: Mapping[Owner, str] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of lines that everybody sees."""
        return len(self.order)

    def page(self, offset: int, limit: int) -> list[LeaderboardRow]:
        """Return the lines from `offset` on, at most `limit`."""
        return [self.line(key) for key in self.order[offset : offset + limit]]

    def of(self, user_id: int, hiding: frozenset[int], limit: int) -> list[LeaderboardRow]:
        """Return the best lines of a member or of their teams; with others who hide they have none."""
        own = [key for key in self.rows if user_id in key and hiding.isdisjoint(set(key) - {user_id})]
        own.sort(key=lambda key: (key in self.apart, -self.value[key], key))
        return [self.line(key) for key in own[:limit]]

    def line(self, key: Owner) -> LeaderboardRow:
        """Return the line of a member or a team."""
        row = self.rows[key]
        parts = [self.members[member] for member in key if member] if key[1] else [row]
        mean = sum(part.mean - self.zero[0] for part in parts)
        guarded = sum(part.guarded - self.zero[1] for part in parts)
        if key[1]:
            mean, guarded = mean + row.mean, guarded + row.guarded
        first = _first(self.scatter, pair=bool(key[1]))
        return LeaderboardRow(
            rank=None if key in self.apart else self.rank(key),
            members=tuple([member for member in key if member]),
            names=tuple([part.name for part in parts]),
            mean=mean,
            doubt=math.sqrt(self._variance(key)),
            badge=min(BADGES - 1, int(BADGES * _normal(guarded / math.sqrt(first)))),
            games=row.games,
            wins=row.wins,
            streak=row.streak,
            apart=self.apart.get(key, ""),
            team=self.names.get(key, ""),
        )

    def rank(self, key: Owner) -> int:
        """Return the rank of a value among those that everybody sees."""
        return 1 + bisect_left(self.turned, -self.value[key])

    def _variance(self, key: Owner) -> float:
        one, other = key
        if not other:
            return self.variances[one]
        return self.variances[one] + self.variances[other] + float(self.rows[key].variance)


def ranking(
    found: Iterable[Any],
    scatter: Scatter,
    period: str,
    now: float,
    hiding: frozenset[int],
    *,
    teams: bool,
) -> Ranking:
    """Return the ranked list of the rows of one game, variant and period at a moment."""
    rows = {(row.user_id, row.partner_id): row for row in found}
    members = {key[0]: row for key, row in rows.items() if not key[1]}
    first = prior(scatter, pair=False)
    variances = {member: grown(row.variance, first, now - row.changed_at) for member, row in members.items()}
    number = max(1, len(members))
    zero = (
        sum(row.mean for row in members.values()) / number,
        sum(row.guarded for row in members.values()) / number,
    )
    if teams:
        rows = {key: row for key, row in rows.items() if key[1]}
    else:
        rows = {key: row for key, row in rows.items() if not key[1]}
    value, apart, unseen = dict[Owner, float](), dict[Owner, str](), set[Owner]()
    monthly = is_month(period)
    for key, row in rows.items():
        one, other = key
        variance, guarded = variances[one], row.guarded
        if teams:
            variance += variances[other] + row.variance
            guarded += members[one].guarded + members[other].guarded
        value[key] = round(guarded - math.sqrt(variance), _DIGITS)
        if one in hiding or other in hiding or is_former(one) or is_former(other):
            unseen.add(key)
        if monthly:
            continue
        if provisional(variance, row.opponents, scatter, pair=teams):
            apart[key] = PROVISIONAL
        elif not teams and row.most > _MOSTLY * row.hands:
            apart[key] = PAIRED
    seen = [key for key in rows if key not in unseen]
    ranked = sorted([key for key in seen if key not in apart], key=lambda key: (-value[key], key))
    others = sorted([key for key in seen if key in apart], key=lambda key: (-value[key], key))
    return Ranking(
        ranked + others,
        len(ranked),
        value,
        apart,
        frozenset(unseen),
        rows,
        members,
        variances,
        scatter,
        zero,
        [-value[key] for key in ranked],
    )


def provisional(variance: float, opponents: int, scatter: Scatter, *, pair: bool) -> bool:
    """Return whether too little is known of a member or a team for a rank: too few games or opponents."""
    return variance > _KNOWN**2 * _first(scatter, pair=pair) or opponents < OPPONENTS_NEEDED


def _first(scatter: Scatter, *, pair: bool) -> float:
    """Return the variance of a member of whom nothing is known, or of a team."""
    member = prior(scatter, pair=False)
    return 2 * member + prior(scatter, pair=True) if pair else member


def _normal(value: float) -> float:
    """Return the share of a standard normal distribution that is below a value."""
    return (1 + math.erf(value / math.sqrt(2))) / 2

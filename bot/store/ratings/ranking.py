"""The ranked list of a server's members or teams in one game, variant and period.

It is ordered by the guarded mean less the doubt. Who has played too little, or nearly always with the same
partner, stands apart, without a rank; a month lists everybody. Hidden and forgotten members, and teams with
one, are in no list but their own.
"""

import math
from bisect import bisect_left
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    monthly: bool = False
    # The variance above which a member, or a team, is provisional.
    limits: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        self.limits = (known(self.scatter, pair=False), known(self.scatter, pair=True))

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

    def judged(self, row: Any, key: Owner) -> tuple[float, str]:
        """Return the value by which a row is ordered, and why it stands apart, empty with a rank."""
        one, other = key
        variance, guarded = self.variances[one], row.guarded
        if other:
            variance += self.variances[other] + row.variance
            guarded += self.members[one].guarded + self.members[other].guarded
        value = round(guarded - math.sqrt(variance), _DIGITS)
        if self.monthly:
            return value, ""
        if variance > self.limits[other != 0] or row.opponents < OPPONENTS_NEEDED:
            return value, PROVISIONAL
        return value, PAIRED if not other and row.most > _MOSTLY * row.hands else ""

    def seen_by(self, own: Iterable[Any], names: Mapping[Owner, str]) -> "Ranking":
        """Return the list with the names of teams, and with a reader's own rows that it may lack."""
        rows = {(row.user_id, row.partner_id): row for row in own}
        lacking = {key: self.judged(row, key) for key, row in rows.items() if key not in self.rows}
        if not lacking:
            return replace(self, names=names)
        return replace(
            self,
            names=names,
            rows=ChainMap({key: rows[key] for key in lacking}, dict(self.rows)),
            value=ChainMap({key: value for key, (value, _) in lacking.items()}, dict(self.value)),
            apart=ChainMap({key: why for key, (_, why) in lacking.items() if why}, dict(self.apart)),
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
    """Return the ranked list of the rows of one game, variant and period at a moment.

    Of five thousand rows each step counts: they are read in the order of their columns.
    """
    members, pairs = dict[int, Any](), list[Any]()
    variances, guarded_of = dict[int, float](), dict[int, float]()
    first = prior(scatter, pair=False)
    means = guarded_means = 0.0
    for row in found:
        one, other, mean, variance, guarded = row[:5]
        if other:
            pairs.append(row)
            continue
        members[one], guarded_of[one] = row, guarded
        variances[one] = grown(variance, first, now - row.changed_at)
        means, guarded_means = means + mean, guarded_means + guarded
    number = max(1, len(members))
    made = Ranking(
        [],
        0,
        {},
        {},
        frozenset(),
        {},
        members,
        variances,
        scatter,
        (means / number, guarded_means / number),
        [],
        monthly=is_month(period),
    )
    listed, apart, unseen = list[tuple[float, Owner]](), list[tuple[float, Owner]](), set[Owner]()
    rows, values, reasons = dict[Owner, Any](), dict[Owner, float](), dict[Owner, str]()
    for row in pairs if teams else members.values():
        key = one, other = row[0], row[1]
        rows[key] = row
        values[key], reason = made.judged(row, key)
        if reason:
            reasons[key] = reason
        if one in hiding or other in hiding or is_former(one) or is_former(other):
            unseen.add(key)
        else:
            (apart if reason else listed).append((-values[key], key))
    listed.sort()
    apart.sort()
    return replace(
        made,
        order=[key for _, key in (*listed, *apart)],
        number=len(listed),
        value=values,
        apart=reasons,
        unseen=frozenset(unseen),
        rows=rows,
        turned=[value for value, _ in listed],
    )


def provisional(variance: float, opponents: int, scatter: Scatter, *, pair: bool) -> bool:
    """Return whether too little is known of a member or a team for a rank: too few games or opponents."""
    return variance > known(scatter, pair=pair) or opponents < OPPONENTS_NEEDED


def known(scatter: Scatter, *, pair: bool) -> float:
    """Return the variance above which a member or a team is provisional."""
    return _KNOWN**2 * _first(scatter, pair=pair)


def _first(scatter: Scatter, *, pair: bool) -> float:
    """Return the variance of a member of whom nothing is known, or of a team."""
    member = prior(scatter, pair=False)
    return 2 * member + prior(scatter, pair=True) if pair else member


def _normal(value: float) -> float:
    """Return the share of a standard normal distribution that is below a value."""
    return (1 + math.erf(value / math.sqrt(2))) / 2

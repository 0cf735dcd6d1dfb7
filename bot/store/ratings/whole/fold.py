"""The ratings of a whole server, folded anew from all its results in the order of their numbers."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date

from bot.store.model.results import ResultRow
from bot.store.ratings.folding import FULL_GAMES, Rating, Ratings, fold, played, variant_of
from bot.store.ratings.periods import ALL_TIME, date_of, is_month, month_of, periods_of
from bot.store.ratings.statements import ListKey, Means

CLOSE = 1e-9
"""The difference up to which numbers are the same: sums in another order differ that much."""


class WholeFold:
    """The fold of all games of a server with these time zones; months before `now` are left out."""

    def __init__(self, zones: Mapping[str, str], now: float) -> None:
        self.zones = zones
        self.month = month_of(zones, now)
        self.made: dict[ListKey, Ratings] = defaultdict(dict)
        # How often the same people have played a variant on a day.
        self._often: Counter[tuple[str, str, date, frozenset[int]]] = Counter()

    def add(self, result: ResultRow) -> Means:
        """Fold the next game, and return the means of its members after it; none if it does not count."""
        game = played(result)
        if game is None:
            return {}
        variant = variant_of(result.game, result.options)
        meeting = (result.game, variant, date_of(self.zones, result.ended_at), game.people)
        often = self._often[meeting] >= FULL_GAMES
        self._often[meeting] += 1
        for period in periods_of(self.zones, result.ended_at):
            if not is_month(period) or period >= self.month:
                fold(game, self.made[result.guild_id, result.game, variant, period], often=often)
        ratings = self.made[result.guild_id, result.game, variant, ALL_TIME]
        return {member: ratings[member, 0].mean for member, other in game.against if not other}

    def differs(self, stored: Mapping[ListKey, Ratings]) -> bool:
        """Return whether stored ratings are others; months that are over do not matter."""
        kept = {
            place: of_place
            for place, of_place in stored.items()
            if not is_month(place[-1]) or place[-1] >= self.month
        }
        made = {place: of_place for place, of_place in self.made.items() if of_place}
        return made.keys() != kept.keys() or any(
            of_place.keys() != kept[place].keys()
            or any(not _alike(one, kept[place][key]) for key, one in of_place.items())
            for place, of_place in made.items()
        )


def _alike(one: Rating, other: Rating) -> bool:
    """Return whether two ratings are the same, but for rounding."""
    numbers = ((one.mean, other.mean), (one.variance, other.variance), (one.guarded, other.guarded))
    before = zip(one.was or (), other.was or (), strict=False)
    exact = ("games", "wins", "streak", "hands", "most", "met", "changed_at", "name", "last_id")
    return all(abs(a - b) <= CLOSE for a, b in (*numbers, *before)) and all(
        getattr(one, name) == getattr(other, name) for name in exact
    )

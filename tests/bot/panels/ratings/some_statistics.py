"""Statistics of members as data: full ones, few, and none."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.games import LOOKS
from bot.store import LeaderboardRow, Statistics
from bot.store.ratings.ranking import PAIRED, PROVISIONAL
from bot.store.ratings.statistics.member import Chosen, LastGame, Opponent, Partner
from engine import GAMES
from tests.bot.pictures.scenes_boards import CURVES

MEMBER: Final = 1_100_000_000_000_000_000
BO, CY, DI, EVE = (MEMBER + number for number in range(1, 5))
_PLACES: Final = (1, 2, None, 1, 1, 4, 2, 1, 3, 1)


def full(game: str, **changes: Any) -> Statistics:
    """Return the statistics of a member of whom everything is known, in a game and two variants of it."""
    options = GAMES[game].values(GAMES[game].options({}))
    sides = len(GAMES[game].sides(GAMES[game].options({})))
    row = LeaderboardRow(3, (MEMBER,), ("Ann",), 1.83, 0.71, 9, 43, 31)
    places = [None if place is None else min(place, sides) for place in _PLACES]
    columns: dict[str, Any] = {
        "variant": "v-1",
        "variants": (Chosen("v-1", options, 43), Chosen("v-2", options, 1)),
        "games": 43,
        "wins": 31,
        "line": row,
        "last": tuple([LastGame(place, sides, place == 1) for place in places]),
        "figures": {name: 7 + number for number, name in enumerate(LOOKS[game].STATISTICS)},
        "paired": game == "cicera",
        "best": Partner(CY, "Cy", 0.63, 0.31) if game == "cicera" else None,
        "hardest": Partner(DI, "Di", -0.52, 0.34) if game == "cicera" else None,
        "beats": (Opponent(BO, "Bo", 9, 12), Opponent(EVE, "Eve", 6, 7)),
        "computers": (12, 7),
        "curve": CURVES["long"],
    }
    return Statistics(game, MEMBER, **columns | changes)


def few(game: str, **changes: Any) -> Statistics:
    """Return the statistics of a member who has played once."""
    options = GAMES[game].values(GAMES[game].options({}))
    sides = len(GAMES[game].sides(GAMES[game].options({})))
    row = LeaderboardRow(None, (MEMBER,), ("Ann",), -0.04, 1.4, 6, 1, 0, apart=PROVISIONAL)
    columns: dict[str, Any] = {
        "variant": "v-1",
        "variants": (Chosen("v-1", options, 1),),
        "games": 1,
        "line": row,
        "last": (LastGame(2, sides, won=False),),
        "figures": dict.fromkeys(LOOKS[game].STATISTICS, 0),
        "paired": game == "cicera",
    }
    return Statistics(game, MEMBER, **columns | changes)


def paired(game: str) -> Statistics:
    """Return the statistics of a member who nearly always plays with the same partner."""
    row = LeaderboardRow(None, (MEMBER,), ("Ann",), -11.6, 1.4, 0, 143, 31, apart=PAIRED)
    return full(game, line=row, games=1143, wins=131, curve=CURVES["steep"])


def with_computers(game: str) -> Statistics:
    """Return the statistics of a member who has played with computers alone."""
    return Statistics(game, MEMBER, computers=(1, 1))


EVERY: Final[Mapping[str, Any]] = MappingProxyType(
    {"full": full, "few": few, "paired": paired, "computers": with_computers}
)
"""Functions that return statistics of a game, by name."""

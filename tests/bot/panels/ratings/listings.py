"""Pages of leaderboards as data, for panels."""

from typing import Any

from bot.panels.ratings.listed import ListChoice, ShownList
from bot.store.ratings.stored import Variant
from tests.bot.pictures.scenes_boards import TEAMS

OPTIONS = {"players": 4, "deal": 12, "picada": "any"}
OTHERS = {"players": 2, "deal": 6, "picada": "rank"}
SEASON = "s2026-10"
PAST = ("s2026-07", "s2026-04")


def a_list(period: str = SEASON, page: int = 0, kind: str = "teams", **changes: Any) -> ShownList:
    """Return the page of a leaderboard of Cicera, with two sets of options and two past seasons."""
    game = changes.pop("game", "cicera")
    columns: dict[str, Any] = {
        "choice": ListChoice(game, kind, "4-12-any", period, page),
        "rows": TEAMS,
        "own": (),
        "pages": 1,
        "variants": (Variant("4-12-any", OPTIONS, 9, 9, 0.0), Variant("2-6-rank", OTHERS, 1, 0, 0.0)),
        "options": OPTIONS,
        "offered": {},
        "present": (SEASON, "m2026-11", "all"),
        "past": PAST,
        "waits": False,
        "public": True,
    }
    return ShownList(**columns | changes)

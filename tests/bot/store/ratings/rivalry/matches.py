"""Games with results in a store, which count for ratings."""

from dataclasses import replace
from typing import Any

from bot.store import Store
from bot.store.model.results import HandRow
from bot.store.ratings.folding import variant_of
from bot.store.ratings.rivalry.before import Lobby, Opposed
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_place, a_result, a_table, add_result

EVE, FAY = DI + 10, DI + 11
PAIRS = ((ANN, CY), (BO, DI))
HANDS = 70
"""The hands after which enough is known of a member."""
BEFORE_SEASON = ENDED - 90 * 86_400.0


class Matches:
    """The games of a server, each of one hand unless told otherwise, a minute after the one before."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.number = 0

    async def played(self, sides: Opposed, *points: int, hands: int = 1, **changes: Any) -> str:
        """Add a game with these points of each side in every hand, and return its table."""
        self.number += 1
        table_id = f"g{self.number}"
        columns = {"ended_at": ENDED + 60 * self.number, **changes}
        result = a_result(table_id, *zip(sides, points, strict=True), **columns)
        row = HandRow(points, tuple({} for _ in points))
        await self.store.create(a_table(table_id, game=result.game), a_place(table_id), ())
        await add_result(self.store, replace(result, hands=(row,) * hands))
        return table_id

    async def known(self, gap: int = 0) -> None:
        """Have enough known of Ann, Bo, Cy and Di in pairs, who meet in all ways; Ann and Cy are better."""
        for sides in (PAIRS, ((ANN, BO), (CY, DI)), ((ANN, DI), (BO, CY))):
            better = gap if sides == PAIRS else 0
            await self.played(sides, 5 + better, 5, hands=HANDS)


def lobby(sides: Opposed, game: str = "cicera", table_id: str = "lobby") -> Lobby:
    """Return the lobby of these people."""
    result = a_result(table_id, *((side, 0) for side in sides), game=game)
    return Lobby(table_id, result.guild_id, game, variant_of(game, result.options), sides)

"""Games with results in a store, which count for ratings."""

from dataclasses import dataclass, replace
from typing import Any

from bot.store import Store
from bot.store.model.results import HandRow
from bot.store.ratings.folding import variant_of
from bot.store.ratings.rivalry.before import Lobby, Opposed
from engine import GAMES
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_place, a_result, a_table, add_result

EVE, FAY = DI + 10, DI + 11
PAIRS = ((ANN, CY), (BO, DI))
HANDS = 70
"""The hands after which enough is known of a member."""
BEFORE_SEASON = ENDED - 90 * 86_400.0


@dataclass
class Matches:
    """The games of a server, each of one hand unless told otherwise, from a moment on a minute apart."""

    store: Store
    guild_id: int = a_table().guild_id
    begins: float = ENDED
    number: int = 0

    async def played(self, sides: Opposed, *points: int, hands: int = 1, **changes: Any) -> str:
        """Add a game with these points of each side in every hand, and return its table."""
        self.number += 1
        table_id = f"g{self.number}"
        columns = {"guild_id": self.guild_id, "ended_at": self.begins + 60 * self.number, **changes}
        result = a_result(table_id, *zip(sides, points, strict=True), **columns)
        options = GAMES[result.game].options(
            {"players": len(result.sat)} if result.game != "civil-suits" else {}
        )
        row = HandRow(points, tuple({} for _ in points))
        await self.store.create(
            a_table(table_id, guild_id=result.guild_id, game=result.game),
            a_place(table_id, guild_id=result.guild_id),
            (),
        )
        values = GAMES[result.game].values(options)
        await add_result(self.store, replace(result, hands=(row,) * hands, options=values))
        return table_id

    async def known(self, ann: int = ANN, bo: int = BO, cy: int = CY, di: int = DI, *, gap: int = 0) -> None:
        """Have enough known of four in pairs, who meet in all ways; the first and the third are better."""
        for better, sides in (
            (gap, ((ann, cy), (bo, di))),
            (0, ((ann, bo), (cy, di))),
            (0, ((ann, di), (bo, cy))),
        ):
            await self.played(sides, 5 + better, 5, hands=HANDS)


def lobby(sides: Opposed, game: str = "cicera", table_id: str = "lobby") -> Lobby:
    """Return the lobby of these people."""
    options = GAMES[game].options({"players": sum(map(len, sides))})
    variant = variant_of(game, GAMES[game].values(options))
    return Lobby(table_id, a_table().guild_id, game, variant, sides)

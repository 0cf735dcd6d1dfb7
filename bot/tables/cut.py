"""The cut of a deck before its deal: the places for it, and the seat that is asked.

Cut and deal are one entry of the log; until then the cut is a column of the table's row. So a game can be
under way with an empty log: the people's share of the shuffle is frozen, and the clock deals after
`cut_seconds`. Computers do not cut: the bot knows the seed, so the cut would be the bot's choice of the deck.
"""

from typing import Any, Final

from bot.errors import Refused, Stale
from bot.store import Status
from bot.table import situation
from bot.table.table import Table
from bot.tables.play import Plays, voter
from bot.tables.tables import Held, Tables
from engine.game import AnyGame

_PLACES: Final = 5
"""The number of places at which a deck can be cut."""


def places(game: AnyGame) -> tuple[int, ...]:
    """Return the numbers of cards after which a deck of a game can be cut, evenly spread over it."""
    return tuple([len(game.DECK) * k // (_PLACES + 1) for k in range(1, _PLACES + 1)])


async def begin(
    tables: Tables, held: Held, table: Table | None = None, *, asks: bool = True, **values: Any
) -> None:
    """Begin the game of a full lobby: deal, or if it `asks` and may, ask for the cut first.

    The caller holds the lobby, which becomes `table` in the same write if that is given. Either way the
    people's share of the shuffle is frozen.
    """
    table = table or held.table
    # Noted first, so that it also holds where an uncertain write ends the caller's block.
    tables.outbox.begins(table)
    asks = asks and tables.settings.cut_seconds > 0
    asked = await tables.pacing.cutting(table) if asks else {"cutter": None}
    if asked["cutter"] is None:
        await Plays(tables).deal(held, table, **values)
        return
    after = table.marked(ready=False).with_row(status=Status.PLAYING, entropy=table.entropy)
    values |= asked | await tables.pacing.timed(after)
    await tables.commit(held, after, **values)


async def cut_deck(tables: Tables, table_id: str, user_id: int, place: str, expected: int) -> Table:
    """Return the table with the next deck cut by a user, who is then ready for its deal; else Refused.

    `place` is the number of cards lifted off, 0 for no cut. The first hand of a game is dealt at once, a
    later one as soon as all are ready. `expected` is the number that the button carried.
    """
    async with tables.held(table_id) as held:
        table = held.table
        row = voter(table, user_id)
        if not table.playing:
            raise Refused("refused.over")
        if not table.between_hands or expected != table.seq:
            raise Stale
        if row is not situation.cutter(table):
            raise Refused("refused.not-cutter")
        if place not in [str(at) for at in (0, *places(table.game))]:
            raise Refused("refused.forged")
        others = [other for other in table.seats if other is not row and other.seat in table.voters()]
        if table.undealt or all(other.ready for other in others):
            await Plays(tables).deal(held, cut=int(place), touched_at=tables.now())
        else:
            after = table.marked(row, ready=True)
            await tables.commit(held, after, cut=int(place), touched_at=tables.now())
    # An uncertain write ends the block, and may have dealt.
    if table.undealt and held.table.seq:
        tables.outbox.dealt(held.table)
    return held.table

"""Hands and games brought to their end mostly without presses, where what is looked at comes then."""

from bot.refused import Refused
from bot.table import Table
from tests.e2e.house import House


async def newest(made: House) -> Table:
    """Return the only table that is open."""
    assert made.bot is not None
    rows = await made.bot.store.live()
    (table_id,) = {row.id for row in rows}
    table: Table = await made.bot.tables.get(table_id)
    return table


def cards(table: Table) -> int:
    """Return how many cards of the hand under way are still to be played."""
    seen = table.shown().seen
    return sum(seen.counts) + getattr(seen, "stock", 0)


async def down_to(made: House, left: int) -> list[tuple[int, str]]:
    """Have a hand played at its table, at random, until so many cards are left; return who played what.

    All of it is shown then.
    """
    assert made.bot is not None
    tables, table, played = made.bot.tables, await newest(made), list[tuple[int, str]]()
    while cards(table) > left:
        seat = made.rng.choice(table.waits_for())
        row, action = table.at(seat), str(made.rng.choice(table.game.legal(table.state, seat)))
        assert row is not None
        try:
            table = await tables.submit(table.row.id, row.user_id, action, table.asked[seat])
        except Refused:
            # The bot has given an answer by itself.
            table = await tables.get(table.row.id)
        else:
            played.append((seat, action))
    await made.shown()
    return played


async def to_the_end(made: House) -> None:
    """Have a game played until it is over: the last card of each hand and what follows it by presses."""
    assert made.bot is not None
    tables, table = made.bot.tables, await newest(made)
    while not made.over():
        await down_to(made, 1)
        await made.play(lambda: made.over() or cards(tables.current(table)) > 1)

"""The long way to a moment of a game: plays made at the table itself, shown to nobody before it has come."""

from collections.abc import Callable

from bot.refused import Refused
from bot.render.panel import Press
from bot.table import Table
from bot.tables import Tables
from engine.deals import Deal
from engine.game import DEALER
from tests.e2e.house import House, sitting
from tests.e2e.umpire import Umpire

Moment = Callable[[Table], bool]
"""Whether a table stands as it is wanted."""


def last_cards(table: Table) -> bool:
    """Return whether the players of a hand have two cards each, or fewer, and no more will be dealt."""
    left = sum(map(len, table.state.hands)) + len(getattr(table.state, "stock", ()))
    return not table.between_hands and left <= 2 * len(table.active())


async def hurry(made: House, until: Moment = lambda table: False) -> Table:
    """Have the newest table played on at random, its next hands dealt, until a moment or the end of the game.

    Nobody presses anything. What it has come to is shown, and nothing of the way there.
    """
    assert made.bot is not None
    await made.shown()
    press = Press.parse(made.public().buttons[0].custom_id or "")
    assert press is not None
    tables = made.bot.tables
    table = await tables.get(press.table)
    with made.bot.outbox.answering():
        while table.playing and not until(table):
            try:
                table = await _step(made, tables, table)
            except Refused:
                # The bot has given an answer by itself.
                table = await tables.get(press.table)
    await made.shown()
    return table


async def _step(made: House, tables: Tables, table: Table) -> Table:
    """Return a table after a play, or with one more who is ready for the next hand."""
    sits, table_id = sitting(table), table.row.id
    if table.between_hands:
        waits = [row.seat for row in table.seats if row.seat in table.voters() and not row.ready]
        return await tables.ready(table_id, sits[made.rng.choice(waits)], table.seq)
    seat = made.rng.choice(table.waits_for())
    action = str(made.rng.choice(table.game.legal(table.state, seat)))
    return await tables.submit(table_id, sits[seat], action, table.asked[seat])


async def hurry_on(umpire: Umpire, until: Moment = lambda table: False) -> None:
    """Hurry in an umpire's game, and compare what it has come to."""
    umpire.after()
    await hurry(umpire.house, until)
    for entry in (await umpire.log())[umpire.seq :]:
        if entry.seat is not None:
            umpire.note(entry.seat, entry.action)
            continue
        deal = Deal.parse(entry.action, umpire.game)
        umpire.deals += 1
        umpire.follow(DEALER, None, umpire.game.deal(umpire.state, deal.dealer, deal.deck))
        umpire.dealt = umpire.seq
    umpire.ready.clear()
    await umpire.agree()
    umpire.after()

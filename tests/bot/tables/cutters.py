"""The cut of the deck in a tavern, and its outcome."""

from bot.blocks.blocks import Press
from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.table import hand
from bot.store import SeatRow
from bot.table import situation
from bot.table.table import Table
from bot.table.viewing import view_of
from bot.tables.cut import cut_deck, places
from bot.tables.records import log_of
from engine import cicera
from engine.deals import Deal
from tests.bot.tavern import Tavern

WORDS = Catalogue.load().words("en")
PLACE = str(places(cicera)[2])
EVERY = Opened(0, "places")
"""The page with all places."""


def cutter(table: Table) -> SeatRow:
    """Return the seat that is asked to cut."""
    row = situation.cutter(table)
    assert row is not None
    return row


def others(table: Table) -> list[int]:
    """Return the users who are not asked to cut."""
    return [row.user_id for row in table.seats if row is not situation.cutter(table)]


async def cuts(tavern: Tavern, table: Table, place: str = PLACE) -> Table:
    """Return the table once the seat asked has cut."""
    return await cut_deck(tavern.tables, table.row.id, cutter(table).user_id, place, table.seq)


async def last_deal(tavern: Tavern, table: Table) -> Deal:
    """Return the newest deal of the log."""
    log = await log_of(tavern.store, table)
    return Deal.parse([entry.action for entry in log if entry.seat is None][-1], table.game)


def pressed(table: Table, user_id: int, opened: Opened | None = None) -> dict[str, tuple[str, bool]]:
    """Return the labels of a member's buttons to cut, by place, each with whether it is dead."""
    buttons = [(Press.parse(b.id), b) for b in hand.panel(view_of(table, user_id), WORDS, opened).buttons]
    return {p.notation: (b.label, b.disabled) for p, b in buttons if p is not None and p.verb == "cut"}

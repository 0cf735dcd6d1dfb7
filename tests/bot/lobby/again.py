"""The next game of the same people, in a tavern."""

from collections.abc import Iterable

from bot.blocks.blocks import OVER, Panel, Press
from bot.locale import Catalogue
from bot.panels.lobby.pages import PAGES
from bot.store import SeatRow, Status
from bot.table.situation import view_of
from bot.table.table import Table
from tests.bot.tavern import PEOPLE, Tavern

WORDS = Catalogue.load().words("en")


async def stopped(tavern: Tavern, game: str = "cicera", **options: int) -> Table:
    """Return a game of four that was stopped."""
    table = await tavern.game(game, **({"players": 4} | options))
    return await tavern.seats.stop(table.row.id)


async def again(tavern: Tavern, table: Table, number: int) -> Table:
    """Return the next game, for which one of the people asks."""
    person = tavern.person(number)
    return await tavern.rematches.rematch(table.row.id, person, channel_id=8, language="en")


def kept(table: Table) -> dict[int, int]:
    """Return for whom seats are kept, by seat, each with the number of who it is."""
    return {seat: PEOPLE.index(user) for seat, user, _ in table.row.reserved}


def sitting(table: Table) -> dict[int, int]:
    """Return who sits where, each with the number of who it is."""
    return {row.seat: PEOPLE.index(row.user_id) for row in table.seats if row.person}


async def conceded(tavern: Tavern, table: Table, side: int) -> Table:
    """Return a game of two sides of two that a side has given up."""
    for seat in table.sides[side]:
        row = table.at(seat)
        assert row is not None
        table = await tavern.seats.vote(table.row.id, row.user_id, f"concede-{side}")
    assert table.row.status is Status.STOPPED
    return table


async def complete(tavern: Tavern, lobby: Table) -> None:
    """Leave a lobby that P3 is missing in as a bot does that is killed before the game begins."""
    async with tavern.tables.held(lobby.row.id) as held:
        row = tavern.person(3)
        seats = (*held.table.seats, SeatRow(3, row.user_id, row.name, 9003, ready=True))
        await tavern.tables.commit(held, held.table.with_seats(*seats), reserved=(), touched_at=tavern.at)


def computers(table: Table) -> tuple[list[int], bool]:
    """Return at which seats P0 can have a computer, and whether at all free ones at once."""
    page = Panel(PAGES["computers"](view_of(table, PEOPLE[0]), WORDS, ()), OVER)
    ids = [select.id for select in page.selects] + [button.id for button in page.buttons]
    presses = [Press.parse(custom_id) for custom_id in ids]
    seats = [int(press.notation) for press in presses if press is not None and press.verb == "computer"]
    return seats, any(press is not None and press.verb == "fill" for press in presses)


async def all_again(tavern: Tavern, table: Table, numbers: Iterable[int] = range(4)) -> Table:
    """Return the next game once these people have asked for it."""
    for number in numbers:
        made = await again(tavern, table, number)
    return made

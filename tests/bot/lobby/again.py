"""The next game of the same people, in a tavern."""

from collections.abc import Iterable

from bot.blocks.blocks import OVER_ACCENT, Panel, Press
from bot.locale import Catalogue
from bot.panels.lobby.pages import LOBBY_PAGES
from bot.table.table import Table
from bot.table.viewing import view_of
from tests.bot.tavern import PEOPLE, Tavern

WORDS = Catalogue.load().words("en")


async def stopped(tavern: Tavern, game: str = "cicera", **options: int) -> Table:
    """Return a game of four that was stopped."""
    table = await tavern.game(game, **({"players": 4} | options))
    return await tavern.seats.stop(table.row.id)


async def again(tavern: Tavern, table: Table, number: int) -> Table:
    """Return the next game, for which this person asks."""
    person = tavern.person(number)
    return await tavern.rematches.rematch(table.row.id, person, channel_id=8, language="en")


def kept(table: Table) -> dict[int, int]:
    """Return the numbers of the people for whom seats are reserved, by seat."""
    return {seat: PEOPLE.index(user) for seat, user, _ in table.row.reserved}


def sitting(table: Table) -> dict[int, int]:
    """Return the numbers of the people at the table, by seat."""
    return {row.seat: PEOPLE.index(row.user_id) for row in table.seats if row.person}


def computers(table: Table) -> tuple[list[int], bool]:
    """Return the seats at which P0 can have a computer, and whether one press fills all free ones."""
    page = Panel(LOBBY_PAGES["computers"](view_of(table, PEOPLE[0]), WORDS, ()), OVER_ACCENT)
    ids = [select.id for select in page.selects] + [button.id for button in page.buttons]
    presses = [Press.parse(custom_id) for custom_id in ids]
    seats = [int(press.notation) for press in presses if press is not None and press.verb == "computer"]
    return seats, any(press is not None and press.verb == "fill" for press in presses)


async def all_again(tavern: Tavern, table: Table, numbers: Iterable[int] = range(4)) -> Table:
    """Return the next game once these people have asked for it."""
    for number in numbers:
        made = await again(tavern, table, number)
    return made

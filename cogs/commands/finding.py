"""The search for the table of a command, because commands name none: open, over, or the lobby of a host."""

from bot.app import CardsBot
from bot.errors import NotRead, SetAside
from bot.store import Status, StoreError, TableRow
from bot.table.table import Table
from cogs.sending.answers import Interaction


async def find(bot: CardsBot, game: str, interaction: Interaction, *, anybodys: bool = False) -> Table | None:
    """Return the table of a command: the member's own, or else (`anybodys`: also) one in this channel.

    Of several, the order is: tables in this channel, the member's own, those that wait for the member, and
    the newest. If the log of the only one cannot be replayed, SetAside is raised. A command that changed a
    table before a restart means that table.
    """
    changed = bot.deliveries.changed(interaction.id)
    if changed is not None:
        return await bot.tables.get(changed)
    user_id, channel_id = interaction.user.id, interaction.channel_id
    own = await _live(bot, interaction, user_id=user_id)
    here = await _live(bot, interaction, channel_id=channel_id)
    rows = [row for row in own if row.game == game]
    if anybodys or not rows:
        rows += [row for row in here if row.game == game]
    tables, parked = [], None
    for row in rows:
        try:
            tables.append(await bot.tables.get(row.id))
        except SetAside as refused:
            parked = refused
    if parked is not None and not tables:
        raise parked
    return max(tables, key=lambda table: _fit(table, user_id, channel_id), default=None)


async def last_here(bot: CardsBot, game: str, interaction: Interaction) -> Table | None:
    """Return the table of the member's last game of this kind that is over in the channel, None without."""
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    try:
        found = await bot.store.played.last_here(
            interaction.user.id, game, interaction.guild_id, interaction.channel_id
        )
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    return None if found is None else await bot.tables.get(found)


async def open_lobby(bot: CardsBot, game: str, interaction: Interaction) -> Table | None:
    """Return the newest open lobby of a game that the member hosts in this channel, None without one.

    None also for a command that opened one itself, before a restart.
    """
    if bot.deliveries.changed(interaction.id) is not None:
        return None
    for row in await _live(bot, interaction, channel_id=interaction.channel_id):
        if (row.game, row.status, row.host_id) == (game, Status.LOBBY, interaction.user.id):
            table = await bot.tables.get(row.id)
            if table.row.status is Status.LOBBY:
                return table
    return None


async def _live(
    bot: CardsBot, interaction: Interaction, *, channel_id: int | None = None, user_id: int | None = None
) -> list[TableRow]:
    """Return the open tables of the server, newest first, in a channel or of a seated user."""
    try:
        return await bot.store.live(guild_id=interaction.guild_id, channel_id=channel_id, user_id=user_id)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None


def _fit(table: Table, user_id: int, channel_id: int | None) -> tuple[bool, bool, bool, float]:
    """Return how well a table fits a command of a member in a channel; the highest value is taken."""
    row = table.seat_of(user_id)
    waits = row is not None and row.present and row.seat in table.waits_for()
    return table.ledger.place.channel_id == channel_id, row is not None, waits, table.row.created_at

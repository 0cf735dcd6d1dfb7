"""Parked tables: those whose log cannot be replayed, until a version can replay it again."""

import logging
from typing import Any, NoReturn

from bot.errors import NotRead, SetAside
from bot.host.settings import Settings
from bot.store import Change, Status, Store, Stored, StoreError
from bot.table.deadlines import idle_at
from bot.table.table import Table, Unreplayable
from bot.tables.outbox import Outbox
from bot.tables.pacing import Pacing

log = logging.getLogger(__name__)


async def set_aside(store: Store, outbox: Outbox, stored: Stored, error: Unreplayable) -> NoReturn:
    """Park a table whose log cannot be replayed, and raise SetAside; NotRead if that cannot be stored.

    It counts as not yet shown, so every start tries it again.
    """
    row = stored.table
    log.error("table %s is parked: its log cannot be replayed (%s)", row.id, error)
    columns: dict[str, Any] = {"wake_at": None, "due_at": None, "held": False, "version": row.version + 1}
    if row.status in (Status.LOBBY, Status.PLAYING):
        columns["status"] = Status.PARKED
    if row.held or "status" in columns:
        try:
            await store.commit(Change(row.id, row.version, columns), row.guild_id)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
    if row.status in (Status.LOBBY, Status.PLAYING, Status.PARKED):
        outbox.parked(stored)
    raise SetAside


async def columns_to_resume(table: Table, settings: Settings, pacing: Pacing, now: float) -> dict[str, Any]:
    """Return the columns with which a parked table goes on as the lobby, or the game, that it was."""
    if table.row.entropy is None and table.seq == 0:
        return {"status": Status.LOBBY, "due_at": idle_at(settings, now)}
    return {"status": Status.PLAYING, "touched_at": now, **await pacing.timed(table)}

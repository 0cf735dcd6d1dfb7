"""The only SQL of the project: all that is kept of tables, settings and emoji, on SQLite or PostgreSQL."""

from bot.store.backups import backup, restore
from bot.store.claim import Claim
from bot.store.errors import Busy, Conflict, Full, StoreError, Taken, Uncertain, Unsupported
from bot.store.examination import Examined, examine
from bot.store.identifying import Identifying
from bot.store.rows import (
    Change,
    DigestRow,
    EmojiRow,
    LogRow,
    PanelRow,
    PlaceRow,
    ResultRow,
    Room,
    Scope,
    SeatRow,
    Shards,
    SideRow,
    Standing,
    Status,
    Stored,
    TableRow,
    WaiterRow,
)
from bot.store.store import Store
from bot.store.write_counts import WriteCounts

__all__ = [
    "Busy",
    "Change",
    "Claim",
    "Conflict",
    "DigestRow",
    "EmojiRow",
    "Examined",
    "Full",
    "Identifying",
    "LogRow",
    "PanelRow",
    "PlaceRow",
    "ResultRow",
    "Room",
    "Scope",
    "SeatRow",
    "Shards",
    "SideRow",
    "Standing",
    "Status",
    "Store",
    "StoreError",
    "Stored",
    "TableRow",
    "Taken",
    "Uncertain",
    "Unsupported",
    "WaiterRow",
    "WriteCounts",
    "backup",
    "examine",
    "restore",
]

"""The only SQL of the project: all that is kept of tables, settings and emoji, on SQLite or PostgreSQL."""

from bot.store.errors import Busy, Conflict, StoreError, Uncertain
from bot.store.rows import (
    Change,
    EmojiRow,
    LogRow,
    PanelRow,
    PlaceRow,
    ResultRow,
    SeatRow,
    Shards,
    SideRow,
    Standing,
    Status,
    Stored,
    TableRow,
)
from bot.store.store import Store

__all__ = [
    "Busy",
    "Change",
    "Conflict",
    "EmojiRow",
    "LogRow",
    "PanelRow",
    "PlaceRow",
    "ResultRow",
    "SeatRow",
    "Shards",
    "SideRow",
    "Standing",
    "Status",
    "Store",
    "StoreError",
    "Stored",
    "TableRow",
    "Uncertain",
]

"""The only SQL of the project: all that is kept of tables, settings and emoji, on SQLite or PostgreSQL."""

from bot.store.database.patience import RETRY_SECONDS, patiently
from bot.store.database.write_counts import WriteCounts
from bot.store.history.rows import (
    Access,
    HistoryPage,
    OwnResult,
    PastGame,
    PastSeat,
    PastSide,
    Reader,
    Wanted,
)
from bot.store.interactions import asked_by
from bot.store.known import Known
from bot.store.model.errors import Busy, Conflict, Denied, Full, StoreError, Taken, Uncertain, Unsupported
from bot.store.model.games import UNDO, StoredGame, place_in, removed_by, standing, undo_text
from bot.store.model.others import DigestRow, EmojiRow, ServerRow
from bot.store.model.results import CONCEDED, Meetings, ResultRow, SideRow
from bot.store.model.rows import (
    Change,
    LogRow,
    PanelRow,
    PlaceRow,
    Room,
    Scope,
    SeatRow,
    Shards,
    Status,
    Stored,
    TableRow,
    WaiterRow,
    is_former,
)
from bot.store.processes.claim import Claim
from bot.store.processes.identifying import Identifying
from bot.store.ratings.ranking import LeaderboardRow
from bot.store.ratings.statements import HIDDEN
from bot.store.ratings.statistics.figures import Figure, most, total
from bot.store.ratings.statistics.member import Curve, Statistics
from bot.store.ratings.team_names import PROPOSED_SECONDS, NotNamed, OwnTeam
from bot.store.store import Store
from bot.store.upkeep.backups import backup, forget_listed, restore
from bot.store.upkeep.compacting import compact_file
from bot.store.upkeep.examination import Examined, count_old_games, examine, killed, look_beside

__all__ = [
    "CONCEDED",
    "HIDDEN",
    "PROPOSED_SECONDS",
    "RETRY_SECONDS",
    "UNDO",
    "Access",
    "Busy",
    "Change",
    "Claim",
    "Conflict",
    "Curve",
    "Denied",
    "DigestRow",
    "EmojiRow",
    "Examined",
    "Figure",
    "Full",
    "HistoryPage",
    "Identifying",
    "Known",
    "LeaderboardRow",
    "LogRow",
    "Meetings",
    "NotNamed",
    "OwnResult",
    "OwnTeam",
    "PanelRow",
    "PastGame",
    "PastSeat",
    "PastSide",
    "PlaceRow",
    "Reader",
    "ResultRow",
    "Room",
    "Scope",
    "SeatRow",
    "ServerRow",
    "Shards",
    "SideRow",
    "Statistics",
    "Status",
    "Store",
    "StoreError",
    "Stored",
    "StoredGame",
    "TableRow",
    "Taken",
    "Uncertain",
    "Unsupported",
    "WaiterRow",
    "Wanted",
    "WriteCounts",
    "asked_by",
    "backup",
    "compact_file",
    "count_old_games",
    "examine",
    "forget_listed",
    "is_former",
    "killed",
    "look_beside",
    "most",
    "patiently",
    "place_in",
    "removed_by",
    "restore",
    "standing",
    "total",
    "undo_text",
]

"""Quotas and waits, switched off: benches and tests press faster and open more tables than people do."""

from typing import Any, Final

NO_QUOTAS: Final[dict[str, Any]] = {
    "tables_per_member": 0,
    "tables_per_channel": 0,
    "tables_per_server": 0,
    "starts_per_minute": 0,
    "presses_per_second": 0,
    "advice_per_minute": 0,
}
"""Settings by name, as the bot takes them."""

NO_WAITS: Final[dict[str, Any]] = {"hold_seconds": 0, "undo_seconds": 0, "cut_seconds": 0}
"""Settings by name: nothing is held in sight, taken back or cut before the first deal."""

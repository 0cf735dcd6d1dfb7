"""The quotas, switched off: benches and tests press faster and open more tables than people would."""

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

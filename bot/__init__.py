"""Everything with a side effect that is not a Discord view: tables, storage, clocks, languages."""

from typing import Final

VERSION: Final = "0.2.0"
"""The version of the whole project, in the form of PEP 440."""

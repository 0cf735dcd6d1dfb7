"""Everything with a side effect that is not a Discord view: tables, storage, clocks, languages."""

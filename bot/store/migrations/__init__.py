"""The history of the schema; run by bot/store/upkeep/migrate.py at every start."""

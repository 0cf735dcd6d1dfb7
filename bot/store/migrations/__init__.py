"""The history of the schema; run by bot/store/migrate.py at every start."""

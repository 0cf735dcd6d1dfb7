"""The history of the schema, run by `bot/store/upkeep/migrate.py` at every start.

The code of a released revision never changes, as databases have been through it. It declares the columns that
it touches itself, and imports no schema.
"""

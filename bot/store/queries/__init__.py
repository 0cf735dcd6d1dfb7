"""The statements of the store, a module for each kind of row.

Statements that run often are built once, so that SQLAlchemy's cache of compiled statements always hits. Each
function takes the connection of a transaction that the store has begun, and commits nothing.
"""

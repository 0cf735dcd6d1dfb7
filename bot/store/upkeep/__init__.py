"""The care of a database: migrations, backups, recounts, and the check that it is sound and serves.

Whatever fails in a migration, a backup or a restore leaves the database as
it was.
"""

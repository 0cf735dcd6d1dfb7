"""The care of a database: claims on shards, migrations, backups, and the check that it is sound and serves.

One process runs a shard, else two would answer the same press; locks live beside the database and not in it,
so a killed process leaves none. Whatever fails in a migration, a backup or a restore leaves the database as
it was.
"""

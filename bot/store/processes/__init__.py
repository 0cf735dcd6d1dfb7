"""Several processes on one database: the claims on shards, turns to identify, and what a pooler keeps.

One process runs a shard, else two would answer the same press; locks live beside the database and not in it,
so a killed process leaves none.
"""

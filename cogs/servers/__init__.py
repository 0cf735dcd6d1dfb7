"""Servers: their events, outages and permissions, the emoji of the application, and fixes for discord.py.

An outage is not a removal: a server that is out of order still has the bot, and nobody loses time in it.
Emoji with other names are left alone, and only the process with the first shard makes tiles.
"""

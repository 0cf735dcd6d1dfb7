"""Limits: the rate and order of requests to Discord, the quota of each member, interactions that come again.

All requests of discord.py pass `tracing`, where they wait for their turn in the one `Budget`; the answer to a
press never waits. A 429 slows the budget down, and many invalid requests stop it, before Discord bans the
address. Each answer also tells `DiscordTime`, the clock that the whole bot goes by.
"""

"""The calls of members to turns, cards and seats: pings, calls to a seat, and digests.

A change of a table that calls nobody enters no module of this package (`cogs/calling.py`), and a call is
deleted once its reason is gone. The nonces of calls stay the same byte for byte: a bot killed between sending
a call and noting it relies on them.
"""

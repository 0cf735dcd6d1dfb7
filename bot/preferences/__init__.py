"""The preferences of servers and members: their declarations, the choices in memory, quiet hours.

A press never waits long for a preference: after `READ_SECONDS` of `bot/store/known.py` the last known value
or the default holds. Work for which a default could be wrong, such as a call in quiet hours, asks
`PreferenceCache.surely`.
"""

"""Deadlines, calls to people, and the time that an outage or a restart gives back.

When the clock next looks at a table follows from its row alone: `wake_at` in `bot/table/deadlines.py`, with
every commit. The clock then does one thing, the first that is due, and comes again for the next, so a late
clock does all in order. At the deadline of a turn nothing is played: the seat is marked overdue, and a
computer plays this turn unless its owner is quicker.

All times are Discord's (`bot/limits/discord_time.py`): players read them on their own devices.

Time in which nobody could act is given back, once. A process notes every `clock.LIFE_SECONDS` that it is at
work; a start puts off all deadlines by the time since and a grace, in the same write that notes until when
time has been given. An outage of Discord is over only when its time has been given back, and until then the
last sign of life stays where it was. Time is given in seconds outside quiet hours (`runs_out`); a start
shifts in SQL and knows of none, which `due` makes up for.
"""

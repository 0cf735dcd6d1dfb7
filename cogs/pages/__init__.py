"""Private pages: rules, leaderboard, open tables, settings, about the bot, and whether to forget a member.

Their ids (`r`, `b`, `o`, `s`, `f`) are input from outside, like those of tables: page numbers and permissions
are checked at every press. A page is turned only on a message that its reader alone sees; a list that was
shown to everybody (`showing.py`) is opened by each reader for themselves.
"""

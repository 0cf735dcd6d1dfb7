"""Private pages: rules, leaderboard, open tables, settings, and the page about the bot.

Their ids (`r`, `b`, `o`, `s`) are input from outside, like those of tables: page numbers and permissions are
checked at every press. A page is turned only on a message that its reader alone sees.
"""

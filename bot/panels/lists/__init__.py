"""The messages with lists: leaderboard, open tables, settings and digest; and those of a thread."""

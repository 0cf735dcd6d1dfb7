"""The messages with lists: leaderboard, open tables, settings, digest; a thread's; the page about the bot."""

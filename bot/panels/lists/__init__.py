"""The messages that list things: leaderboard, open tables, settings, digest."""

"""Private pages: rules, leaderboard, open tables, settings."""

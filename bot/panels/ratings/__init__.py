"""The messages about ratings: leaderboards, winners of seasons, statistics, names of teams."""

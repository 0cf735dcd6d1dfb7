"""The pictures that are the same for every game: lobby, end, leaderboard."""

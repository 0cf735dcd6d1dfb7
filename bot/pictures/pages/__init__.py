"""The pictures that all games share: lobby, end, stopped game and leaderboard."""

"""All tables in memory, and every change of a game under way."""

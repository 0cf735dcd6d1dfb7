"""The end of a game as its reader sees it, and the earlier hands and games that this looks back on."""

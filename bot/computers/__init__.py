"""Computers at play, the hints that they give, and the look back at a game."""

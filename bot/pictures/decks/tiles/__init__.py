"""Small signs for buttons and texts: tiles, icons and their names.

A tile's name is an emoji's name in Discord, and no two decks share one.
"""

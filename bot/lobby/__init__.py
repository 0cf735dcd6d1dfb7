"""A table before its first deal: its seats, its options, and the rematch of a game.

A game starts only under options that everybody seated has agreed to, and begins once: the game of a rematch
begins by itself, with the press that completes it, or by the clock if the bot was killed before.
"""
